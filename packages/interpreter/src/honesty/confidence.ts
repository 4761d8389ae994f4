import type { Assembled } from "../assemble/assemble.ts";
import { isAggregate } from "../form/visit.ts";
import { shapeOf } from "../form/shape.ts";
import { bestScore } from "../read/reader.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";

/** What no form can express: an answer without it would be to another question. */
const beyond =
  /^(forecasts?|predict\w*|projections?|projected|why|causes?|percentiles?|quartiles?|correlat\w+|profitability|lifetime|retention|cohorts?|moving|rolling)$/i;

/**
 * How much each sign counts against a reading, as odds: fitted on the development half of Spider's training databases
 * and business questions of our own, checked on the other half (0.9 and more is right about nine times in ten there).
 */
const against = {
  unknownWord: 0.55,
  join: 0.36,
  subquery: 0.08,
  group: 0.33,
  superlative: 0.34,
  filter: 0.23,
  longQuestion: 0.19,
  wholeRows: 1.67,
  groupLeftOut: 0.83,
  looseName: 0.52,
  partOfValue: 0.9,
  valueNotSeen: 0.56,
  tableLeftOut: 1.66,
  distinct: 0.4,
};

/** How sure a reading is, 0 to 1: what was not understood refuses it, what makes readings go wrong lowers it. */
export function confidenceOf(sketch: Sketch, assembled: Assembled): number {
  const understood = understanding(sketch, assembled.form, assembled.assumptions);
  if (understood < 0.6) return understood;
  const odds = 2.17 - doubts(sketch, assembled);
  const right = 1 / (1 + Math.exp(-odds));
  // So many doubts at once are seldom right: better to say so.
  if (right < 0.15) return 0.55;
  return Number(Math.max(0.6, Math.min(understood, 0.5 + 0.5 * right)).toFixed(2));
}

function doubts(sketch: Sketch, { form, context }: Assembled): number {
  const times = (weight: number, count: number) => weight * Math.min(count, 4);
  const { tables, joined, subqueries } = shapeOf(form);
  const mentions = [
    ...[...sketch.outputs, ...sketch.groups].flatMap((wish) =>
      "mention" in wish && wish.mention ? [wish.mention] : [],
    ),
    ...sketch.filters.flatMap((filter) => ("target" in filter && filter.target ? [filter.target] : [])),
  ];
  const values = sketch.filters.flatMap((filter) => (filter.kind === "value" ? [filter.mention.values[0]?.score] : []));
  const grouped = form.groups.length > 0 || form.per !== undefined || sketch.share !== null;
  return (
    times(against.unknownWord, sketch.unknown.filter((word) => !word.capitalised).length) +
    times(against.join, joined) +
    times(against.subquery, subqueries) +
    (form.groups.length > 0 ? against.group : 0) +
    times(against.superlative, sketch.superlatives.length) +
    times(against.filter, sketch.filters.length) +
    times(against.longQuestion, Math.max(0, sketch.said.length - 13)) +
    (form.all_columns && !sketch.everything ? against.wholeRows : 0) +
    (sketch.groups.length > 0 && !grouped ? against.groupLeftOut : 0) +
    times(against.looseName, mentions.filter((mention) => bestScore(mention) < 0.9).length) +
    times(against.partOfValue, values.filter((score) => score !== undefined && score < 0.9).length) +
    times(against.valueNotSeen, values.filter((score) => score === undefined).length) +
    times(against.tableLeftOut, context.named.filter(({ table }) => !tables.has(table.name)).length) +
    (sketch.distinct ? against.distinct : 0)
  );
}

/** How much of the question the form accounts for, 0 to 1. */
function understanding(sketch: Sketch, form: LogicalForm, assumptions: readonly string[]): number {
  let confidence = 0.95;
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  // A figure that leaves out a condition is a wrong one.
  if (figures && sketch.unknown.length >= 2) confidence -= 0.1;
  for (const word of sketch.unknown) if (beyond.test(word.text)) confidence -= 0.5;
  for (const word of sketch.unknown) confidence -= word.capitalised ? 0.4 : /^\d/.test(word.text) ? 0.2 : 0.1;
  confidence -= 0.05 * assumptions.length;
  const understood =
    sketch.outputs.length +
    sketch.filters.length +
    sketch.groups.length +
    sketch.tables.length +
    sketch.superlatives.length +
    (sketch.bucket === null ? 0 : 1) +
    (sketch.limit === null ? 0 : 1);
  if (understood === 0 && assumptions.length === 0) confidence -= 0.5;
  if (sketch.strangeHead) confidence -= 0.5;
  if (form.all_columns && !sketch.everything) confidence -= 0.1;
  return Math.max(0, Math.min(1, Number(confidence.toFixed(2))));
}
