import { type FeedbackRequest, FeedbackValue, type MessageMetadata } from "@parley/contract/message";
import * as v from "valibot";
import { chatKey, type ChatRecord, isCut, isOwn } from "../chat/record.ts";
import type { Actor, MemberContext, OrganizationContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { listed } from "../feedback/record.ts";
import { expr } from "../store/expression.ts";
import { fromJsonText, toJsonText } from "../store/json-text.ts";
import { chatPk, memberPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { locate } from "./message.ts";
import { messageKey, type MessageRecord, messageSk } from "./record.ts";
import { unfolded } from "./unfold.ts";

/**
 * Records whether a message was good. Throws INVALID_FEEDBACK for another value, MESSAGE_NOT_FOUND for a message that is
 * not the caller's.
 */
export async function giveFeedback(ctx: MemberContext, messageId: string, request: FeedbackRequest) {
  const feedback = v.safeParse(FeedbackValue, request.feedback);
  if (!feedback.success) fail("INVALID_FEEDBACK");
  const located = await locate(ctx, messageId);
  const found = located?.holder || located?.running ? await unfolded(ctx, located) : located;
  if (!found) fail("MESSAGE_NOT_FOUND");
  const kept = found.message.metadata === null ? {} : fromJsonText(found.message.metadata);
  const metadata: MessageMetadata = { ...kept, feedback: feedback.output };
  if (request.note === null || request.note === undefined) delete metadata.feedback_note;
  else metadata.feedback_note = request.note;
  const { organization_id, member_id } = ctx.actor;
  const outcome = await ctx.table.transact([
    {
      update: messageKey(found.chat.id, messageId),
      set: expr`SET #metadata = ${toJsonText(metadata)}`,
      when: expr`attribute_exists(#pk) AND #member_id = ${member_id}`,
    },
    // Administrators look at answers: what somebody said of a question is nothing for their list.
    ...(found.message.role === "assistant"
      ? [listed(ctx, organization_id, { id: messageId, chat_id: found.chat.id, member_id, feedback: feedback.output })]
      : []),
  ]);
  if (!outcome.done) fail("MESSAGE_NOT_FOUND");
  return { id: messageId, metadata: { feedback: feedback.output } };
}

/** What a member said of an answer. */
export interface Feedback {
  member_id: string;
  chat_id: string;
  message_id: string;
  /** When the message was written. */
  timestamp: string;
  feedback: FeedbackValue;
  note: string | null;
}

/** Chats that are read at once. */
const CHATS_AT_ONCE = 8;

/** A member's chats that were changed since then, archived ones too. */
async function* chatsOf(ctx: OrganizationContext, owner: Actor, since: string): AsyncGenerator<Key[]> {
  for (const list of ["CHATS", "ARCHIVED"]) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await ctx.table.query<Key>({
        pk: `${memberPk(owner)}#${list}`,
        index: true,
        between: [since, "~"],
        descending: true,
        limit: 100,
        after,
      });
      yield page.items;
      after = page.next;
    } while (after);
  }
}

/** The feedback in one chat, of messages written since then (ms). */
async function inChat(ctx: OrganizationContext, chat: ChatRecord, since: number): Promise<Feedback[]> {
  const stamp = since.toString(16).padStart(12, "0");
  const messages = await ctx.table.queryAll<MessageRecord>({
    pk: chatPk(chat.id),
    between: [messageSk(`${stamp.slice(0, 8)}-${stamp.slice(8)}`), messageSk("~")],
    filter: expr`contains(#metadata, ${'"feedback":'})`,
    fields: ["id", "timestamp", "metadata"],
  });
  return messages.flatMap(({ id, timestamp, metadata }) => {
    const { feedback, feedback_note } = metadata === null ? {} : fromJsonText(metadata);
    if (feedback === undefined || isCut(chat, id)) return [];
    const { member_id, id: chat_id } = chat;
    return [{ member_id, chat_id, message_id: id, timestamp, feedback, note: feedback_note ?? null }];
  });
}

/**
 * The feedback on messages of one member that were written since then (ms), chat by chat; `read` is how many chats were
 * looked at. What administrators page through (`feedback/`) holds answers alone, of a year: this reads the member's chats of that
 * time, those before it are not read, and finds all that anybody ever rated there.
 */
export async function* feedbackOf(
  ctx: OrganizationContext,
  memberId: string,
  since: number,
): AsyncGenerator<{ read: number; found: Feedback[] }> {
  const owner = { organization_id: ctx.actor.organization_id, member_id: memberId };
  for await (const keys of chatsOf(ctx, owner, new Date(since).toISOString())) {
    for (let start = 0; start < keys.length; start += CHATS_AT_ONCE) {
      const step = keys.slice(start, start + CHATS_AT_ONCE);
      const chats = await ctx.table.getMany<ChatRecord>(step.map(({ pk }) => chatKey(pk.slice(chatPk("").length))));
      const own = chats.filter((chat) => isOwn(chat, owner));
      const found = await Promise.all(own.map((chat) => inChat(ctx, chat, since)));
      yield { read: step.length, found: found.flat() };
    }
  }
}
