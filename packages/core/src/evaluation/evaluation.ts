import type { Evaluation, EvaluationCreate } from "@parley/contract/evaluation";
import { evaluationLimits } from "@parley/contract/limits";
import { defaultAgent, findAgent } from "../agent/agent.ts";
import { mayGoOn } from "../auth/membership.ts";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithQueue } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { refuseGolden } from "../failure/refuse-golden.ts";
import * as Golden from "../golden/golden.ts";
import { hold } from "../ledger/concurrent-places.ts";
import { listModels, requireModel, resolveModel } from "../model/model.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { expr } from "../store/expression.ts";
import { fromJsonText, toJsonText } from "../store/json-text.ts";
import { organizationPk } from "../store/keys.ts";
import { spend } from "../throttle/spend.ts";
import { waitingSince } from "../wake/queued-work.ts";
import { wakeWorker } from "../wake/work-sweep.ts";
import { checkDraft } from "./draft.ts";
import { conclude, evaluationMessage } from "./ending.ts";
import {
  evaluationKey,
  evaluationPrefix,
  type EvaluationRecord,
  evaluationsRunning,
  planKey,
  runningKey,
} from "./record.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often (ms) a waiting reader looks. */
const EVALUATION_LOOK_MS = 500;

/** Who asks for an evaluation. */
interface Author {
  id: string;
  name: string;
}

/** An evaluation as the interface shows it. */
function shown(record: EvaluationRecord): Evaluation {
  const { draft, done, total, right_after, changes, ...kept } = record;
  const isRehearsal = draft !== null;
  return {
    id: kept.id,
    status: kept.status,
    model_id: kept.model_id,
    agent_id: kept.agent_id,
    draft: draft === null ? null : fromJsonText(draft),
    progress: { done, total },
    right_before: kept.right_before,
    right_after: isRehearsal ? right_after : null,
    misses: kept.misses,
    changes: isRehearsal ? changes : null,
    classes: kept.classes,
    usage: kept.usage,
    error: kept.error,
    created_by: kept.created_by,
    created_by_name: kept.created_by_name,
    created_at: kept.created_at,
    ended_at: kept.ended_at,
    expires_at: kept.expires_at,
  };
}

/** The record of an evaluation of the organization; undefined for one that is unknown or has expired. */
export async function find(ctx: OrganizationContext, id: string): Promise<EvaluationRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const key = evaluationKey(ctx.actor.organization_id, id);
  const record = await ctx.table.get<EvaluationRecord>(key, { consistent: true });
  return record && record.expires_at > iso(ctx.clock.now()) ? record : undefined;
}

/** The evaluations of the organization, the newest first: at most `limit` after the cursor. Throws INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ evaluations: Evaluation[]; next_cursor: string | null }> {
  const { organization_id } = ctx.actor;
  const named = cursor === undefined ? undefined : namedBy(cursor);
  if (named !== undefined && !isUuid(named)) fail("INVALID_CURSOR");
  const now = iso(ctx.clock.now());
  const found: EvaluationRecord[] = [];
  let after: Record<string, unknown> | undefined =
    named === undefined ? undefined : { ...evaluationKey(organization_id, named) };
  do {
    const { items, next } = await ctx.table.query<EvaluationRecord>({
      pk: organizationPk(organization_id),
      begins: evaluationPrefix,
      descending: true,
      consistent: true,
      // One more than is shown says whether there are more.
      limit: limit + 1 - found.length,
      after,
    });
    found.push(...items.filter(({ expires_at }) => expires_at > now));
    after = next;
  } while (after && found.length <= limit);
  const wanted = found.slice(0, limit).map(shown);
  const evaluations = wanted.slice(0, fitting(wanted));
  const hasMore = found.length > evaluations.length;
  return { evaluations, next_cursor: hasMore ? cursorOf(evaluations.at(-1)?.id ?? "") : null };
}

/** Which questions are asked, in the order in which they were made. Throws NO_GOLDEN_QUESTIONS, GOLDEN_QUESTION_NOT_FOUND. */
async function questionsOf(ctx: OrganizationContext, ids: EvaluationCreate["question_ids"]): Promise<string[]> {
  const known = (await Golden.listAll(ctx)).map(({ id }) => id);
  if (ids?.some((id) => !known.includes(id))) refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
  const asked = ids ? known.filter((id) => ids.includes(id)) : known;
  return asked.length > 0 ? asked : refuseGolden("NO_GOLDEN_QUESTIONS");
}

