import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { activeByTime } from "./active-by-time.ts";
import { amountInMoney, amountMade, totalDone } from "./amounts-made.ts";
import { amountFlagged } from "./amount-flagged.ts";
import { againstTheirOwn, whoseIsTheSame } from "./against-their-own.ts";
import { amongTheirKind, bossOf } from "./among-their-kind.ts";
import { againstOthers } from "./against-others.ts";
import { kindsOfSales } from "./kinds-of-sales.ts";
import { ordersByNumber } from "./orders-by-number.ts";
import { paidInPayouts } from "./paid-out.ts";
import { partsOfRows } from "./parts-of-rows.ts";
import { bookedFor } from "./booked-for.ts";
import { birthdayValue, whenOrWhereBorn, yearOfDeed } from "./born.ts";
import { convertedUnits } from "./converted-units.ts";
import { columnsCompared } from "./columns-compared.ts";
import { countAfterBy, countsLast } from "./counts-last.ts";
import { averageOfTimes } from "./average-of-times.ts";
import { daysOfRows } from "./days-of-rows.ts";
import { detailsListed, detailsOfRows, totalInState, totalListed, totalOfRows } from "./details-listed.ts";
import { deedsOfDoers } from "./deeds-of-doers.ts";
import { delays, gettingSlower } from "./delays.ts";
import { deedOfRole, directReports, peopleWhoReport, whoInRole } from "./direct-reports.ts";
import { holdingNow } from "./holding-now.ts";
import { distributions } from "./distributions.ts";
import { duplicates } from "./duplicates.ts";
import { flagAgainstDenial } from "./flag-against-denial.ts";
import { firstToDo } from "./first-to-do.ts";
import { freeThings } from "./free-things.ts";
import { headcount } from "./headcount.ts";
import { cameAndLack } from "./came-and-lack.ts";
import { deedsOfAll } from "./deeds-of-all.ts";
import { sizesOfThings } from "./sizes-of-things.ts";
import { outOfService } from "./out-of-service.ts";
import { ownStaff, whoHandles, whoSells, whoWorkedLongest, whoWorks } from "./own-staff.ts";
import { mostReferrals, mostServed, servedByEach } from "./most-served.ts";
import { howOften, mostDone, thingsMostDone } from "./most-done.ts";
import { calledOff, formerRows, whenLeft } from "./ended-otherwise.ts";
import { doneRows } from "./state-of-own-day.ts";
import { keptAverages } from "./kept-averages.ts";
import { keptAsRate } from "./kept-as-rates.ts";
import { marks } from "./marks.ts";
import { monthValue } from "./month-values.ts";
import { nameOfEach } from "./name-of-each.ts";
import { namedCode } from "./named-codes.ts";
import { numberedPlaces } from "./numbered-places.ts";
import { numberedKinds, numberedThings } from "./numbered-things.ts";
import { notPaid, unpaidByPayments, unpaidDues, unpaidPapers } from "./dues.ts";
import { givers, spenders, timesGiven } from "./spenders.ts";
import { signedUp, signUps } from "./sign-ups.ts";
import { inTwoWords } from "./said-in-two-words.ts";
import { howManyOf } from "./how-many.ts";
import { ofNoPlan } from "./no-plan.ts";
import { onlyFigure } from "./only-figure.ts";
import { inTheirOwnWord, inTheOnlyOtherWord, membersKept } from "./other-words.ts";
import { peopleOfList } from "./people-of-list.ts";
import { partsOfWeek } from "./parts-of-week.ts";
import { priorities } from "./priorities.ts";
import { deedsInOtherWords, didWe } from "./deeds-in-other-words.ts";
import { valuesInOtherWords } from "./values-in-other-words.ts";
import { reasons, reasonsFor } from "./reasons.ts";
import { purchasesSaid } from "./purchases-said.ts";
import { downtimeSaid, rowsInOtherNouns } from "./rows-in-other-nouns.ts";
import { recurringRevenue } from "./recurring-revenue.ts";
import { noActivity } from "./no-activity.ts";
import { noneStored, nonValues } from "./non-values.ts";
import { type Rewriter } from "./rewriter.ts";
import { rowsThatCame } from "./rows-that-came.ts";
import { rowsSaid } from "./rows-said.ts";
import { rowByNumber } from "./row-by-number.ts";
import { thingsDone, thingsInColumn } from "./things-in-columns.ts";
import { timesDone } from "./times-done.ts";
import { stillSold } from "./still-sold.ts";
import { thoseHired, thoseWhoJoined } from "./those-who-joined.ts";
import { sentOrReceived } from "./sent-or-received.ts";
import { stars } from "./stars.ts";
import { topFigure } from "./top-figure.ts";
import { turnedInto } from "./turned-into.ts";
import { timesOfDeeds } from "./times-of-deeds.ts";
import { peopleWhoCame, visitsSaid } from "./visits-said.ts";
import { whoOfTheirKind } from "./who-of-their-kind.ts";
import { whoHas } from "./whose-rows.ts";
import { whoOfRows } from "./who-of-rows.ts";
import { deedsOfKey, shareInRows } from "./told-by-keys.ts";
import { givenValues } from "./given-values.ts";
import { costPerTime, pricePerMeasure, pricePerTime, whatTheyEarn } from "./what-they-earn.ts";
import { valuesRanked } from "./values-ranked.ts";
import { worthOfRows } from "./worth-of-rows.ts";
import { wouldSay } from "./would-say.ts";
import { isKnown } from "./schema-names.ts";
import {
  apart,
  asInitials,
  asItStands,
  eitherOf,
  inFull,
  inTwoParts,
  kindAfterValue,
  letter,
  relatedTo,
  together,
  writtenOut,
} from "./names-as-written.ts";
import { inOtherWords, kindOf, numberOfKey } from "./names-in-other-words.ts";
import {
  churned,
  doneByUs,
  doneMost,
  lostPeople,
  notDone,
  itsFlag,
  noShow,
  stillToEnd,
} from "./deeds-and-states-said.ts";

