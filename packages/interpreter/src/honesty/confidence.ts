import type { Assembled } from "../assemble/assemble.ts";
import { isAggregate } from "../form/visit.ts";
import { bestScore } from "../read/reader.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import type { Wishes } from "../read/sketch.ts";

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
export function confidenceOf(wishes: Wishes, assembled: Assembled, sql: string): number {
  const understood = understanding(wishes, assembled.form, assembled.assumptions);
  if (understood < 0.6) return understood;
  const odds = 2.17 - doubts(wishes, assembled, sql);
  const right = 1 / (1 + Math.exp(-odds));
  // So many doubts at once are seldom right: better to say so.
  if (right < 0.15) return 0.55;
  return Number(Math.max(0.6, Math.min(understood, 0.5 + 0.5 * right)).toFixed(2));
}

function doubts(wishes: Wishes, { form, context }: Assembled, sql: string): number {
  const times = (weight: number, count: number) => weight * Math.min(count, 4);
  const count = (pattern: RegExp) => (sql.match(pattern) ?? []).length;
  const mentions = [
    ...[...wishes.outputs, ...wishes.groups].flatMap((wish) =>
      "mention" in wish && wish.mention ? [wish.mention] : [],
    ),
    ...wishes.filters.flatMap((filter) => ("target" in filter && filter.target ? [filter.target] : [])),
  ];
  const values = wishes.filters.flatMap((filter) => (filter.kind === "value" ? [filter.mention.values[0]?.score] : []));
  const grouped = form.groups.length > 0 || form.per !== undefined || wishes.share !== null;
  return (
    times(against.unknownWord, wishes.unknown.filter((word) => !word.capitalised).length) +
    times(against.join, count(/\bJOIN\b/g)) +
    times(against.subquery, count(/\(\s*SELECT/g)) +
    (form.groups.length > 0 ? against.group : 0) +
    times(against.superlative, wishes.superlatives.length) +
    times(against.filter, wishes.filters.length) +
    times(against.longQuestion, Math.max(0, wishes.text.split(" ").length - 13)) +
    (form.all_columns && !wishes.everything ? against.wholeRows : 0) +
    (wishes.groups.length > 0 && !grouped ? against.groupLeftOut : 0) +
    times(against.looseName, mentions.filter((mention) => bestScore(mention) < 0.9).length) +
    times(against.partOfValue, values.filter((score) => score !== undefined && score < 0.9).length) +
    times(against.valueNotSeen, values.filter((score) => score === undefined).length) +
    times(against.tableLeftOut, context.named.filter(({ table }) => !sql.includes(table.name)).length) +
    (wishes.distinct ? against.distinct : 0)
  );
}

/** How much of the question the form accounts for, 0 to 1. */
function understanding(wishes: Wishes, form: LogicalForm, assumptions: readonly string[]): number {
  let confidence = 0.95;
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  // A figure that leaves out a condition is a wrong one.
  if (figures && wishes.unknown.length >= 2) confidence -= 0.1;
  for (const word of wishes.unknown) if (beyond.test(word.text)) confidence -= 0.5;
  for (const word of wishes.unknown) confidence -= word.capitalised ? 0.4 : /^\d/.test(word.text) ? 0.2 : 0.1;
  confidence -= 0.05 * assumptions.length;
  const understood =
    wishes.outputs.length +
    wishes.filters.length +
    wishes.groups.length +
    wishes.tables.length +
    wishes.superlatives.length +
    (wishes.bucket === null ? 0 : 1) +
    (wishes.limit === null ? 0 : 1);
  if (understood === 0 && assumptions.length === 0) confidence -= 0.5;
  if (wishes.strangeHead) confidence -= 0.5;
  if (form.all_columns && !wishes.everything) confidence -= 0.1;
  return Math.max(0, Math.min(1, Number(confidence.toFixed(2))));
}
