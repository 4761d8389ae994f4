import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import { plural, singular } from "../../language/words.ts";
import type { Item } from "../../link/item.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import { compared } from "../comparisons/conditions.ts";
import type { FoundSuperlative, Part } from "../part.ts";
import { type Reader, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { isFlag } from "../schema/flags.ts";
import type { Ranking } from "./ranking.ts";

/** "treated", whatever rows are called so */
const isDeed = (item: Item): boolean => item.kind === "schema" && /^[a-z]{3,}ed$/.test(item.text);

/** "our first customer", "the first emergency", where that is a flag of visits: by the day of such rows. */
export function readFirst({ reader, item, limit, at, start }: Ranking): Part | null {
  const rows = schemaOf(reader.items[at]);
  if (!/^first$/i.test(item.text) || limit !== null || rows === null || !isFirstAsked(reader, rows, start)) return null;
  const table = tableOfOne(rows);
  const next = reader.items[at + 1];
  if (table === null || (!isEnd(next) && next?.kind !== "date" && !isCue(next, "preposition"))) return null;
  const day = dateColumn(table);
  if (day === null) return { at, lost: [item.text] };
  const holds = compared(rows, "=", { kind: "number", value: 1, year: null }, { hint: "flag" });
  const isFlagged = !isTable(rows);
  return {
    at: isFlagged ? at + 1 : at,
    filters: isFlagged ? [{ ...holds, at }] : [],
    superlatives: [earliest(day, item)],
  };
}

/** "the first 3 customers": those that came first, where nothing else says what they are ordered by. */
export function readFirstFew({ reader: { items, sketch }, item, limit, at }: Ranking): Part | null {
  const rows = schemaOf(items[at]);
  if (!/^(?:the )?first$/i.test(item.text) || limit === null || rows === null) return null;
  const rest = items.slice(at + 1);
  const isOrdered = rest.some((one) => isCue(one, "by", "order", "superlative", "quantifier", "top"));
  const [table, column] = [rows.tables[0]?.table, rows.columns[0]?.column];
  // "the first 3 customers who joined": by that day
  const day = isTable(rows) ? (table === undefined ? null : dateColumn(table)) : (column ?? null);
  const isPlain =
    sketch.outputs.every(({ kind }) => kind === "column") && sketch.orders.length + sketch.superlatives.length === 0;
  if (isOrdered || !isPlain || day?.isDate !== true) return null;
  return { at, set: { limit }, superlatives: [{ ...earliest(day, item), limit }] };
}

/** The rows of which one is named: by their name, or by a flag that is true of them. */
function tableOfOne(rows: Mention): CatalogTable | null {
  if (singular(rows.text) !== rows.text || plural(rows.text) === rows.text) return null;
  if (isTable(rows)) return rows.tables[0]?.table ?? null;
  return isFlag(rows) && isEvent(rows.text) ? (rows.columns[0]?.column.table ?? null) : null;
}

/** "emergency", rather than what somebody did or is. */
const isEvent = (text: string): boolean =>
  /^[a-z]{4,}$/.test(text) && !/(?:ed|ive|able|al|ing|ent|ant|ous)$/.test(text);

/** "who was our first customer", "which member made the first booking": nothing before it is asked for but who they were. */
function isFirstAsked(reader: Reader, rows: Mention, start: number): boolean {
  const { items, zone } = reader;
  const isWho = start > 0 && /^who(?: (?:was|is))?$/i.test(items[0]?.text ?? "");
  const isTheirs = start > 1 && /^(?:which|what)$/i.test(items[0]?.text ?? "") && isOther(reader, rows);
  const isLed = items
    .slice(isWho ? 1 : isTheirs ? 2 : 0, start)
    .every(
      (one) =>
        isCue(one, "question", "command", "possessive", "noise", "copula") ||
        (isTheirs && (one.kind === "word" || isDeed(one) || /^(?:that )?(?:had|took)\b/i.test(one.text))),
    );
  return isLed && (zone === "focus" || isWho || isTheirs);
}

/** True where rows of one kind are asked for right after the first word, and these are of another. */
function isOther({ items }: Reader, rows: Mention | null): boolean {
  const asked = schemaOf(items[1]);
  const isKeyOf = asked?.columns[0]?.column.isForeign === true && !isTable(asked);
  return asked !== null && (isKeyOf || (isTable(asked) && asked.tables[0]?.table !== rows?.tables[0]?.table));
}

/** "who drove the first …" */
const DONE_TO_THE_FIRST =
  /(?:[a-z]{3}ed|drove|made|led|sent|wrote|sold|won|taught|flew|built|held|took|gave|bought|paid|brought|lost|ran|wore|chose|got|had)$/i;

/** "planter of the first bed in the north garden": of rows of which something else is asked for. */
export function readFirstOfOthers({ reader, item, limit, at, start }: Ranking): Part | null {
  const rows = schemaOf(reader.items[at]);
  if (!/^(?:the )?first$/i.test(item.text) || limit !== null || rows === null || !isTable(rows)) return null;
  const table = tableOfOne(rows);
  if (table === null || !isAskedBefore(reader, table, start)) return null;
  const before = reader.items[start - 1];
  const isLed = isCue(before, "preposition") || DONE_TO_THE_FIRST.test(before?.text ?? "");
  const next = reader.items[at + 1];
  if (!isLed || !(isCue(next, "preposition") || next?.kind === "date" || isEnd(next))) return null;
  const day = dateColumn(table);
  return day === null ? { at, lost: [item.text] } : { at, superlatives: [earliest(day, item)] };
}

/** Rows of another kind, or what a key of these says: "bidder of the first bid". */
function isAskedBefore({ sketch: { tables, outputs } }: Reader, rows: CatalogTable, start: number): boolean {
  const [asked, ...more] = tables;
  if (asked === undefined) return outputs.some((one) => one.kind === "column" && one.at < start);
  return more.length === 0 && asked.mention.tables[0]?.table !== rows;
}

/** "who booked the last emergency", where that is a flag of visits: the last of such rows. */
export function readLastFlagged({ items, at }: Reader, item: Item): Part | null {
  const rows = schemaOf(items[at + 1]);
  const table = rows === null || isTable(rows) ? null : tableOfOne(rows);
  const day = table === null ? null : dateColumn(table);
  if (rows === null || day === null) return null;
  const holds = compared(rows, "=", { kind: "number", value: 1, year: null }, { hint: "flag" });
  return {
    at: at + 2,
    filters: [{ ...holds, at: at + 1 }],
    superlatives: [{ ...earliest(day, item), direction: "most" }],
  };
}

/** The first of rows, by their day. */
function earliest(day: CatalogColumn, { start, end }: Item): FoundSuperlative {
  const mention = mentionOf({ start, end, text: day.name, columns: [{ column: day, score: 1 }] });
  return { direction: "least", limit: null, negated: false, target: { kind: "column", mention, fn: null } };
}
