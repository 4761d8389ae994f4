import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Context } from "../resolve/context.ts";
import { stem } from "../language/inflection.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isBirth, isPerson } from "../catalog/persons.ts";
import { isFinish, isPromised, isStart, isStretch } from "../catalog/begin-and-end.ts";

/** The days on which a time begins and ends. */
export interface Ends {
  from: CatalogColumn;
  to: CatalogColumn;
  /** The rows that the time is one of, where they are not those of the end. */
  rows?: CatalogTable;
}

/** "from loading to unloading", "between the sale and the collection of a lot": the days that are called so, of one row or of those that belong together. */
export function betweenSaid(tables: readonly CatalogTable[], context: Context): Ends | null {
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate && !isBirth(column));
    const [from, to] = dates.length < 2 ? [] : betweenOf(dates, table, context);
    if (from !== undefined && to !== undefined) return { from, to };
  }
  const [, first, last] = context.sketch.said.words("from one to another").map((word) => word.toLowerCase());
  return first === undefined || last === undefined ? null : betweenRows(first, last, context);
}

/** Rows and what they belong to, where the days of both may be the ends of one time; `isFrom`: both ends are said. */
export const partsOfDeeds = ({ catalog }: Context, isFrom: boolean): [CatalogTable, CatalogTable][] =>
  catalog.links.flatMap(({ from: keys, to: wholes, cost }) => {
    const [table, whole] = [keys[0]?.table, wholes[0]?.table];
    if (table === undefined || whole === undefined || table === whole || table.isView || cost >= 2) return [];
    // Whoever does something began with no more than that, unless it is said with what.
    if (!isFrom && (isPerson(whole) || whole.isCustomer)) return [];
    // "call duration": that of calls that begin and end themselves.
    return !isFrom && isStretch(table) ? [] : [[table, whole]];
  });

/** "from ordering to delivery", of orders and the deliveries that belong to them: the days on which each happened. */
export function endsAcross(context: Context): Ends | null {
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

/** "from loading to unloading": the days that are called so. */
function betweenOf(
  dates: readonly CatalogColumn[],
  table: CatalogTable,
  context: Context,
): (CatalogColumn | undefined)[] {
  const { sketch } = context;
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
    if (said === undefined) return undefined;
    const alike = dates.filter(({ words: own }) =>
      own.some((word) => word === said || (word.length >= 4 && word.slice(0, 4) === said.slice(0, 4))),
    );
    // "from start to finish", of planned_start and started: when it was, rather than when it was to be
    return alike.find((day) => !isToBe(day) || isSaid(day.words[0] ?? "", context)) ?? alike[0];
  };
  // "from request to answer", of requests: the day they came
  const isRows = from !== undefined && table.stems.length === 1 && table.stems[0] === stem(from);
  // "from booking to appointment", of appointments: the day for which they were made
  const isDayOfRows = to !== undefined && table.stems.length === 1 && table.stems[0] === stem(to);
  const done = named(to) ?? (isDayOfRows ? (dateColumn(table) ?? undefined) : undefined);
  const begun = named(from) ?? (isRows ? dates.find(isStart) : undefined);
  return begun === done ? [] : [begun, done];
}

/** "planned_start", "expected_delivery" */
const isToBe = ({ words }: CatalogColumn): boolean =>
  words.length > 1 && /^(?:planned|scheduled|expected|estimated|promised|target|due|required)$/.test(words[0] ?? "");

/** "ship" or "shipping" of shipped_date, "delivery" of delivered_on. */
export function isSaid(word: string, context: Context): boolean {
  if (word.length < 4 || ["date", "time"].includes(word)) return false;
  if (context.sketch.said.stem("lead") && /^(?:received|delivered|delivery|arrived)$/.test(word)) return true;
  if (context.sketch.said.stem(stem(word === "paid" ? "pay" : word))) return true;
  const root = word.replace(/(ped|sed|ed|d)$/, "").slice(0, 6);
  return context.sketch.said.begins(root.slice(0, Math.max(4, root.length - 1)));
}
