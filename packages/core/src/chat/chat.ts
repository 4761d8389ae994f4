import type { Chat, ChatCreate, ChatUpdate } from "@parley/contract/chat";
import { defaultAgent, findOffered } from "../agent/agent.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext, WithFiles, WithQueue } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { fail } from "../failure/failure.ts";
import { isUuid, timeOf } from "../environment/ids.ts";
import { find as findIntegration } from "../integration/integration.ts";
import { holderIn, questionOf } from "../message/asked.ts";
import { type MessagePage, page, presentLatest, withLast } from "../message/message.ts";
import { cancel } from "../turn/cancel.ts";
import { releaseIfLost } from "../turn/wake-or-end.ts";
import { FIRST_WAKE_MS } from "../turn/wake-again.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import { latest } from "./latest.ts";
import { mayStayAsNew } from "./new-chats.ts";
import { chatsPk, stayingEntry } from "./place.ts";
import { chatIndex, chatKey, type ChatRecord, endKey, isOwn, purgeIndex } from "./record.ts";
import { emptyFirstPage, removeItem } from "./purge.ts";
import { resolveScope } from "./scope.ts";
import { search } from "./search.ts";

/** A chat as clients see it. */
export const presentChat = (chat: ChatRecord): Chat => ({
  id: chat.id,
  agent_id: chat.agent_id,
  title: chat.title,
  integration_id: chat.integration_id,
  scoped_project_ids: chat.scoped_project_ids,
  active_turn_id: chat.active_turn_id ?? null,
  created_at: chat.created_at,
  updated_at: chat.updated_at,
  archived_at: chat.archived_at,
});

/** An empty id counts as given, and is unknown like any malformed one (D1). */
const isGiven = (id: string | null | undefined): id is string => typeof id === "string";

/**
 * Creates a chat of the caller. Without an agent the organization's published default is bound; drafts are for administrators. Throws AGENT_NOT_FOUND,
 * INTEGRATION_NOT_FOUND; projects follow the scope rule.
 */
export async function create(ctx: MemberContext, request: ChatCreate): Promise<Chat> {
  const requestedScope = request.scoped_project_ids ?? (request.project_id ? [request.project_id] : []);
  const [agent, integration, scope] = await Promise.all([
    isGiven(request.agent_id) ? findOffered(ctx, request.agent_id) : defaultAgent(ctx),
    isGiven(request.integration_id) ? findIntegration(ctx, request.integration_id) : undefined,
    resolveScope(ctx, requestedScope),
  ]);
  if (isGiven(request.agent_id) && !agent) fail("AGENT_NOT_FOUND");
  if (isGiven(request.integration_id) && !integration) fail("INTEGRATION_NOT_FOUND");
  const id = ctx.ids.next();
  const time = ctx.clock.now();
  const now = iso(time);
  const { index_pk, index_sk } = chatIndex(ctx.actor, id, now, false);
  const chat: ChatRecord = {
    ...chatKey(id),
    index_pk,
    index_sk: mayStayAsNew(ctx, time) ? stayingEntry(index_sk) : index_sk,
    id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    agent_id: agent?.id ?? null,
    title: request.title ?? null,
    integration_id: integration?.id ?? null,
    scoped_project_ids: scope,
    has_end: true,
    created_at: now,
    updated_at: now,
    archived_at: null,
  };
  await ctx.table.transact([{ put: { ...chat } }, { put: { ...endKey(id) } }]);
  return presentChat(chat);
}

/** One of the caller's chats as it is kept. Throws CHAT_NOT_FOUND. */
export async function own(ctx: MemberContext, chatId: string): Promise<ChatRecord> {
  if (!isUuid(chatId)) fail("CHAT_NOT_FOUND");
  const chat = await ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true });
  if (!isOwn(chat, ctx.actor)) fail("CHAT_NOT_FOUND");
  return chat;
}

/** A chat with its latest messages, oldest first, or those before the message `before`. Throws CHAT_NOT_FOUND, INVALID_CURSOR. */
export async function get(
  ctx: MemberContext & WithFiles & WithQueue,
  chatId: string,
  options: { limit: number; before?: string | undefined },
) {
  if (!isUuid(chatId)) fail("CHAT_NOT_FOUND");
  if (options.before !== undefined && !isUuid(options.before)) {
    await own(ctx, chatId);
    fail("INVALID_CURSOR");
  }
  const wanted = { ...options, mayBeHeld: true };
  // The messages are read along with the chat and shown only if the chat is the caller's.
  const [found, first] = await Promise.all([own(ctx, chatId), page(ctx, chatId, wanted)]);
  const chat = await freed(ctx, found);
  const running = await holderIn(ctx, chat);
  // Read again where the first page may show what was cut, or lack a question, or how a turn ended.
  const mayLack = (chat.active_turn_id !== undefined && !running) || isOlder(first, chat, options.before);
  const isStale = chat !== found || chat.cuts !== undefined || mayLack;
  const kept = isStale ? await page(ctx, chatId, { ...wanted, cuts: chat.cuts }) : first;
  const { messages, has_more } = running ? withLast(kept, questionOf(running), wanted) : kept;
  const shown = await presentLatest(ctx, messages);
  return { ...presentChat(chat), messages: shown, has_more: has_more || shown.length < messages.length };
}

