import type { MemberContext } from "../environment/context.ts";
import type { Key } from "../store/table-item.ts";
import { firstText } from "../message/message.ts";
import { comparable } from "../store/comparable-text.ts";
import { type ChatRecord, isOwn } from "./record.ts";

/** Chats that one search looks at, whether they match or not: its cursor leads on to the others. */
const CHATS_PER_SEARCH = 200;
/** Chats that are looked at together: each one whose title does not match costs a query for its first message. */
const CHATS_PER_STEP = 50;

async function matches(ctx: MemberContext, chat: ChatRecord, wanted: string): Promise<boolean> {
  if (comparable(chat.title ?? "").includes(wanted)) return true;
  if (chat.last_message_id === undefined) return false;
  const first = await firstText(ctx, chat);
  return first !== undefined && comparable(first).includes(wanted);
}

interface Search {
  index_pk: string;
  text: string;
  limit: number;
  after: Record<string, unknown> | undefined;
}

/**
 * The member's chats in the index's partition whose title or first message holds the text (D60), the latest first. `next`
 * is the last one looked at, where there may be more: a page can be short, even empty, and still have one after it.
 */
export async function search(ctx: MemberContext, { index_pk, text, limit, after }: Search) {
  const wanted = comparable(text.trim());
  const chats: ChatRecord[] = [];
  let next = after;
  for (let looked = 0; looked < CHATS_PER_SEARCH; looked += CHATS_PER_STEP) {
    const keys = await ctx.table.query<Key>({
      pk: index_pk,
      index: true,
      descending: true,
      limit: CHATS_PER_STEP,
      after: next,
    });
    const found = await ctx.table.getMany<ChatRecord>(keys.items);
    const isMatch = await Promise.all(
      found.map(async (chat) => isOwn(chat, ctx.actor) && (await matches(ctx, chat, wanted))),
    );
    for (const [at, chat] of found.entries()) {
      if (!chat || !isMatch[at]) continue;
      if (chats.length === limit) return { chats, next };
      chats.push(chat);
      next = { ...keys.items[at] };
    }
    next = keys.next;
    if (!next) break;
  }
  return { chats, next };
}
