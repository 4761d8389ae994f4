import type { Draft } from "@parley/contract/evaluation";
import type { SavedQueryCreate } from "@parley/contract/saved-query";
import { checkNames, newMeaning } from "../definition/meaning.ts";
import { readDefinitions } from "../definition/record.ts";
import type { MemberContext, OrganizationContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { refuseDefinition } from "../failure/refuse-definition.ts";
import { refuseGolden } from "../failure/refuse-golden.ts";
import * as Integration from "../integration/integration.ts";
import { areMembers } from "../member/known.ts";
import * as Memory from "../memory/memory.ts";
import { checkSql, refusalFor } from "../query/check.ts";
import { find as findQuery } from "../query/record.ts";
import * as Rule from "../rule/rule.ts";

/** What a draft would save of one kind, where it says anything of it. */
type Part<Kind extends keyof Draft> = NonNullable<Draft[Kind]>;

async function checkRule(ctx: OrganizationContext, { id }: Part<"rule">): Promise<void> {
  if (typeof id === "string" && !(await Rule.listAll(ctx)).some((rule) => rule.id === id))
    refuseAdministrator("RULE_NOT_FOUND");
}

async function checkMemory(ctx: MemberContext, { id, member_id }: Part<"memory">): Promise<void> {
  if (typeof member_id === "string" && !(await areMembers(ctx, [member_id]))) fail("MEMBER_NOT_FOUND");
  if (typeof id !== "string") return;
  const owner = { ...ctx, actor: { ...ctx.actor, member_id: member_id ?? ctx.actor.member_id } };
  if (!(await Memory.list(owner)).some((memory) => memory.id === id)) fail("MEMORY_NOT_FOUND");
}

/** What saving the SQL would be refused for, but for what only the stored connection says. */
async function checkQuerySql(ctx: OrganizationContext, { sql, integration_id }: SavedQueryCreate): Promise<void> {
  const integration = typeof integration_id === "string" ? await Integration.get(ctx, integration_id) : undefined;
  if (typeof sql !== "string") return;
  const { engine, column_marks: marks } = integration ?? {};
  const refused = engine ? await refusalFor(sql, engine, marks && { marks }) : (await checkSql(ctx, sql)).refusal;
  if (refused) refuseAdministrator("INVALID_SAVED_QUERY", { message: refused.message, cause: refused });
}

async function checkQuery(ctx: OrganizationContext, { id, content }: Part<"query">): Promise<void> {
  if (typeof id === "string" && !(await findQuery(ctx, id))) fail("SAVED_QUERY_NOT_FOUND");
  if (content) await checkQuerySql(ctx, content);
}

/**
 * Checks the words and the form of a definition; what its database says of it shows in the answers. Throws INTEGRATION_NOT_FOUND,
 * DEFINITION_NOT_FOUND and INVALID_DEFINITION.
 */
export async function checkDefinition(ctx: OrganizationContext, given: Part<"definition">): Promise<void> {
  const { id, content } = given;
  const integration = await Integration.get(ctx, given.integration_id);
  const kept = await readDefinitions(ctx, integration);
  if (typeof id === "string" && !kept.some((one) => one.id === id)) refuseDefinition("DEFINITION_NOT_FOUND");
  if (!content) return;
  const meaning = newMeaning(content);
  checkNames(
    meaning,
    kept.filter((one) => one.id !== id),
  );
  if (meaning.sql === null) return;
  const { notAnExpression } = await import("../definition/probes.ts");
  const problem = notAnExpression(meaning.sql, integration.engine);
  if (problem !== null) refuseDefinition("INVALID_DEFINITION", { message: problem });
}

/**
 * Checks what is to be rehearsed as far as it can be told before a question is asked; `ctx` is who asks for it. Throws
 * DRAFT_REQUIRED where it would save nothing, and what saving it would throw for ids that are not there and for SQL.
 */
export async function checkDraft(ctx: MemberContext, draft: Draft): Promise<void> {
  const { rule, memory, query, definition } = draft;
  const parts = [rule, memory, query, definition].filter((part) => part !== undefined && part !== null);
  const isSaid = parts.every(({ id, content }) => content !== null || typeof id === "string");
  if (parts.length === 0 || !isSaid) refuseGolden("DRAFT_REQUIRED");
  if (rule) await checkRule(ctx, rule);
  if (memory) await checkMemory(ctx, memory);
  if (query) await checkQuery(ctx, query);
  if (definition) await checkDefinition(ctx, definition);
}
