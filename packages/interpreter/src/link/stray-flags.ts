import type { CatalogTable } from "../catalog/catalog.ts";
import type { Cue } from "../language/cues.ts";
import type { Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";

/** From this likeness on words name something without doubt. */
const CLEARLY = 0.9;

/**
 * "active clients", where only staff have a column called "active": it says nothing of clients, and is a word that means
 * nothing so far; it is their state, where that has such a value. A flag of the rows themselves, or of rows that are named
 * as well, keeps its meaning.
 */
export function withoutStrayFlags(items: readonly Item[]): Item[] {
  const named = new Set(
    items.flatMap((item) =>
      item.kind === "schema" && tableScore(item.mention) >= CLEARLY ? [item.mention.tables[0]?.table] : [],
    ),
  );
  return items.map((item, at) => {
    const next = rowsSaid(items, at);
    if (item.kind !== "schema" || next === null || !isFlagAlone(item.mention)) return item;
    const { rows, isRight } = next;
    const values = item.mention.values.filter(({ column }) => column.table === rows);
    // "approved orders", where sheets are approved or not, and orders have that for a state.
    const isOfOthers = item.mention.columns.every(({ column }) => !column.isFlag || column.table !== rows);
    if (values.length > 0 && isOfOthers)
      return { ...item, kind: "value", mention: { ...item.mention, columns: [], values } };
    if (!isRight) return item;
    if (item.mention.columns.some(({ column, score }) => score >= CLEARLY && named.has(column.table))) return item;
    if (item.mention.values.length > 0) return item;
    return { kind: "word", capitalised: false, start: item.start, end: item.end, text: item.text };
  });
}

/** The rows of which a word may say whether something holds: "jobs" of "active jobs", and of "how many jobs are active". */
function rowsSaid(items: readonly Item[], at: number): { rows: CatalogTable; isRight: boolean } | null {
  const rowsAt = (place: number): CatalogTable | undefined => {
    const item = items[place];
    if (item?.kind !== "schema" || tableScore(item.mention) < CLEARLY) return undefined;
    return item.mention.tables[0]?.table;
  };
  const right = items[at + 1]?.start === items[at]?.end ? rowsAt(at + 1) : undefined;
  if (right !== undefined) return { rows: right, isRight: true };
  const isCue = (place: number, is: Cue["is"]) => {
    const item = items[place];
    return item?.kind === "cue" && item.cue.is === is;
  };
  const before = isCue(at - 1, "negation") ? at - 2 : at - 1;
  const isThatAre = isCue(before, "relative") && /\b(?:is|are|was|were)$/i.test(items[before]?.text ?? "");
  const isBare = before < at - 1 && rowsAt(before) !== undefined;
  if (!isThatAre && !isBare && !isCue(before, "copula")) return null;
  const left = rowsAt(isBare ? before : isCue(before - 1, "relative") ? before - 2 : before - 1);
  return left === undefined ? null : { rows: left, isRight: false };
}

/** True for one word that names a column of yes and no, and no rows. */
const isFlagAlone = (mention: Mention): boolean =>
  mention.end === mention.start + 1 &&
  columnScore(mention) >= CLEARLY &&
  mention.columns[0]?.column.isFlag === true &&
  mention.tables.length === 0;
