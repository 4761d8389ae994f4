import { limits } from "@parley/contract/limits";
import { iso } from "../clock.ts";
import type { Base, WithFiles } from "../context.ts";
import { expr } from "../expression.ts";
import { chatPk } from "../keys.ts";
import { log } from "../log.ts";
import { textsPrefix } from "../message/texts.ts";
import type { Key } from "../table.ts";
import { forgetTurn } from "../turn/forget.ts";
import type { KeptRequest } from "../turn/record.ts";
import { rowsPrefix } from "../turn/visualization.ts";
import { release, releaseCut } from "../upload/upload.ts";
import { chatKey, type ChatRecord, chatsWithCuts, type Cut, cutsKey, deletedChats } from "./record.ts";

/** Milliseconds after which no worker of a deleted chat's turn writes any more: its lease has run out (D26). */
const QUIET = (limits.turn_lease + limits.turn_lease_renewal) * 1000;

/** Items of a chat that one step of a purge removes. */
const PAGE_ITEMS = 200;
/** Milliseconds between two steps: the table has other readers, and its partitions take about 1,000 writes a second. */
const PAUSE = 150;
/** Chats that one step of a sweep lists, and those that it works on at once: a large one keeps no other waiting. */
const LISTED_CHATS = 25;
const LANES = 4;

type Context = Base & WithFiles;

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
    limit: PAGE_ITEMS,
    fields,
  });
  return { items, isLast: next === undefined };
}

/**
 * Removes the first items of a chat that was just deleted, and lets go of their uploads: for most chats that is all of them.
 * True where nothing is left of it in the table but its own item.
 */
export async function emptyFirstPage(ctx: Base, chat: ChatRecord): Promise<boolean> {
  const { items, isLast } = await pageOf(ctx, chat.id);
  const uploads = uploadsOf(items);
  if (uploads.length > 0) await release(ctx, chat, chat.id, uploads);
  await ctx.table.removeMany(items);
  return isLast;
}

/** Removes what is left of a deleted chat, its own item last. False where that takes longer than `deadline`. */
async function purgeChat(ctx: Context, chat: ChatRecord, deadline: number): Promise<boolean> {
  const isInTime = () => ctx.clock.now() < deadline;
  while (!(await emptyFirstPage(ctx, chat))) {
    if (!isInTime()) return false;
    await ctx.clock.sleep(PAUSE);
  }
  for (const prefix of [rowsPrefix(chat.id), textsPrefix(chat.id)]) {
    if (!(await ctx.files.removeSome({ prefix, isInTime }))) return false;
  }
  await ctx.table.removeMany([chat]);
  return true;
}

/** Removes a cut's messages with all that came of them. False where that takes longer than `deadline`. */
async function purgeCut(ctx: Context, chat: ChatRecord, cut: Cut, deadline: number): Promise<boolean> {
  const isInTime = () => ctx.clock.now() < deadline;
  if (cut.turn_id !== undefined) await forgetTurn(ctx, chat.id, cut.turn_id);
  for (;;) {
    const { items, next } = await ctx.table.query<Found>({
      pk: chatPk(chat.id),
      between: [`MESSAGE#${cut.from}`, `MESSAGE#${cut.to}`],
      consistent: true,
      limit: PAGE_ITEMS,
      fields,
    });
    const turns = new Set(items.flatMap(({ turn_id }) => turn_id ?? []));
    for (const turn of turns) await forgetTurn(ctx, chat.id, turn);
    const uploads = uploadsOf(items);
    if (uploads.length > 0) await releaseCut(ctx, chat, chat.id, uploads, cut);
    await ctx.table.removeMany(items);
    if (!next) break;
    if (!isInTime()) return false;
    await ctx.clock.sleep(PAUSE);
  }
  // Ids of tables lie between those of their turn's messages (`run.ts`).
  for (const prefix of [rowsPrefix(chat.id), textsPrefix(chat.id)]) {
    if (!(await ctx.files.removeSome({ prefix, from: cut.from, to: `${cut.to}~`, isInTime }))) return false;
  }
  return true;
}

/** Removes what edits and deletions took out of a chat, then forgets the cuts. False where that takes too long. */
export async function purgeCuts(ctx: Context, chatId: string, deadline = Infinity): Promise<boolean> {
  const chat = await ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true });
  // A deleted chat goes as a whole.
  if (chat?.cuts?.length && chat.deleted_at === undefined) {
    for (const cut of chat.cuts) if (!(await purgeCut(ctx, chat, cut, deadline))) return false;
    const forgotten = await ctx.table.update(chatKey(chatId), expr`REMOVE #cuts`, expr`#cuts = ${chat.cuts}`);
    // It was edited again meanwhile: then it is on the list once more, or still.
    if (!forgotten.done) return true;
  }
  await ctx.table.removeMany([cutsKey(chatId)]);
  return true;
}

/**
 * Works on what an index partition lists, some at once, until the time is over. Returns how many were finished; throws in
 * the end where one could not be: a chat that fails each time keeps no other from being purged.
 */
async function purgeListed(
  ctx: Context,
  partition: string,
  deadline: number,
  purge: (chatId: string) => Promise<boolean>,
): Promise<number> {
  const until = iso(ctx.clock.now() - QUIET);
  let finished = 0;
  let failed = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: partition,
      between: ["0", until],
      index: true,
      limit: LISTED_CHATS,
      after,
    });
    const waiting = items.map(({ pk }) => pk.slice(chatPk("").length));
    const lane = async () => {
      for (let chat = waiting.shift(); chat !== undefined; chat = waiting.shift()) {
        if (ctx.clock.now() >= deadline) return;
        try {
          if (await purge(chat)) finished += 1;
        } catch (error) {
          failed += 1;
          log("error", "a chat could not be purged", { chat_id: chat }, error);
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    after = next;
  } while (after && ctx.clock.now() < deadline);
  if (failed > 0) throw new Error(`${failed} chats could not be purged`);
  return finished;
}

/**
 * Finishes the deletion of chats, once no worker can write for them any more: their items, the rows and texts they kept,
 * and their own item last. For the sweeper: what is not done by the time `deadline` (ms) is taken up by the next sweep.
 */
export const purgeDeleted = (ctx: Context, deadline = Infinity): Promise<number> =>
  purgeListed(ctx, deletedChats, deadline, async (chatId) => {
    const chat = await ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true });
    return chat?.deleted_at === undefined || purgeChat(ctx, chat, deadline);
  });

/** Removes what edits and deletions of messages took out of chats, in the same way. For the sweeper. */
export const purgeEdited = (ctx: Context, deadline = Infinity): Promise<number> =>
  purgeListed(ctx, chatsWithCuts, deadline, (chatId) => purgeCuts(ctx, chatId, deadline));
