import type { Assembled } from "../assemble/assemble.ts";
import { isAggregate } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import { signNames, type Signs } from "./signs.ts";

/** What no form can express: an answer without it would be to another question. */
const beyond =
  /^(forecasts?|predict\w*|projections?|projected|why|causes?|percentiles?|quartiles?|correlat\w+|profitability|lifetime|retention|cohorts?|moving|rolling)$/i;

/** The odds of a reading without any of the signs, as a logarithm. */
const FOR_A_READING = 2.68;
/**
 * How much each sign takes from them: fitted on Spider's tuning databases and everyday questions of our own, checked on
 * databases that were left aside (`docs/targets.md` says which, and how sure and how right readings were there).
 */
const against: Signs = {
  "words left out": 0.6,
  "words without weight": 0.41,
  joins: 0.69,
  subqueries: 0.14,
  groups: 0.32,
  superlatives: 0.57,
  filters: 0.22,
  "words too many": 0.05,
  "whole rows": 1.2,
  "name said in part": 0.18,
  "name hardly said": 0.19,
  "two columns as like": 0.23,
  "part of a value": 0.1,
  "value not seen": 0.07,
  "several rows of one name": 0.21,
  assumptions: 0.28,
  "several outputs": 0.33,
  "plain list": 0.1,
  "nothing restricted": 0.13,
  share: 0.1,
  negation: 0.16,
  "names without place": 1.16,
  "numbers without place": 1.95,
  "time without place": 0.55,
  "each once without place": 0.67,
  "values that repeat": 0.2,
  "one of several keys": 1.34,
  "nothing asked for": 0.7,
  "two tables as like": 0.21,
};

/** How often a reading with these signs is right, 0 to 1. */
export function confidenceOf(signs: Signs): number {
  const odds = signNames.reduce((rest, name) => rest - against[name] * signs[name], FOR_A_READING);
  return Number((1 / (1 + Math.exp(-odds))).toFixed(2));
}

/** Below this a question counts as not understood. */
const ENOUGH = 0.6;

/** Whether a form accounts for enough of the question to be an answer to it. */
export function isUnderstood(sketch: Sketch, { form, assumptions }: Pick<Assembled, "form" | "assumptions">): boolean {
  let understood = 0.95;
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  // A figure that leaves out a condition is a wrong one.
  if (figures && sketch.unknown.length >= 2) understood -= 0.1;
  for (const word of sketch.unknown) if (beyond.test(word.text)) understood -= 0.5;
  for (const word of sketch.unknown) understood -= word.capitalised ? 0.4 : /^\d/.test(word.text) ? 0.2 : 0.1;
  understood -= 0.05 * assumptions.length;
  const parts =
    sketch.outputs.length +
    sketch.filters.length +
    sketch.groups.length +
    sketch.tables.length +
    sketch.orders.length +
    sketch.superlatives.length +
    (sketch.bucket === null ? 0 : 1) +
    (sketch.limit === null ? 0 : 1);
  if (parts === 0 && assumptions.length === 0) understood -= 0.5;
  if (sketch.strangeHead) understood -= 0.5;
  if (form.all_columns && !sketch.everything) understood -= 0.1;
  return Number(understood.toFixed(2)) >= ENOUGH;
}