/** True for a page that was read beside its chat, and may lack the last question that its turn had kept until it ended. */
const isOlder = ({ messages }: MessagePage, { last_question_id: last }: ChatRecord, before = "~"): boolean =>
  last !== undefined && last < before && (messages.at(-1)?.id ?? "") < last;

/** The chat, freed first when its turn was lost: no chat stays locked for longer than a lease (D26); a turn that waits is woken. */
async function freed(ctx: MemberContext & WithQueue, chat: ChatRecord): Promise<ChatRecord> {
  if (chat.active_turn_id === undefined) return chat;
  // Not by `updated_at`: a new title makes no turn younger.
  const isFresh = Math.abs(ctx.clock.now() - timeOf(chat.active_turn_id)) < FIRST_WAKE_MS;
  if (isFresh || !(await releaseIfLost(ctx, chat.id, chat.active_turn_id))) return chat;
  return own(ctx, chat.id);
}

/** The caller's chats, or those that a search finds, most recently updated first. Throws INVALID_CURSOR. */
export async function list(
  ctx: MemberContext,
  options: {
    limit: number;
    cursor?: string | undefined;
    archived?: boolean | undefined;
    search?: string | undefined;
  },
) {
  const index_pk = chatsPk(ctx.actor, options.archived === true);
  const before = options.cursor === undefined ? undefined : parseCursor(options.cursor);
  const wanted = { index_pk, limit: options.limit, before };
  const found = await (options.search ? search(ctx, { ...wanted, text: options.search }) : latest(ctx, wanted));
  return { chats: found.chats.map(({ chat }) => presentChat(chat)), next_cursor: formatCursor(found.next) };
}

/** Retitles, archives or unarchives one of the caller's chats. Throws CHAT_NOT_FOUND. */
export async function update(ctx: MemberContext, chatId: string, change: ChatUpdate): Promise<Chat> {
  const chat = await own(ctx, chatId);
  const now = iso(ctx.clock.now());
  const isMoved = typeof change.archived === "boolean";
  const archivedAt = change.archived === true ? (chat.archived_at ?? now) : null;
  const { index_pk, index_sk } = chatIndex(ctx.actor, chatId, now, archivedAt !== null);
  const outcome = await ctx.table.update<ChatRecord>(
    chatKey(chatId),
    expr`SET ${assignments({
      title: change.title ?? undefined,
      updated_at: now,
      index_sk,
      // Only where it was asked for: a new title must not undo an archiving at the same time.
      ...(isMoved && { archived_at: archivedAt, index_pk }),
    })}`,
    expr`#member_id = ${ctx.actor.member_id} AND attribute_not_exists(#deleted_at)`,
  );
  if (!outcome.done) fail("CHAT_NOT_FOUND");
  return presentChat(outcome.item);
}

/** Binds a database integration, found before, to one of the caller's chats. Throws CHAT_NOT_FOUND. */
export async function bindIntegration(ctx: MemberContext, chatId: string, integrationId: string): Promise<void> {
  const outcome = await ctx.table.update(
    chatKey(chatId),
    expr`SET #integration_id = ${integrationId}`,
    expr`#member_id = ${ctx.actor.member_id} AND attribute_not_exists(#deleted_at)`,
  );
  if (!outcome.done) fail("CHAT_NOT_FOUND");
}

/**
 * Deletes one of the caller's chats. A running turn is cancelled first. The chat is gone with one write; a page of its items
 * is removed after that, and the rest (and what is left if this is interrupted) by the sweeper.
 */
export async function remove(ctx: MemberContext, chatId: string): Promise<void> {
  const chat = await own(ctx, chatId);
  if (chat.active_turn_id !== undefined) await cancel(ctx, chatId, chat.active_turn_id);
  const now = ctx.clock.now();
  const outcome = await ctx.table.update<ChatRecord>(
    chatKey(chatId),
    expr`SET ${assignments({ deleted_at: iso(now), ...purgeIndex(chatId, now) })}`,
    expr`#member_id = ${ctx.actor.member_id} AND attribute_not_exists(#deleted_at)`,
  );
  if (!outcome.done) fail("CHAT_NOT_FOUND");
  const { isEmpty } = await emptyFirstPage(ctx, outcome.item);
  // It has no message, so nothing of it is in the bucket.
  if (isEmpty && outcome.item.last_message_id === undefined) await removeItem(ctx, chatId);
}
