import type { Table } from "@parley/contract/visualization";
import { portions } from "@parley/datasource/introspection/patience";
import type { Cell } from "@parley/datasource/types";
import * as v from "valibot";
import { ANSWER_BYTES, answerBytes } from "../environment/answer-size.ts";
import type { Files } from "../store/files.ts";
import { csvLine } from "./csv-text.ts";

/** Where the rows of a chat are, by the ids of their tables. */
export const rowsPrefix = (chatId: string) => `results/${chatId}/`;
const rowsKey = (chatId: string, visualizationId: string) => `${rowsPrefix(chatId)}${visualizationId}.json`;
/** Where the CSV of a table is that is too large for a response. */
export const csvKey = (chatId: string, visualizationId: string) => `${rowsPrefix(chatId)}${visualizationId}.csv`;

const KeptRows = v.object({
  headers: v.array(v.string()),
  rows: v.array(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  /** True if the CSV is kept beside them, because it is too large for a response. */
  has_csv: v.optional(v.boolean()),
});
export type KeptRows = v.InferOutput<typeof KeptRows>;

/** Characters that are written at a stretch: a few milliseconds. */
const WRITTEN_AT_ONCE_CHARACTERS = 250_000;

/** The rows as JSON without its last bracket. Other work has its turn in between. */
async function jsonOf(headers: readonly string[], rows: readonly Cell[][]): Promise<string> {
  const others = portions(WRITTEN_AT_ONCE_CHARACTERS);
  const texts: string[] = [];
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    await others(text.length);
  }
  return `{"headers":${JSON.stringify(headers)},"rows":[${texts.join(",")}]`;
}

/** The rows as CSV; undefined if one answer carries it. */
async function largeCsv(headers: readonly string[], rows: readonly Cell[][]): Promise<string | undefined> {
  const others = portions(WRITTEN_AT_ONCE_CHARACTERS);
  const lines: string[] = [];
  let bytes = 0;
  for (const row of [headers, ...rows]) {
    const line = csvLine(row);
    lines.push(line);
    // Without the quotation marks around the whole.
    bytes += answerBytes(line) - 2;
    await others(line.length);
  }
  return bytes + 2 > ANSWER_BYTES ? lines.join("") : undefined;
}

/** Keeps all rows of a table in the bucket, for paging and CSV. */
export async function keepRows(files: Pick<Files, "put">, chatId: string, table: Table, rows: Cell[][]): Promise<void> {
  const json = await jsonOf(table.headers, rows);
  // A quotation mark takes two characters here and four in an answer with the CSV; nothing takes more than twice as many.
  const csv = 2 * Buffer.byteLength(json) > ANSWER_BYTES ? await largeCsv(table.headers, rows) : undefined;
  if (csv !== undefined) await files.put(csvKey(chatId, table.id), csv, "text/csv; charset=utf-8");
  await files.put(
    rowsKey(chatId, table.id),
    `${json}${csv === undefined ? "" : ',"has_csv":true'}}`,
    "application/json",
  );
}

/** All rows of a table that a turn of the chat has shown, or undefined if there is none with this id. */
export async function readRows(files: Files, chatId: string, visualizationId: string): Promise<KeptRows | undefined> {
  const bytes = await files.get(rowsKey(chatId, visualizationId));
  return bytes && v.parse(KeptRows, JSON.parse(new TextDecoder().decode(bytes)));
}
