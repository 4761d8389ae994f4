import type { Draft as GivenDraft } from "@parley/contract/evaluation";
import type { QuestionQuery } from "@parley/core/answer/answer";
import type { GivenDefinition } from "@parley/core/definition/given";
import { newMeaning } from "@parley/core/definition/meaning";
import { openDefinitions } from "@parley/core/definition/open-definitions";
import type { OrganizationContext } from "@parley/core/environment/context";
import * as Integration from "@parley/core/integration/integration";
import * as Memory from "@parley/core/memory/memory";
import { entryOf } from "@parley/core/query/matching-index";
import * as Rule from "@parley/core/rule/rule";
import { parameterNames } from "@parley/datasource/placeholders/placeholders";
import type { Draft } from "./rehearse.ts";

type Memories = ReturnType<Draft["memories"]>;

/** A list with a text in the place of another one, at its end where there is none, or without it. */
const replaced = <Item>(items: readonly Item[], at: number, item: Item | undefined): Item[] => {
  const [before, after] = at < 0 ? [items, []] : [items.slice(0, at), items.slice(at + 1)];
  return [...before, ...(item === undefined ? [] : [item]), ...after];
};

/** What the rules would be: a rule that is new or changed comes first, as the latest does. */
async function rulesOf(ctx: OrganizationContext, rule: GivenDraft["rule"]): Promise<Draft["rules"]> {
  if (!rule) return (before) => before;
  const old = (await Rule.listAll(ctx)).find(({ id }) => id === rule.id)?.content;
  return (before) => {
    const at = old === undefined ? -1 : before.indexOf(old);
    const others = before.filter((_content, place) => place !== at);
    return rule.content === null ? others : [rule.content, ...others];
  };
}

/** The memories that are given, and what they would be. Without a memory in the draft nobody's are given. */
async function memoriesOf(
  ctx: OrganizationContext,
  memory: GivenDraft["memory"],
  memberId: string,
): Promise<{ memories: Memories; change: Draft["memories"] }> {
  if (!memory) return { memories: [], change: (before) => before };
  const owner = { ...ctx, actor: { ...ctx.actor, member_id: memory.member_id ?? memberId } };
  const kept = await Memory.list(owner);
  const at = kept.findIndex(({ id }) => id === memory.id);
  const { content } = memory;
  return {
    memories: kept.map((one) => ({ content: one.content, tier: one.tier })),
    change: (before) =>
      replaced(before, at, content === null ? undefined : { content, tier: before[at]?.tier ?? "core" }),
  };
}

function queriesOf(
  ctx: OrganizationContext,
  query: GivenDraft["query"],
): Pick<Draft, "added_queries" | "removed_queries"> {
  if (!query) return { added_queries: [], removed_queries: [] };
  const { id, content } = query;
  const removed_queries = typeof id === "string" ? [id] : [];
  if (!content) return { added_queries: [], removed_queries };
  const added: QuestionQuery = {
    id: id ?? ctx.ids.next(),
    title: content.title,
    description: content.description ?? null,
    prompt: content.prompt,
    sql: content.sql ?? null,
    keywords: content.keywords ?? [],
    parameters: content.sql ? parameterNames(content.sql) : [],
    integration_id: content.integration_id ?? null,
  };
  return { added_queries: [{ entry: entryOf(added), query: added }], removed_queries };
}

/** What words would mean, in the one database whose definitions the draft is of. */
export async function definitionsOf(
  ctx: OrganizationContext,
  definition: GivenDraft["definition"],
): Promise<Pick<Draft, "definitions">> {
  const integration = definition ? await Integration.find(ctx, definition.integration_id) : undefined;
  if (!definition || !integration) return {};
  const { id, content } = definition;
  const added: GivenDefinition[] = content ? [{ id: id ?? ctx.ids.next(), version: 1, ...newMeaning(content) }] : [];
  const { column_marks: marks = [], engine: dialect } = integration;
  const open = marks.length === 0 ? added : openDefinitions(added, { marks, dialect });
  return {
    definitions: (before, integrationId) =>
      integrationId === integration.id ? [...before.filter((one) => one.id !== id), ...open] : before,
  };
}

/** What a draft of the interface would save, and the memories that its questions are asked with. */
export async function plannedDraft(
  ctx: OrganizationContext,
  given: GivenDraft,
  memberId: string,
): Promise<{ draft: Draft; memories: Memories }> {
  const [rules, { memories, change }, definitions] = await Promise.all([
    rulesOf(ctx, given.rule),
    memoriesOf(ctx, given.memory, memberId),
    definitionsOf(ctx, given.definition),
  ]);
  return { draft: { rules, memories: change, ...queriesOf(ctx, given.query), ...definitions }, memories };
}
