import { takeRowsOfKinds } from "./rows-of-kinds.ts";
import { takeCalendarUnits } from "./calendar-units.ts";
import { takeAway } from "./away.ts";
import { takeCountOfEach, takeCountOfFirst, takeCountsInOrder, takeTimesOfFirst } from "./count-of-first.ts";
import { takeExpiry } from "./expiry.ts";
import { takeFirstBesideCount } from "./first-beside-count.ts";
import { takeFlaggedTimes, takeHeldTimes } from "./flags.ts";
import { takeDoers } from "./doers.ts";
import { takeElapsedTime } from "./elapsed-time.ts";
import { takeJoiners, takeLeavers } from "./leavers.ts";
import { takeThingsBehind } from "./things-behind.ts";
import { takeThingsOfKind } from "./things-of-kind.ts";
import { takeSoldRows } from "./sold-rows.ts";
import { takeSummedAmounts } from "./summed-amounts.ts";
import { takeInTheFirst, takeOfTheFirst, takeOfTheMost } from "./of-the-first.ts";
import { takeToldByView } from "./told-by-view.ts";
import { takeValueOfRows } from "./value-of-rows.ts";
import { takeTwoDeeds } from "./two-deeds.ts";
import { takeOwnDays, takeVerbsOfDays, takeVerbsOfMaking } from "./verbs.ts";
import { takeRankedReferences } from "./ranked-references.ts";
import type { Step } from "./step.ts";

/** What is settled before it is known whose rows are asked for, in its order. */
export const beforeSubject: readonly Step[] = [
  {
    name: "count of the first",
    recognises: "those with the most of something, and how many they have: shown beside them",
    example: "which gardener has the most beds, and how many beds do they have",
    rewrite: takeCountOfFirst,
  },
  {
    name: "times of the first",
    recognises: "the one that is first by something, and how often something was done with it: the rows of that",
    example: "the dearest bulb and how often was it sold",
    rewrite: takeTimesOfFirst,
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
    name: "in the first of others",
    recognises: "the first of others, and what follows it: among which of them it is the first",
    example: "gardeners of the largest bed in the north garden",
    rewrite: takeInTheFirst,
  },
  {
    name: "of the one that has the most",
    recognises: "what one of others belongs to that has the most: that one is found first",
    example: "group of the garden with the most harvests",
    rewrite: takeOfTheMost,
  },
  {
    name: "two deeds of one",
    recognises: "two deeds side by side and who did them, among those who do the one and those who do the other: both",
    example: "beds planted and weeded by Ada Moe, of planters and weeders",
    rewrite: takeTwoDeeds,
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
];
