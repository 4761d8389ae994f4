import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { columnExpression } from "../resolve/measures.ts";
import { type Context, tableOf } from "../resolve/context.ts";
import type { Said } from "../read/sayings.ts";
import type { Sketch } from "../read/sketch.ts";
import { stem } from "../language/inflection.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { durationOf } from "../catalog/durations.ts";
import { type FirstByTime, firstByTime, isByTime } from "./groups-by-time.ts";
import { durationAsked, isKeptByName } from "./kept-durations.ts";
import { isPromisedDay } from "../catalog/promised-days.ts";
import type { AggregateFunction, Condition, Expression, Order } from "../form/logical-form.ts";
import { functionOf, isUnsaid, limitOf, speaksOf, verbOf, timeWords } from "./time-words.ts";
import { isLengthAsked } from "./length-asked.ts";
import { endsOf } from "./elapsed-ends.ts";
import type { Ends } from "./ends-between.ts";

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
  const unknown = sketch.unknown.filter(({ text }) => !timeWords.test(text));
  return {
    ...context,
    subject: table,
    sketch: { ...sketch, unknown, outputs, strangeHead: false },
    meant: { ...context.meant, elapsed: { figure, condition: null } },
  };
}

const isTimeByName = /\bdown ?times?\b/i;

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
      ({ text }) => !timeWords.test(text) && text !== number && !isStaying(text) && !speaksOf(text, verb),
    ),
    names: sketch.names.filter((one) => !timeWords.test(one.text) && !isDoer(one, sketch)),
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
