import { iso } from "../environment/clock.ts";
import type { Actor } from "../environment/context.ts";
import type { Ids } from "../environment/ids.ts";
import { type Expression, expr } from "../store/expression.ts";
import { chatPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { chatsPk, placeOf } from "./place.ts";

/**
 * Ids from `from` to `to`, both inclusive, that are no longer part of the chat: of messages, and of the tables and charts of
 * their turns. `turn_id` is the turn that the first of them, or what was edited before it, had until then.
 */
export interface Cut {
  from: string;
  to: string;
  turn_id?: string;
}

export interface ChatRecord extends Item {
  id: string;
  organization_id: string;
  member_id: string;
  agent_id: string | null;
  title: string | null;
  integration_id: string | null;
  scoped_project_ids: string[];
  /** The one turn that runs on this chat (D20); absent if none does. */
  active_turn_id?: string;
  /** True once messages are found by the end that their ids have in common with the chat's (`endKey`). */
  has_end?: true;
  /** The greatest message id so far: later ids are made greater, whatever the clocks say. */
  last_message_id?: string;
  /** The question of the last turn that has ended of those that kept it themselves (`message/asked.ts`). */
  last_question_id?: string;
  /** What edits and deletions took out: hidden at once by every read, removed from the table afterwards. */
  cuts?: Cut[];
  created_at: string;
  updated_at: string;
  /** Its place in its member's list (`place.ts`), which may be that of an update some minutes before the last. */
  index_sk?: string;
  archived_at: string | null;
  /** Set on a deleted chat until everything of it is gone. */
  deleted_at?: string;
}

export const chatKey = (chatId: string): Key => ({ pk: chatPk(chatId), sk: "CHAT" });

/** Hexadecimal digits that the ids of a chat's messages have in common with its own, at their end. */
const END_DIGITS = 10;

/** The partition of the chats in which a message may be, by its id: as a rule there is one. */
export const endPk = (id: string): string => `END#${id.slice(-END_DIGITS)}`;

/** Says that a chat is there, where its messages are looked for by their ids alone. */
export const endKey = (chatId: string): Key => ({ pk: endPk(chatId), sk: chatPk(chatId) });

/** True for a message that is found by the end of its id. */
export const hasEndOf = (chatId: string, messageId: string): boolean => endPk(chatId) === endPk(messageId);

/** An id for a message of the chat, greater than `after`. */
export const nextMessageId = (ids: Ids, chatId: string, after?: string): string =>
  ids.next(after, Buffer.from(chatId.slice(-END_DIGITS), "hex"));

/** Index entry that lists a member's chats by last update: the exact one (`place.ts`). */
export const chatIndex = (owner: Actor, chatId: string, updatedAt: string, archived: boolean) => ({
  index_pk: chatsPk(owner, archived),
  index_sk: placeOf(updatedAt, chatId),
});

/** Partition of the index that lists deleted chats by when they were deleted. */
export const deletedChats = "PURGE";

/** Index entry of a deleted chat of which something is left. */
export const purgeIndex = (chatId: string, now: number) => ({
  index_pk: deletedChats,
  index_sk: `${iso(now)}#${chatId}`,
});

/** The assignment that adds a cut to whatever cuts the chat has by then. */
export const addCut = (cut: Cut): Expression => expr`#cuts = list_append(if_not_exists(#cuts, ${[]}), ${[cut]})`;

/** True when the chat exists and is the actor's own. */
export const isOwn = (chat: ChatRecord | undefined, actor: Actor): chat is ChatRecord =>
  chat !== undefined &&
  chat.deleted_at === undefined &&
  chat.member_id === actor.member_id &&
  chat.organization_id === actor.organization_id;

/** True when a message, or a table or chart, was taken out of the chat by an edit or a deletion. */
export const isCut = (chat: Pick<ChatRecord, "cuts">, id: string): boolean =>
  (chat.cuts ?? []).some((cut) => isWithin(cut, id));

/** True for an id that the cut takes out. */
export const isWithin = ({ from, to }: Cut, id: string): boolean => from <= id && id <= to;

/** Partition of the index that lists the chats whose cuts are to be purged. */
export const chatsWithCuts = "CUTS";
export const cutsKey = (chatId: string): Key => ({ pk: chatPk(chatId), sk: "CUTS" });

/** Lists a chat whose cuts are to be purged; written with the cut itself. */
export const listCuts = (chatId: string, now: number): Write => ({
  put: { ...cutsKey(chatId), index_pk: chatsWithCuts, index_sk: `${iso(now)}#${chatId}` },
});
