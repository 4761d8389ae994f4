import type { EvaluationCase, EvaluationError } from "@parley/contract/evaluation";
import type { GoldenQuestion } from "@parley/contract/golden-question";
import { evaluationLimits } from "@parley/contract/limits";
import type { OrganizationContext, WithFiles, WithQueue } from "../environment/context.ts";
import { Failure } from "../failure/failure.ts";
import * as Golden from "../golden/golden.ts";
import type { Meter } from "../ledger/meter.ts";
import { closeQuestion, holdForQuestion } from "../ledger/question.ts";
import { expr } from "../store/expression.ts";
import { fromJsonText, toJsonText } from "../store/json-text.ts";
import { claim, isHeldBy, whileHeld } from "../wake/queued-work.ts";
import { wakeWorker } from "../wake/work-sweep.ts";
import { conclude, evaluationMessage, giveUp } from "./ending.ts";
import { find } from "./evaluation.ts";
import {
  caseKey,
  type CaseRecord,
  type EvaluationRecord,
  evaluationsRunning,
  type PlanRecord,
  planKey,
} from "./record.ts";
import type { Rehearser } from "./rehearser.ts";

type Context = OrganizationContext & WithFiles & WithQueue;

/** How often (ms) the lease is renewed, by which a worker notices that its evaluation was cancelled. */
const EVALUATION_RENEWAL_MS = 3_000;
/** After this (ms) a worker begins no question: another one goes on. A function may run for 15 minutes, a question for about four. */
const EVALUATION_SHIFT_MS = 8 * 60_000;
/** Milliseconds after which a question that was begun has surely been closed. */
const QUESTION_HELD_MS = 15 * 60_000;

const gone: EvaluationError = { code: "GOLDEN_QUESTION_NOT_FOUND", message: "Golden question not found" };

/** A question that is no longer there. */
const caseOfNone = (question_id: string): EvaluationCase => ({
  question_id,
  integration_id: null,
  question: "",
  class: null,
  change: "same",
  miss: true,
  error: gone,
  before: null,
  after: null,
});

/** Why no further question is begun; undefined where nothing is in the way. */
function limitOf(ctx: Context, { created_at, usage }: EvaluationRecord): EvaluationError | undefined {
  const code = "EVALUATION_LIMIT";
  if (ctx.clock.now() > Date.parse(created_at) + evaluationLimits.seconds * 1000)
    return { code, message: "The evaluation took longer than two hours." };
  const isTooMuch =
    usage.input_tokens + usage.output_tokens >= evaluationLimits.tokens ||
    (usage.cost_usd ?? 0) >= evaluationLimits.dollars;
  return isTooMuch ? { code, message: "The evaluation has used as much of its model as one may." } : undefined;
}

/** The usage with what meters counted. */
function usageWith(usage: EvaluationRecord["usage"], meters: readonly Meter[]): EvaluationRecord["usage"] {
  const sum = { ...usage };
  for (const { spent } of meters) {
    sum.input_tokens += spent.input_tokens;
    sum.output_tokens += spent.output_tokens;
    sum.cost_usd = sum.cost_usd === null || spent.cost_usd === null ? null : sum.cost_usd + spent.cost_usd;
  }
  return sum;
}

/**
 * Keeps a case and how far the evaluation is, in one transaction: a question whose case is kept is not asked again. Undefined where the
 * evaluation was cancelled or is another worker's.
 */
async function record(
  ctx: Context,
  before: EvaluationRecord,
  found: EvaluationCase,
  usage: EvaluationRecord["usage"],
): Promise<EvaluationRecord | undefined> {
  const { organization_id, id, done, ttl } = before;
  const kept: CaseRecord = {
    ...caseKey(organization_id, id, done),
    position: done,
    class: found.class,
    right_before: found.before?.right ?? false,
    right_after: found.after?.right ?? false,
    miss: found.miss,
    change: found.change,
    case: toJsonText(found),
    ttl,
  };
  const counted = {
    done: done + 1,
    right_before: before.right_before + Number(kept.right_before),
    right_after: before.right_after + Number(kept.right_after),
    misses: before.misses + Number(found.miss),
    changes: { ...before.changes, [found.change]: before.changes[found.change] + 1 },
    usage,
  };
  const { right_before, right_after, misses, changes } = counted;
  const outcome = await ctx.table.transact([
    { put: { ...kept } },
    {
      update: { pk: before.pk, sk: before.sk },
      // A question that was answered is progress: only those that end their workers several times end the evaluation.
      set: expr`SET #done = ${counted.done}, #right_before = ${right_before}, #right_after = ${right_after}, #misses = ${misses}, #changes = ${changes}, #usage = ${usage}, #attempts = ${1}`,
      when: isHeldBy(before),
    },
  ]);
  return outcome.done ? { ...before, ...counted } : undefined;
}

