import { toldAs } from "../catalog/called.ts";
import { stem } from "../language/inflection.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { lastDay } from "../catalog/running-rows.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Period } from "../language/periods.ts";
import type { Context } from "../resolve/context.ts";

const EXPIRY = /^(?:expires?|expiring|expired|lapses?|lapsing|lapsed)$/i;

const isOfOneColumn = ({ values: [one] }: Mention, { values: [other] }: Mention): boolean =>
  one !== undefined && one.column === other?.column;

/** "machines whose warranty expires": the day that is called so, whatever of others is expired. */
function dayNamed(state: FilterWish | undefined): CatalogColumn | undefined {
  const named = state?.kind === "value" ? state.target?.columns[0]?.column : undefined;
  return named?.isDate === true ? named : undefined;
}

/** "expire before the end of the year": what has expired by now does so no more. */
const fromToday = (period: Period, today: string): Period =>
  period.from === null && period.to !== null && period.to > today
    ? { ...period, from: today, label: `from today ${period.label}` }
    : period;

/** True for a time that is told of rows, and of no day of theirs by its name. */
const isOfRows = (one: FilterWish): boolean =>
  (one.kind === "period" || (one.kind === "compare" && one.operand.kind === "period")) &&
  (one.target === null || isTable(one.target));

/** The time as one of the last day for which rows hold; `isAhead`: of those that hold today. */
function byDay(one: FilterWish, target: Mention, isAhead: boolean, today: string): FilterWish[] {
  if (one.kind === "period") return [{ ...one, target, period: isAhead ? fromToday(one.period, today) : one.period }];
  if (one.kind !== "compare") return [one];
  const period = { from: today, to: null, label: "today or later", year: null, length: 0, certain: true };
  const { at, connector, zone } = one;
  const holds: FilterWish = { kind: "period", period, target, negated: false, at, connector, zone };
  return [{ ...one, target }, ...(isAhead && one.operator.startsWith("<") ? [holds] : [])];
}

/** "warranties expiring next month", "expired passes": rows by the last day for which they hold, whatever it is called. */
export function takeExpiry(context: Context): Context {
  const { sketch, named, notes } = context;
  const word = sketch.unknown.find(({ text }) => EXPIRY.test(text));
  const isOthers = (one: FilterWish) =>
    one.kind === "value" &&
    EXPIRY.test(one.mention.text) &&
    one.mention.values.every(({ column }) => !named.some(({ table }) => table === column.table));
  // "open quotes that have expired": no row is in both states.
  const isSecond = (one: FilterWish) =>
    one.kind === "value" &&
    EXPIRY.test(one.mention.text) &&
    sketch.filters.some(
      (other) => other !== one && other.kind === "value" && isOfOneColumn(one.mention, other.mention),
    );
  const state = sketch.filters.find(isOthers) ?? sketch.filters.find(isSecond);
  // "whose insurance has expired", of an insurance_expiry_date
  const called = sketch.names.find(
    ({ text, columns: [best] }) => EXPIRY.test(text.split(" ")[0] ?? "") && best?.column.isDate === true,
  );
  const said = word?.text ?? (state?.kind === "value" ? state.mention.text : called?.text.split(" ")[0]);
  const day = dayNamed(state) ?? named.map(({ table }) => lastDay(table)).find((one) => one !== undefined);
  if (said === undefined || day === undefined) return context;
  const target = mentionOf({ start: 0, end: 0, text: day.name, columns: [{ column: day, score: 1 }] });
  // "expired coupons", of an expires_on: those that have such a day may be valid still.
  const isThere = (one: FilterWish) => one.kind === "missing" && one.negated && one.target === called;
  const rest = sketch.filters.filter((one) => one !== state && !isThere(one));
  const dated = rest.flatMap((one) => (isOfRows(one) ? byDay(one, target, !/ed$/i.test(said), sketch.today) : [one]));
  const isPast = !rest.some(isOfRows);
  // When "expiring" is, is not said.
  if (isPast && !/ed$/i.test(said)) return context;
  const to = sketch.today;
  const period = { from: null, to, label: "before today", year: null, length: 0, certain: true };
  const past: FilterWish = { kind: "period", period, target, negated: false, at: 0, connector: null, zone: "modifier" };
  notes.assumptions.push(`${isPast ? "Expired means before today" : "What expires is told"} by ${toldAs(day)}.`);
  return {
    ...context,
    sketch: {
      ...sketch,
      filters: isPast ? [...rest, past] : dated,
      unknown: sketch.unknown.filter((one) => one !== word && !day.stems.includes(stem(one.text.toLowerCase()))),
      names: sketch.names.filter((one) => one !== called),
      strangeHead: sketch.strangeHead && word?.token !== 0,
    },
  };
}
