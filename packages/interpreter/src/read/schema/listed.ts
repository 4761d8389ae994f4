import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import type { Item } from "../../link/item.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isCue, isEnd, isTable, past, schemaOf } from "../reader.ts";

/** One of a list, by the columns that tell it; `always` where each row has it. */
interface Listed {
  columns: readonly CatalogColumn[];
  always: boolean;
  item: Item;
}

/** A word of a list is the name of a column from this likeness on. */
const NAMED_IN_LIST = 0.9;

/** From this one on it is a part of it, and the name of the rows' own column of which it is most of all. */
const NAMED_IN_PART_OF_LIST = 0.4;

/**
 * "orders with status and customer", "last 5 orders with customer": what each row has is shown beside it, as to have it restricts
 * nothing. A list of which none is always there says which rows are meant, as does one alone that is a column.
 */
export function readListedWith({ items, at, tokens, sketch, negated, zone }: Reader): Part | null {
  const rows = negated || zone !== "focus" ? null : rowsAlone(sketch);
  if (rows === null || !/^with(?: the)?$/i.test(items[at]?.text ?? "")) return null;
  const found = listFrom(items, at + 1, rows);
  if (found === null || !isListEnd(items, found.end)) return null;
  const { listed, end } = found;
  const isAnyOne = ({ item }: Listed) => /^(?:an?|any|no|some|\d+)$/.test(tokens[item.start - 1]?.lower ?? "");
  if (listed.some(isAnyOne) || !listed.some(({ always }) => always)) return null;
  // "courses with teacher" is told beside them by its own reader, and "orders with status" is no list.
  const isOfOthers = listed.every(({ columns: [first] }) => first?.table !== rows);
  if (listed.length < 2 && !(isOfOthers && sketch.superlatives.length > 0)) return null;
  const outputs = listed.flatMap(({ columns, item: { start, end: to, text } }, i) =>
    columns.map((column) => ({
      kind: "column" as const,
      at: at + 1 + i,
      mention: mentionOf({ start, end: to, text, columns: [{ column, score: 1 }] }),
    })),
  );
  return { at: end, set: { withLabel: true }, outputs, state: { zone: "modifier" } };
}

/** The rows that are listed, of which nothing else is told so far. */
function rowsAlone({ tables: [only, ...more], outputs, groups, bucket, share }: Reader["sketch"]): CatalogTable | null {
  const isPlain = outputs.length + groups.length + more.length === 0 && bucket === null && share === null;
  return isPlain && only?.zone === "focus" ? (only.mention.tables[0]?.table ?? null) : null;
}

function listFrom(items: readonly Item[], start: number, rows: CatalogTable): { listed: Listed[]; end: number } | null {
  const listed: Listed[] = [];
  for (let at = past(items, start, "possessive"); ;) {
    const item = items[at];
    const one = item === undefined ? null : listedAt(item, rows);
    if (item === undefined || one === null) return null;
    listed.push({ ...one, item });
    const next = past(items, at + 1, "and", "comma");
    if (next === at + 1) return { listed, end: next };
    at = past(items, next, "possessive");
  }
}

/** A column of the rows, or the one thing of another kind that each belongs to, by its name. */
function listedAt(item: Item, rows: CatalogTable): Omit<Listed, "item"> | null {
  if (item.kind === "word" && /^dates?$/i.test(item.text)) {
    const day = dateColumn(rows);
    return day === null ? null : { columns: [day], always: !day.source.nullable };
  }
  const mention = schemaOf(item);
  return mention === null ? null : (ownColumn(mention, rows) ?? ofOtherKind(mention, rows));
}

function ownColumn(mention: Mention, rows: CatalogTable): Omit<Listed, "item"> | null {
  const [own, second] = mention.columns.filter(
    ({ column, score }) => column.table === rows && score >= NAMED_IN_PART_OF_LIST,
  );
  if (own === undefined || own.column.isFlag || own.column.isKey || (isTable(mention) && own.score < 1)) return null;
  if (own.score < NAMED_IN_LIST && own.score === second?.score) return null;
  return { columns: [own.column], always: !own.column.source.nullable };
}

function ofOtherKind({ tables: [of] }: Mention, { source }: CatalogTable): Omit<Listed, "item"> | null {
  if (of === undefined || of.score < NAMED_IN_LIST || of.table.source === source || of.table.label.length === 0)
    return null;
  const [key, ...others] = source.foreign_keys.filter(({ table }) => table === of.table.source.name);
  if (key === undefined || others.length > 0) return null;
  const isNeeded = (name: string) => source.columns.some((one) => one.name === name && !one.nullable);
  return { columns: of.table.label, always: key.columns.every(isNeeded) };
}

/** Nothing follows, or an order, or a time. */
function isListEnd(items: readonly Item[], at: number): boolean {
  const next = items[at];
  if (isEnd(next) || isCue(next, "order", "direction") || next?.kind === "date") return true;
  return isCue(next, "preposition") && items[at + 1]?.kind === "date";
}