/** What is asked for, said last. */
const beforehand: readonly Rewriter[] = [
  // "open invoices count": how many there are
  countsLast,
  // "top clients by parcel count": by the number of parcels
  countAfterBy,
  // "who was the first to sign up", "the most recently opened depot": which row that is
  firstToDo,
  // "who did Mira Holt refer", "who mentors Mira Holt": those of the same rows whose key leads to or from her
  ...amongTheirKind,
  // "who has the most pets": which owner
  whoHas,
  // "members who referred more than 2 people", "owner with the most referrals": by how many others lead to them
  mostServed,
  servedByEach,
  mostReferrals,
  // "which member referred Mira Holt": who did, of the same rows
  whoOfTheirKind,
  // "from a different town than their mentor": a column of both
  againstTheirOwn,
  // "whose mentor plays the same instrument"
  whoseIsTheSame,
  // "how many times was machine M1 repaired": the number of its repairs
  timesDone,
];

/** The first that rewrites something counts. */
const byThemselves: readonly Rewriter[] = [
  // "Oban (OBN)": the row with that code
  namedCode,
  // "the name of each city", of shops with a city: the city
  nameOfEach,
  // "the highest value of the budget": the highest budget
  valuesRanked,
  // "q3_visits" for q3_visits, whose words are q, 3 and visits
  asItStands,
  // "number of employees", where only accounts have a number of theirs
  ownStaff,
  // "items no longer sold": those that are discontinued
  stillSold,
  // "orders with more than one item", of order_items: order items
  partsOfRows,
  // "how many orders", of sales with an invoice_no: invoices
  ordersByNumber,
  // "the top score in each subject": the highest
  topFigure,
  // "5-star reviews", of reviews with a score: with a score of 5
  stars,
  // "the total value of all assets", of which each has a cost: their cost
  worthOfRows,
  // "each sales channel", of orders with a channel: each channel
  kindsOfSales,
  // "members who have not visited", of members with check-ins: without check-ins
  visitsSaid,
  // "which depot sends the most parcels", of parcels with an origin_depot_id: which origin depot has
  sentOrReceived,
  // "no activity in the last 90 days", of users with a last_login_on: no last login
  noActivity,
  // "how many people came", of members with check-ins: members
  peopleWhoCame,
  // "who registered this year but have no booking": registered this year
  cameAndLack,
  // "sessions that turned into orders": those that are converted
  turnedInto,
  // "students who declared a major": those with one
  givenValues,
  // "candidates applied for each post": all of them did
  deedsOfAll,
  // "average class size": the number of bookings of each
  sizesOfThings,
  // "out of use": not in use
  outOfService,
  // "called off": cancelled
  inTwoWords,
  // "how much did we pay out", of payouts: was disbursed
  paidInPayouts,
  // "visits booked for May", of which it is kept when they were booked: in May
  bookedFor,
  // "birthdays", where that is an occasion
  birthdayValue,
  // "how many jobs did we do", of jobs whose state is done: that are
  doneByUs,
  // "tickets closed last month", of a resolved_on: resolved then
  deedsInOtherWords,
  // "how many tickets did we resolve": those that are
  didWe,
  // "not done yet", of jobs that are completed
  notDone,
  // "nurses who joined after 2022": who were hired then
  thoseWhoJoined,
  // "who was hired in 2024": the people who started then
  thoseHired,
  // "complaints raised this month": that came in then
  rowsThatCame,
  // "value of purchases", of orders
  purchasesSaid,
  // "open repairs", of maintenance requests; "length of stay", of admissions
  rowsInOtherNouns,
  // "the most downtime", of outages: how long they took
  downtimeSaid,
  // "who works in sales": the employees of it
  whoHandles,
  whoWorks,
  // "who has worked here the longest": the longest serving employee
  whoWorkedLongest,
  // "salespeople", of jobs with a sold_by
  whoSells,
  // "what do the nurses earn": their salary
  whatTheyEarn,
  // "what do the halls cost per hour", of an hourly_rate
  costPerTime,
  // "price per kg", of a price_cents_per_kg
  pricePerMeasure,
  // "cheapest hall per hour", of an hourly_rate
  pricePerTime,
  // "exits per gate": stays per exit gate
  deedsOfKey,
  // "share of recycled paper in all jobs": of jobs, those with recycled paper
  shareInRows,
  // "charged to the driver" for charged_to_driver, whose words are charged and driver
  inFull,
  // "grade A": a value of one letter, and no article
  letter,
  // "which grower wastes the most stems": has the most wasted_stems
  doneMost,
  // "are there duplicate invoice numbers": how many rows each has, where there is more than one
  duplicates,
  // "quantity produced", "production", of a produced_quantity
  amountMade,
  // "total claimed by insurer", of a claimed_amount
  totalDone,
  // "claim amount", of a claim_cents
  amountInMoney,
  // "below their minimum level", "more hours than planned": one number of each row against another
  columnsCompared,
  // "which classes are booked most often": those with the most bookings
  mostDone,
  // "what was returned most": of the things that are sold
  thingsMostDone,
  // "how often do members visit": how many visits each has on average
  howOften,
  // "average monthly spend": that of a month
  averageOfTimes,
  // "of members vs non-members", where a column says yes or no to it: "by member"
  againstOthers,
  // "on weekends vs weekdays": by part of the week
  partsOfWeek,
  // "frost-related", where "Frost" is stored
  relatedTo,
  // "friendly type matches", of a match_type: friendly matches
  kindAfterValue,
  // "'Mira Holt'", stored as a first and a last name
  inTwoParts,
  // "number of gold medals", of a number "gold", and "the number of people injured": that number
  thingsInColumn,
  thingsDone,
  // "average humidity above 50", of rows with a mean_humidity: that
  keptAverages,
  // "approval percentage", of an approval_rate
  keptAsRate,
  // "surname" where the column is last_name
  inOtherWords,
  // "book shelf" for Bookshelf
  apart,
  // "bookshelf" for book_shelf
  together,
  // "gvw" for gross_vehicle_weight
  asInitials,
  // "gross vehicle weight" for gvw
  writtenOut,
  // "kind of room" for room_type
  kindOf,
  // "red/white": one or the other
  eitherOf,
  // "coupons that expire next month", by their end_date: those that are expired are another question
  stillToEnd,
  // "that missed their deadline", of rows that say "deadline_missed"
  itsFlag,
  // "coupons valid today", by the days from and until which they are
  holdingNow,
  // "order 11321": the one with that id
  rowByNumber,
  // "high priority" where the highest is called "urgent"
  priorities,
  // "former members", of a left_on: who left
  formerRows,
  // "cancelled subscriptions", of orders that are cancelled and subscriptions with the day on which they were: those with such a day
  doneRows,
  // "sessions on phones", whose device is "mobile": the value as it is stored
  valuesInOtherWords,
  // "why do people return things": how many returns for each reason
  reasons,
  // "reasons for cancelling", kept as the cancel_reason
  reasonsFor,
  // "MRR": the monthly price of what is active
  recurringRevenue,
  // "the quantity of members": how many there are
  howManyOf,
  // "headcount": how many work here
  headcount,
  // "are we getting slower": the time that what is promised takes, by month
  gettingSlower,
  // "average delay of parcels": the time from the day they were promised for
  delays,
  // "how many fitters does Kim train", of a trainer_id
  deedOfRole,
  // "who leads the brass section", of a leader_id
  whoInRole,
  // "boss", where a key is called "supervisor_id"
  bossOf,
  // "how many people report to Kim", where nothing is called people
  peopleWhoReport,
  // "direct reports": the people who report to somebody
  directReports,
  // "3 cabin yachts": yachts with 3 cabins
  numberedThings,
  // "priority 1 orders": orders with priority 1
  numberedKinds,
  // "free events", of which each has a price: those that cost nothing
  freeThings,
  // "on the second floor", where floors are numbers
  numberedPlaces,
  // "unpaid rent", of rent payments
  unpaidDues,
  // "unpaid invoices", of jobs that say whether they are paid
  unpaidPapers,
  // "unpaid bookings", of which payments are kept: without payments
  unpaidByPayments,
  // "active vs inactive volunteers": by whether they are active
  flagAgainstDenial,
  // "donors who gave more than once": with more than one gift
  timesGiven,
  // "who haven't paid": with dues that are not paid
  notPaid,
  // "our biggest spenders": those who paid the most
  spenders,
  // "who gave the most", of gifts: those whose money it was
  givers,
  // "total for March", where months are kept by their names and no year is
  monthValue,
  // "how much has not been reimbursed": what the claims come to that were not
  amountFlagged,
  // "total for March", where rows have one number alone: that
  onlyFigure,
  // "signups last week": how many people came then
  signUps,
  // "when did Mira Holt leave", of a left_on
  whenLeft,
  // "called off", of what may be cancelled
  calledOff,
  // "actual cost", where nothing is planned
  ofNoPlan,
  // "who signed up in May": who joined then
  signedUp,
  // "grade distribution": how many of each grade
  distributions,
  // "over 10 tonnes", where weights are kept in kilograms
  convertedUnits,
  // "non-public", where "Public" is stored
  nonValues,
  // "with no parking", where "no parking" is stored
  noneStored,
  // "no shows", stored as "no_show"
  noShow,
  // "daily active users": those with sessions on each day
  activeByTime,
  // "accounts that churned", of which it is kept when they were cancelled
  churned,
  // "how many members did we lose": those who cancelled
  lostPeople,
  // "members", of whom the memberships are kept
  membersKept(isKnown),
  // "opening year", where the year is called "opened"
  timesOfDeeds,
  // "the day and place of each debate", where days are called dates
  daysOfRows,
  // "names and other information", where rows have details
  // "the details of all looms": all that is kept of them
  detailsOfRows,
  detailsListed,
  // "with customer name and total", where rows have a total amount
  totalListed,
  // "the total of open claims", of claims that have an amount: the total amount of these
  totalOfRows,
  // "the total amount pending in invoices": of pending invoices
  totalInState,
  // "maths mark", "mark in science", where each subject is a column
  marks,
  // "who has the best mark", where rows say which student they are of
  whoOfRows,
  // "would recommend it", where the answers are yes, no and maybe
  wouldSay,
  // "which transactions", where there is one table: its rows
  rowsSaid,
  // "when was she born", of people with a birth_year and a birth_city
  whenOrWhereBorn,
  // "what year was it launched", where other things have years, too
  yearOfDeed,
  // "who acted in it", where actors are kept
  deedsOfDoers,
  // "students", of a "list" of people
  peopleOfList,
  // "films" where the schema has movies
  inTheOnlyOtherWord(isKnown),
  // "make and type of each asset", where only others have a type
  inTheirOwnWord,
];

