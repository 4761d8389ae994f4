import type { CatalogColumn } from "../catalog/catalog.ts";
import { periodAt } from "../language/dates.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";

/** When something was done, or by whom: "opened_at", "opened_by". */
export function isOfDeed({ isDate, isForeign, words }: CatalogColumn): boolean {
  return isDate || (isForeign && words.some((word) => /^[a-z]{3,}ed$/.test(word)));
}

/** "paid invoices", "the cancelled ones": a state that rows are stored with, whatever date bears its name. */
export function isState(span: readonly Token[], exact: number, mention: Mention | null): boolean {
  if (exact !== 1 || span.length !== 1) return false;
  const column = mention?.columns[0];
  if (column !== undefined && isOfDeed(column.column)) return (mention?.tables[0]?.score ?? 0) < 0.6;
  const other = Math.max(column?.score ?? 0, mention?.tables[0]?.score ?? 0);
  return (
    other < 0.5 &&
    /(ed|paid|sent|sold|lost|won|open|active|pending|overdue|live|done|late|new)$/.test(span[0]?.lower ?? "")
  );
}

/** "released in March": a time right behind what was done. */
export function isAtTime({ tokens, now }: Pick<Asked, "tokens" | "now">, at: number): boolean {
  if (periodAt(tokens, at, now) !== null) return true;
  if (!/^(?:in|on|since|during|before|after|between|until|within|over)$/.test(tokens[at]?.lower ?? "")) return false;
  // "in the next 60 days"
  const from = tokens[at + 1]?.lower === "the" ? at + 2 : at + 1;
  return [at + 1, from].some((place) => periodAt(tokens, place, now) !== null);
}
