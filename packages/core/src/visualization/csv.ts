import { downloadLifetime } from "../upload/present.ts";
import { csvOf } from "./csv-text.ts";
import { csvKey } from "./kept-rows.ts";
import { rowsOf, type RowsContext } from "./rows-page.ts";

/**
 * A table as CSV: its text, or its address for some minutes if it is too large for a response. Throws
 * CHAT_NOT_FOUND, VISUALIZATION_NOT_FOUND.
 */
export async function csv(
  ctx: RowsContext,
  chatId: string,
  visualizationId: string,
): Promise<{ text: string } | { address: string }> {
  const kept = await rowsOf(ctx, chatId, visualizationId);
  if (!kept.has_csv) return { text: csvOf(kept) };
  const key = csvKey(chatId, visualizationId);
  return { address: await ctx.files.presignGet(key, `${visualizationId}.csv`, downloadLifetime) };
}
