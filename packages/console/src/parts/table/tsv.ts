import type { Row } from "./columns.ts";
import type { Area } from "./place.ts";

/** A cell as spreadsheets read it: in quotes where it has tabs, line breaks or quotes. */
const cellTsv = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as lines of values between tabs, with all of their digits. A single cell is its bare text. */
export function areaTsv(rowAt: (row: number) => Row | undefined, { top, bottom, start, end }: Area): string {
  if (top === bottom && start === end) return rowAt(top)?.[start] ?? "";
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++) {
    const cells = rowAt(row)?.slice(start, end + 1) ?? [];
    lines.push(cells.map((cell) => cellTsv(cell ?? "")).join("\t"));
  }
  return lines.join("\n");
}
