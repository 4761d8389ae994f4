import type { Assembled } from "../assemble/assemble.ts";
import { shapeOf } from "../form/shape.ts";
import { isAggregate } from "../form/visit.ts";
import type { Mention } from "../link/mention.ts";
import { bestScore } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { isNamesake } from "../catalog/joins.ts";
import { isUnique } from "../catalog/guessed-keys.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { leftOut } from "./left-out.ts";
import { withoutPlace } from "./without-place.ts";

/** A name is said in full from this likeness on, and hardly below the other. */
const SAID_IN_FULL = 0.9;
const HARDLY_SAID = 0.6;
/** Two columns that are as like as that may both be meant. */
const AS_LIKE = 0.05;
/** Words of an ordinary question. */
const ORDINARY_LENGTH = 13;
/** The figures of two periods, their difference, and it as a share of the first. */
const FIGURES_OF_GROWTH = 4;
/** More of a kind say no more. */
const MOST_OF_A_KIND = 4;

/** What makes readings go wrong, as counts (of 4 at the most) or as 1 and 0. */
export type Signs = Record<(typeof signNames)[number], number>;

export const signNames = [
  "words left out",
  "words without weight",
  "joins",
  "subqueries",
  "groups",
  "superlatives",
  "filters",
  "words too many",
  "whole rows",
  "name said in part",
  "name hardly said",
  "two columns as like",
  "part of a value",
  "value not seen",
  "several rows of one name",
  "assumptions",
  "several outputs",
  "plain list",
  "nothing restricted",
  "share",
  "negation",
  "names without place",
  "numbers without place",
  "time without place",
  "each once without place",
  "values that repeat",
  "one of several keys",
  "nothing asked for",
  "two tables as like",
] as const;

/** The signs of a reading. */
export function signsOf(sketch: Sketch, assembled: Assembled): Signs {
  const { form, context, assumptions } = assembled;
  const { tables, joined, subqueries } = shapeOf(form);
  const columns = columnsSaid(sketch);
  const values = sketch.filters.flatMap((filter) => (filter.kind === "value" ? [filter.mention.values[0]?.score] : []));
  const left = leftOut(context.sketch).length;
  const lost = withoutPlace(withoutTold(sketch, assumptions), form, tables, context.catalog);
  // "top 3 members in each town": the group and the figure stand beside the members, and nothing else needs be named.
  const isFirstOfEach = form.per !== undefined && form.per.length > 0;
  const isList = form.outputs.every((output) => !isAggregate(output.expression));
  // "revenue growth from 2023 to 2024": both periods, their figures and the difference come with it.
  const ofGrowth = form.outputs.some(({ unit }) => unit === "growth") && sketch.bucket === null;
  const counts: Signs = {
    "words left out": left,
    "words without weight": Math.max(0, sketch.unknown.length - left),
    joins: joined,
    subqueries,
    groups: sketch.groups.length + Number(sketch.bucket !== null),
    superlatives: sketch.superlatives.length,
    filters: sketch.filters.length - (ofGrowth ? 1 : 0),
    "words too many": Math.max(0, sketch.said.length - ORDINARY_LENGTH),
    "whole rows": Number(form.all_columns && !sketch.everything),
    "name said in part": columns.filter((mention) => bestScore(mention) < SAID_IN_FULL).length,
    "name hardly said": columns.filter((mention) => bestScore(mention) < HARDLY_SAID).length,
    "two columns as like": columns.filter(isBetweenTwo).length,
    "part of a value": values.filter((score) => score !== undefined && score < SAID_IN_FULL).length,
    "value not seen": values.filter((score) => score === undefined).length,
    "several rows of one name": sketch.filters.filter(
      (filter) => filter.kind === "value" && new Set(filter.mention.values.map(({ column }) => column)).size > 1,
    ).length,
    assumptions: assumptions.length,
    "several outputs": isFirstOfEach ? 0 : Math.max(0, form.outputs.length - (ofGrowth ? FIGURES_OF_GROWTH : 1)),
    "plain list": Number(isList),
    "nothing restricted": Number(form.where.length + form.having.length === 0 && form.limit === null),
    share: Number(sketch.share !== null),
    negation: Number(sketch.negation !== null),
    "names without place": lost.names,
    "numbers without place": lost.numbers,
    "time without place": Number(sketch.bucket !== null && !JSON.stringify(form).includes('"bucket"')),
    "each once without place": Number(sketch.distinct && !form.distinct && form.groups.length === 0 && isList),
    "values that repeat": Number(isList && mayRepeat(form, context)),
    "one of several keys": severalKeys(form, context, tables),
    "nothing asked for": Number(sketch.outputs.length === 0 && !isFirstOfEach),
    "two tables as like": sketch.tables.filter(({ mention }) => isBetweenTables(mention)).length,
  };
  return Object.fromEntries(signNames.map((name) => [name, Math.min(MOST_OF_A_KIND, counts[name])])) as Signs;
}

