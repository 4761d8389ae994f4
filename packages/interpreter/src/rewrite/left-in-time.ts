import { DROPPED } from "../catalog/end-states.ts";
import { isPerson } from "../catalog/persons.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

type Filter = Sketch["filters"][number];
type Time = Filter & { kind: "period" };

/**
 * "orders not cancelled in May", "appointments not cancelled last week": those of May that were not. All that were ever made, but for the
 * few that were cancelled in it, are what nobody asks for.
 */
export function takeLeftInTime(context: Context): Context {
  const { sketch, subject, named } = context;
  const time = sketch.filters.find((one): one is Time => one.kind === "period" && one.negated);
  if (time === undefined || subject === null || sketch.superlatives.length > 0) return context;
  // Subscriptions that were not cancelled this year run in it, whenever they began.
  if (isPerson(subject) || (startDay(subject) !== null && endDay(subject) !== null)) return context;
  const day = dropDay(time, context);
  if (day === null && !sketch.filters.some((one) => isDropped(one, context) && one.at < time.at)) return context;
  const left: Filter = { ...time, negated: false, target: null };
  const { at, zone } = time;
  const denied: Filter[] =
    day === null ? [] : [{ kind: "missing", target: day, negated: false, at, connector: null, zone }];
  const filters = sketch.filters.flatMap((one) => (one === time ? [...denied, left] : [one]));
  const isDay = (mention: Mention) => day !== null && mention === time.target;
  const tables = sketch.tables.filter(({ mention }) => !isDay(mention));
  return {
    ...context,
    named: named.filter(({ mention }) => !isDay(mention.mention)),
    sketch: { ...sketch, filters, tables },
  };
}

/** The day on which rows were dropped, where it is called so. */
function dropDay({ target }: Time, { subject }: Context): Mention | null {
  const [best] = target?.columns ?? [];
  if (best === undefined || best.column.table !== subject || !best.column.isDate) return null;
  return best.column.source.nullable && target !== null && DROPPED.test(target.text)
    ? { ...target, owners: [], tables: [] }
    : null;
}

/** A state of the rows in which they are dropped, denied. */
const isDropped = (one: Filter, { subject }: Context): boolean =>
  one.kind === "value" &&
  one.negated &&
  DROPPED.test(one.mention.text) &&
  one.mention.values.some(({ column }) => column.table === subject);
