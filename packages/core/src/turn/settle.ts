import type { ErrorCode } from "@parley/contract/errors";
import { visibleErrors } from "@parley/contract/errors";
import type { MessageMetadata, Usage } from "@parley/contract/message";
import type { TurnError } from "@parley/contract/turn";
import { chatIndex, chatKey } from "../chat/record.ts";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { assignments, type Expression, expr, join } from "../store/expression.ts";
import { toJsonText } from "../store/json-text.ts";
import { close } from "../ledger/account.ts";
import { nothing } from "../ledger/meter.ts";
import { messageIndex, messageKey, type MessageRecord } from "../message/record.ts";
import { metric } from "../observe/metrics.ts";
import type { Write } from "../store/table.ts";
import { isTerminal, type TurnRecord, turnKey } from "./record.ts";

/** How a turn ends. `messages` are everything it adds to the chat, in order; the last one of type final, if any, is the answer. */
export type Ending =
  | { status: "completed"; messages: MessageRecord[]; usage: Usage | null; model_id: string | null }
  | { status: "failed"; messages: MessageRecord[]; error: TurnError }
  | { status: "cancelled"; messages: MessageRecord[] };

/** What stands in the way of an ending: `lost` to somebody who settled first, or `cancelled` in the meantime. */
export type Settled = "settled" | "lost" | "cancelled";

/** Who may settle: the worker that holds the lease, or whoever found the turn exactly as `seen`. */
export type Claimant = { worker: string } | { seen: TurnRecord };

function maySettle(claimant: Claimant): Expression {
  const isOpen = expr`#status = ${"in_progress"}`;
  if ("worker" in claimant) return join([isOpen, expr`#worker = ${claimant.worker}`], " AND ");
  return join([isOpen, isUntouched(claimant.seen)], " AND ");
}

/** Nobody has claimed the turn, or kept its lease, since it was seen. */
export const isUntouched = ({ attempt, lease_until }: TurnRecord): Expression =>
  lease_until === undefined
    ? expr`attribute_not_exists(#lease_until)`
    : expr`#lease_until = ${lease_until} AND #attempt = ${attempt}`;

/**
 * Ends a turn: status, messages and the chat's release in one transaction (D25). A completed turn is refused once
 * cancellation was requested, so that after `interrupted` no answer appears. On a deleted chat only the turn is ended.
 */
export async function settle(ctx: Base, turn: TurnRecord, claimant: Claimant, ending: Ending): Promise<Settled> {
  const now = iso(ctx.clock.now());
  const answer = ending.messages.findLast((message) => message.type === "final" || message.type === "scope_notice");
  // Greater than whatever id the turn has given, to a table, say: a cut takes out what lies between messages, too.
  const last = ctx.ids.next(ending.messages.at(-1)?.id ?? turn.message_floor);
  const fields = {
    status: ending.status,
    assistant_message_id: answer?.id ?? null,
    error: ending.status === "failed" ? ending.error : null,
    usage: ending.status === "completed" ? ending.usage : null,
    progress: null,
    updated_at: now,
    completed_at: now,
  };
  // Its worker tells how a turn ended, but not that it was cancelled, nor what somebody else has settled: see `tell-end.ts`.
  const isUntold = turn.connection_id !== undefined && ("seen" in claimant || ending.status === "cancelled");
  const isWanted = ending.status === "completed" ? [expr`attribute_not_exists(#cancel_requested)`] : [];
  const turnWrite: Write = {
    update: turnKey(turn.chat_id, turn.turn_id),
    set: join([expr`SET ${assignments(fields)}`, ...(isUntold ? [] : [expr`REMOVE #index_pk, #index_sk`])], " "),
    when: join([maySettle(claimant), ...isWanted], " AND "),
  };
  const owner = { organization_id: turn.organization_id, member_id: turn.member_id };
  const release: Write = {
    update: chatKey(turn.chat_id),
    set: expr`SET ${assignments({
      updated_at: now,
      last_message_id: last,
      index_sk: chatIndex(owner, turn.chat_id, now, false).index_sk,
    })} REMOVE #active_turn_id`,
    when: expr`#active_turn_id = ${turn.turn_id} AND attribute_not_exists(#deleted_at)`,
  };
  const outcome = await ctx.table.transact([
    turnWrite,
    release,
    ...ending.messages.map((message) => ({ put: message })),
  ]);
  if (outcome.done) return "settled";
  const [turnRefusal, chatRefusal] = outcome.refusals;
  if (turnRefusal) {
    // The refused write is the turn's, so that is what stands in its way.
    const current = turnRefusal.item as TurnRecord | undefined;
    const isOurs = current !== undefined && "worker" in claimant && current.worker === claimant.worker;
    if (!isOurs) return "lost";
    if (isTerminal(current.status)) return hasEnding(current, ending, answer) ? "settled" : "lost";
    return current.cancel_requested ? "cancelled" : "lost";
  }
  if (chatRefusal) {
    // The chat was deleted: there is nothing to release and nowhere to keep an answer.
    const alone = await ctx.table.transact([turnWrite]);
    return alone.done ? "settled" : "lost";
  }
  throw new Error("a settlement was refused for no known reason");
}

