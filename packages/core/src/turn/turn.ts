import type { Turn, TurnDetail } from "@parley/contract/turn";
import { defaultAgent } from "../agent/agent.ts";
import { chatKey, type ChatRecord, isCut, isOwn } from "../chat/record.ts";
import type { Base, MemberContext, WithFiles, WithQueue } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { hold } from "../ledger/concurrent-places.ts";
import { present } from "../message/message.ts";
import { messageKey, type MessageRecord } from "../message/record.ts";
import { cancel as cancelAndWait } from "./cancel.ts";
import { wakeOrEnd, settledIfLost } from "./wake-or-end.ts";
import { isForgotten } from "./forget.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import { waitForEnd } from "./wait.ts";
import { plainMessage } from "../failure/visible-error.ts";

/** A turn as its acceptance returns it. */
export const presentTurn = ({ turn_id, chat_id, user_message_id, status, created_at }: TurnRecord): Turn => ({
  turn_id,
  chat_id,
  user_message_id,
  status,
  created_at,
});

/** Those of the turns that run, in their order; one that is being cancelled comes last. A single one is not looked up. */
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

/**
 * One of the caller's turns whose events may be read; settled first when it was lost. Throws TURN_NOT_FOUND, also if its
 * messages were cut out.
 */
export async function readable(ctx: MemberContext, path: TurnPath): Promise<TurnRecord> {
  const { chat, turn: found } = await own(ctx, path);
  const turn = await settledIfLost(ctx, found);
  return isForgotten(chat, turn) ? fail("TURN_NOT_FOUND") : turn;
}

/** One of the caller's turns as it is kept, with its chat. Throws TURN_NOT_FOUND. */
async function own(ctx: MemberContext, path: TurnPath): Promise<{ chat: ChatRecord; turn: TurnRecord }> {
  if (!isUuid(path.chat_id) || !isUuid(path.turn_id) || !isUuid(path.agent_id)) fail("TURN_NOT_FOUND");
  const key = turnKey(path.chat_id, path.turn_id);
  const [chat, turn] = (await ctx.table.getMany([chatKey(path.chat_id), key], { consistent: true })) as [
    // In the order of the keys: a chat and a turn.
    ChatRecord | undefined,
    TurnRecord | undefined,
  ];
  // Another id may have the same tail.
  if (!isOwn(chat, ctx.actor) || turn?.turn_id !== path.turn_id) fail("TURN_NOT_FOUND");
  const agentId = chat.agent_id ?? (await defaultAgent(ctx))?.id;
  if (agentId !== path.agent_id) fail("TURN_NOT_FOUND");
  return { chat, turn };
}

/**
 * A turn with its final message; waits up to `wait` seconds for its end, which holds one of the member's places. Throws
 * TURN_NOT_FOUND, INVALID_TOKEN, and RATE_LIMIT if too many wait. `admitted` rejects if the caller is not admitted
 * after all.
 */
export async function get(
  ctx: MemberContext & WithFiles & WithQueue & { admitted?: Promise<unknown> },
  path: TurnPath,
  wait: number,
): Promise<TurnDetail> {
  const { chat, turn: found } = await own(ctx, path);
  const turn = await wakeOrEnd(ctx, found);
  if (wait === 0 || isTerminal(turn.status)) return detail(ctx, chat, turn);
  await ctx.admitted;
  const until = ctx.clock.now() + wait * 1000;
  const free = await hold(ctx, "waits", until);
  try {
    return await detail(ctx, chat, await waitForEnd(ctx, turn, until));
  } finally {
    await free();
  }
}

/** Cancels one of the caller's turns, waiting for its worker to stop; one that has ended stays as it is. */
export async function cancel(ctx: MemberContext & WithFiles, path: TurnPath): Promise<TurnDetail> {
  const { chat, turn: found } = await own(ctx, path);
  const turn = await settledIfLost(ctx, found);
  if (isTerminal(turn.status)) return detail(ctx, chat, turn);
  const cancelled = await cancelAndWait(ctx, turn.chat_id, turn.turn_id);
  return detail(ctx, chat, cancelled ?? turn);
}

/** The turn as its reader gets it: how it ended may still be read, but nothing that was deleted. */
async function detail(ctx: MemberContext & WithFiles, chat: ChatRecord, turn: TurnRecord): Promise<TurnDetail> {
  const isGone = isForgotten(chat, turn);
  const { assistant_message_id: answerId } = turn;
  const isKept = answerId !== null && !isGone && !isCut(chat, answerId);
  const message = !isKept
    ? undefined
    : await ctx.table.get<MessageRecord>(messageKey(turn.chat_id, answerId), { consistent: true });
  return {
    ...presentTurn(turn),
    updated_at: turn.updated_at,
    completed_at: turn.completed_at,
    assistant_message_id: isKept ? answerId : null,
    message: message ? await present(ctx, message) : null,
    progress: isTerminal(turn.status) ? null : (turn.progress ?? "starting"),
    attempt: Math.max(1, turn.attempt),
    error: turn.error && isGone ? { ...turn.error, message: plainMessage(turn.error.code) } : turn.error,
    usage: turn.usage,
  };
}
