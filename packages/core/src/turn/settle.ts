import { placeOf, staysAt, stayingEntry } from "../chat/place.ts";
import { chatKey, type ChatRecord } from "../chat/record.ts";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { withQuestion } from "../message/asked.ts";
import { assignments, type Expression, expr, join } from "../store/expression.ts";
import type { Write } from "../store/table-transactions.ts";
import { answerOf, type Ending, hasEnding } from "./endings.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { isTerminal, isUntouched } from "./state.ts";

/**
 * What is in the way of an ending: `lost` if the turn was settled elsewhere first, or `cancelled` in the meantime; `apart` if its
 * question got an item of its own, and it is to be settled without it.
 */
export type Settled = "settled" | "lost" | "cancelled" | "apart";

/** Who may settle: the worker that holds the lease, or whoever found the turn exactly as `seen`. */
export type Claimant = { worker: string } | { seen: TurnRecord };

function maySettle(claimant: Claimant): Expression {
  const isOpen = expr`#status = ${"in_progress"}`;
  if ("worker" in claimant) return join([isOpen, expr`#worker = ${claimant.worker}`], " AND ");
  return join([isOpen, isUntouched(claimant.seen)], " AND ");
}

/** What only a running turn needs: whoever ends it has it from its own read. An item of one KB costs half as much as one of two. */
const ofRunning = expr`#progress, #lease_until, #claim_by, #reserved, #spent, #asks, #stays_ms`;

/** The turn's own write: its status and how it ended. It holds for the claimant only. */
function endWrite(turn: TurnRecord, claimant: Claimant, ending: Ending, now: string): Write {
  const fields = {
    status: ending.status,
    assistant_message_id: answerOf(ending)?.id ?? null,
    error: ending.status === "failed" ? ending.error : null,
    usage: ending.usage ?? null,
    updated_at: now,
    completed_at: now,
  };
  // Its worker sends how a turn ended, but not that it was cancelled, nor what was settled elsewhere: see `tell-end.ts`.
  const isUntold = turn.connection_id !== undefined && ("seen" in claimant || ending.status === "cancelled");
  const isWanted = ending.status === "completed" ? [expr`attribute_not_exists(#cancel_requested)`] : [];
  // What was said of it since is in an item of its own, and must not be written over (`message/unfold.ts`).
  const isAsSeen = turn.asks ? [expr`attribute_exists(#asks)`] : [];
  return {
    update: turnKey(turn.chat_id, turn.turn_id),
    set: expr`SET ${assignments(fields)} REMOVE ${ofRunning}${isUntold ? expr`` : expr`, #index_pk, #index_sk`}`,
    when: join([maySettle(claimant), ...isWanted, ...isAsSeen], " AND "),
  };
}

/** True where the chat may still be left in the place that it had when the turn was accepted. */
const mayLeave = ({ created_at, stays_ms = 0 }: TurnRecord, now: number): boolean =>
  stays_ms > 0 && now <= Date.parse(created_at) + stays_ms;

/**
 * The chat's own write: it is free, and in its place in its member's list. Moving it there costs two units: so it stays where it was put
 * some minutes before, if that is where it still is (`chat/place.ts`). An edit gives no place in which a chat may stay: edits are not
 * limited.
 */
function releaseWrite(turn: TurnRecord, now: number, last: string): Write {
  const isLeft = mayLeave(turn, now);
  const place = placeOf(iso(now), turn.chat_id);
  const isRunning = expr`#active_turn_id = ${turn.turn_id} AND attribute_not_exists(#deleted_at)`;
  return {
    update: chatKey(turn.chat_id),
    set: expr`SET ${assignments({
      updated_at: iso(now),
      last_message_id: last,
      last_question_id: turn.asks ? (turn.user_message_id ?? undefined) : undefined,
      index_sk: isLeft ? undefined : turn.asks ? stayingEntry(place) : place,
    })} REMOVE #active_turn_id`,
    when: isLeft ? join([isRunning, staysAt(now)], " AND ") : isRunning,
  };
}

/**
 * Ends a turn: status, messages, with the question that it has kept, and the chat's release in one transaction (D25). A completed turn is refused once
 * cancellation was requested, so that after `interrupted` no answer appears. On a deleted chat only the turn is ended.
 */
export async function settle(ctx: Base, turn: TurnRecord, claimant: Claimant, ending: Ending): Promise<Settled> {
  const now = ctx.clock.now();
  // Greater than whatever id the turn has given, to a table, say: a cut takes out what lies between messages, too.
  const last = ctx.ids.next(ending.messages.at(-1)?.id ?? turn.message_floor);
  const end = endWrite(turn, claimant, ending, iso(now));
  const release = releaseWrite(turn, now, last);
  const messages = withQuestion(turn, ending.messages);
  const outcome = await ctx.table.transact([end, release, ...messages.map((message) => ({ put: message }))]);
  if (outcome.done) return "settled";
  const [turnRefusal, chatRefusal] = outcome.refusals;
  // The refused write is the turn's, so that is what is in its way.
  if (turnRefusal) {
    const current = turnRefusal.item as TurnRecord | undefined;
    const isApart = turn.asks && current?.status === "in_progress" && !current.asks;
    return isApart ? "apart" : whatBecame(current, claimant, ending);
  }
  if (chatRefusal && isThere(turn, chatRefusal.item as ChatRecord | undefined)) {
    // It was given another place meanwhile, by a new title, say.
    const { stays_ms: _stays, ...moving } = turn;
    return settle(ctx, moving, claimant, ending);
  }
  if (chatRefusal) {
    // The chat was deleted: there is nothing to release and nowhere to keep an answer.
    const alone = await ctx.table.transact([end]);
    return alone.done ? "settled" : "lost";
  }
  throw new Error("a settlement was refused for an unknown reason");
}

/** True for a chat that still runs the turn: only its place was in the way of its release. */
const isThere = ({ turn_id, stays_ms }: TurnRecord, chat: ChatRecord | undefined): boolean =>
  stays_ms !== undefined && chat?.active_turn_id === turn_id && chat.deleted_at === undefined;

/** What a refused settlement has come to, from the turn that stood in its way. */
function whatBecame(current: TurnRecord | undefined, claimant: Claimant, ending: Ending): Settled {
  const isOurs = current !== undefined && "worker" in claimant && current.worker === claimant.worker;
  if (!isOurs) return "lost";
  if (isTerminal(current.status)) return hasEnding(current, ending) ? "settled" : "lost";
  return current.cancel_requested ? "cancelled" : "lost";
}
