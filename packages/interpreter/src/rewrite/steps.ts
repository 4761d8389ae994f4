import { takeRowsOfKinds } from "./rows-of-kinds.ts";
import { takeCalendarUnits } from "./calendar-units.ts";
import type { Context } from "../resolve/context.ts";
import { boughtTable, buyingTable } from "../resolve/buying.ts";
import { subjectOf } from "../resolve/subject.ts";
import { takeAway } from "./away.ts";
import { takeBalances } from "./balances.ts";
import { takeBareRows } from "./bare-rows.ts";
import { takeBudgets } from "./budgets.ts";
import { takeBusiest } from "./busiest.ts";
import { takeBusinessWords, takeRepeatBuyers, takeTheirManagers } from "./business-words.ts";
import { takeDoneToThings } from "./done-to-things.ts";
import { takeElsewhere } from "./elsewhere.ts";
import { takeCameIn } from "./came-in.ts";
import { takeCountedDeeds, takeDeeds } from "./deeds.ts";
import { takeCountOfEach, takeCountOfFirst, takeCountsInOrder } from "./count-of-first.ts";
import { takeExpiry } from "./expiry.ts";
import { takeFirstBesideCount } from "./first-beside-count.ts";
import { takeFirstOrLastOfEach } from "./first-or-last-of-each.ts";
import { takeFlagAsked, takeFlaggedTimes, takeHeldTimes } from "./flags.ts";
import { takeDidMost, takeDidMostOf, takeDoers } from "./doers.ts";
import { takeElapsedTime } from "./elapsed-time.ts";
import { takeFigureOfGroups } from "./figure-of-groups.ts";
import { takeGoals } from "./goals.ts";
import { takeGrowth } from "./growth.ts";
import { takeInMoney } from "./in-money.ts";
import { takeLateness } from "./lateness.ts";
import { takeJoiners, takeLeavers } from "./leavers.ts";
import { takeThingsBehind } from "./things-behind.ts";
import { takeThingsOfKind } from "./things-of-kind.ts";
import { takeSoldRows } from "./sold-rows.ts";
import { takeSummedAmounts } from "./summed-amounts.ts";
import { takeTimeOfEvent } from "./time-of-event.ts";
import { takeToCome } from "./to-come.ts";
import { takeTogether } from "./together.ts";
import { takeNotYet } from "./not-yet.ts";
import { takeOfTheFirst } from "./of-the-first.ts";
import { takeNow } from "./now.ts";
import { takeOwed } from "./owed.ts";
import { takePay } from "./pay.ts";
import { takeVersions } from "./versions.ts";
import { takePeople, takePeopleCounted, takePersonAsked, takeStaff } from "./persons.ts";
import { takeToldByView } from "./told-by-view.ts";
import { takeVacant } from "./vacant.ts";
import { takeValueOfRows } from "./value-of-rows.ts";
import { takeOwnDays, takeVerbs, takeVerbsOfDays, takeVerbsOfMaking } from "./verbs.ts";
import { takePrice } from "./price-of.ts";
import { takeRankWithin } from "./rank-within.ts";
import { takeRankedReferences } from "./ranked-references.ts";
import { takeRankedShare } from "./ranked-share.ts";

/** One thing the words of a question mean beyond what the reader saw. */
export interface Step {
  name: string;
  /** What it recognises and what it makes of it. */
  recognises: string;
  example: string;
  /** What is known after it; what was known before, unchanged, where it recognises nothing. */
  rewrite: (context: Context) => Context;
}

