import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { columnExpression } from "../resolve/measures.ts";
import { hinted } from "../resolve/hinted.ts";
import { type Context, tableOf } from "../resolve/context.ts";
import type { Said } from "../read/sayings.ts";
import type { Sketch } from "../read/sketch.ts";
import { nameInFull } from "../catalog/columns.ts";
import { stem } from "../language/inflection.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { durationOf } from "../catalog/durations.ts";
import { type FirstByTime, firstByTime, isByTime } from "./groups-by-time.ts";
import { durationAsked, isKeptByName } from "./kept-durations.ts";
import { distance } from "../catalog/joins.ts";
import { isTable } from "../read/reader.ts";
import { isPromisedDay } from "../catalog/promised-days.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isBirth, isPerson } from "../catalog/persons.ts";
import type { AggregateFunction, Comparison, Condition, Expression, Order } from "../form/logical-form.ts";

const operators = new Map<string, Comparison>([
  ["more than", ">"],
  ["longer than", ">"],
  ["shorter than", "<"],
  ["over", ">"],
  ["at least", ">="],
  ["less than", "<"],
  ["fewer than", "<"],
  ["under", "<"],
  ["within", "<="],
  ["at most", "<="],
  ["up to", "<="],
]);

/** Words that are spoken for by the time itself. */
const words =
  /^(time|days?|hours?|weeks?|months?|years?|long|take|takes|took|taken|lasts?|lasted|runs?|stays?|until|delivery|lead|average|waits?|waiting|waited|stays?|stayed|fix|fixed|repaire?d?|solve|solved|resolve|resolved|resolution|complete|completion|close|closing|process|processing|handle|handling|respond|response|payment|rental|hire|loan|downtime|length|duration|total|minutes?|it|nights?|pay)$/i;

/** The time between two moments of a row that a question speaks of; its words leave the sketch. */
export function takeElapsedTime(context: Context): Context {
  const { said } = context.sketch;
  if (!(said.has("time taken") || isLengthAsked(context)) || said.has("recent days")) return context;
  const limit = limitOf(said);
  const fn = functionOf(said);
  const known = limit === null ? timeKept(fn, context) : null;
  if (known !== null) return known;
  const ends = endsOf(context);
  if (ends === null) return withoutEnds(context);
  const first = limit === null ? firstByTime(ends.rows ?? ends.to.table, context) : null;
  return limit === null && fn === null && first === null ? context : timed(context, ends, { limit, fn, first });
}

/** "which insurer takes the longest to pay", of whom no such days are kept: nothing else tells it. */
function withoutEnds(context: Context): Context {
  const { superlatives, unknown } = context.sketch;
  const takes = unknown.some(({ text }) => /^(?:takes?|took)$/i.test(text));
  if (takes && superlatives.some((one) => isByTime(one, context.sketch))) context.notes.lost.push("how long it takes");
  return context;
}

/** How the time is asked for: compared with a limit, as a figure, or by what comes first by it. */
interface TimeAsked {
  limit: ReturnType<typeof limitOf>;
  fn: AggregateFunction | null;
  first: FirstByTime | null;
}

/** The context in which the time between both ends is asked for. */
function timed(context: Context, ends: Ends, { limit, fn, first }: TimeAsked): Context {
  const { said } = context.sketch;
  const unit = said.has("hours") ? ("hour" as const) : ("day" as const);
  const start = limit === null && !said.has("after it was due") ? ends.from : startOf(ends, said);
  const [from, to] = [columnExpression(start), columnExpression(ends.to)];
  const elapsed: Expression = { kind: "elapsed", from, to, unit };
  const table = ends.rows ?? ends.to.table;
  const meant =
    first === null ? timeOrRows({ elapsed, limit, fn, table }, context) : timeOfEach(elapsed, first, context);
  const verb = verbOf(ends.to);
  const left = context.notes.lost.filter(
    (one) => isUnsaid(one, verb) || (context.sketch.groups.length === 0 && isGroup(one, context)),
  );
  context.notes.lost.splice(0, context.notes.lost.length, ...left);
  context.notes.assumptions.push(`Time is counted from ${start.name} to ${ends.to.name}.`);
  const read = first?.context ?? context;
  return {
    ...read,
    sketch: withoutTime(read.sketch, ends, limit?.said),
    subject: table,
    meant: { ...context.meant, elapsed: meant },
  };
}

