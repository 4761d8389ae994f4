import { createHash } from "node:crypto";
import type { ReceiptVersion } from "@parley/contract/receipt";
import { portions } from "@parley/datasource/introspection/patience";
import type { Cell, QueryResult, Schema, Table } from "@parley/datasource/types";

/** Significant digits of a number that count: sums differ beyond them by the order in which a database adds. */
const NUMBER_DIGITS = 12;

/** Characters of rows that are hashed at a stretch: a few milliseconds. */
const HASHED_AT_ONCE_CHARACTERS = 100_000;

/** SHA-256 of a text, in hex. */
export const textHash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Which of its texts something has: another one where any of them differs. */
export const versionOf = (...texts: readonly (string | null)[]): string => textHash(JSON.stringify(texts)).slice(0, 16);

const comparable = (cell: Cell): Cell => (typeof cell === "number" ? Number(cell.toPrecision(NUMBER_DIGITS)) : cell);

/**
 * SHA-256 over a result: a line with its columns' names and types and whether there were more rows, then a line for each
 * row, sorted, for a database may return the same rows in another order. Other work has its turn in between.
 */
export async function resultHash({
  columns,
  rows,
  truncated,
}: Omit<QueryResult, "row_count" | "duration_ms">): Promise<string> {
  const others = portions(HASHED_AT_ONCE_CHARACTERS);
  const head = JSON.stringify([columns.map(({ name, type }) => [name, type]), truncated]);
  const lines: string[] = [];
  for (const row of rows) {
    const line = JSON.stringify(row.map(comparable));
    lines.push(line);
    await others(line.length);
  }
  const hash = createHash("sha256").update(`${head}\n`);
  for (const line of lines.toSorted()) {
    hash.update(`${line}\n`);
    // To hash a text takes a fraction of what it takes to write it.
    await others(line.length / 10);
  }
  return hash.digest("hex");
}

/** What a table declares: columns, types and its key. Keys to other tables are not part of it: definitions add some (joins). */
const declared = ({ schema, columns, primary_key }: Table) => [
  schema,
  columns.map(({ name, native_type, nullable }) => [name, native_type, nullable]),
  primary_key,
];

/** What the tables of these names declare, as a version each, by their names as the database has them. */
export function tableVersions({ tables }: Schema, names: Iterable<string>): ReceiptVersion[] {
  const wanted = new Set(Array.from(names, (name) => name.toLowerCase()));
  // Schemas of one database may have tables of the same name: a statement does not always say which.
  const found = Map.groupBy(
    tables.filter(({ name }) => wanted.has(name.toLowerCase())),
    ({ name }) => name,
  );
  return Array.from(found, ([id, same]) => ({ id, version: versionOf(JSON.stringify(same.map(declared))) }));
}

/** SHA-256 over versions, whatever their order. */
export const versionsHash = (versions: readonly ReceiptVersion[]): string =>
  textHash(JSON.stringify(versions.map(({ id, version }) => `${id} ${version}`).toSorted()));
