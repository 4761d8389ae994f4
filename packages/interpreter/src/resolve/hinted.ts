import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { amountColumn } from "../catalog/amounts.ts";
import { heldUntil } from "../catalog/running-rows.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import { hintStems } from "../language/hints.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isBirth, isPerson } from "../catalog/persons.ts";
import type { Context } from "./context.ts";

/** The column of a table that a hint ("age", "size") means. */
export function hinted(table: CatalogTable, hint: string): CatalogColumn | null {
  let best: { column: CatalogColumn; score: number } | null = null;
  const stems = hintStems(hint);
  for (const column of table.columns) {
    const fits = hint === "place" ? column.isText && !table.label.includes(column) : isMeasured(column);
    if (!fits || isOther(column, hint)) continue;
    const place = stems.findIndex((name) => column.stems.includes(name));
    if (place < 0) continue;
    // What a thing was bought for is no price that others are told.
    const isOwnCost = /^(?:purchase|buying|buy|cost|wholesale) price\b/.test(column.words.join(" "));
    const score = stems.length - place - 0.1 * column.stems.length - (isOwnCost ? 0.05 : 0);
    if (best === null || score > best.score) best = { column, score };
  }
  if (best !== null) return best.column;
  // "the cheapest invoices", which have a total: no price, but what they come to.
  if (hint === "price") return amountColumn(table);
  // "best paid", of rows that are called salaries
  if (hint === "salary" && stems.some((name) => table.stems.includes(name))) return amountColumn(table);
  if (hint === "date" || hint === "service") return beginningOf(table);
  // The oldest order is the earliest; people have an age, or it is not known.
  if (hint === "age" && !isPerson(table)) return table.columns.find(({ isYear }) => isYear) ?? dateColumn(table);
  return null;
}

/** How many ratings there are is no rating, and the newest of people and of what they made is by nobody's birth. */
const isOther = (column: CatalogColumn, hint: string): boolean =>
  (hint === "rating" && COUNT.test(column.words.join(" "))) || (hint === "date" && isBirth(column));

const COUNT = /^(?:num|number|no|nr|count|total)\b|\b(?:num|number|count)$/;

/** "opened" is a day, and "is_open" a state. */
const isMeasured = ({ isKey, isFlag, isNumber, isDate, isYear }: CatalogColumn): boolean =>
  !isKey && !isFlag && (isNumber || isDate || isYear);

/** The day from which somebody serves, which is not the day of their birth. */
function beginningOf(table: CatalogTable): CatalogColumn | null {
  const day = dateColumn(table);
  return day !== null && isBirth(day) ? null : day;
}

/** The column a hint means: of the tables given, else of what they belong to ("the tallest entrepreneur": a person's height). */
export function hintedNear(tables: readonly CatalogTable[], hint: string, context: Context): CatalogColumn | null {
  for (const table of tables) {
    const own = hinted(table, hint);
    if (own !== null) return own;
  }
  for (const table of context.anchors.keys()) {
    const other = hinted(table, hint);
    if (other !== null) return other;
  }
  for (const table of tables) {
    for (const other of context.catalog.tables) {
      if (distance(context.catalog, table, other) !== 1) continue;
      if (!isToOne(context.catalog, table, other) && (hint !== "salary" || heldUntil(other) === null)) continue;
      // The newest van is not the one whose depot was opened last. People have an age, whatever they are to others.
      if (/^(?:date|age)$/.test(hint) && other.label.length > 0 && !isPerson(other)) continue;
      const column = hinted(other, hint);
      if (column !== null) return column;
    }
  }
  return hint === "date" ? dayBetween(tables, context) : null;
}

/** "who most recently joined a course", of which the enrolment says when: the day of the only rows that link the two. */
function dayBetween(tables: readonly CatalogTable[], { catalog, named }: Context): CatalogColumn | null {
  const ends = new Set([...tables, ...named.flatMap(({ table, mention }) => (mention.negated ? [] : table))]);
  // A contract is linked to its company by itself.
  const areApart = [...ends].every((one) => [...ends].every((end) => end === one || distance(catalog, one, end) > 1));
  if (ends.size < 2 || !areApart) return null;
  const links = catalog.tables.filter(
    (table) =>
      !table.isView &&
      !ends.has(table) &&
      [...ends].every((end) => distance(catalog, table, end) === 1 && isToOne(catalog, table, end)),
  );
  const [only, ...more] = links;
  return only === undefined || more.length > 0 ? null : hinted(only, "date");
}
