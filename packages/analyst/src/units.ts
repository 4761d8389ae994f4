import { cellText } from "@parley/core/visualization/cell-text";
import type { Cell } from "@parley/datasource/types";
import type { SavedQueryWords } from "./saved-query-words.ts";
import { unitOf } from "@parley/interpreter/language/units";

/** Numbers that name rather than count: they have no thousands separators. */
const naming = /(^|_|\b)(id|key|code|year|zip|no|nr|number)$/i;

/** A cell as a sentence says it: grouped, with at most two decimals (more where it is small), and with its column's unit. */
export function figureText(cell: Cell, column: string, words: Pick<SavedQueryWords, "locale" | "withUnit">): string {
  if (typeof cell !== "number") return cellText(cell);
  const digits = Math.abs(cell) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  const figure = naming.test(column) ? String(cell) : cell.toLocaleString(words.locale, digits);
  return words.withUnit(figure, unitOf(column));
}
