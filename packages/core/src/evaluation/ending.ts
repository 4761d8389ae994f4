import type { Evaluation, EvaluationError } from "@parley/contract/evaluation";
import { iso } from "../environment/clock.ts";
import type { Base, WithQueue } from "../environment/context.ts";
import { type Expression, expr } from "../store/expression.ts";
import { isUntouched, traces } from "../wake/queued-work.ts";
import { sweepWork } from "../wake/work-sweep.ts";
import type { EvaluationWake } from "../wake/wake.ts";
import {
  type CaseRecord,
  casePrefix,
  type EvaluationRecord,
  evaluationsRunning,
  partsPk,
  runningKey,
} from "./record.ts";

export const evaluationMessage = ({ organization_id, id }: EvaluationRecord): EvaluationWake => ({
  kind: "evaluation",
  organization_id,
  evaluation_id: id,
});

/** How many of the answers are right, class by class, in the order in which they first came. */
async function classesOf(ctx: Base, { organization_id, id, draft }: EvaluationRecord): Promise<Evaluation["classes"]> {
  const cases = await ctx.table.queryAll<CaseRecord>({
    pk: partsPk(organization_id, id),
    begins: casePrefix,
    consistent: true,
    fields: ["class", "right_before", "right_after"],
  });
  const right = (which: readonly CaseRecord[], side: "right_before" | "right_after") =>
    which.filter((one) => one[side]).length;
  return Array.from(
    Map.groupBy(cases, (one) => one.class),
    ([kind, own]) => ({
      class: kind,
      questions: own.length,
      right_before: right(own, "right_before"),
      right_after: draft === null ? null : right(own, "right_after"),
    }),
  );
}

interface Ending {
  status: "completed" | "failed" | "cancelled";
  error?: EvaluationError;
  /** What the record must still be like. */
  when: Expression;
}

/** Ends an evaluation, after which another one may be asked for. False where the condition does not hold any more. */
export async function conclude(ctx: Base, record: EvaluationRecord, { status, error, when }: Ending): Promise<boolean> {
  const { id, organization_id } = record;
  const ended = expr`#status = ${status}, #error = ${error ?? null}, #ended_at = ${iso(ctx.clock.now())}, #classes = ${await classesOf(ctx, record)}`;
  const outcome = await ctx.table.transact([
    { update: { pk: record.pk, sk: record.sk }, set: expr`SET ${ended} REMOVE ${traces}`, when },
    { update: runningKey(organization_id), set: expr`REMOVE #running`, when: expr`#running = ${id}` },
  ]);
  return outcome.done;
}

/** Ends an evaluation whose workers were all lost. Nothing changes if one has it again. */
export async function giveUp(ctx: Base, record: EvaluationRecord): Promise<void> {
  const error = { code: "EVALUATION_INTERRUPTED", message: "The evaluation was interrupted several times." };
  await conclude(ctx, record, { status: "failed", error, when: isUntouched(record) });
}

/**
 * Looks at every evaluation that runs, or waits for a worker: for one without a worker one is woken, and one that was begun too
 * often without a question answered has failed. For the sweeper: begins nothing after `deadline` (ms).
 */
export const sweepEvaluations = (ctx: Base & WithQueue, deadline?: number) =>
  sweepWork<EvaluationRecord>(
    ctx,
    { partition: evaluationsRunning, message: evaluationMessage, giveUp: (record) => giveUp(ctx, record) },
    deadline,
  );
