import { limits } from "@parley/contract/limits";
import { iso } from "../environment/clock.ts";
import type { Base, WithFiles } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { chatPk } from "../store/keys.ts";
import { log } from "../observe/log.ts";
import { textsPrefix } from "../message/texts.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { forgetTurn } from "../turn/forget.ts";
import type { KeptRequest } from "../turn/record.ts";
import { rowsPrefix } from "../visualization/kept-rows.ts";
import { release, releaseCut } from "../upload/attach.ts";
import { createPace, type Pace } from "./pace.ts";
import { chatKey, type ChatRecord, chatsWithCuts, type Cut, cutsKey, deletedChats, endKey } from "./record.ts";

/** Milliseconds after which no worker of a deleted chat's turn writes: its lease has expired (D26). */
const QUIET_MS = (limits.turn_lease + limits.turn_lease_renewal) * 1000;

/** Items of a chat that one step of a purge removes. */
const ITEMS_PER_PAGE = 200;
/** Messages that one step of the purge of a cut removes: each may have a turn, which is forgotten before it. */
const MESSAGES_PER_PAGE = 50;
/** Write units that a sweep consumes in a second: a partition takes 1,000, and other items in it are in use. */
const UNITS_PER_SECOND = 600;
/** Chats that one step of a sweep lists, and those that it works on at once. */
const CHATS_PER_LIST = 25;
const PURGE_LANES = 4;
/** Milliseconds after which a lane turns to the next chat, so that large ones do not keep others waiting. */
const SLICE_MS = 5_000;
/** Uploads that are released at once. */
const UPLOADS_PER_RELEASE = 50;

type Context = Base & WithFiles;

/** How long, and how fast. */
interface Allowed {
  /** The time (ms) after which nothing more is begun. */
  deadline: number;
  pace: Pace;
}

/** What a purge reads of an item: never its text. */
type Found = Key & { turn_id?: string; upload_ids?: string[]; request?: Pick<KeptRequest, "upload_ids"> };
const fields = ["pk", "sk", "turn_id", "upload_ids", "request.upload_ids"];

const uploadsOf = (items: readonly Found[]): string[] => [
  ...new Set(items.flatMap(({ upload_ids, request }) => [...(upload_ids ?? []), ...(request?.upload_ids ?? [])])),
];

/** A page of a chat's items, its own item apart. What is removed is not met again, so each page is the first one. */
async function pageOf(ctx: Base, chatId: string) {
  // In the order of sort keys the chat's own item comes first.
  const { items, next } = await ctx.table.query<Found>({
    pk: chatPk(chatId),
    between: ["CHAT!", "~"],
    consistent: true,
    limit: ITEMS_PER_PAGE,
    fields,
  });
  return { items, isLast: next === undefined };
}

/** Releases the uploads of these items, a few at a time: a page of messages may have two thousand. */
async function releaseAll(items: readonly Found[], letGo: (ids: string[]) => Promise<void>): Promise<void> {
  const uploads = uploadsOf(items);
  for (let start = 0; start < uploads.length; start += UPLOADS_PER_RELEASE)
    await letGo(uploads.slice(start, start + UPLOADS_PER_RELEASE));
}

/**
 * Removes the first items of a chat that was deleted, and releases their uploads: for most chats that is all of them.
 * `isEmpty` if nothing is left of it in the table but its own item; `units` is what the removal consumed.
 */
export async function emptyFirstPage(ctx: Base, chat: ChatRecord): Promise<{ isEmpty: boolean; units: number }> {
  const { items, isLast } = await pageOf(ctx, chat.id);
  await releaseAll(items, (uploads) => release(ctx, chat, uploads));
  return { isEmpty: isLast, units: await ctx.table.removeMany(items) };
}

/** Removes a chat's own item, after what leads to it: a run that dies in between leaves the chat to the next sweep. */
export async function removeItem(ctx: Base, chatId: string): Promise<void> {
  await ctx.table.removeMany([endKey(chatId)]);
  await ctx.table.removeMany([chatKey(chatId)]);
}

/** Removes what is left of a deleted chat, its own item last. False if that takes longer than is allowed. */
async function purgeChat(ctx: Context, chat: ChatRecord, { deadline, pace }: Allowed): Promise<boolean> {
  const isInTime = () => ctx.clock.now() < deadline;
  for (;;) {
    const { isEmpty, units } = await emptyFirstPage(ctx, chat);
    await pace(units);
    if (isEmpty) break;
    if (!isInTime()) return false;
  }
  for (const prefix of [rowsPrefix(chat.id), textsPrefix(chat.id)]) {
    if (!(await ctx.files.removeSome({ prefix, isInTime }))) return false;
  }
  await removeItem(ctx, chat.id);
  return true;
}

