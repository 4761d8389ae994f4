import type { MessageMetadata } from "@parley/contract/message";
import type { Table, Visualization } from "@parley/contract/visualization";
import type { Cell } from "@parley/datasource/types";
import * as v from "valibot";
import { ANSWER_BYTES, answerBytes } from "../answer-size.ts";
import type { Files } from "../files.ts";
import { csvOf } from "./csv.ts";

/** An item of the table has 400 KB; a message's metadata stays below this many characters. */
const METADATA_SIZE = 250_000;

const rowsPrefix = (chatId: string) => `results/${chatId}/`;
const rowsKey = (chatId: string, visualizationId: string) => `${rowsPrefix(chatId)}${visualizationId}.json`;
/** Where the CSV of a table is that no answer could carry. */
export const csvKey = (chatId: string, visualizationId: string) => `${rowsPrefix(chatId)}${visualizationId}.csv`;

const KeptRows = v.object({
  headers: v.array(v.string()),
  rows: v.array(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  /** True where the CSV is kept beside them, because no answer could carry it. */
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

/** All rows of a table that a turn of the chat has shown, or undefined where there is none with this id. */
export async function readRows(files: Files, chatId: string, visualizationId: string): Promise<KeptRows | undefined> {
  const bytes = await files.get(rowsKey(chatId, visualizationId));
  return bytes && v.parse(KeptRows, JSON.parse(new TextDecoder().decode(bytes)));
}

/** Removes the rows of every table of a chat. */
export const removeRows = (files: Files, chatId: string): Promise<void> => files.removeAll(rowsPrefix(chatId));

/** Shortens the tables of a message until its metadata fits an item; the rows left out are still read by page. */
export function fitMetadata(metadata: MessageMetadata): MessageMetadata {
  let visualizations = metadata.visualizations;
  for (let rows = 100; visualizations && JSON.stringify(metadata).length > METADATA_SIZE && rows >= 0; rows -= 25) {
    visualizations = visualizations.map((shown) => shorten(shown, rows));
    if (JSON.stringify({ ...metadata, visualizations }).length <= METADATA_SIZE) break;
  }
  return visualizations ? { ...metadata, visualizations } : metadata;
}

const shorten = (shown: Visualization, rows: number): Visualization =>
  shown.type === "table" && shown.rows.length > rows
    ? { ...shown, rows: shown.rows.slice(0, rows), truncated: true }
    : shown;
