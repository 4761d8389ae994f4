import type { Message } from "@parley/contract/message";
import { fitting } from "../environment/answer-size.ts";
import { chatKey, type ChatRecord, type Cut, isCut, isOwn, isWithin } from "../chat/record.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { fromJsonText } from "../store/json-text.ts";
import { chatPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { attached } from "../upload/present.ts";
import { messageIndex, messageKey, type MessageRecord, messageSk } from "./record.ts";
import { whole } from "./texts.ts";

type Context = MemberContext & WithFiles;

/** A message as clients see it, with fresh download addresses for its uploads. */
export async function present(ctx: Context, record: MessageRecord): Promise<Message> {
  const [message, uploads] = await Promise.all([
    whole(ctx.files, record),
    record.upload_ids && attached(ctx, record.upload_ids),
  ]);
  const { id, role, type, content, timestamp } = message;
  const kept = message.metadata === null ? null : fromJsonText(message.metadata);
  const metadata = uploads ? { ...kept, uploads } : kept;
  return { id, role, type, content, timestamp, metadata };
}

/** Messages that are made ready at once: one may bring half a megabyte from the bucket. */
const MESSAGES_PER_STEP = 16;

/**
 * The newest of the messages (oldest first) that one response can carry: at least one. Many large tables are more
 * than that; then the page is shorter, and the next one begins where it ends.
 */
export async function presentLatest(ctx: Context, messages: readonly MessageRecord[]): Promise<Message[]> {
  const newest: Message[] = [];
  for (let end = messages.length; end > 0; end -= MESSAGES_PER_STEP) {
    const step = messages.slice(Math.max(0, end - MESSAGES_PER_STEP), end);
    newest.push(...(await Promise.all(step.map((message) => present(ctx, message)))).toReversed());
    const count = fitting(newest);
    if (count < newest.length) return newest.slice(0, count).toReversed();
  }
  return newest.toReversed();
}

/** One of the caller's messages, and its chat. */
export interface Found {
  chat: ChatRecord;
  message: MessageRecord;
}

/** Finds a message of one of the caller's chats. Undefined if there is none. */
export async function find(ctx: MemberContext, chatId: string, messageId: string): Promise<Found | undefined> {
  if (!isUuid(chatId) || !isUuid(messageId)) return undefined;
  const [chat, message] = (await ctx.table.getMany([chatKey(chatId), messageKey(chatId, messageId)], {
    consistent: true,
    // In the order of the keys: a chat and a message.
  })) as [ChatRecord | undefined, MessageRecord | undefined];
  return isOwn(chat, ctx.actor) && message && !isCut(chat, messageId) ? { chat, message } : undefined;
}

/** Finds one of the caller's messages by its id alone. Undefined if there is none. */
export async function locate(ctx: MemberContext, messageId: string): Promise<Found | undefined> {
  if (!isUuid(messageId)) return undefined;
  const { index_pk } = messageIndex("", messageId);
  const { items } = await ctx.table.query<Key>({ pk: index_pk, index: true, limit: 1 });
  const [key] = items;
  return key && find(ctx, key.pk.slice(chatPk("").length), messageId);
}

/** One message of one of the caller's chats. Throws MESSAGE_NOT_FOUND. */
export async function get(ctx: Context, chatId: string, messageId: string): Promise<Message> {
  const { message } = (await find(ctx, chatId, messageId)) ?? fail("MESSAGE_NOT_FOUND");
  return present(ctx, message);
}

/** The ranges of ids up to `until` outside all cuts, latest first; their ends may be cut themselves. */
function shownRanges(until: string, cuts: readonly Cut[]): [string, string][] {
  const ranges: [string, string][] = [];
  let end = until;
  for (const { from, to } of cuts.toSorted((a, b) => (a.to < b.to ? 1 : -1))) {
    if (to < end && from <= end) ranges.push([to, end]);
    if (from < end) end = from;
  }
  return [...ranges, ["", end]];
}

/** The words of the first message that a chat shows. Undefined if it shows none. */
export async function firstText(
  ctx: MemberContext,
  chatId: string,
  cuts: readonly Cut[] = [],
): Promise<string | undefined> {
  for (const [from, to] of shownRanges("~", cuts).toReversed()) {
    const { items } = await ctx.table.query<Pick<MessageRecord, "id" | "content"> & Key>({
      pk: chatPk(chatId),
      between: [messageSk(from), messageSk(to)],
      // If the range begins with what was cut, the one after it.
      limit: 2,
      fields: ["id", "content"],
    });
    const first = items.find(({ id }) => !cuts.some((cut) => isWithin(cut, id)));
    if (first) return first.content;
  }
  return undefined;
}

/** A page of a chat's messages, oldest first: the last `limit` ones, or those before the message `before`. */
export async function page(
  ctx: MemberContext,
  chatId: string,
  options: { limit: number; before?: string | undefined; cuts?: readonly Cut[] | undefined },
): Promise<{ messages: MessageRecord[]; has_more: boolean }> {
  const found: MessageRecord[] = [];
  const { before = "~", cuts = [] } = options;
  const isShown = ({ id }: MessageRecord) => id !== before && !cuts.some((cut) => isWithin(cut, id));
  // What was cut out may be far more than what is left, and is not read.
  for (const [from, to] of shownRanges(before, cuts)) {
    let after: Record<string, unknown> | undefined;
    do {
      const { items, next } = await ctx.table.query<MessageRecord>({
        pk: chatPk(chatId),
        between: [messageSk(from), messageSk(to)],
        descending: true,
        limit: options.limit + 2,
        consistent: true,
        after,
      });
      found.push(...items.filter(isShown));
      after = next;
    } while (after && found.length <= options.limit);
    if (found.length > options.limit) break;
  }
  return { messages: found.slice(0, options.limit).toReversed(), has_more: found.length > options.limit };
}
