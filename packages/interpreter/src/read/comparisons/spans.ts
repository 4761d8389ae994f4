import type { Item } from "../../link/item.ts";
import { monthIndex, nameOfMonth, span } from "../../language/periods.ts";
import type { Period } from "../../language/periods.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { cueOf, hasMeasured, isTable } from "../reader.ts";
import type { Operand } from "../sketch.ts";
import { numberOperand } from "./operand-at.ts";

/** "from March to May": a span of time begins at `lead`. */
export const leadsToSpan = (items: readonly Item[], lead: number): boolean =>
  /^from$/i.test(items[lead]?.text ?? "") &&
  endAt(items[lead + 1]) !== null &&
  joins(items[lead + 2]) &&
  endAt(items[lead + 3]) !== null;

/** One end of a span: a period, a number, or a month whose year is said elsewhere. */
type End = Extract<Operand, { kind: "number" | "period" }> | { kind: "month"; month: number };

/** "from March to May 2024", "from 2018 to 2020", "between March and May": a span of time, both ends included; null where none follows `lead`. */
export function readSpan(reader: Reader, lead: number): Part | null {
  const { items, sketch } = reader;
  const [low, high] = [endAt(items[lead + 1]), endAt(items[lead + 3])];
  if (low === null || high === null || !joins(items[lead + 2]) || sketch.growth || sketch.versus) return null;
  const said = timeOf(high, null, sketch.today);
  const before = said === null ? null : timeOf(low, said, sketch.today);
  if (said === null || before === null) return null;
  const [first, last] = inOrder(before, said);
  const target = reader.pending;
  const end = (period: Period): Operand => ({ kind: "period", period });
  return {
    at: lead + 4,
    filters: [{ kind: "between", target, low: end(first), high: end(last) }],
    state: { zone: "modifier" },
  };
}

/** "between 2024 and 2023": nothing is later than the one and before the other, whichever is said first. */
const inOrder = (first: Period, last: Period): [Period, Period] =>
  first.from !== null && last.from !== null && first.from > last.from ? [last, first] : [first, last];

/** "20 to 25" after a column that can be compared: both numbers included. */
export function readNumberSpan({ items, at, pending }: Reader): Part | null {
  const [low, high] = [items[at], items[at + 2]];
  if (low?.kind !== "number" || high?.kind !== "number" || !joins(items[at + 1])) return null;
  if (/^and$/i.test(items[at + 1]?.text ?? "")) return null;
  if (pending === null || isTable(pending) || !hasMeasured(pending) || low.value >= high.value) return null;
  return {
    at: at + 3,
    filters: [{ kind: "between", target: pending, low: numberOperand(low), high: numberOperand(high) }],
    state: { zone: "modifier" },
  };
}

const joins = (item: Item | undefined): boolean => /^(to|until|till|through|and|up to)$/i.test(item?.text ?? "");

function endAt(item: Item | undefined): End | null {
  if (item?.kind === "date") return { kind: "period", period: item.period };
  if (item?.kind === "number" && item.year !== null) return { kind: "number", value: item.value, year: item.year };
  if (item?.kind !== "word" && cueOf(item)?.is !== "noise") return null;
  const month = monthIndex.get(item?.text.toLowerCase() ?? "");
  return month === undefined ? null : { kind: "month", month };
}

/** An end as a period; a month is of the year of the later end, else the last one of that name that has begun. */
function timeOf(end: End, later: Period | null, today: string): Period | null {
  if (end.kind === "period") return end.period;
  if (end.kind === "number") return end.year;
  const until = later?.from ?? today;
  const year = Number(until.slice(0, 4)) - (end.month + 1 > Number(until.slice(5, 7)) ? 1 : 0);
  return span({ from: new Date(Date.UTC(year, end.month, 1)), unit: "month" }, `${nameOfMonth(end.month)} ${year}`, 1);
}
