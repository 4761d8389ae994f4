import type { Base } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { cursorOf, namedBy } from "./cursor.ts";

/** Items whose sort keys are a prefix and their id. */
interface ListRequest {
  pk: string;
  prefix: string;
  limit: number;
  cursor?: string | undefined;
}

/**
 * The items of a list after the cursor, in the order of their ids: at most `limit` of them, and the cursor of the next page, null
 * after the last. Throws INVALID_CURSOR.
 */
export async function listPage<T extends { id: string }>(
  ctx: Base,
  { pk, prefix, limit, cursor }: ListRequest,
): Promise<{ items: T[]; next_cursor: string | null }> {
  const last = cursor === undefined ? undefined : namedBy(cursor);
  if (last !== undefined && !isUuid(last)) fail("INVALID_CURSOR");
  let after: Record<string, unknown> | undefined = last === undefined ? undefined : { pk, sk: `${prefix}${last}` };
  const found: T[] = [];
  do {
    // One more than is shown says whether there are more.
    const { items, next } = await ctx.table.query<T>({
      pk,
      begins: prefix,
      consistent: true,
      limit: limit + 1 - found.length,
      after,
    });
    found.push(...items);
    after = next;
  } while (after && found.length <= limit);
  const items = found.slice(0, limit);
  return { items, next_cursor: found.length > limit ? cursorOf(items.at(-1)?.id ?? "") : null };
}
