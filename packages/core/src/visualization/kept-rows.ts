import type { Table } from "@parley/contract/visualization";
import type { Cell } from "@parley/datasource/types";
import * as v from "valibot";
import { ANSWER_BYTES, answerBytes } from "../environment/answer-size.ts";
import type { Files } from "../store/files.ts";
import { csvOf } from "./csv.ts";

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

/** Keeps all rows of a table in the bucket, for paging and CSV. */
export async function keepRows(files: Files, chatId: string, table: Table, rows: Cell[][]): Promise<void> {
  const kept: KeptRows = { headers: table.headers, rows };
  const json = JSON.stringify(kept);
  // A quotation mark takes two characters here and four in an answer with the CSV; nothing takes more than twice as many.
  const mayBeLarge = 2 * Buffer.byteLength(json) > ANSWER_BYTES;
  const csv = mayBeLarge ? csvOf(kept) : "";
  const has_csv = mayBeLarge && answerBytes(csv) > ANSWER_BYTES;
  if (has_csv) await files.put(csvKey(chatId, table.id), csv, "text/csv; charset=utf-8");
  await files.put(rowsKey(chatId, table.id), has_csv ? JSON.stringify({ ...kept, has_csv }) : json, "application/json");
}

/** All rows of a table that a turn of the chat has shown, or undefined if there is none with this id. */
export async function readRows(files: Files, chatId: string, visualizationId: string): Promise<KeptRows | undefined> {
  const bytes = await files.get(rowsKey(chatId, visualizationId));
  return bytes && v.parse(KeptRows, JSON.parse(new TextDecoder().decode(bytes)));
}