/** Asks one question, which counts in the account of who asked for the evaluation. Throws RATE_LIMIT. */
async function askOne(
  ctx: Context,
  { created_by, model_id, draft, usage }: EvaluationRecord,
  ask: (meters: readonly Meter[]) => Promise<EvaluationCase>,
): Promise<{ found: EvaluationCase; usage: EvaluationRecord["usage"] }> {
  const member = { ...ctx, actor: { ...ctx.actor, member_id: created_by } };
  const held = await holdForQuestion(member, {
    id: ctx.ids.next(),
    model: model_id,
    sides: draft === null ? 1 : 2,
    until: ctx.clock.now() + QUESTION_HELD_MS,
  });
  try {
    return { found: await ask(held.meters), usage: usageWith(usage, held.meters) };
  } finally {
    await closeQuestion(member, held);
  }
}

/** What a worker needs of an evaluation that it has claimed. */
async function planOf(ctx: Context, { organization_id, id }: EvaluationRecord) {
  const plan = await ctx.table.get<PlanRecord>(planKey(organization_id, id), { consistent: true });
  const questions = new Map((await Golden.listAll(ctx)).map((question) => [question.id, question]));
  return (plan?.question_ids ?? []).map(
    (question_id): { question_id: string; question: GoldenQuestion | undefined } => ({
      question_id,
      question: questions.get(question_id),
    }),
  );
}

/** Asks the questions that are left, for as long as a worker may. */
async function askAll(
  ctx: Context,
  claimed: EvaluationRecord,
  rehearse: Rehearser,
  signal: AbortSignal,
): Promise<void> {
  const until = ctx.clock.now() + EVALUATION_SHIFT_MS;
  const { model_id, agent_id, draft, created_by } = claimed;
  const rehearsed = { model_id, agent_id, draft: draft === null ? null : fromJsonText(draft), member_id: created_by };
  const ask = rehearse(ctx, rehearsed);
  let at = claimed;
  for (const { question_id, question } of (await planOf(ctx, claimed)).slice(claimed.done)) {
    signal.throwIfAborted();
    const error = limitOf(ctx, at);
    if (error) return void (await conclude(ctx, at, { status: "failed", error, when: isHeldBy(at) }));
    if (ctx.clock.now() >= until) return handOver(ctx, at);
    const { found, usage } = question
      ? await askOne(ctx, at, (meters) => ask(question, { meters, signal }))
      : { found: caseOfNone(question_id), usage: at.usage };
    const next = await record(ctx, at, found, usage);
    if (!next) return;
    at = next;
  }
  await conclude(ctx, at, { status: "completed", when: isHeldBy(at) });
}

/** Lets the evaluation go, and wakes the worker that goes on with it. */
async function handOver(ctx: Context, at: EvaluationRecord): Promise<void> {
  const free = expr`REMOVE #worker, #lease_until, #attempts, #woken_at, #wakes`;
  const outcome = await ctx.table.update(at, free, isHeldBy(at));
  if (outcome.done) await wakeWorker(ctx, evaluationMessage(at));
}

/**
 * Goes on with an evaluation from the first question that has no case. One that runs elsewhere, has ended or is gone is left alone, so
 * that a message that comes twice or late changes nothing. Returns true if it was worked on here.
 */
export async function runEvaluation(ctx: Context, id: string, rehearse: Rehearser): Promise<boolean> {
  const claimed = await claim(ctx, await find(ctx, id), {
    partition: evaluationsRunning,
    worker: ctx.ids.next(),
    giveUp: (exhausted) => giveUp(ctx, exhausted),
  });
  if (!claimed) return false;
  await whileHeld(
    ctx,
    claimed,
    async (signal) => {
      try {
        await askAll(ctx, claimed, rehearse, signal);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "RATE_LIMIT") throw error;
        const why = { code: error.code, message: "Whoever asked for the evaluation has used up a limit of today." };
        await conclude(ctx, claimed, { status: "failed", error: why, when: isHeldBy(claimed) });
      }
    },
    EVALUATION_RENEWAL_MS,
  );
  return true;
}
