import { cellText } from "@parley/core/visualization/cell-text";
import type { Cell } from "@parley/datasource/types";

/** Columns whose name says what they count in: "revenue_eur", "weight_kg", "share_percent". */
const units: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(eur|euro|euros)$/i, "EUR"],
  [/(^|_)(usd|dollars)$/i, "USD"],
  [/(^|_)(gbp|pounds)$/i, "GBP"],
  [/(^|_)(percent|pct)$|%$/i, "%"],
  [/(^|_)(kg|kilograms)$/i, "kg"],
  [/(^|_)(km|kilometers|kilometres)$/i, "km"],
  [/(^|_)(days|hours|minutes|seconds)$/i, ""],
];

/** What a column's values are counted in, as its name tells; undefined if it does not. */
export function unitOf(name: string): string | undefined {
  const found = units.find(([pattern]) => pattern.test(name));
  return found && (found[1] || (/[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? undefined));
}

/** Numbers that name rather than count: they have no thousands separators. */
const naming = /(^|_|\b)(id|key|code|year|zip|no|nr|number)$/i;

/** A cell as a sentence says it: grouped, with at most two decimals (more where it is small), and with its column's unit. */
export function figureText(cell: Cell, column: string): string {
  if (typeof cell !== "number") return cellText(cell);
  const unit = unitOf(column);
  const digits = Math.abs(cell) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  const figure = naming.test(column) ? String(cell) : cell.toLocaleString("en-US", digits);
  return unit === undefined ? figure : `${figure} ${unit}`;
}
