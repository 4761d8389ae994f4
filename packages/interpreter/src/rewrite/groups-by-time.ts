import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Mention } from "../link/mention.ts";
import type { Order } from "../form/logical-form.ts";
import type { Sketch, SuperlativeWish } from "../read/sketch.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/** Of what the one is asked for that took longest, and what comes first then. */
export interface FirstByTime {
  context: Context;
  direction: Order["direction"];
  limit: number;
  /** "the tenant with the longest lease": one time of each, rather than the usual one. */
  isOne: boolean;
}

/**
 * "which courier has the longest delivery time", of parcels that say their courier: those of which the times are asked, each by the
 * average of its own. Null where the rows that took the time are asked for themselves.
 */
export function firstByTime(rows: CatalogTable, context: Context): FirstByTime | null {
  const { sketch, named } = context;
  const { groups, superlatives, bucket } = sketch;
  const [first] = superlatives;
  const direction = directionOf(sketch);
  if (groups.length > 0 || bucket !== null || direction === null) return null;
  const head = headAsked(rows, context);
  if (head === null) return null;
  const isHead = (mention: Mention) => mention === head;
  const tables = sketch.tables.map((one) => (isHead(one.mention) ? { ...one, each: true } : one));
  return {
    context: {
      ...context,
      sketch: { ...sketch, groups: [{ at: head.start, mention: head }], tables },
      named: named.map((one) =>
        isHead(one.mention.mention) ? { ...one, mention: { ...one.mention, each: true } } : one,
      ),
    },
    isOne: isOneTime(rows, context),
    direction,
    limit: first?.limit ?? sketch.limit ?? (first?.several === true ? SEVERAL : 1),
  };
}

/** Which end of the times is asked for; null where it is that of something else, or both. */
function directionOf(sketch: Sketch): Order["direction"] | null {
  const { said } = sketch;
  const [first] = sketch.superlatives;
  const [isLong, isShort] = [said.has("longest"), said.has("shortest")];
  if (isLong !== isShort) return isLong ? "descending" : "ascending";
  // "the highest total duration" is the longest, and so is "top 3 couriers by delivery time"
  if (isLong || first === undefined || !(isByTime(first, sketch) || said.has("time in total"))) return null;
  return first.direction === "most" ? "descending" : "ascending";
}

/** "the longest", "the lowest response time": the time itself is ranked, rather than a number of something. */
export function isByTime({ target }: SuperlativeWish, { unknown }: Sketch): boolean {
  if (target.kind === "hint") return /^(?:length|speed)$/.test(target.hint);
  if (target.kind !== "column") return false;
  const { mention, hint } = target;
  return hint === "length" || unknown.some(({ text, token }) => /^times?$/i.test(text) && token === mention.end);
}

/** True where the rows are said in the singular right after what comes first, and no usual time of theirs. */
const isOneTime = (rows: CatalogTable, { sketch, named }: Context): boolean =>
  named.some(
    ({ table, mention }) =>
      table === rows &&
      singular(mention.mention.text.toLowerCase()) === mention.mention.text.toLowerCase() &&
      sketch.superlatives.some(({ at }) => at === mention.at),
  ) && !USUAL.some((word) => sketch.said.stem(stem(word)));

/** Words for a time that rows take again and again. */
const USUAL = ["time", "length", "duration"];

/** So many are told where several are asked for. */
const SEVERAL = 10;

/** What is asked for first: a column of the rows, or other rows that each of them belongs to. */
function headAsked(rows: CatalogTable, { sketch, named, catalog }: Context): Mention | null {
  const [shown, ...more] = sketch.outputs.filter((one) => one.kind === "column");
  if (shown?.kind === "column" && more.length === 0) {
    const isOfRows = (table: CatalogTable) => table === rows || (!table.isView && isToOne(catalog, rows, table));
    const isOwn = shown.mention.columns.some(
      ({ column, score }) => isOfRows(column.table) && column.isText && !column.isKey && score >= 0.7,
    );
    if (isOwn) return shown.mention;
  }
  // "which clerks answer letters the fastest": the day of the answer is no more than its end
  if (shown !== undefined && shown.mention.columns[0]?.column.isDate !== true) return null;
  const asked = named.find(
    ({ table, mention: { zone, negated } }) =>
      zone === "focus" && !negated && table !== rows && table.label.length > 0 && isToOne(catalog, rows, table),
  );
  return asked?.mention.mention ?? null;
}
