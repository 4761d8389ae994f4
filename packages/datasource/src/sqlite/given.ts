import type { Cell, ColumnType, GivenTable } from "../types.ts";
import type { Given, Value } from "./sqlite-process.ts";

/** How a column is declared, by its portable type; what is not listed is text. */
const DECLARED: Partial<Record<ColumnType, string>> = {
  integer: "INTEGER",
  number: "REAL",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
};

/** A result's rows as SQLite keeps them: truth as 0 and 1, whole numbers to their last digit, times as uploads have them. */
export function givenTable({ name, columns, rows }: GivenTable): Given["tables"][number] {
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, declared: DECLARED[column.type] ?? "TEXT" })),
    rows: rows.map((row) => columns.map(({ type }, at) => givenValue(row[at] ?? null, type))),
  };
}

function givenValue(cell: Cell, type: ColumnType): Value {
  if (typeof cell === "boolean") return Number(cell);
  if (typeof cell === "number" && Number.isSafeInteger(cell)) return BigInt(cell);
  if (typeof cell !== "string") return cell;
  if (type === "integer" && /^-?\d+$/.test(cell)) {
    const whole = BigInt(cell);
    return BigInt.asIntN(64, whole) === whole ? whole : cell;
  }
  if (type === "timestamp") return cell.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ");
  // Long binary data has been cut: two that differ could look the same.
  return type === "binary" && cell.endsWith("…") ? null : cell;
}
