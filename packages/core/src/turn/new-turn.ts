import { limits } from "@parley/contract/limits";
import { staysFor } from "../chat/place.ts";
import { type ChatRecord, nextMessageId } from "../chat/record.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { toJsonText } from "../store/json-text.ts";
import type { Write } from "../store/table-transactions.ts";
import { attachedFiles } from "./attached-files.ts";
import type { Bound } from "./check-references.ts";
import { leaseUntil } from "./lease.ts";
import { keptRequest, openIndex, requestTail, type TurnRecord, type TurnRequest, turnKey } from "./record.ts";
import { valuesFor } from "./saved-query.ts";
import type { Submission } from "./submission.ts";

/** How long a turn that is watched may stay unclaimed before it counts as lost: as long as a lease. */
const CLAIM_WITHIN_MS = limits.turn_lease * 1000;

/** Longer ids are on no model list, so they are ignored (D48). */
const MODEL_ID_CHARACTERS = 200;

const lastOf = (last: string | undefined, id: string) => (last !== undefined && last > id ? last : id);

/** A submission on its way to becoming a turn, and what was found for it. */
export interface Acceptance {
  submission: Submission;
  chat: ChatRecord;
  bound: Bound;
  /** What the submission's request id stands for. */
  hash: string | undefined;
  /** The time (ms) of the acceptance. */
  now: number;
  /** Who holds the turn from then on. */
  worker: string | undefined;
}

/** The turn of a submission as it is accepted. */
export function newTurn(ctx: MemberContext, { submission, chat, bound, hash, now, worker }: Acceptance): TurnRecord {
  const { client_request_id } = submission;
  const turnId = ctx.ids.next(
    undefined,
    client_request_id === undefined ? undefined : requestTail(chat.id, client_request_id),
  );
  const createdAt = iso(now);
  const request: TurnRequest = {
    message: submission.message,
    model: submission.model !== null && submission.model.length <= MODEL_ID_CHARACTERS ? submission.model : null,
    integration_id: bound.integrationId,
    scoped_project_ids: bound.scope ?? chat.scoped_project_ids,
    upload_ids: submission.upload_ids,
    saved_query_id: submission.saved_query_id,
    // A schedule is handed over without a query: both at their largest would be more than an item holds.
    parameters: submission.open_schedule ? {} : valuesFor(bound.query, submission.parameters),
    attached_files: attachedFiles(submission.attached_files),
    open_schedule: submission.open_schedule && toJsonText(submission.open_schedule),
  };
  const staysMs = staysFor(chat.index_sk ?? "", now);
  const userMessageId = submission.edits ?? nextMessageId(ctx.ids, chat.id, chat.last_message_id);
  return {
    ...turnKey(chat.id, turnId),
    ...openIndex(turnId, createdAt),
    turn_id: turnId,
    chat_id: chat.id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    ...(ctx.actor.issued_at !== undefined && { issued_at: ctx.actor.issued_at }),
    agent_id: chat.agent_id,
    route: submission.route,
    user_message_id: userMessageId,
    message_floor: lastOf(chat.last_message_id, userMessageId),
    request: keptRequest(request),
    ...(submission.edits === undefined && { asks: true }),
    ...(hash !== undefined && { payload_hash: hash }),
    status: "in_progress",
    attempt: worker === undefined ? 0 : 1,
    ...(worker !== undefined && { worker, lease_until: leaseUntil(now) }),
    ...(worker === undefined && submission.route === "socket" && { claim_by: now + CLAIM_WITHIN_MS }),
    ...(submission.connection_id !== undefined && { connection_id: submission.connection_id }),
    ...(staysMs > 0 && { stays_ms: staysMs }),
    deadline: now + limits.turn_deadline * 1000,
    assistant_message_id: null,
    error: null,
    usage: null,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
  };
}

/** The turn is the first one of its `client_request_id`. */
export const newTurnWrite = (turn: TurnRecord): Write => ({ put: turn, when: expr`attribute_not_exists(#pk)` });