/** The steps in their order: each sees what those before it made. */
export const steps: readonly Step[] = [
  {
    name: "count of the first",
    recognises: "those with the most of something, and how many they have: shown beside them",
    example: "which gardener has the most beds, and how many beds do they have",
    rewrite: takeCountOfFirst,
  },
  {
    name: "count of each",
    recognises: "those of whom something is true, and how many of it they have: of each of them",
    example: "which gardeners weeded beds in May, and how many beds did they weed",
    rewrite: takeCountOfEach,
  },
  {
    name: "counts in order",
    recognises: "those with the most of something, and how many each of them has: all, in that order",
    example: "which gardeners have the most beds, and how many beds does each gardener have",
    rewrite: takeCountsInOrder,
  },
  {
    name: "of the first",
    recognises: "a figure told by something else, of the first few of others: of all their rows",
    example: "weight by month of our 3 best gardens",
    rewrite: takeOfTheFirst,
  },
  {
    name: "units of a calendar",
    recognises:
      "a month, a quarter or a week beside another group, where a calendar repeats it of each day: of its year",
    example: "sales by shop and month, of sales with a date_key of a calendar",
    rewrite: takeCalendarUnits,
  },
  {
    name: "rows of kinds",
    recognises:
      "rows on or about others, of which no key but a column of kinds says what they are of: those of that kind",
    example: "notes on gardens, of notes with a notable_type and a notable_id",
    rewrite: takeRowsOfKinds,
  },
  {
    name: "told by a view",
    recognises: "a figure by a unit of time, where a view is called just that: what it tells",
    example: "mrr by month, of a view mrr_by_month",
    rewrite: takeToldByView,
  },
  {
    name: "summed amounts",
    recognises: "the sum of what is called like a percentage and like an amount: of the amounts",
    example: "total discounts, of offers with a discount_percent and bills with a discount_amount",
    rewrite: takeSummedAmounts,
  },
  {
    name: "value of rows",
    recognises: "the value of rows that have an amount, and no number that is called so: the amount",
    example: "value of open offers per month",
    rewrite: takeValueOfRows,
  },
  {
    name: "first beside a count",
    recognises: "how many there are, and how old or how large the first of them is: its figure, beside the count",
    example: "how many complaints are open and how old is the oldest",
    rewrite: takeFirstBesideCount,
  },
  {
    name: "things behind lines",
    recognises: "a word for lines without names and for the things they speak of: the things, unless it is counted",
    example: "which services bring in the most, of visit_service and service_type",
    rewrite: takeThingsBehind,
  },
  {
    name: "ranked references",
    recognises: "a key's noun that is ranked by what only the rows it refers to have: those rows",
    example: "the cheapest plan, of members with a plan_code and plans with a fee",
    rewrite: takeRankedReferences,
  },
  {
    name: "things of a kind",
    recognises: "nothing but a kind that is ranked: the things of that kind",
    example: "top 3 roses, of plants that have a kind",
    rewrite: takeThingsOfKind,
  },
  {
    name: "sold one by one",
    recognises: "what was sold, where each sale is of one thing: the sales are counted, or the things with one listed",
    example: "how many paintings did we sell in May, of sales without a quantity",
    rewrite: takeSoldRows,
  },
  {
    name: "elapsed time",
    recognises: "the time between two moments of a row becomes a figure or a condition, and leaves the sketch",
    example: "average delivery time in days",
    rewrite: takeElapsedTime,
  },
  {
    name: "doers",
    recognises: "who did something most, where a key of what was done says by whom: they are ranked by how often",
    example: "who watered the most beds",
    rewrite: takeDoers,
  },
  {
    name: "leavers",
    recognises: "who left: the people with a day of leaving, whatever it is called",
    example: "gardeners who left this year",
    rewrite: takeLeavers,
  },
  {
    name: "expiry",
    recognises: "what expires in a time, or has: by the last day for which rows hold",
    example: "passes expiring next month, of passes that are valid until a day",
    rewrite: takeExpiry,
  },
  {
    name: "joiners",
    recognises: "who joined in a time: the day on which they came, whatever it is called",
    example: "gardeners who joined this year",
    rewrite: takeJoiners,
  },
  {
    name: "flagged times",
    recognises: "what only holds or does not, so many times: so many rows of which it holds",
    example: "who was late more than twice, where visits say so of themselves",
    rewrite: takeFlaggedTimes,
  },
  {
    name: "held times",
    recognises: "how often something was done, where the rows hold that number themselves",
    example: "loans renewed twice, of loans with a renewal_count",
    rewrite: takeHeldTimes,
  },
  {
    name: "away",
    recognises: "people who are on leave, absent, away: those with an absence that runs then",
    example: "who is on leave today, of absences with a first and a last day",
    rewrite: takeAway,
  },
  {
    name: "verbs of days",
    recognises: "a deed of which the day is kept, after the rows that are asked for: they are, and not the day",
    example: "which friends sent the heaviest parcels, of parcels with a day of sending",
    rewrite: takeVerbsOfDays,
  },
  {
    name: "verbs of making",
    recognises: "what is done for there to be a row at all, of rows without a state: it says nothing more of them",
    example: "reviews posted in 2021",
    rewrite: takeVerbsOfMaking,
  },
  {
    name: "own days",
    recognises: "a deed in a time, called like other rows and like a day of the rows that are asked for: that day",
    example: "pupils enrolled this year, of pupils with an enrolled_on beside enrolments in courses",
    rewrite: takeOwnDays,
  },
  {
    name: "subject",
    recognises: "the table whose rows are asked for; of a month that is asked for, what was bought in it",
    example: "names of gardens with a gate",
    rewrite: (context) => ({
      ...context,
      subject: context.subject ?? subjectOf(context) ?? (context.sketch.whichBucket ? buyingTable(context) : null),
    }),
  },
  {
    name: "first or last of each",
    recognises: "each one's own first or last in a time: there is one then, and none before it, or since",
    example: "gardeners whose last visit was before May",
    rewrite: takeFirstOrLastOfEach,
  },
  {
    name: "pay",
    recognises: "people who make the most money, where it is kept what they are paid",
    example: "who makes the most money",
    rewrite: takePay,
  },
  {
    name: "versions",
    recognises: "rows that follow one another, from a day to a day: those that hold now, where no other time is meant",
    example: "average wage by team, of wages that were valid from a day to a day",
    rewrite: takeVersions,
  },
  {
    name: "now",
    recognises: "now, of rows some of which are in a state that goes on: those, where nothing else restricts them",
    example: "the best paid job right now, of jobs that are open, filled or cancelled",
    rewrite: takeNow,
  },
  {
    name: "to come",
    recognises: "upcoming, of rows some of which are still to come: those from today on, or of the time that is said",
    example: "upcoming concerts",
    rewrite: takeToCome,
  },
  {
    name: "deeds",
    recognises: "a state that is said like a deed, in a time, where the day on which it was done is kept: that day",
    example: "parcels sent last month, of which some have arrived since",
    rewrite: takeDeeds,
  },
  {
    name: "counted deeds",
    recognises: "rows that are counted after what was done to them, of which the day is kept: those that have it",
    example: "how many refunded tickets are there",
    rewrite: takeCountedDeeds,
  },
  {
    name: "not yet",
    recognises: "a state that rows are not in yet: those that were cancelled never will be",
    example: "parcels not delivered yet, of parcels that are delivered, open or cancelled",
    rewrite: takeNotYet,
  },
  {
    name: "verbs of values",
    recognises: "a verb that is like a table's name, right before a value that stands elsewhere: it names no rows",
    example: "members who play chess, where games are plays and chess is a hobby",
    rewrite: takeVerbs,
  },
  {
    name: "flag asked",
    recognises: "a column of yes and no that is counted, or said as a plural: the rows of which it holds",
    example: "who are the heads",
    rewrite: takeFlagAsked,
  },
  {
    name: "done to things",
    recognises: "what was done to a thing that is named, where rows have a day on which it was: those that have it",
    example: "who completed Pottery, of enrolments with a completed_on",
    rewrite: takeDoneToThings,
  },
  {
    name: "person asked",
    recognises: "who: the nearest people are asked for, where none are named",
    example: "who works on the harbour",
    rewrite: takePersonAsked,
  },
  {
    name: "did most",
    recognises: "who did most of something that is kept as rows of their own: the sum of its money, or how often",
    example: "who donated the most",
    rewrite: takeDidMost,
  },
  {
    name: "did most of",
    recognises: "who did something with most of others, where what was done is kept as rows of their own: how often",
    example: "who borrowed the most books, of loans of a book by somebody each",
    rewrite: takeDidMostOf,
  },
  {
    name: "staff",
    recognises: "people who work here: the table of those, where there is one",
    example: "how many people work here",
    rewrite: takeStaff,
  },
  {
    name: "people",
    recognises: "“people” where people are asked for anyway, although some column holds that word",
    example: "how many people report to Kim",
    rewrite: takePeople,
  },
  {
    name: "people counted",
    recognises: "people who are counted, where rows of one kind refer to those who did them: each person once",
    example: "how many people pay by card",
    rewrite: takePeopleCounted,
  },
  {
    name: "their managers",
    recognises: "those above, shown beside each, are no value of a column",
    example: "gardeners and their supervisors",
    rewrite: takeTheirManagers,
  },
  {
    name: "vacant",
    recognises:
      "things that are empty, where people have them for a time, or without a current one: nobody has them now",
    example: "empty garages, garages without a current permit",
    rewrite: takeVacant,
  },
  {
    name: "balances",
    recognises:
      "what is outstanding of rows that say what they come to and what was paid: the rest, or those with some",
    example: "how much is outstanding, of pledges with a pledged and a paid amount",
    rewrite: takeBalances,
  },
  {
    name: "business words",
    recognises: "states that rows are in while a day or a key of theirs is empty; new, where a time is named",
    example: "unpaid bills",
    rewrite: takeBusinessWords,
  },
  {
    name: "goals",
    recognises: "a goal that rows have, reached or not: what came in for each, against it",
    example: "gardens that reached their goal",
    rewrite: takeGoals,
  },
  {
    name: "budgets",
    recognises: "a budget that was kept or not: what was spent on each row against the budget it has",
    example: "campaigns that went over budget, of what was spent on each day of them",
    rewrite: takeBudgets,
  },
  {
    name: "time of an event",
    recognises: "a time right after rows that begin on a day: when those begin",
    example: "bookings for tours in May",
    rewrite: takeTimeOfEvent,
  },
  {
    name: "price of a thing",
    recognises: "how much a thing is, or costs: the one price of its rows, rather than a cost that others have",
    example: "how much is the family ticket",
    rewrite: takePrice,
  },
  {
    name: "what is bought",
    recognises: "bought by somebody who only restricts: the things are asked for",
    example: "what did Kim buy",
    rewrite: takeBought,
  },
  {
    name: "taken together",
    recognises: "a number of all rows “together”: its sum",
    example: "beds of all gardens together",
    rewrite: takeTogether,
  },
  {
    name: "in money",
    recognises: "rows that would be counted, in a currency: their amounts",
    example: "gifts by town in euros",
    rewrite: takeInMoney,
  },
  {
    name: "figure of groups",
    recognises: "nothing but a number, and groups or a unit of time: a figure of each",
    example: "billed amount by month",
    rewrite: takeFigureOfGroups,
  },
  {
    name: "busiest",
    recognises: "the busiest of somebody, or a time: by what happens to them, or then, most often; how busy it was",
    example: "busiest vet this year, our busiest month, how busy were we in May",
    rewrite: takeBusiest,
  },
  {
    name: "rank within groups",
    recognises: "a measure that ranks the rows of each group is no figure of the groups",
    example: "top 3 plants per garden by yield",
    rewrite: takeRankWithin,
  },
  {
    name: "ranked share",
    recognises: "the share of each, of which the first is asked for",
    example: "which garden has the highest loss rate",
    rewrite: takeRankedShare,
  },
  {
    name: "lateness",
    recognises: "late, on time, overdue: what happened against what was promised",
    example: "parcels delivered late",
    rewrite: takeLateness,
  },
  {
    name: "owed",
    recognises: "the amounts of rows that are not paid: what is due of them, rather than what was paid",
    example: "total unpaid instalments, of rows with an amount due and an amount paid",
    rewrite: takeOwed,
  },
  {
    name: "bare rows",
    recognises: "nothing but rows that have no names, and what restricts them, with a question mark: they are counted",
    example: "open tickets?",
    rewrite: takeBareRows,
  },
  {
    name: "elsewhere",
    recognises: "another place of two that a row has: they are not the same",
    example: "bikes returned to a different depot",
    rewrite: takeElsewhere,
  },
  {
    name: "repeat buyers",
    recognises: "those with more than one purchase",
    example: "repeat visitors",
    rewrite: takeRepeatBuyers,
  },
  {
    name: "money that came in",
    recognises: "money, of payments of which some failed: that of those which succeeded",
    example: "revenue by month, of charges that are settled or declined",
    rewrite: takeCameIn,
  },
  {
    name: "growth",
    recognises: "growth and running totals without a unit of time are by month, or by year between years",
    example: "growth of yield",
    rewrite: takeGrowth,
  },
];

/** What the sketch means in this data. The subject is null where nothing in the question names anything here. */
export function rewritten(context: Context): Context {
  return steps.reduce((known, step) => step.rewrite(known), context);
}

function takeBought(context: Context): Context {
  const { sketch, named, subject } = context;
  const isRestriction = named.every((entry) => entry.mention.zone === "modifier");
  if (subject === null || sketch.buying === null || sketch.said.has("who")) return context;
  return isRestriction && sketch.outputs.length === 0
    ? { ...context, subject: boughtTable(context) ?? subject }
    : context;
}
