import { fitting } from "../environment/answer-size.ts";
import { own } from "../chat/chat.ts";
import { isCut } from "../chat/record.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { downloadLifetime } from "../upload/present.ts";
import { cellText } from "./cell-text.ts";
import { csvOf } from "./csv.ts";
import { csvKey, type KeptRows, readRows } from "./kept-rows.ts";

/** Rows of one page. */
const ROWS_PER_PAGE = 500;

type Context = MemberContext & WithFiles;

async function rowsOf(ctx: Context, chatId: string, visualizationId: string): Promise<KeptRows> {
  const chat = await own(ctx, chatId);
  const isThere = isUuid(visualizationId) && !isCut(chat, visualizationId);
  const kept = isThere ? await readRows(ctx.files, chat.id, visualizationId) : undefined;
  return kept ?? fail("VISUALIZATION_NOT_FOUND");
}

/** A page of a table's rows. Throws CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND, INVALID_CURSOR. */
export async function page(ctx: Context, chatId: string, visualizationId: string, cursor: string | undefined) {
  const { headers, rows: kept } = await rowsOf(ctx, chatId, visualizationId);
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) fail("INVALID_CURSOR");
  const start = Number(cursor ?? 0);
  const rows = kept.slice(start, start + ROWS_PER_PAGE).map((row) => row.map(cellText));
  const count = fitting(rows);
  const end = start + count;
  return {
    headers,
    rows: rows.slice(0, count),
    next_cursor: end < kept.length ? String(end) : null,
  };
}

/**
 * A table as CSV: its text, or its address for some minutes if it is too large for a response. Throws
 * CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND.
 */
export async function csv(
  ctx: Context,
  chatId: string,
  visualizationId: string,
): Promise<{ text: string } | { address: string }> {
  const kept = await rowsOf(ctx, chatId, visualizationId);
  if (!kept.has_csv) return { text: csvOf(kept) };
  const key = csvKey(chatId, visualizationId);
  return { address: await ctx.files.presignGet(key, `${visualizationId}.csv`, downloadLifetime) };
}
