import type { MemberContext } from "../environment/context.ts";
import { firstText } from "../message/message.ts";
import { comparable } from "../store/comparable-text.ts";
import { type Latest, latest, type Listed, type Wanted } from "./latest.ts";
import type { ChatRecord } from "./record.ts";

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

interface Search extends Wanted {
  text: string;
}

/**
 * The member's chats in the index's partition whose title or first message holds the text (D60), the latest first. `next`
 * is the place of the last one looked at, where there may be more: a page can be short, even empty, and still have one after it.
 */
export async function search(ctx: MemberContext, { index_pk, text, limit, before }: Search): Promise<Latest> {
  const wanted = comparable(text.trim());
  const chats: Listed[] = [];
  let next = before;
  for (let looked = 0; looked < CHATS_PER_SEARCH; looked += CHATS_PER_STEP) {
    const step = await latest(ctx, { index_pk, limit: CHATS_PER_STEP, before: next });
    const isMatch = await Promise.all(step.chats.map(({ chat }) => matches(ctx, chat, wanted)));
    for (const listed of step.chats.filter((_, at) => isMatch[at])) {
      if (chats.length === limit) return { chats, next };
      chats.push(listed);
      next = listed.place;
    }
    next = step.next;
    if (next === undefined) break;
  }
  return { chats, next };
}
