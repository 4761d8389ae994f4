import { randomUUID } from "node:crypto";
import { iso } from "@parley/core/environment/clock";
import type { Actor, Base } from "@parley/core/environment/context";
import { chatIndex, chatKey, type ChatRecord } from "@parley/core/chat/record";

/** A chat whose place was given at `placed` (ms), where it may have stayed until it was updated, `later` (ms). */
export interface Standing {
  placed: number;
  /** Undefined where it may not stay: it is in its exact place. */
  later?: number | undefined;
  title?: string;
  archived?: boolean;
}

/** A chat of the member's as acceptances of its turns leave it in the table. */
export function standingChat(
  actor: Actor,
  { placed, later, title = "A chat", archived = false }: Standing,
  id: string = randomUUID(),
) {
  const index = chatIndex(actor, id, iso(placed), archived);
  const updated_at = iso(placed + (later ?? 0));
  const chat: ChatRecord = {
    ...chatKey(id),
    index_pk: index.index_pk,
    index_sk: later === undefined ? index.index_sk : `${index.index_sk}~`,
    id,
    organization_id: actor.organization_id,
    member_id: actor.member_id,
    agent_id: null,
    title,
    integration_id: null,
    scoped_project_ids: [],
    created_at: iso(placed),
    updated_at,
    archived_at: archived ? updated_at : null,
  };
  return chat;
}

/** What orders chats in a list: when they were updated, and their ids. */
export const orderOf = ({ updated_at, id }: Pick<ChatRecord, "updated_at" | "id">): string => `${updated_at}#${id}`;

/** The latest first. */
export const latestFirst = <T extends Pick<ChatRecord, "updated_at" | "id">>(chats: Iterable<T>): T[] =>
  [...chats].toSorted((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));

export const putChats = (base: Base, chats: Iterable<ChatRecord>): Promise<unknown> =>
  Promise.all(Array.from(chats, (chat) => base.table.put({ ...chat })));
