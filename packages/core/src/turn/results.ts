import { own } from "../chat/chat.ts";
import type { MemberContext, WithFiles } from "../context.ts";
import { fail } from "../failure.ts";
import { isUuid } from "../ids.ts";
import { cellText, type KeptRows, readRows } from "./visualization.ts";

/** Rows of one page. */
const PAGE = 500;

type Context = MemberContext & WithFiles;

async function rowsOf(ctx: Context, chatId: string, visualizationId: string): Promise<KeptRows> {
  const chat = await own(ctx, chatId);
  const kept = isUuid(visualizationId) ? await readRows(ctx.files, chat.id, visualizationId) : undefined;
  return kept ?? fail("VISUALIZATION_NOT_FOUND");
}

/** A page of a table's rows. Throws CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND, INVALID_CURSOR. */
export async function page(ctx: Context, chatId: string, visualizationId: string, cursor: string | undefined) {
  const { headers, rows } = await rowsOf(ctx, chatId, visualizationId);
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) fail("INVALID_CURSOR");
  const start = Number(cursor ?? 0);
  const end = start + PAGE;
  return {
    headers,
    rows: rows.slice(start, end).map((row) => row.map(cellText)),
    next_cursor: end < rows.length ? String(end) : null,
  };
}

/** A table as CSV (RFC 4180). Throws CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND. */
export async function csv(ctx: Context, chatId: string, visualizationId: string): Promise<string> {
  const { headers, rows } = await rowsOf(ctx, chatId, visualizationId);
  return [headers, ...rows.map((row) => row.map(csvCell))]
    .map((line) => line.map(quoted).join(","))
    .map((line) => `${line}\r\n`)
    .join("");
}

/** Text that a spreadsheet would run as a formula is marked as text. Numbers stay numbers. */
const csvCell = (cell: KeptRows["rows"][number][number]): string =>
  typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)
    ? `'${cell}`
    : cellText(cell);

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