/**
 * Has the golden questions asked by a worker, as things are and, with a draft, as they would be. One runs at a time in an
 * organization. Throws MODEL_NOT_FOUND, AGENT_NOT_FOUND, NO_GOLDEN_QUESTIONS, GOLDEN_QUESTION_NOT_FOUND, what `checkDraft` throws,
 * EVALUATION_RUNNING, RATE_LIMIT.
 */
export async function create(
  ctx: MemberContext & WithQueue,
  { model, agent_id, question_ids, draft }: EvaluationCreate,
  author: Author,
): Promise<Pick<Evaluation, "id" | "status">> {
  requireModel(ctx, model);
  const agent =
    typeof agent_id === "string"
      ? ((await findAgent(ctx, agent_id)) ?? fail("AGENT_NOT_FOUND"))
      : await defaultAgent(ctx);
  const asked = await questionsOf(ctx, question_ids);
  if (draft) await checkDraft(ctx, draft);
  await spend(ctx, "evaluation", ctx.actor.member_id);
  const { organization_id } = ctx.actor;
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const expiry = now + evaluationLimits.kept_days * DAY_MS;
  const ttl = Math.ceil(expiry / 1000);
  const record: EvaluationRecord = {
    ...evaluationKey(organization_id, id),
    id,
    organization_id,
    status: "running",
    model_id: resolveModel(model ?? null, agent?.model_id ?? null, listModels(ctx.settings, ctx.secrets)).model_id,
    agent_id: agent?.id ?? null,
    draft: draft ? toJsonText(draft) : null,
    done: 0,
    total: asked.length,
    right_before: 0,
    right_after: 0,
    misses: 0,
    changes: { same: 0, number: 0, sql: 0, abstains: 0, answers: 0 },
    classes: [],
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    error: null,
    created_by: author.id,
    created_by_name: author.name,
    created_at: iso(now),
    ended_at: null,
    expires_at: iso(expiry),
    ttl,
    ...waitingSince(ctx, evaluationsRunning, id),
  };
  const outcome = await ctx.table.transact([
    { put: { ...record } },
    { put: { ...planKey(organization_id, id), question_ids: asked, ttl } },
    {
      update: runningKey(organization_id),
      set: expr`SET #running = ${id}`,
      when: expr`attribute_not_exists(#running)`,
    },
  ]);
  if (!outcome.done) refuseGolden("EVALUATION_RUNNING");
  await wakeWorker(ctx, evaluationMessage(record));
  return { id, status: record.status };
}

/**
 * An evaluation; waits up to `wait` seconds for its end, which holds one of the member's places. Throws EVALUATION_NOT_FOUND,
 * INVALID_TOKEN if the reader is no longer admitted, and RATE_LIMIT if too many wait.
 */
export async function get(
  ctx: MemberContext & { admitted?: Promise<unknown> },
  id: string,
  wait: number,
): Promise<Evaluation> {
  let record = (await find(ctx, id)) ?? refuseGolden("EVALUATION_NOT_FOUND");
  if (wait === 0 || record.status !== "running") return shown(record);
  await ctx.admitted;
  const began = iso(ctx.clock.now());
  const until = ctx.clock.now() + wait * 1000;
  const free = await hold(ctx, "waits", until);
  try {
    while (record.status === "running" && ctx.clock.now() < until) {
      await ctx.clock.sleep(Math.min(EVALUATION_LOOK_MS, until - ctx.clock.now()));
      record = (await find(ctx, id)) ?? refuseGolden("EVALUATION_NOT_FOUND");
      if (!(await mayGoOn(ctx, ctx.actor, began))) fail("INVALID_TOKEN");
    }
    return shown(record);
  } finally {
    await free();
  }
}

/** Cancels an evaluation; its worker stops within seconds. One that has ended stays as it is. Throws EVALUATION_NOT_FOUND. */
export async function cancel(ctx: OrganizationContext, id: string): Promise<Evaluation> {
  const record = (await find(ctx, id)) ?? refuseGolden("EVALUATION_NOT_FOUND");
  if (record.status !== "running") return shown(record);
  await conclude(ctx, record, { status: "cancelled", when: expr`#index_pk = ${evaluationsRunning}` });
  return shown((await find(ctx, id)) ?? refuseGolden("EVALUATION_NOT_FOUND"));
}
