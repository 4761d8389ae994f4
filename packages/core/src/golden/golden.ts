import type { GoldenQuestion, GoldenQuestionCreate, GoldenQuestionUpdate } from "@parley/contract/golden-question";
import { goldenLimits } from "@parley/contract/limits";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { refuseGolden } from "../failure/refuse-golden.ts";
import * as Integration from "../integration/integration.ts";
import { refusalFor } from "../query/check.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { assignments, expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { ratedQuestion } from "./rated-question.ts";

interface GoldenRecord extends Key, GoldenQuestion {}

/** Who writes: their name is kept with the question. */
interface Author {
  id: string;
  name: string;
}

const prefix = "GOLDEN#";
const goldenKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});
/** How many there are, counted in the same transaction as each is written. */
const countKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "GOLDENS" });

function shown({ pk: _pk, sk: _sk, ...question }: GoldenRecord): GoldenQuestion {
  return question;
}

/** The organization's golden questions, the oldest first. */
export async function listAll(ctx: OrganizationContext): Promise<GoldenQuestion[]> {
  const pk = organizationPk(ctx.actor.organization_id);
  return (await ctx.table.queryAll<GoldenRecord>({ pk, begins: prefix, consistent: true })).map(shown);
}

/** A page of them: at most `limit` after the cursor, which names the last one shown. Throws INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ questions: GoldenQuestion[]; next_cursor: string | null }> {
  const after = cursor === undefined ? "" : namedBy(cursor);
  if (cursor !== undefined && !isUuid(after)) fail("INVALID_CURSOR");
  const left = (await listAll(ctx)).filter(({ id }) => id > after);
  const wanted = left.slice(0, limit);
  const questions = wanted.slice(0, fitting(wanted));
  const hasMore = left.length > questions.length;
  return { questions, next_cursor: hasMore ? cursorOf(questions.at(-1)?.id ?? "") : null };
}

/** Checks SQL that says what is right: it runs as it is. Throws SQL_REJECTED with the guard's words. */
async function checkReference(
  sql: string,
  { engine, column_marks: marks }: Integration.IntegrationRecord,
): Promise<void> {
  const { parameterNames } = await import("@parley/datasource/placeholders/placeholders");
  const refusal = await refusalFor(sql, engine, marks && { marks });
  if (refusal) fail("SQL_REJECTED", { message: refusal.message, cause: refusal });
  if (parameterNames(sql, engine).length > 0) fail("SQL_REJECTED", { message: "What is right has no placeholders." });
}

/** The question that is to be kept, and its database. Throws QUESTION_REQUIRED, MESSAGE_NOT_FOUND, INTEGRATION_NOT_FOUND. */
async function asked(ctx: OrganizationContext, given: GoldenQuestionCreate) {
  const rated = typeof given.message_id === "string" ? await ratedQuestion(ctx, given.message_id) : undefined;
  const question = given.question ?? rated?.question;
  const integrationId = given.integration_id ?? rated?.integration_id;
  if (typeof question !== "string" || typeof integrationId !== "string") return refuseGolden("QUESTION_REQUIRED");
  return { question, integration: await Integration.get(ctx, integrationId), message_id: given.message_id ?? null };
}

/**
 * Keeps a question whose right answer is the rows of `sql`; with `message_id` it is the one that a rated answer was given to.
 * Throws QUESTION_REQUIRED, INTEGRATION_NOT_FOUND, MESSAGE_NOT_FOUND, SQL_REJECTED, GOLDEN_QUESTION_LIMIT.
 */
export async function create(
  ctx: OrganizationContext,
  given: GoldenQuestionCreate,
  author: Author,
): Promise<GoldenQuestion> {
  const { question, integration, message_id } = await asked(ctx, given);
  await checkReference(given.sql, integration);
  const organizationId = ctx.actor.organization_id;
  const id = ctx.ids.next();
  const now = iso(ctx.clock.now());
  const record: GoldenRecord = {
    ...goldenKey(organizationId, id),
    id,
    integration_id: integration.id,
    question,
    sql: given.sql,
    class: given.class ?? null,
    message_id,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.transact([
    { put: { ...record } },
    {
      update: countKey(organizationId),
      set: expr`SET #count = if_not_exists(#count, ${0}) + ${1}`,
      when: expr`attribute_not_exists(#count) OR #count < ${goldenLimits.per_organization}`,
    },
  ]);
  if (!outcome.done) refuseGolden("GOLDEN_QUESTION_LIMIT");
  return shown(record);
}

/** Changes a golden question. Throws GOLDEN_QUESTION_NOT_FOUND, SQL_REJECTED. */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: GoldenQuestionUpdate,
  author: Author,
): Promise<GoldenQuestion> {
  if (!isUuid(id)) refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
  const key = goldenKey(ctx.actor.organization_id, id);
  const kept = (await ctx.table.get<GoldenRecord>(key)) ?? refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
  if (change.sql !== undefined) {
    // Where the database is gone, the question cannot be asked, whatever its SQL.
    const integration = await Integration.find(ctx, kept.integration_id);
    if (integration) await checkReference(change.sql, integration);
  }
  const fields = assignments({
    ...change,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    updated_at: iso(ctx.clock.now()),
  });
  const outcome = await ctx.table.update<GoldenRecord>(key, expr`SET ${fields}`, expr`attribute_exists(#pk)`);
  return outcome.done ? shown(outcome.item) : refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
}

/** Deletes a golden question. Throws GOLDEN_QUESTION_NOT_FOUND. */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  if (!isUuid(id)) refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
  const organizationId = ctx.actor.organization_id;
  const outcome = await ctx.table.transact([
    { remove: goldenKey(organizationId, id), when: expr`attribute_exists(#pk)` },
    { update: countKey(organizationId), set: expr`SET #count = #count - ${1}` },
  ]);
  if (!outcome.done) refuseGolden("GOLDEN_QUESTION_NOT_FOUND");
}