/** The time that the rows of each took on average, or all together, and which of them comes first by it. */
function timeOfEach(
  of: Extract<Expression, { kind: "elapsed" }>,
  { direction, limit, isOne }: FirstByTime,
  { sketch: { said }, notes }: Context,
): NonNullable<Context["meant"]["elapsed"]> {
  const isTotal = said.has("time in total");
  const fn = isTotal ? "sum" : !isOne || said.has("average") ? "avg" : direction === "descending" ? "max" : "min";
  if (fn === "avg" && !said.has("average")) notes.assumptions.push("The time of each is told on average.");
  const table = of.to.kind === "column" ? of.to.table : "";
  const figure: Expression = { kind: "aggregate", fn, of, distinct: false, table };
  return { figure, condition: null, ranked: { direction, limit, ofGroups: true } };
}

/** A time that is kept as a number, by its own name or that of its rows. */
const timeKept = (fn: AggregateFunction | null, context: Context): Context | null =>
  isKeptByName(context) ? context : (durationAsked(context) ?? keptTime(fn, context));

/** The rows that are first by their time, or what a time is compared with or makes. */
function timeOrRows(
  given: Parameters<typeof timeMeant>[0],
  context: Context,
): NonNullable<Context["meant"]["elapsed"]> {
  const { elapsed, limit, fn, table } = given;
  const ranked = limit === null ? rankOf(fn, table, context) : null;
  return ranked === null || elapsed.kind !== "elapsed"
    ? timeMeant(given)
    : { figure: elapsed, condition: hasEnded(elapsed.to), ranked };
}

/** What a time is compared with, or the figure that is made of it. */
function timeMeant({
  elapsed,
  limit,
  fn,
  table,
}: {
  elapsed: Expression;
  limit: ReturnType<typeof limitOf>;
  fn: AggregateFunction | null;
  table: CatalogTable;
}): { figure: Expression | null; condition: Condition | null } {
  if (limit !== null) {
    const right: Expression = { kind: "literal", value: limit.number };
    return { figure: null, condition: { kind: "compare", left: elapsed, operator: limit.operator, right } };
  }
  const figure: Expression | null =
    fn === null ? null : { kind: "aggregate", fn, of: elapsed, distinct: false, table: table.name };
  return { figure, condition: null };
}

/** It has an end by now. */
const hasEnded = (to: Expression): Condition => ({ kind: "missing", left: to, negated: true });

/** "which tour took the longest", "the 3 longest tours": the rows themselves, first by how long they took; null where one time is asked for. */
function rankOf(
  fn: AggregateFunction | null,
  table: CatalogTable,
  { sketch, named }: Context,
): { direction: Order["direction"]; limit: number } | null {
  const { said, groups, superlatives, bucket } = sketch;
  if ((fn !== "max" && fn !== "min") || groups.length > 0 || bucket !== null || said.has("average")) return null;
  const isAsked = named.some((one) => one.table === table && one.mention.zone === "focus" && !one.mention.each);
  const isNamed = table.label.length > 0 || (said.has("which rows") && table.primaryKey.length === 1);
  if (!isAsked || !isNamed || said.has("one length")) return null;
  const first = superlatives.find(({ zone }) => zone === "focus");
  const limit = first?.limit ?? sketch.limit ?? (first?.several === true ? 10 : 1);
  return { direction: fn === "max" ? "descending" : "ascending", limit };
}

/** "paid more than 10 days late": after the day on which it was due. */
function startOf({ from, to }: Ends, said: Said): CatalogColumn {
  const due = to.table.columns.find((column) => column !== to && isPromisedDay(column));
  return said.has("lateness") || said.has("after it was due") ? (due ?? from) : from;
}

