import type { Message } from "@parley/contract/message";
import { fitting } from "../environment/answer-size.ts";
import { chatKey, type ChatRecord, type Cut, endPk, isCut, isOwn, isWithin } from "../chat/record.ts";
import type { Base, MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { fromJsonText } from "../store/json-text.ts";
import { chatPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { attached } from "../upload/present.ts";
import { messageIndex, messageKey, type MessageRecord, messageSk } from "./record.ts";
import { stepsIn, whole } from "./texts.ts";

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
  /** The message whose item has it, where it has none of its own. */
  holder?: MessageRecord;
}

/** Finds a message of one of the caller's chats. Undefined if there is none. */
export async function find(ctx: MemberContext, chatId: string, messageId: string): Promise<Found | undefined> {
  if (!isUuid(chatId) || !isUuid(messageId)) return undefined;
  const [chat, message] = (await ctx.table.getMany([chatKey(chatId), messageKey(chatId, messageId)], {
    consistent: true,
    // In the order of the keys: a chat and a message.
  })) as [ChatRecord | undefined, MessageRecord | undefined];
  if (!isOwn(chat, ctx.actor) || isCut(chat, messageId)) return undefined;
  if (message) return { chat, message };
  const next = await itemFrom(ctx, chatId, messageId);
  // It got an item of its own meanwhile (`unfold.ts`).
  if (next?.id === messageId) return { chat, message: next };
  const step = next && stepsIn(next).find(({ id }) => id === messageId);
  return step && !isCut(chat, next.id) ? { chat, message: step, holder: next } : undefined;
}

/** The first message from an id on that has an item: that item has the messages of tools before it. */
async function itemFrom(ctx: Base, chatId: string, messageId: string): Promise<MessageRecord | undefined> {
  const { items } = await ctx.table.query<MessageRecord>({
    pk: chatPk(chatId),
    between: [messageSk(messageId), messageSk("~")],
    limit: 1,
    consistent: true,
  });
  return items[0];
}

/** Finds one of the caller's messages by its id alone. Undefined if there is none. */
export async function locate(ctx: MemberContext, messageId: string): Promise<Found | undefined> {
  for await (const chatId of chatsFor(ctx, messageId)) {
    const found = await find(ctx, chatId, messageId);
    if (found) return found;
  }
  return undefined;
}

/** A message of anyone's, by its id alone. Undefined if there is none. */
export async function messageOf(ctx: Base, messageId: string): Promise<MessageRecord | undefined> {
  for await (const chatId of chatsFor(ctx, messageId)) {
    const message = await ctx.table.get<MessageRecord>(messageKey(chatId, messageId), { consistent: true });
    if (message) return message;
  }
  return undefined;
}

/** The ids of the chats in which a message may be: those with the end of its id, then the one that the index has of old. */
async function* chatsFor({ table }: Base, messageId: string): AsyncGenerator<string> {
  if (!isUuid(messageId)) return;
  const ends = await table.queryAll<Key>({ pk: endPk(messageId), consistent: true });
  for (const { sk } of ends) yield sk.slice(chatPk("").length);
  const { items } = await table.query<Key>({ pk: messageIndex("", messageId).index_pk, index: true, limit: 1 });
  for (const { pk } of items) yield pk.slice(chatPk("").length);
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

/** Which messages of a chat are wanted. */
interface PageOptions {
  limit: number;
  before?: string | undefined;
  /** True where `before` may be a message that is kept in the item of another one. */
  mayBeHeld?: boolean;
  cuts?: readonly Cut[] | undefined;
}

/** A page of a chat's messages, oldest first: the last `limit` ones, or those before the message `before`. */
export async function page(
  ctx: MemberContext,
  chatId: string,
  options: PageOptions,
): Promise<{ messages: MessageRecord[]; has_more: boolean }> {
  const { limit, before, mayBeHeld = false } = options;
  const held = before !== undefined && mayBeHeld ? await heldBefore(ctx, chatId, { ...options, before }) : [];
  // Read after those, and before the first of them: if they get items of their own meanwhile, none is missing or told twice.
  const found = await latest(ctx, chatId, { ...options, before: held[0]?.id ?? before });
  const newest = [...held.toReversed(), ...found];
  return { messages: newest.slice(0, limit).toReversed(), has_more: newest.length > limit };
}

/** The messages before `before` that are kept in the item of one after it. */
async function heldBefore(
  ctx: Base,
  chatId: string,
  { before, cuts = [] }: PageOptions & { before: string },
): Promise<MessageRecord[]> {
  const next = await itemFrom(ctx, chatId, before);
  // What is in the item of the message itself is read with all others.
  if (!next || next.id === before || cuts.some((cut) => isWithin(cut, next.id))) return [];
  return stepsIn(next).filter(({ id }) => id < before);
}

/** The last messages whose items are before `before`, the newest first: more than `limit`, if there are more. */
async function latest(
  ctx: Base,
  chatId: string,
  { limit, before = "~", cuts = [] }: PageOptions,
): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  const isThere = ({ id }: MessageRecord) => !cuts.some((cut) => isWithin(cut, id));
  // What was cut out may be far more than what is left, and is not read.
  for (const [from, to] of shownRanges(before, cuts)) {
    let after: Record<string, unknown> | undefined;
    do {
      const { items, next } = await ctx.table.query<MessageRecord>({
        pk: chatPk(chatId),
        between: [messageSk(from), messageSk(to)],
        descending: true,
        limit: limit + 2,
        consistent: true,
        after,
      });
      for (const item of items.filter(isThere)) {
        if (found.length > limit) break;
        // Read while its messages got items of their own, one may come twice.
        const oldest = found.at(-1)?.id ?? "~";
        found.push(...[item, ...stepsIn(item).toReversed()].filter(({ id }) => id !== before && id < oldest));
      }
      after = next;
    } while (after && found.length <= limit);
    if (found.length > limit) break;
  }
  return found;
}
