import { fitting } from "../environment/answer-size.ts";
import { own } from "../chat/chat.ts";
import { isCut } from "../chat/record.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { cellText } from "./cell-text.ts";
import { type KeptRows, readRows } from "./kept-rows.ts";

/** Rows of one page. */
const ROWS_PER_PAGE = 500;

export type RowsContext = MemberContext & WithFiles;

/** The rows of a table in one of the caller's chats. Throws CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND. */
export async function rowsOf(ctx: RowsContext, chatId: string, visualizationId: string): Promise<KeptRows> {
  const chat = await own(ctx, chatId);
  const isThere = isUuid(visualizationId) && !isCut(chat, visualizationId);
  const kept = isThere ? await readRows(ctx.files, chat.id, visualizationId) : undefined;
  return kept ?? fail("VISUALIZATION_NOT_FOUND");
}

/** A page of a table's rows. Throws CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND, INVALID_CURSOR. */
export async function page(ctx: RowsContext, chatId: string, visualizationId: string, cursor: string | undefined) {
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
