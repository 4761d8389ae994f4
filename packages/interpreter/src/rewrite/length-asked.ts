import type { CatalogTable } from "../catalog/catalog.ts";
import { hinted } from "../resolve/hinted.ts";
import { type Context, tableOf } from "../resolve/context.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Mention } from "../link/mention.ts";
import { distance } from "../catalog/joins.ts";
import { isTable } from "../read/reader.ts";
import { speaksOf, timeWords } from "./time-words.ts";
import { isFinish, isLeaving, isPromised, isStart, isStretch } from "../catalog/begin-and-end.ts";

/** "rental length", "the longest rental", where no number is called so: rows that begin and end. */
export function isLengthAsked(context: Context): boolean {
  const { sketch, catalog } = context;
  const isUnknown = sketch.unknown.some(({ text }) => /^(?:lengths?|durations?)$/i.test(text));
  const isRanked = sketch.superlatives.some(
    ({ target, zone, at }) =>
      target.kind === "hint" && target.hint === "length" && (zone === "focus" || stretchAt(at, context) !== null),
  );
  if (rowsBySpeed(context).length > 0) return true;
  // "tenant with the longest lease", which begins and ends itself, whatever numbers are kept of tenants
  if (
    sketch.superlatives.some(
      ({ at, target }) => target.kind === "hint" && target.hint === "length" && isKeptByEnds(at, context),
    )
  )
    return true;
  const isCompared = sketch.filters.some((one) => one.kind === "compare" && one.hint === "length");
  const named = [...context.named.map(({ table }) => table), ...figuredRows(context)];
  if (!isUnknown && !isRanked && !isCompared && !isTimeOfRows(sketch) && !isLengthOfOthers(sketch, named)) return false;
  const rows = isUnknown && named.length === 0 ? catalog.tables : named;
  // The distance of a trip is its length, but not its duration.
  const isDuration = sketch.unknown.some(({ text }) => /^durations?$/i.test(text));
  const isKept = (table: CatalogTable) => {
    const column = hinted(table, "length");
    return column !== null && !(isDuration && column.words.includes("distance"));
  };
  return rows.every((table) => table.isView || !isKept(table));
}

/** The rows right after a superlative, which begin and end by days of their own. */
const stretchAt = (at: number, { named }: Context): CatalogTable | null =>
  named.find(({ table, mention }) => mention.at === at && mention.zone === "modifier" && isStretch(table))?.table ??
  null;

/** "which courier is the slowest", of parcels that left and came: the only rows of each courier that say both. */
export function rowsBySpeed({ sketch, named, catalog }: Context): CatalogTable[] {
  // What is ranked by itself is ranked by nothing that is known.
  const isItself = (mention: Mention | null) =>
    mention !== null && (isTable(mention) || mention.columns[0]?.column.isText === true);
  const isSpeed = ({ target, said }: Sketch["superlatives"][number]) =>
    (target.kind === "hint" && target.hint === "speed") ||
    (target.kind === "column" && /^(?:slow|fast|quick)est$/i.test(said ?? "") && isItself(target.mention));
  if (!sketch.superlatives.some(isSpeed) || sketch.groups.length + sketch.filters.length > 2) return [];
  const [first] = named;
  const shown = sketch.outputs.flatMap((one) => (one.kind === "column" ? (one.mention.columns[0]?.column ?? []) : []));
  const heads = shown.length > 0 ? shown.map(({ table }) => table) : first === undefined ? [] : [first.table];
  if (heads.some((table) => hinted(table, "speed") !== null)) return [];
  const isMoved = ({ columns }: CatalogTable) =>
    columns.some((one) => one.isDate && (isStart(one) || isLeaving(one))) &&
    columns.some((one) => one.isDate && isFinish(one) && !isPromised(one));
  const rows = catalog.tables.filter(
    (table) =>
      !table.isView &&
      isMoved(table) &&
      heads.some((head) =>
        shown.length > 0 ? head === table : head !== table && distance(catalog, table, head) === 1,
      ),
  );
  return rows.length === 1 ? rows : [];
}

const isKeptByEnds = (at: number, context: Context): boolean => {
  const table = stretchAt(at, context);
  return table !== null && hinted(table, "length") === null;
};

/** "average visit in hours", "how long is the average visit": how long the rows took, whatever else is counted of them. */
const isTimeOfRows = ({ outputs, said, unknown }: Sketch): boolean => {
  const [, unit] = said.words("a unit of time asked for");
  // "average repair time"
  const ends = new Set(outputs.flatMap((one) => (one.kind === "aggregate" ? (one.mention?.end ?? []) : [])));
  const isTime =
    unknown.some(({ text }) => text.toLowerCase() === unit?.toLowerCase()) ||
    unknown.some(({ text, token = -1 }) => /^times?$/i.test(text) && ends.has(token)) ||
    outputs.some((output) => output.kind === "hint" && output.hint === "length");
  return (
    isTime &&
    outputs.some(
      (output) =>
        output.kind === "aggregate" &&
        output.mention !== null &&
        output.mention.columns.length === 0 &&
        isTable(output.mention),
    )
  );
};

/** "average length of subscriptions", where only sessions have a number that is called so: theirs is no answer. */
const isLengthOfOthers = ({ names }: Sketch, named: readonly CatalogTable[]): boolean =>
  named.length > 0 &&
  names.some(
    ({ text, columns }) =>
      /^(?:lengths?|durations?)$/i.test(text) &&
      columns.length > 0 &&
      columns.every(({ column }) => !named.includes(column.table)),
  );

/** The rows of which a figure is asked for. */
export const figuredRows = (context: Context): CatalogTable[] =>
  context.sketch.outputs.flatMap((output) =>
    // "total call duration": no number of calls
    (output.kind === "aggregate" || (output.kind === "count" && context.sketch.said.has("time in total"))) &&
    output.mention !== null
      ? (tableOf(output.mention, context) ?? [])
      : [],
  );

/** "how long does a graft take", where no rows are named: those that are called so. */
export function valuedRows({ sketch }: Context): CatalogTable[] {
  const tables = sketch.filters.flatMap((filter) =>
    filter.kind === "value" && !timeWords.test(filter.mention.text) && !speaksOf(filter.mention.text, "")
      ? filter.mention.values.map(({ column }) => column.table)
      : [],
  );
  return tables.every((table) => table === tables[0]) ? tables.slice(0, 1) : [];
}
