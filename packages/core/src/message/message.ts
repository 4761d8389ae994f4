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
import type { TurnRecord } from "../turn/record.ts";
import { holderIn, questionOf } from "./asked.ts";
import { messageIndex, messageKey, type MessageRecord, messageSk } from "./record.ts";
import { stepIn, stepsIn, whole } from "./texts.ts";

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
  /** The turn that runs and alone has it, as its question. */
  running?: TurnRecord;
}

/** What the caller expects a message to be: a question, or anything else. */
type Expected = "question" | "any";

/**
 * Finds a message of one of the caller's chats, with a call more, at the same moment, where a question is expected, and after the first
 * one where it is met unexpectedly. Undefined if there is none.
 */
export async function find(
  ctx: MemberContext,
  chatId: string,
  messageId: string,
  expected: Expected = "any",
): Promise<Found | undefined> {
  if (!isUuid(chatId) || !isUuid(messageId)) return undefined;
  const [chat, item] = await (expected === "question" ? besideItem : withItem)(ctx, chatId, messageId);
  if (!isOwn(chat, ctx.actor) || isCut(chat, messageId)) return undefined;
  const found = inItem(chat, item, messageId);
  if (found) return found;
  const later = expected === "question" ? undefined : inItem(chat, await itemFrom(ctx, chatId, messageId), messageId);
  if (later) return later;
  const running = await holderIn(ctx, chat);
  if (running?.user_message_id === messageId) return { chat, message: questionOf(running), running };
  if (expected === "any" && chat.active_turn_id === undefined) return undefined;
  return inItem(chat, await itemFrom(ctx, chatId, messageId), messageId);
}

type Read = [ChatRecord | undefined, MessageRecord | undefined];

/** A chat and the item of a message. */
const withItem = async ({ table }: Base, chatId: string, messageId: string): Promise<Read> =>
  // In the order of the keys: a chat and a message.
  (await table.getMany([chatKey(chatId), messageKey(chatId, messageId)], { consistent: true })) as Read;

/** A chat and the item that has a message, its own or another one's. */
const besideItem = (ctx: Base, chatId: string, messageId: string): Promise<Read> =>
  Promise.all([ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true }), itemFrom(ctx, chatId, messageId)]);

/** A message in an item of its own, or in that of the message after it. */
function inItem(chat: ChatRecord, item: MessageRecord | undefined, messageId: string): Found | undefined {
  if (!item || item.id === messageId) return item && { chat, message: item };
  const step = isCut(chat, item.id) ? undefined : stepIn(item, messageId);
  return step && { chat, message: step, holder: item };
}

/** The first message from an id on that has an item: that item has the messages before it that have none. */
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
export async function locate(ctx: MemberContext, messageId: string, expected?: Expected): Promise<Found | undefined> {
  for await (const chatId of chatsFor(ctx, messageId)) {
    const found = await find(ctx, chatId, messageId, expected);
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
export async function firstText(ctx: MemberContext, chat: ChatRecord): Promise<string | undefined> {
  const kept = await firstKept(ctx, chat);
  if (kept) return kept.content;
  if (chat.active_turn_id === undefined) return undefined;
  const running = await holderIn(ctx, chat);
  return running ? running.request.message : (await firstKept(ctx, chat))?.content;
}

/** The first message that a chat shows of those that are not about to be answered. */
async function firstKept(ctx: Base, { id: chatId, cuts = [] }: ChatRecord): Promise<MessageRecord | undefined> {
  for (const [from, to] of shownRanges("~", cuts).toReversed()) {
    const { items } = await ctx.table.query<MessageRecord>({
      pk: chatPk(chatId),
      between: [messageSk(from), messageSk(to)],
      // If the range begins with what was cut, the one after it.
      limit: 2,
      fields: ["id", "chat_id", "content", "first_step", "deflated"],
    });
    const first = items.find(({ id }) => !cuts.some((cut) => isWithin(cut, id)));
    if (first) return stepsIn(first)[0] ?? first;
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

/** Messages, oldest first, and whether there are older ones. */
export interface MessagePage {
  messages: MessageRecord[];
  has_more: boolean;
}

/** A page of a chat's messages, oldest first: the last `limit` ones, or those before the message `before`. */
export async function page(ctx: MemberContext, chatId: string, options: PageOptions): Promise<MessagePage> {
  const { limit, before, mayBeHeld = false } = options;
  const held = before !== undefined && mayBeHeld ? await heldBefore(ctx, chatId, { ...options, before }) : [];
  // Read after those, and before the first of them: if they get items of their own meanwhile, none is missing or told twice.
  const found = await latest(ctx, chatId, { ...options, before: held[0]?.id ?? before });
  const newest = [...held.toReversed(), ...found];
  return { messages: newest.slice(0, limit).toReversed(), has_more: newest.length > limit };
}

/** The page with a question that only its running turn has, where it belongs there: nothing in the chat is newer. */
export function withLast(
  { messages, has_more }: MessagePage,
  question: MessageRecord,
  { limit, before = "~" }: PageOptions,
): MessagePage {
  if (question.id >= before || question.id <= (messages.at(-1)?.id ?? "")) return { messages, has_more };
  return { messages: [...messages, question].slice(-limit), has_more: has_more || messages.length === limit };
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
