import { isToOne } from "../catalog/joins.ts";
import { dividesBy, isEvent } from "../read/figures/ratios.ts";
import { isTable } from "../read/reader.ts";
import type { OutputWish, SuperlativeWish } from "../read/sketch.ts";
import type { Mention } from "../link/mention.ts";
import type { Context, Named } from "../resolve/context.ts";
import { measureSource } from "../resolve/measures.ts";
import { withMentions } from "./mentions.ts";

/** "which rep has the highest revenue per order": the one is divided by the other for each of them, and the first is asked for. */
export function takeRankedRatio(context: Context): Context {
  const { sketch } = context;
  const [ranked, ...more] = sketch.superlatives;
  const [group, ...others] = sketch.groups;
  if (ranked === undefined || more.length + others.length > 0 || group?.divides !== true) return context;
  if (sketch.ratio !== null || sketch.share !== null || sketch.outputs.length > 1) return context;
  const figure = figureOf(ranked);
  const rows = figure === null ? null : rowsOf(figure, context);
  const asked = askedOf(ranked, context);
  if (asked === null || figure === null || rows === null || !isDivided(group.mention, asked, context)) return context;
  const { mention, named } = asked;
  const each = withMentions(context, named === undefined ? [] : [named], { each: true, zone: "modifier" });
  return {
    ...each,
    subject: rows,
    sketch: {
      ...each.sketch,
      outputs: [figure],
      groups: [{ at: ranked.at, mention }],
      superlatives: [],
      ratio: { at: group.at, over: group.mention },
    },
    meant: { ...context.meant, rankedShare: ranked },
  };
}

/** What one of is asked for: rows, or values of a column. */
interface Asked {
  mention: Mention;
  named: Named | undefined;
  column: boolean;
}

function askedOf({ at }: SuperlativeWish, { sketch, named: all }: Context): Asked | null {
  const [column] = sketch.outputs;
  const named = all.find(({ mention }) => mention.zone === "focus" && mention.at < at);
  if (column?.kind === "column") return { mention: column.mention, named, column: true };
  return named === undefined ? null : { mention: named.mention.mention, named, column: false };
}

/** False for "the highest salary per department", of employees: the first of each department. */
function isDivided(over: Mention, { mention, named, column }: Asked, { catalog }: Context): boolean {
  if (!isTable(over)) return dividesBy(over);
  const things = over.tables[0]?.table;
  const of = column ? mention.columns[0]?.column.table : named?.table;
  if (things === undefined || of === undefined) return false;
  return isEvent(over) || (things === of ? column : isToOne(catalog, things, of));
}

/** What is ranked, as a figure of all rows of each. */
function figureOf({ at, target }: SuperlativeWish): OutputWish | null {
  if (target.kind === "measure") return { kind: "measure", measure: target.measure, fn: null, at };
  if (target.kind === "count") return { kind: "count", mention: target.mention, distinct: false, at };
  if (target.kind !== "column") return null;
  return { kind: "aggregate", fn: target.fn ?? "sum", mention: target.mention, distinct: false, at };
}

/** The rows that are summed up or counted. */
function rowsOf(figure: OutputWish, context: Context): Context["subject"] {
  if (figure.kind === "measure") return measureSource(context, figure.measure)?.table ?? null;
  if (figure.kind === "count") return figure.mention?.tables[0]?.table ?? null;
  return figure.kind === "aggregate" ? (figure.mention?.columns[0]?.column.table ?? null) : null;
}