/** Removes a cut's messages with all that came of them. False if that takes longer than is allowed. */
async function purgeCut(ctx: Context, chat: ChatRecord, cut: Cut, { deadline, pace }: Allowed): Promise<boolean> {
  const isInTime = () => ctx.clock.now() < deadline;
  if (cut.turn_id !== undefined) await forgetTurn(ctx, chat.id, cut.turn_id);
  for (;;) {
    const { items, next } = await ctx.table.query<Found>({
      pk: chatPk(chat.id),
      between: [`MESSAGE#${cut.from}`, `MESSAGE#${cut.to}`],
      consistent: true,
      limit: MESSAGES_PER_PAGE,
      fields,
    });
    const turns = new Set(items.flatMap(({ turn_id }) => turn_id ?? []));
    for (const turn of turns) await pace(await forgetTurn(ctx, chat.id, turn));
    await releaseAll(items, (uploads) => releaseCut(ctx, chat, uploads, cut));
    await pace(await ctx.table.removeMany(items));
    if (!next) break;
    if (!isInTime()) return false;
  }
  // Ids of tables lie between those of their turn's messages (`run.ts`).
  for (const prefix of [rowsPrefix(chat.id), textsPrefix(chat.id)]) {
    if (!(await ctx.files.removeSome({ prefix, from: cut.from, to: `${cut.to}~`, isInTime }))) return false;
  }
  return true;
}

/** Removes what edits and deletions took out of a chat, then forgets the cuts. False if that takes longer than is allowed. */
export async function purgeCuts(ctx: Context, chatId: string, allowed = until(ctx, Infinity)): Promise<boolean> {
  const chat = await ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true });
  // A deleted chat goes as a whole.
  if (chat === undefined || chat.deleted_at !== undefined) {
    await ctx.table.removeMany([cutsKey(chatId)]);
    return true;
  }
  for (const cut of chat.cuts ?? []) if (!(await purgeCut(ctx, chat, cut, allowed))) return false;
  // Together, so that a chat that was edited again meanwhile stays on the list.
  const isAsSeen =
    chat.cuts === undefined ? expr`attribute_exists(#pk) AND attribute_not_exists(#cuts)` : expr`#cuts = ${chat.cuts}`;
  const change: Write = { update: chatKey(chatId), set: expr`REMOVE #cuts`, when: isAsSeen };
  await ctx.table.transact([change, { remove: cutsKey(chatId) }]);
  return true;
}

const until = (ctx: Base, deadline: number): Allowed => ({
  deadline,
  pace: createPace(ctx.clock, UNITS_PER_SECOND, deadline),
});

/** The ids of the chats that a partition of the index has listed for longer than `QUIET_MS`. */
async function listed(ctx: Base, partition: string, after: Record<string, unknown> | undefined) {
  const { items, next } = await ctx.table.query<Key>({
    pk: partition,
    between: ["0", iso(ctx.clock.now() - QUIET_MS)],
    index: true,
    limit: CHATS_PER_LIST,
    after,
  });
  return { chats: items.map(({ pk }) => pk.slice(chatPk("").length)), next };
}

/**
 * Works on what an index partition lists, a few at once, until the time is up. Each chat is given a moment; those that
 * need more share what is left of the time. Returns how many were finished; throws in the end if one could not
 * be: a chat that fails each time does not keep others from being purged.
 */
async function purgeListed(
  ctx: Context,
  partition: string,
  deadline: number,
  purge: (chatId: string, allowed: Allowed) => Promise<boolean>,
): Promise<number> {
  const { pace } = until(ctx, deadline);
  const isInTime = () => ctx.clock.now() < deadline;
  const unfinished: string[] = [];
  let finished = 0;
  let failed = 0;

  async function lane(waiting: string[]): Promise<void> {
    for (let chat = waiting.shift(); chat !== undefined && isInTime(); chat = waiting.shift()) {
      try {
        const slice = Math.min(deadline, ctx.clock.now() + SLICE_MS);
        if (await purge(chat, { deadline: slice, pace })) finished += 1;
        else unfinished.push(chat);
      } catch (error) {
        failed += 1;
        log("error", "a chat could not be purged", { chat_id: chat }, error);
      }
    }
  }
  const inLanes = (waiting: string[]) => Promise.all(Array.from({ length: PURGE_LANES }, () => lane(waiting)));

  let after: Record<string, unknown> | undefined;
  do {
    const { chats, next } = await listed(ctx, partition, after);
    await inLanes(chats);
    after = next;
  } while (after && isInTime());
  // What a lane does not finish is put back for the next free one.
  await inLanes(unfinished);
  if (failed > 0) throw new Error(`${failed} chats could not be purged`);
  return finished;
}

/**
 * Finishes the deletion of chats once no worker can write for them: their items, the rows and texts they kept,
 * and their own item last. For the sweeper: what is not done by the time `deadline` (ms) is taken up by the next sweep.
 */
export const purgeDeleted = (ctx: Context, deadline = Infinity): Promise<number> =>
  purgeListed(ctx, deletedChats, deadline, async (chatId, allowed) => {
    const chat = await ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true });
    return chat?.deleted_at === undefined || purgeChat(ctx, chat, allowed);
  });

/** Removes what edits and deletions of messages took out of chats, in the same way. For the sweeper. */
export const purgeEdited = (ctx: Context, deadline = Infinity): Promise<number> =>
  purgeListed(ctx, chatsWithCuts, deadline, (chatId, allowed) => purgeCuts(ctx, chatId, allowed));
