import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Context } from "../resolve/context.ts";
import type { Said } from "../read/sayings.ts";
import { nameInFull } from "../catalog/columns.ts";
import { stem } from "../language/inflection.ts";
import { distance } from "../catalog/joins.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isBirth } from "../catalog/persons.ts";
import { figuredRows, isLengthAsked, rowsBySpeed, valuedRows } from "./length-asked.ts";
import {
  isCheckIn,
  isCheckOut,
  isFinish,
  isLeaving,
  isOwnStart,
  isPromised,
  isStart,
} from "../catalog/begin-and-end.ts";
import { betweenSaid, endsAcross, type Ends, isSaid, partsOfDeeds } from "./ends-between.ts";

/** The rows of whose lengths a figure is asked for: "total downtime", of rows that begin and end. */
const timedRows = (isLength: boolean, context: Context): CatalogTable[] =>
  isLength || context.sketch.said.has("time in total") ? [...figuredRows(context), ...rowsBySpeed(context)] : [];

/** "how long it took", "trips longer than 4 hours": from their beginning to their end. */
const isWholeTime = (said: Said): boolean =>
  said.has("took") ||
  said.has("time in total") ||
  /^(?:longer|shorter) than$/i.test(said.words("a limit of time")[1] ?? "");

/** The moments a row begins and ends at: the end is the one whose verb the question says. */
export function endsOf(context: Context): Ends | null {
  const isLength = isLengthAsked(context);
  const isTimed = isLength || isWholeTime(context.sketch.said);
  const named = [...context.named.map((entry) => entry.table), ...timedRows(isLength, context)];
  const rows = named.length > 0 ? named : valuedRows(context);
  const tables = withDeed([...new Set([...named, ...context.anchors.keys(), ...context.catalog.tables])], context);
  const between = betweenSaid(tables, context) ?? untilSent(context);
  if (between !== null) return between;
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate && !isBirth(column));
    if (dates.length < 2) continue;
    const ended =
      isTimed && rows.includes(table)
        ? dates.length === 2
          ? endOfTwo(dates, table)
          : dates.find(isFinish)
        : undefined;
    // What is ordered is received at the end of its lead time.
    const isLead = context.sketch.said.stem("lead");
    const said = dates.filter(
      (column) =>
        (column.words.some((word) => isSaid(word, context)) || isCompared(column, context)) &&
        (!isStart(column) || (isLead && column.words.includes("received"))),
    );
    // "to answer a review": the day of the answer, rather than that of the review.
    const isOwn = ({ stems }: CatalogColumn) => stems.some((name) => table.stems.includes(name));
    const others = said.filter((column) => !isOwn(column));
    // "delivery time", of a day it was due and a day it came.
    const isCome = (column: CatalogColumn) => !isPromised(column);
    const to = others.find(isCome) ?? others[0] ?? ended ?? said.find(isCome) ?? said[0];
    const from = beginOf(
      dates.filter((column) => column !== to),
      table,
      to,
    );
    if (to !== undefined && from !== undefined) return inTheirOrder(from, to);
  }
  const across = endsAcross(context);
  if (across !== null) return across;
  // "how long do patients take": none of the days on which their doctors came and left.
  const isNear = (table: CatalogTable) =>
    named.length === 0 || named.some((one) => distance(context.catalog, one, table) <= 1);
  // What runs from its start to its end is no wait for it.
  const isRun = context.sketch.said.has("took") && !context.sketch.said.begins("wait");
  return isRun ? onlyStretch(tables.filter((table) => !table.isView && isNear(table))) : null;
}

/** "how long does it take to ship an order", of parcels that say no more of it: from the day of the order, rather than on their way. */
function untilSent(context: Context): Ends | null {
  const [, verb = ""] = context.sketch.said.words("what takes time");
  if (!/^(?:ship|dispatch|despatch)$/i.test(verb)) return null;
  for (const [table, whole] of partsOfDeeds(context, false)) {
    const days = table.columns.filter(({ isDate }) => isDate);
    const to = days.some(isStart) ? undefined : days.find(isLeaving);
    const from = whole.columns.find((one) => one.isDate && isStart(one));
    if (to !== undefined && from !== undefined) return { from, to };
  }
  return null;
}

/** "tickets solved within a day", of the day on which they were resolved: no day is compared with a number. */
const isCompared = (column: CatalogColumn, { sketch }: Context): boolean =>
  sketch.filters.some(
    (one) => one.kind === "compare" && one.operand.kind === "number" && one.target?.columns[0]?.column === column,
  );

/** "shipping time", of what was shipped and delivered: it left first. */
const inTheirOrder = (from: CatalogColumn, to: CatalogColumn): Ends =>
  isLeaving(to) && isFinish(from) ? { from: to, to: from } : { from, to };

/** The day on which a row began: the one called so, that of the row, or the only one that is no promise. */
function beginOf(
  dates: readonly CatalogColumn[],
  table: CatalogTable,
  to: CatalogColumn | undefined,
): CatalogColumn | undefined {
  // Whoever checks out has checked in, whenever they booked.
  const came = to !== undefined && isCheckOut(to) ? dates.find(isCheckIn) : undefined;
  if (came !== undefined) return came;
  // What was booked on a day and starts on another takes the time from its start.
  // What is on its way left on a day: "delivery time" of shipments that belong to a month as well.
  const start = dates.find(isOwnStart) ?? dates.find(isStart) ?? dates.find(isLeaving);
  if (start !== undefined) return start;
  const kept = dates.filter((column) => !isPromised(column));
  return kept.find((column) => column === dateColumn(table)) ?? (kept.length === 1 ? kept[0] : undefined);
}

/** "how long does it take to thank a donor": the rows of which it is kept when that was done, where there are some. */
function withDeed(tables: readonly CatalogTable[], { sketch }: Context): readonly CatalogTable[] {
  const [, verb] = sketch.said.words("what takes time");
  if (verb === undefined) return tables;
  const deed = stem(verb.toLowerCase());
  const known = tables.filter(({ columns }) => columns.some(({ isDate, stems }) => isDate && stems.includes(deed)));
  return known.length > 0 ? known : tables;
}

/** The other of a start and an end; where neither is called a start, the one that is called an end, or the one that rows may still be without. */
function endOfTwo(dates: readonly CatalogColumn[], table: CatalogTable): CatalogColumn | undefined {
  const later = dates.filter((column) => !isStart(column));
  if (later.length === 1) return later[0];
  const [open, ...others] = later.filter((column) => column.source.nullable && !isPromised(column));
  return (
    later.find((column) => isFinish(column) && column !== dateColumn(table)) ??
    (others.length === 0 && later.length > 1 ? open : undefined)
  );
}

/** The one table whose rows begin and end, where no other has such days: "average stay in nights". */
function onlyStretch(tables: readonly CatalogTable[]): Ends | null {
  const stretches = tables.flatMap(({ columns }) => {
    const from = columns.find(
      (column) => column.isDate && /^(check(?:ed)? ?in|arrival|start|begin|from)\b/.test(nameInFull(column)),
    );
    const to = columns.find(
      (column) => column.isDate && /^(check(?:ed)? ?out|departure|end|finish|to|until)\b/.test(nameInFull(column)),
    );
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  const [only, ...others] = stretches;
  return only === undefined || others.length > 0 ? null : only;
}
