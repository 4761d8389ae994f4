import type { Assembled } from "../assemble/assemble.ts";
import { shapeOf } from "../form/shape.ts";
import { isAggregate } from "../form/visit.ts";
import type { Mention } from "../link/mention.ts";
import { bestScore } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import { leftOut } from "./left-out.ts";

/** A name is said in full from this likeness on, and hardly below the other. */
const SAID_IN_FULL = 0.9;
const HARDLY_SAID = 0.6;
/** Two columns that are as like as that may both be meant. */
const AS_LIKE = 0.05;
/** Words of an ordinary question. */
const ORDINARY_LENGTH = 13;
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
  "group without place",
  "table without place",
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
  "strange beginning",
] as const;

/** The signs of a reading. */
export function signsOf(sketch: Sketch, assembled: Assembled): Signs {
  const { form, context, assumptions } = assembled;
  const { tables, joined, subqueries } = shapeOf(form);
  const columns = columnsSaid(sketch);
  const values = sketch.filters.flatMap((filter) => (filter.kind === "value" ? [filter.mention.values[0]?.score] : []));
  const grouped = form.groups.length > 0 || form.per !== undefined || sketch.share !== null;
  const left = leftOut(context.sketch).length;
  const counts: Signs = {
    "words left out": left,
    "words without weight": Math.max(0, sketch.unknown.length - left),
    joins: joined,
    subqueries,
    groups: form.groups.length,
    superlatives: sketch.superlatives.length,
    filters: sketch.filters.length,
    "words too many": Math.max(0, sketch.said.length - ORDINARY_LENGTH),
    "whole rows": Number(form.all_columns && !sketch.everything),
    "group without place": Number(sketch.groups.length > 0 && !grouped),
    "table without place": context.named.filter(({ table }) => !tables.has(table.name)).length,
    "name said in part": columns.filter((mention) => bestScore(mention) < SAID_IN_FULL).length,
    "name hardly said": columns.filter((mention) => bestScore(mention) < HARDLY_SAID).length,
    "two columns as like": columns.filter(isBetweenTwo).length,
    "part of a value": values.filter((score) => score !== undefined && score < SAID_IN_FULL).length,
    "value not seen": values.filter((score) => score === undefined).length,
    "several rows of one name": sketch.filters.filter(
      (filter) => filter.kind === "value" && new Set(filter.mention.values.map(({ column }) => column)).size > 1,
    ).length,
    assumptions: assumptions.length,
    "several outputs": Math.max(0, form.outputs.length - 1),
    "plain list": Number(form.outputs.every((output) => !isAggregate(output.expression))),
    "nothing restricted": Number(form.where.length + form.having.length === 0 && form.limit === null),
    share: Number(sketch.share !== null),
    negation: Number(sketch.negation !== null),
    "strange beginning": Number(sketch.strangeHead),
  };
  return Object.fromEntries(signNames.map((name) => [name, Math.min(MOST_OF_A_KIND, counts[name])])) as Signs;
}

function columnsSaid(sketch: Sketch): Mention[] {
  return [
    ...[...sketch.outputs, ...sketch.groups].flatMap((wish) =>
      "mention" in wish && wish.mention ? [wish.mention] : [],
    ),
    ...sketch.filters.flatMap((filter) => ("target" in filter && filter.target ? [filter.target] : [])),
  ];
}

function isBetweenTwo({ columns: [first, ...others] }: Mention): boolean {
  return others.some(
    ({ column, score }) => first !== undefined && column.table !== first.column.table && score >= first.score - AS_LIKE,
  );
}