/** True when the turn has just this ending: its worker wrote it before, and the answer to that was lost on the way. */
const hasEnding = (turn: TurnRecord, ending: Ending, answer: MessageRecord | undefined): boolean =>
  turn.status === ending.status &&
  turn.assistant_message_id === (answer?.id ?? null) &&
  turn.error?.code === (ending.status === "failed" ? ending.error.code : undefined);

/** What the cause of a failure says beyond its code. */
interface Cause {
  message?: string | undefined;
  retryable?: boolean | undefined;
}

/** An error as a turn keeps it; the turn's id is its debug id, so that the log line is found from it. */
export const turnError = (
  code: ErrorCode,
  turnId: string,
  { message = visibleErrors[code].message, retryable = visibleErrors[code].retryable }: Cause = {},
): TurnError => ({
  code,
  message,
  retryable,
  debug_id: turnId,
});

/**
 * True when nobody works on the turn any more, or nobody may: its lease, its claim time or its deadline is over, or it was
 * cancelled before anybody claimed it. The worker of a socket's turn is on its way until `claim_by`, and left to end it:
 * it comes after the turn's first events were told, so that nothing is told after `interrupted` (D34).
 */
export const isAbandoned = (turn: TurnRecord, now: number): boolean => {
  if (isTerminal(turn.status)) return false;
  if (turn.lease_until !== undefined) return turn.lease_until < now;
  if (turn.cancel_requested && turn.claim_by === undefined) return true;
  return (turn.claim_by !== undefined && turn.claim_by < now) || turn.deadline < now;
};

/** True for an abandoned turn that may run once more (D26): a durable one, lost for the first time, within its deadline. */
export const mayRunAgain = (turn: TurnRecord, now: number): boolean =>
  turn.route === "durable" && turn.attempt < 2 && turn.deadline > now && !turn.cancel_requested;

/**
 * Fails an abandoned turn that may not run again. Answers the ending it got, or undefined where it was left alone: it is
 * alive, it may run again, or somebody else settled it first.
 */
export async function settleAbandoned(ctx: Base, turn: TurnRecord): Promise<Ending["status"] | undefined> {
  const now = ctx.clock.now();
  if (!isAbandoned(turn, now) || mayRunAgain(turn, now)) return undefined;
  return endUnheld(ctx, turn);
}

/**
 * Ends a turn that nobody holds: as cancelled where somebody asked for that, as failed otherwise. Answers the ending it
 * got, or undefined where somebody else was faster.
 */
export async function endUnheld(ctx: Base, turn: TurnRecord): Promise<Ending["status"] | undefined> {
  const isLate = turn.deadline < ctx.clock.now();
  const ending: Ending = turn.cancel_requested
    ? { status: "cancelled", messages: [] }
    : failedEnding(ctx, turn, isLate ? "TURN_DEADLINE_EXCEEDED" : "WORKER_LOST");
  if ((await settle(ctx, turn, { seen: turn }, ending)) !== "settled") return undefined;
  await close(ctx, turn, { used: nothing, lost: turn.attempt > 0 });
  countEnding(turn, ending);
  return ending.status;
}

/** Tells whoever watches how a turn has ended. Called once by whoever settled it. */
export function countEnding({ route }: TurnRecord, ending: Ending): void {
  metric("TurnsSettled", 1, { route, status: ending.status });
  // Written for every ending: an alarm on "no success" needs a zero that was said, not a gap.
  metric("TurnsCompleted", ending.status === "completed" ? 1 : 0);
  if (ending.status === "failed") metric("TurnFailures", 1, { code: ending.error.code });
}

/** The ending of a turn that failed, with the message history keeps of it. */
export function failedEnding(
  ctx: Base,
  turn: TurnRecord,
  code: ErrorCode,
  detail: Cause & { messages?: MessageRecord[] } = {},
): Ending {
  const error = turnError(code, turn.turn_id, detail);
  const messages = detail.messages ?? [];
  const id = ctx.ids.next(messages.at(-1)?.id ?? turn.message_floor);
  const { message, ...metadata } = error;
  return {
    status: "failed",
    error,
    messages: [...messages, assistantMessage(ctx, turn, id, "error", message, { error: metadata })],
  };
}

/** A message of the assistant, ready to be written. Terminal ones can be found by their id alone. */
export function assistantMessage(
  ctx: Base,
  turn: TurnRecord,
  id: string,
  type: MessageRecord["type"],
  content: string,
  metadata: MessageMetadata | null,
): MessageRecord {
  return {
    ...messageKeyOf(turn, id),
    id,
    chat_id: turn.chat_id,
    organization_id: turn.organization_id,
    member_id: turn.member_id,
    turn_id: turn.turn_id,
    role: "assistant",
    type,
    content,
    timestamp: iso(ctx.clock.now()),
    metadata: metadata && toJsonText(metadata),
  };
}

const messageKeyOf = (turn: TurnRecord, id: string) => ({
  ...messageKey(turn.chat_id, id),
  ...messageIndex(turn.chat_id, id),
});
