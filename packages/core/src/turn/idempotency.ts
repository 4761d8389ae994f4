import type { Base, WithQueue } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { wakeOrEnd } from "./wake-or-end.ts";
import type { Acceptance } from "./new-turn.ts";
import { requestKey, type TurnRecord } from "./record.ts";
import type { Submission } from "./submission.ts";

/** The turn that a submission's `client_request_id` became before, by whatever route (D24, D50). */
export const earlierTurn = async (
  ctx: Base,
  { chat_id, client_request_id }: Submission,
): Promise<TurnRecord | undefined> =>
  client_request_id === undefined
    ? undefined
    : ctx.table.get<TurnRecord>(requestKey(chat_id, client_request_id), { consistent: true });

/**
 * The acceptance of a submission whose `client_request_id` became `turn` before. Throws IDEMPOTENCY_CONFLICT for another payload,
 * and INTEGRATION_NOT_FOUND for a turn that was refused.
 */
export async function acceptedBefore(
  ctx: Base & WithQueue,
  turn: TurnRecord,
  { submission, hash }: Pick<Acceptance, "submission" | "hash">,
): Promise<{ turn: TurnRecord; replayed: true }> {
  if (turn.payload_hash !== hash) fail("IDEMPOTENCY_CONFLICT");
  // A turn that was refused has no events: only the durable route can show it, the others refuse it again.
  if (turn.user_message_id === null && submission.route !== "durable") fail("INTEGRATION_NOT_FOUND");
  return { turn: await wakeOrEnd(ctx, turn), replayed: true };
}
