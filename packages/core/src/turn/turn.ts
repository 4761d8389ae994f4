import type { Turn, TurnDetail } from "@parley/contract/turn";
import { defaultAgent } from "../agent/agent.ts";
import { chatKey, type ChatRecord, isOwn } from "../chat/record.ts";
import type { Base, MemberContext, WithFiles } from "../context.ts";
import { fail } from "../failure.ts";
import { isUuid } from "../ids.ts";
import { present } from "../message/message.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import { cancel as cancelAndWait } from "./cancel.ts";
import { isTerminal, type TurnRecord, turnKey } from "./record.ts";
import { isAbandoned, mayRunAgain, settleAbandoned } from "./settle.ts";
import { enqueue, type TurnQueue } from "./wake.ts";

/** How often (ms) a waiting reader looks at a turn. */
const LOOK = 200;

/** A turn as its acceptance answers it. */
export const presentTurn = ({ turn_id, chat_id, user_message_id, status, created_at }: TurnRecord): Turn => ({
  turn_id,
  chat_id,
  user_message_id,
  status,
  created_at,
});

/** Of these turns those that run, in their order; one that is being cancelled comes last. A single one is not looked at. */
export async function running<At extends Pick<TurnRecord, "chat_id" | "turn_id">>(
  ctx: Base,
  among: readonly At[],
): Promise<readonly At[]> {
  if (among.length < 2) return among;
  const turns = await ctx.table.getMany<TurnRecord>(
    among.map(({ chat_id, turn_id }) => turnKey(chat_id, turn_id)),
    { consistent: true },
  );
  const isCancelled = (at: number) => Number(turns[at]?.cancel_requested ?? false);
  return among
    .map((one, at) => ({ one, at }))
    .filter(({ at }) => turns[at]?.status === "in_progress")
    .toSorted((a, b) => isCancelled(a.at) - isCancelled(b.at))
    .map(({ one }) => one);
}

/** Where a turn is: the path of the durable route. */
export interface TurnPath {
  agent_id: string;
  chat_id: string;
  turn_id: string;
}

/** One of the caller's turns as it is kept, settled first when it was lost. Throws TURN_NOT_FOUND. */
export async function own(ctx: MemberContext, path: TurnPath): Promise<TurnRecord> {
  if (!isUuid(path.chat_id) || !isUuid(path.turn_id) || !isUuid(path.agent_id)) fail("TURN_NOT_FOUND");
  const key = turnKey(path.chat_id, path.turn_id);
  const [chat, turn] = (await ctx.table.getMany([chatKey(path.chat_id), key], { consistent: true })) as [
    // Key by key these are a chat and a turn.
    ChatRecord | undefined,
    TurnRecord | undefined,
  ];
  // Another id may have the same tail.
  if (!isOwn(chat, ctx.actor) || turn?.turn_id !== path.turn_id) fail("TURN_NOT_FOUND");
  const agentId = chat.agent_id ?? (await defaultAgent(ctx))?.id;
  if (agentId !== path.agent_id) fail("TURN_NOT_FOUND");
  return settledIfLost(ctx, turn);
}

async function settledIfLost(ctx: MemberContext, turn: TurnRecord): Promise<TurnRecord> {
  if ((await settleAbandoned(ctx, turn)) === undefined) return turn;
  return (await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true })) ?? turn;
}

/**
 * A turn with its final message; waits up to `wait` seconds for its end. One that was lost and may run again is woken
 * here, not only by the sweeper. Throws TURN_NOT_FOUND.
 */
export async function get(
  ctx: MemberContext & WithFiles & { queue: TurnQueue },
  path: TurnPath,
  wait: number,
): Promise<TurnDetail> {
  let turn = await own(ctx, path);
  const now = ctx.clock.now();
  if (isAbandoned(turn, now) && mayRunAgain(turn, now)) await enqueue(ctx.queue, turn);
  const until = now + wait * 1000;
  while (!isTerminal(turn.status) && ctx.clock.now() < until) {
    await ctx.clock.sleep(Math.min(LOOK, until - ctx.clock.now()));
    const current = await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true });
    if (!current) fail("TURN_NOT_FOUND");
    turn = await settledIfLost(ctx, current);
  }
  return detail(ctx, turn);
}

/** Cancels one of the caller's turns, waiting for its worker to stop; one that has ended stays as it is. */
export async function cancel(ctx: MemberContext & WithFiles, path: TurnPath): Promise<TurnDetail> {
  const turn = await own(ctx, path);
  if (isTerminal(turn.status)) return detail(ctx, turn);
  const cancelled = await cancelAndWait(ctx, turn.chat_id, turn.turn_id);
  return detail(ctx, cancelled ?? turn);
}

async function detail(ctx: MemberContext & WithFiles, turn: TurnRecord): Promise<TurnDetail> {
  const message =
    turn.assistant_message_id === null
      ? undefined
      : await ctx.table.get<MessageRecord>(messageKey(turn.chat_id, turn.assistant_message_id), { consistent: true });
  return {
    ...presentTurn(turn),
    updated_at: turn.updated_at,
    completed_at: turn.completed_at,
    assistant_message_id: turn.assistant_message_id,
    message: message ? await present(ctx, message) : null,
    progress: isTerminal(turn.status) ? null : (turn.progress ?? "starting"),
    attempt: Math.max(1, turn.attempt),
    error: turn.error,
    usage: turn.usage,
  };
}