/** "total downtime in hours", of downtimes that say how many minutes each took; "the most downtime" is by these. */
function keptTime(fn: AggregateFunction | null, context: Context): Context | null {
  const { sketch } = context;
  // "hours of appointments", where no number is called hours
  const [, , unitOf] = sketch.said.words("a unit of time asked for");
  const isUnit = sketch.unknown.some(({ text }) => text === unitOf);
  const isTime = (mention: Mention | null) => mention !== null && (isUnit || isTimeByName.test(mention.text));
  const timeOf = ({ target }: Sketch["superlatives"][number]) =>
    (target.kind === "count" || target.kind === "column") && isTime(target.mention) ? target.mention : null;
  const ranked = sketch.superlatives.find((one) => timeOf(one) !== null);
  const said = [
    ...sketch.tables.map(({ mention }) => mention),
    ...sketch.outputs.flatMap((one) => ("mention" in one ? (one.mention ?? []) : [])),
    ...sketch.superlatives.flatMap((one) => timeOf(one) ?? []),
  ].find(isTime);
  const table = said === undefined ? null : tableOf(said, context);
  const time = table === null ? null : durationOf(table);
  if (time === null || table === null) return null;
  if (ranked !== undefined) {
    const mention = mentionOf({ start: 0, end: 0, text: time.name, columns: [{ column: time, score: 1 }] });
    const target = { kind: "column", mention, fn: "sum" } as const;
    const superlatives = sketch.superlatives.map((one) => (one === ranked ? { ...one, target } : one));
    const outputs = sketch.outputs.map((one) =>
      one.kind === "count" ? { ...target, at: one.at, distinct: false, kind: "aggregate" as const } : one,
    );
    return { ...context, sketch: { ...sketch, superlatives, outputs } };
  }
  const isAsked = fn !== null || sketch.said.has("a unit of time asked for");
  if (!isAsked || sketch.superlatives.length > 0) return context;
  const outputs = sketch.outputs.filter((one) => one.kind !== "count" && !("mention" in one && isTime(one.mention)));
  const of = columnExpression(time);
  const figure: Expression = { kind: "aggregate", fn: fn ?? "sum", of, distinct: false, table: table.name };
  const unknown = sketch.unknown.filter(({ text }) => !words.test(text));
  return {
    ...context,
    subject: table,
    sketch: { ...sketch, unknown, outputs, strangeHead: false },
    meant: { ...context.meant, elapsed: { figure, condition: null } },
  };
}

const isTimeByName = /\bdown ?times?\b/i;

