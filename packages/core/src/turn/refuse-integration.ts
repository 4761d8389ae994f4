import { chatKey, type ChatRecord } from "../chat/record.ts";
import type { MemberContext } from "../environment/context.ts";
import { fail, Failure } from "../failure/failure.ts";
import { expr } from "../store/expression.ts";
import { withoutQuestion } from "../message/asked.ts";
import { spend } from "../throttle/spend.ts";
import { newTurnWrite } from "./new-turn.ts";
import type { TurnRecord } from "./record.ts";

/**
 * An unknown integration in a submission with a `client_request_id`: the turn is kept as failed, without a user message, and the
 * id is consumed (D24, D50). Throws INTEGRATION_NOT_FOUND once that is written, RATE_LIMIT, and
 * CHAT_NOT_FOUND if the chat has gone. Returns the turn that the request has meanwhile become, if there is one.
 */
export async function refuseIntegration(ctx: MemberContext, chat: ChatRecord, turn: TurnRecord): Promise<TurnRecord> {
  const failure = new Failure("INTEGRATION_NOT_FOUND");
  const { index_pk: _pk, index_sk: _sk, reserved: _reserved, stays_ms: _stays, ...accepted } = turn;
  // Nobody claims it, nor watches it.
  const { worker: _worker, lease_until: _lease, claim_by: _claim, connection_id: _connection, ...unclaimed } = accepted;
  // It does not count as a submission and spends no budget, so that what is written needs a limit of its own.
  await spend(ctx, "failure", ctx.actor.member_id);
  const failed: TurnRecord = {
    ...withoutQuestion(unclaimed),
    // It will never run: what was asked, and ids that were not even looked up, are not kept.
    request: { message: "" },
    user_message_id: null,
    status: "failed",
    attempt: 0,
    completed_at: turn.created_at,
    error: { code: failure.code, message: failure.message, retryable: false, debug_id: turn.turn_id },
  };
  const outcome = await ctx.table.transact([
    { check: chatKey(chat.id), when: expr`#member_id = ${ctx.actor.member_id} AND attribute_not_exists(#deleted_at)` },
    newTurnWrite(failed),
  ]);
  if (outcome.done) throw failure;
  const earlier = outcome.refusals[1]?.item;
  if (!earlier) fail("CHAT_NOT_FOUND");
  // The refused write is the turn's, so what is in its way is a turn, too.
  return earlier as TurnRecord;
}
