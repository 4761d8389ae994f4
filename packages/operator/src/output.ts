import { cutText } from "@parley/contract/cut-text";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return Array.isArray(value) ? value.map(cell).join(", ") : JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
};

const oneLine = (text: string, width = 60) => {
  const line = text.replace(/\s+/g, " ");
  return line.length > width ? `${cutText(line, width - 1)}…` : line;
};

function table(rows: Record<string, unknown>[]): string {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [headers, ...rows.map((row) => headers.map((header) => oneLine(cell(row[header]))))];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function fields(record: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join("\n");
}

/** What a command returns, for people: a list as a table, one thing as its fields, text as it is. */
export function readable(answer: unknown): string {
  if (typeof answer === "string") return answer;
  if (Array.isArray(answer)) return answer.length === 0 ? "(none)" : table(answer.filter(isRecord));
  return isRecord(answer) ? fields(answer) : cell(answer);
}
