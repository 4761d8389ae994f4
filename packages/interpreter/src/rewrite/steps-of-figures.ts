import { takeKeptPerUnit } from "./kept-per-unit.ts";
import type { Context } from "../resolve/context.ts";
import { boughtTable } from "../resolve/buying.ts";
import { takeBalances } from "./balances.ts";
import { takeBareRows } from "./bare-rows.ts";
import { takeBudgets } from "./budgets.ts";
import { takeBusiest } from "./busiest.ts";
import { takeBusinessWords, takeRepeatBuyers } from "./business-words.ts";
import { takeElsewhere } from "./elsewhere.ts";
import { takeCameIn } from "./came-in.ts";
import { takeFigureOfGroups } from "./figure-of-groups.ts";
import { takeGoals, takeLeftToGoal } from "./goals.ts";
import { takeGrowth } from "./growth.ts";
import { takeInMoney } from "./in-money.ts";
import { takeLateness } from "./lateness.ts";
import { takeTimeOfEvent } from "./time-of-event.ts";
import { takeTogether } from "./together.ts";
import { takeOwed } from "./owed.ts";
import { takeComparedPrice, takePrice, takePriceOfWhole } from "./price-of.ts";
import { takeRankWithin } from "./rank-within.ts";
import { takeRankedRatio } from "./ranked-ratio.ts";
import { takeRankedShare } from "./ranked-share.ts";
import type { Step } from "./step.ts";

/** What amounts, ranks and business words mean of those rows, in its order. */
export const ofFigures: readonly Step[] = [
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
    name: "left to a goal",
    recognises: "what is missing to a goal that rows have, or how near it is: the goal less what came in for each",
    example: "how much is missing to the goal of the north garden",
    rewrite: takeLeftToGoal,
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
    name: "price of what is compared",
    recognises: "prices of two things of which one is kept: theirs, rather than what is called just so in other rows",
    example: "is the lamp cheaper than the rug, of products with a unit_price and offers with a price",
    rewrite: takeComparedPrice,
  },
  {
    name: "price of a whole",
    recognises: "the price of what has a total of its own, where only its lines have prices: the total",
    example: "the average price of an order, of order items with a unit_price",
    rewrite: takePriceOfWhole,
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
    name: "kept per unit of time",
    recognises: "a number that is kept for a month, asked for per month: that number, and no figure of each month",
    example: "how much rent do we pay per month, of a monthly_rent",
    rewrite: takeKeptPerUnit,
  },
  {
    name: "busiest",
    recognises: "the busiest of somebody, or a time: by what happens to them, or then, most often; how busy it was",
    example: "busiest vet this year, our busiest month, how busy were we in May",
    rewrite: takeBusiest,
  },
  {
    name: "ranked ratio",
    recognises: "one figure per another, of which that of the first is asked for",
    example: "which garden has the highest yield per visit",
    rewrite: takeRankedRatio,
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

function takeBought(context: Context): Context {
  const { sketch, named, subject } = context;
  const isRestriction = named.every((entry) => entry.mention.zone === "modifier");
  if (subject === null || sketch.buying === null || sketch.said.has("who")) return context;
  return isRestriction && sketch.outputs.length === 0
    ? { ...context, subject: boughtTable(context) ?? subject }
    : context;
}