/** The sketch without numbers that an assumption says the meaning of: an age is a day of birth in the form. */
const withoutTold = (sketch: Sketch, assumptions: readonly string[]): Sketch => ({
  ...sketch,
  numbers: sketch.numbers.filter((number) => !assumptions.some((told) => told.includes(`An age of ${number}`))),
});

function columnsSaid(sketch: Sketch): Mention[] {
  return [
    ...[...sketch.outputs, ...sketch.groups].flatMap((wish) =>
      "mention" in wish && wish.mention ? [wish.mention] : [],
    ),
    ...sketch.filters.flatMap((filter) => ("target" in filter && filter.target ? [filter.target] : [])),
  ];
}

/** "names of wines": a list of values that several rows share, each as often as it is there. */
function mayRepeat(form: LogicalForm, { catalog }: Context): boolean {
  if (form.distinct || form.groups.length > 0 || form.all_columns || form.combine !== null || form.limit === 1)
    return false;
  return form.outputs.every(({ expression }) => {
    if (expression.kind !== "column") return false;
    const column = catalog.byName.get(expression.table)?.columns.find((one) => one.name === expression.column);
    return column === undefined || !(column.isPrimary || isUnique(column));
  });
}

/** Tables that are met by one of several keys, of which the question names none and none is called like the table. */
function severalKeys(form: LogicalForm, { catalog }: Context, tables: ReadonlySet<string>): number {
  // "from Lille to Metz": each key leads to a condition of its own.
  const apart = form.where.flatMap((one) => (one.kind === "within" ? [`${one.left.table}.${one.left.column}`] : []));
  const via = new Set([...form.via, ...apart]);
  const pairs = new Map<string, boolean[]>();
  for (const link of catalog.links) {
    const [from, to] = [link.from[0], link.to[0]];
    if (from === undefined || to === undefined || link.from.length > 1 || from.table === to.table) continue;
    if (!tables.has(from.table.name) || !tables.has(to.table.name)) continue;
    const pair = `${from.table.name} ${to.table.name}`;
    const isTold = via.has(`${from.table.name}.${from.name}`) || isNamesake(to.table)(from);
    pairs.set(pair, [...(pairs.get(pair) ?? []), isTold]);
  }
  return [...pairs.values()].filter((told) => told.length > 1 && !told.includes(true)).length;
}

function isBetweenTables({ tables: [first, second], columns }: Mention): boolean {
  const isFull = first !== undefined && first.score >= SAID_IN_FULL && first.score >= (columns[0]?.score ?? 0);
  return second !== undefined && first !== undefined && !isFull && second.score >= first.score - AS_LIKE;
}

function isBetweenTwo({ columns: [first, ...others] }: Mention): boolean {
  return others.some(
    ({ column, score }) => first !== undefined && column.table !== first.column.table && score >= first.score - AS_LIKE,
  );
}