/** What is rewritten with words that are in the schema's own by then. */
const withOthers: readonly Rewriter[] = [
  // "3 room flats", of units that have rooms
  numberedThings,
  // "fourth-grade classrooms", where "grade 4" is read by now
  numberedKinds,
  // "garden number" for garden_id
  numberOfKey,
];

/** Puts names that were written apart, together, by their first letters or in other words as the schema writes them. */
export const asNamed = (tokens: readonly Token[], catalog: Catalog): Token[] =>
  [beforehand, byThemselves, withOthers]
    .reduce<readonly Token[]>((read, rewriters) => rewritten(read, rewriters, catalog), tokens)
    .slice();

function rewritten(tokens: readonly Token[], rewriters: readonly Rewriter[], catalog: Catalog): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = firstOf(rewriters, tokens, at, catalog);
    const token = tokens[at];
    if (found === null) {
      if (token !== undefined) result.push(token);
      at++;
    } else {
      result.push(...found.tokens);
      at = found.end;
    }
  }
  return result;
}

/** What the first makes of a place that has anything to say of it. */
function firstOf(rewriters: readonly Rewriter[], ...[tokens, at, catalog]: Parameters<Rewriter>): ReturnType<Rewriter> {
  for (const rewrite of rewriters) {
    const found = rewrite(tokens, at, catalog);
    if (found !== null) return found;
  }
  return null;
}