/** "rental length", "the longest rental", where no number is called so: rows that begin and end. */
function isLengthAsked(context: Context): boolean {
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
function rowsBySpeed({ sketch, named, catalog }: Context): CatalogTable[] {
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
  const isTime =
    unknown.some(({ text }) => text.toLowerCase() === unit?.toLowerCase()) ||
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
const figuredRows = (context: Context): CatalogTable[] =>
  context.sketch.outputs.flatMap((output) =>
    // "total call duration": no number of calls
    (output.kind === "aggregate" || (output.kind === "count" && context.sketch.said.has("time in total"))) &&
    output.mention !== null
      ? (tableOf(output.mention, context) ?? [])
      : [],
  );

/** "how long does a graft take", where no rows are named: those that are called so. */
function valuedRows({ sketch }: Context): CatalogTable[] {
  const tables = sketch.filters.flatMap((filter) =>
    filter.kind === "value" && !words.test(filter.mention.text) && !speaksOf(filter.mention.text, "")
      ? filter.mention.values.map(({ column }) => column.table)
      : [],
  );
  return tables.every((table) => table === tables[0]) ? tables.slice(0, 1) : [];
}

interface Ends {
  from: CatalogColumn;
  to: CatalogColumn;
  /** The rows that the time is one of, where they are not those of the end. */
  rows?: CatalogTable;
}

/** The sketch without what speaks of the time: only counts of what took long, and other conditions, stay. */
function withoutTime(sketch: Sketch, ends: Ends, number: string | undefined): Sketch {
  const verb = verbOf(ends.to);
  // "from opening to closing": the day it was opened, rather than those that are open.
  const [, begun] = sketch.said.words("from one to another");
  const isBegun = (text: string) => text.toLowerCase() === begun?.toLowerCase() && speaksOf(text, verbOf(ends.from));
  // "how long do cases stay open": those that are closed by now.
  const isStaying = (text: string) => sketch.said.stem(stem("stay")) && /^open$/i.test(text);
  return {
    ...sketch,
    unknown: sketch.unknown.filter(
      ({ text }) => !words.test(text) && text !== number && !isStaying(text) && !speaksOf(text, verb),
    ),
    names: sketch.names.filter((one) => !words.test(one.text) && !isDoer(one, sketch)),
    numbers: sketch.numbers.filter((one) => String(one) !== number),
    outputs: sketch.outputs.filter((output) => output.kind === "count" && number !== undefined),
    lost: sketch.lost.filter((text) => isUnsaid(text, verb)),
    superlatives: [],
    bucket: sketch.bucket === "day" || sketch.bucket === "week" ? null : sketch.bucket,
    when: false,
    strangeHead: false,
    filters: sketch.filters.filter(
      (filter) =>
        (filter.kind === "value" &&
          !speaksOf(filter.mention.text, verb) &&
          !isPromise.test(filter.mention.text) &&
          !isBegun(filter.mention.text) &&
          !/^nights?$/i.test(filter.mention.text) &&
          !/^(?:times?|days?|hours?|weeks?)$/i.test(filter.mention.text) &&
          !isStaying(filter.mention.text)) ||
        filter.kind === "period" ||
        filter.kind === "like" ||
        filter.kind === "weekday" ||
        filter.kind === "hours" ||
        isOfDays(filter),
    ),
  };
}

/** "how long do buyers take to pay": whoever does it has a part in other rows, and restricts none of these. */
const isDoer = ({ columns: [key] }: Mention, { said }: Sketch): boolean =>
  key?.column.isForeign === true && key.score < 0.5 && said.has("took");

/** "between 1 and 7 June", "since May": which rows, rather than how long each took. */
const isOfDays = (filter: Sketch["filters"][number]): boolean =>
  (filter.kind === "between" && filter.low.kind === "period" && filter.high.kind === "period") ||
  (filter.kind === "compare" && filter.operand.kind === "period");

/** "from planned start to completion": the day that was planned, rather than rows that still are. */
const isPromise = /^(?:planned|promised|expected|scheduled)$/i;

/** Words for rows that the time was to be told by. */
const isGroup = (lost: string, { named }: Context): boolean =>
  named.some(({ mention }) => mention.zone === "modifier" && mention.mention.text === lost);

const verbOf = ({ words: [first] }: CatalogColumn): string => first?.slice(0, 4) ?? "";

/** "by category": a word that the time does not speak for. */
const isUnsaid = (text: string, verb: string): boolean =>
  /^[a-z]{4,}$/i.test(text) && !words.test(text) && !speaksOf(text, verb);

/** "length of stay": the time itself, whatever rows are called "stayed". */
const speaksOf = (text: string, verb: string): boolean =>
  (verb !== "" && text.toLowerCase().startsWith(verb)) || /^stay(s|ed)?$/i.test(text);

/** The units of a time that are more than a day. */
const DAYS_OF = new Map([
  ["week", 7],
  ["month", 30.4],
  ["year", 365],
]);

/** "more than 2 weeks": the comparison, and the number in days or hours; `said` is the number's own word. */
function limitOf(said: Said): { operator: Comparison; number: number; said: string } | null {
  const [, comparison, number, unit] = said.words("a limit of time");
  if (comparison === undefined || number === undefined) return null;
  return {
    operator: operators.get(comparison.toLowerCase()) ?? ">",
    number: Number((Number(number) * (DAYS_OF.get(unit?.toLowerCase() ?? "") ?? 1)).toFixed(1)),
    said: number,
  };
}

function functionOf(said: Said): AggregateFunction | null {
  if (said.has("median")) return "median";
  if (said.has("average")) return "avg";
  if (said.has("longest")) return "max";
  if (said.has("shortest")) return "min";
  return said.has("time in total") || said.has("nights stayed") ? "sum" : null;
}

/** The rows of whose lengths a figure is asked for: "total downtime", of rows that begin and end. */
const timedRows = (isLength: boolean, context: Context): CatalogTable[] =>
  isLength || context.sketch.said.has("time in total") ? [...figuredRows(context), ...rowsBySpeed(context)] : [];

/** "how long it took", "trips longer than 4 hours": from their beginning to their end. */
const isWholeTime = (said: Said): boolean =>
  said.has("took") ||
  said.has("time in total") ||
  /^(?:longer|shorter) than$/i.test(said.words("a limit of time")[1] ?? "");

/** The moments a row begins and ends at: the end is the one whose verb the question says. */
function endsOf(context: Context): Ends | null {
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

/** "from loading to unloading", "between the sale and the collection of a lot": the days that are called so, of one row or of those that belong together. */
function betweenSaid(tables: readonly CatalogTable[], context: Context): Ends | null {
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate && !isBirth(column));
    const [from, to] = dates.length < 2 ? [] : betweenOf(dates, table, context);
    if (from !== undefined && to !== undefined) return { from, to };
  }
  const [, first, last] = context.sketch.said.words("from one to another").map((word) => word.toLowerCase());
  return first === undefined || last === undefined ? null : betweenRows(first, last, context);
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

/** Rows and what they belong to, where the days of both may be the ends of one time; `isFrom`: both ends are said. */
const partsOfDeeds = ({ catalog }: Context, isFrom: boolean): [CatalogTable, CatalogTable][] =>
  catalog.links.flatMap(({ from: keys, to: wholes, cost }) => {
    const [table, whole] = [keys[0]?.table, wholes[0]?.table];
    if (table === undefined || whole === undefined || table === whole || table.isView || cost >= 2) return [];
    // Whoever does something began with no more than that, unless it is said with what.
    if (!isFrom && (isPerson(whole) || whole.isCustomer)) return [];
    // "call duration": that of calls that begin and end themselves.
    return !isFrom && isStretch(table) ? [] : [[table, whole]];
  });

/** True for rows that begin and end by days of their own. */
const isStretch = ({ columns }: CatalogTable): boolean =>
  [isStart, isFinish].every((isEnd) => columns.some((one) => one.isDate && isEnd(one)));

/** "from ordering to delivery", of orders and the deliveries that belong to them: the days on which each happened. */
function endsAcross(context: Context): Ends | null {
  const [, first, last] = context.sketch.said.words("from one to another").map((word) => word.toLowerCase());
  const verb = last ?? context.sketch.said.words("what takes time")[1];
  const deed = verb === undefined ? null : stem(verb.toLowerCase());
  const isCalled = (word: string | undefined, name: string) =>
    word === undefined ? isSaid(name, context) : isAlike(word, name);
  const dayOf = (table: CatalogTable, word: string | undefined, isEnd: (column: CatalogColumn) => boolean) => {
    const days = table.columns.filter((column) => column.isDate && !isPromised(column) && isEnd(column));
    const called = days.find(({ words: own }) => own.some((name) => isCalled(word, name)));
    return called ?? (table.words.some((name) => isCalled(word, name)) ? days[0] : undefined);
  };
  for (const [table, whole] of partsOfDeeds(context, first !== undefined)) {
    const to = dayOf(table, last, isFinish);
    const from =
      first === undefined ? whole.columns.find((one) => one.isDate && isStart(one)) : dayOf(whole, first, isStart);
    // "to sell a house": that is the end, whenever its listing was closed
    const isEnd = deed !== null && to?.stems.includes(deed) === true;
    if (to !== undefined && from !== undefined && (isEnd || !whole.columns.some((one) => one.isDate && isFinish(one))))
      return { from, to };
  }
  return null;
}

/** "from the sale to the collection of a lot", of lots that belong to a sale: the days of both, in whichever order they are said. */
function betweenRows(first: string, last: string, context: Context): Ends | null {
  const dayOf = (table: CatalogTable, word: string) => {
    const days = table.columns.filter((column) => column.isDate && !isBirth(column));
    const called = days.find(({ words: own }) => own.some((name) => isAlike(word, name)));
    const isRows = table.words.some((name) => isAlike(word, name)) && !isPerson(table) && !table.isCustomer;
    return called ?? (isRows ? (dateColumn(table) ?? undefined) : undefined);
  };
  for (const [rows, whole] of partsOfDeeds(context, true)) {
    const forth: [CatalogColumn | undefined, CatalogColumn | undefined] = [dayOf(whole, first), dayOf(rows, last)];
    const back: typeof forth = [dayOf(rows, first), dayOf(whole, last)];
    for (const [from, to] of [forth, back]) if (from !== undefined && to !== undefined) return { from, to, rows };
  }
  return null;
}

/** "payment" and "paid", "delivery" and "deliveries" */
const isAlike = (word: string, name: string): boolean =>
  name.length >= 4 && name.slice(0, 4) === (word.startsWith("paym") && name === "paid" ? "paid" : word.slice(0, 4));

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

/** "from loading to unloading": the days that are called so. */
function betweenOf(
  dates: readonly CatalogColumn[],
  table: CatalogTable,
  { sketch }: Context,
): (CatalogColumn | undefined)[] {
  const [, ...inFull] = sketch.said.words("from one day to another").map((word) => stem(word.toLowerCase()));
  const called = (first = "", second = "") =>
    dates.find(({ stems }) => [first, second].every((name) => name !== "" && stems.includes(name)));
  const [first, last] = [called(inFull[0], inFull[1]), called(inFull[2], inFull[3])];
  if (first !== undefined && last !== undefined && first !== last) return [first, last];
  const [, from, to] = sketch.said.words("from one to another").map((word) => word.toLowerCase());
  const named = (noun: string | undefined) => {
    // "payment" of paid_on
    const said =
      noun?.startsWith("paym") === true && dates.some(({ words: own }) => own.includes("paid")) ? "paid" : noun;
    return said === undefined
      ? undefined
      : dates.find(({ words: own }) =>
          own.some((word) => word === said || (word.length >= 4 && word.slice(0, 4) === said.slice(0, 4))),
        );
  };
  // "from request to answer", of requests: the day they came
  const isRows = from !== undefined && table.stems.length === 1 && table.stems[0] === stem(from);
  // "from booking to appointment", of appointments: the day for which they were made
  const isDayOfRows = to !== undefined && table.stems.length === 1 && table.stems[0] === stem(to);
  const done = named(to) ?? (isDayOfRows ? (dateColumn(table) ?? undefined) : undefined);
  const begun = named(from) ?? (isRows ? dates.find(isStart) : undefined);
  return begun === done ? [] : [begun, done];
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

const isCheckIn = (column: CatalogColumn): boolean => /^(?:check(?:ed)? ?in|arriv(?:al|ed))\b/.test(nameInFull(column));
const isCheckOut = (column: CatalogColumn): boolean =>
  /^(?:check(?:ed)? ?out|depart(?:ure|ed))\b/.test(nameInFull(column));

const isOwnStart = (column: CatalogColumn): boolean => /^(?:starts?|started|began|begins?)\b/.test(nameInFull(column));

function isStart(column: CatalogColumn): boolean {
  return /\b(order|ordered|created|opened|issued|booked|started|start|starts|placed|sent|departed|departure|filed|requested|rented|rental|received|submitted|invoice|reported|logged|raised|registered|check(?:ed)? ?in|arrival|admitted|admission|began|loaned|lent|borrowed|pick ?up|hire|joined|listed|published|posted|applied|valid from|entered|entry|came in|clock(?:ed)? in)\b/.test(
    nameInFull(column),
  );
}

const isLeaving = (column: CatalogColumn): boolean =>
  /\b(?:shipped|shipping|dispatch(?:ed)?|despatch(?:ed)?|posted|mailed)\b/.test(nameInFull(column)) &&
  !isPromised(column);

const isPromised = (column: CatalogColumn): boolean =>
  /\b(due|promised|planned|expected|scheduled|wanted|needed|deadline|estimated)\b/.test(nameInFull(column));

function isFinish(column: CatalogColumn): boolean {
  return /\b(sold|delivered|arrived|arrival|finished|completed|closed|ended|end|solved|resolved|returned|return|settled|fixed|discharged|discharge|cleared|check(?:ed)? ?out|resolution|left|exited|exit|clock(?:ed)? out)\b/.test(
    nameInFull(column),
  );
}

/** "ship" or "shipping" of shipped_date, "delivery" of delivered_on. */
function isSaid(word: string, context: Context): boolean {
  if (word.length < 4 || ["date", "time"].includes(word)) return false;
  if (context.sketch.said.stem("lead") && /^(?:received|delivered|delivery|arrived)$/.test(word)) return true;
  if (context.sketch.said.stem(stem(word === "paid" ? "pay" : word))) return true;
  const root = word.replace(/(ped|sed|ed|d)$/, "").slice(0, 6);
  return context.sketch.said.begins(root.slice(0, Math.max(4, root.length - 1)));
}
