import type { Assembled } from "../assemble/assemble.ts";
import { isAggregate } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import { signNames, type Signs } from "./signs.ts";

/** What no form can express: an answer without it would be to another question. */
const beyond =
  /^(forecasts?|predict\w*|projections?|projected|why|causes?|percentiles?|quartiles?|correlat\w+|profitability|lifetime|retention|cohorts?|moving|rolling)$/i;

/** The odds of a reading without any of the signs, as a logarithm. */
const FOR_A_READING = 2.55;
/**
 * How much each sign takes from them: fitted on Spider's tuning databases and newcomers' questions of our own, checked on
 * databases that were left aside (`docs/targets.md` says which, and how sure and how right readings were there).
 */
const against: Signs = {
  "words left out": 0.8,
  "words without weight": 0.57,
  joins: 0.62,
  subqueries: 0.1,
  groups: 0.21,
  superlatives: 0.17,
  filters: 0.11,
  "words too many": 0.07,
  "whole rows": 2.01,
  "group without place": 0.13,
  "table without place": 0.87,
  "name said in part": 0.27,
  "name hardly said": 0.27,
  "two columns as like": 0.2,
  "part of a value": 0,
  "value not seen": 0.06,
  "several rows of one name": 0.25,
  assumptions: 0.18,
  "several outputs": 0.09,
  "plain list": 0.44,
  "nothing restricted": 0.08,
  share: 0,
  negation: 0.31,
  "strange beginning": 0,
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
    sketch.superlatives.length +
    (sketch.bucket === null ? 0 : 1) +
    (sketch.limit === null ? 0 : 1);
  if (parts === 0 && assumptions.length === 0) understood -= 0.5;
  if (sketch.strangeHead) understood -= 0.5;
  if (form.all_columns && !sketch.everything) understood -= 0.1;
  return Number(understood.toFixed(2)) >= ENOUGH;
}
