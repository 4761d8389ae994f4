import type { Mention } from "../link/mention.ts";
import type { Reader } from "./reader.ts";
import { hasNumericColumn, isCue, isTable, peek } from "./reader.ts";
import type { AggregateFunction } from "../form/logical-form.ts";

/** Numbers that are not summed up: a price, a rate or an age of many rows is an average. */
const averaged =
  /\b(price|rate|rating|score|age|salary|temperature|satisfaction|percent|percentage|ratio|height|weight|speed|gpa|grade|density|margin|share|discount)s?\b/i;

/** How a number of many rows becomes one where the question does not say so. */
export function usualAggregate(mention: Mention): AggregateFunction {
  const column = mention.columns[0]?.column;
  return averaged.test(`${mention.text} ${column?.words.join(" ") ?? ""}`) ? "avg" : "sum";
}

/** "Seats by plan", "hours logged per project": a number before "by" or "per" is summed up, though nothing says so. */
export function aggregateSilently(reader: Reader): void {
  const { items, at } = reader;
  const by = [1, 2].map((offset) => items[at + offset]).find((item) => item?.kind === "schema");
  const { outputs, superlatives, orders, share } = reader.sketch;
  const [only] = outputs;
  if (outputs.length !== 1 || only?.kind !== "column" || superlatives.length + orders.length > 0) return;
  // "amount per month", of no table in particular: the money that came in.
  const isAnyAmount = /^(amounts?|values?)$/i.test(only.mention.text) && (only.mention.columns[0]?.score ?? 0) < 0.7;
  if (isAnyAmount && !isTable(only.mention) && reader.sketch.tables.length === 0) {
    outputs[0] = { kind: "measure", measure: "money", fn: "sum", at: only.at };
    return;
  }
  if (isTable(only.mention) || !hasNumericColumn(only.mention) || (only.mention.columns[0]?.score ?? 0) < 0.7) return;
  const column = only.mention.columns[0]?.column;
  if (column === undefined || column.isYear || column.isKey || column.isFlag) return;
  // "the enrollment of each school": a school has one.
  if (by?.kind === "schema" && by.mention.tables[0]?.table === column.table) return;
  // A share is one of a sum: there is none of a mean.
  const fn = usualAggregate(only.mention);
  if (share !== null && fn !== "sum") return;
  outputs[0] = {
    kind: "aggregate",
    fn,
    mention: only.mention,
    distinct: false,
    at: only.at,
  };
}

/** "agents with the number of their tickets", "customers and their total spending": a figure for each of what is listed. */
export function figureOfEach(reader: Reader, start: number): void {
  const { sketch, items } = reader;
  const [listed, ...more] = sketch.tables;
  if (listed === undefined || more.length > 0 || listed.negated || listed.zone !== "focus") return;
  if (sketch.outputs.length + sketch.groups.length + sketch.superlatives.length > 0 || sketch.share !== null) return;
  const leads = items.slice(listed.at + 1, start);
  const isBeside =
    leads.length > 0 && leads.every((item) => isCue(item, "relative", "possessive", "and", "preposition"));
  const said = leads.map((item) => item.text.toLowerCase()).join(" ");
  if (isBeside && /^((along |together )?with( the| their)?|and their)$/.test(said))
    sketch.groups.push({ at: listed.at, mention: listed.mention });
}

/** "salary cost", "hours total": the word after a number's name says that it is summed up. True where it does. */
export function sumsUp(reader: Reader, text: string, token: number): boolean {
  const last = reader.sketch.outputs.at(-1);
  if (!/^(costs?|bill|spend|spendings?|totals?|sum|expenditures?)$/i.test(text)) return false;
  if (last?.kind !== "column" || last.mention.end !== token || !hasNumericColumn(last.mention)) return false;
  reader.sketch.outputs.pop();
  reader.sketch.outputs.push({ kind: "aggregate", fn: "sum", mention: last.mention, distinct: false, at: last.at });
  reader.at++;
  return true;
}

/** "monthly expenses", "refunds by reason": of rows that are named after money, the money. True where it is meant. */
export function sumsMoney(reader: Reader, mention: Mention): boolean {
  const { sketch } = reader;
  if (!/^(expenses?|spendings?|costs?|refunds?|donations?|wages?|fees?|payroll|expenditures?)$/i.test(mention.text))
    return false;
  if (sketch.outputs.length + sketch.tables.length > 0 || reader.zone !== "focus") return false;
  const next = peek(reader, 1);
  if (sketch.bucket === null && !isCue(next, "by", "bucket", "group")) return false;
  sketch.outputs.push({ kind: "aggregate", fn: "sum", mention, distinct: false, at: reader.at });
  return true;
}

/** Words for an amount after the name of a table: "invoice amount", "order value". */
const amounts = /^(amounts?|values?|totals?|sums?|volumes?|size)$/i;

/** True where the next word says that a table's amounts are meant; it is taken. */
export function takesAmount(reader: Reader, mention: Mention): boolean {
  const next = peek(reader);
  const said = next?.kind === "word" || next?.kind === "cue" ? next.text : "";
  if (!isTable(mention) || !amounts.test(said)) return false;
  if (isCue(next, "aggregate") && !isCue(peek(reader, 1), "end") && peek(reader, 1)?.kind === "schema") return false;
  reader.at++;
  return true;
}
