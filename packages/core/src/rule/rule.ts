import { limits } from "@parley/contract/limits";
import type { Rule } from "@parley/contract/rule";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import { knownLists } from "../store/known-lists.ts";
import type { Key } from "../store/table-item.ts";

interface RuleRecord extends Rule, Key {}

/** Who writes: their name is kept with the rule. */
interface Author {
  id: string;
  name: string;
}

const prefix = "RULE#";
const ruleKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});
/** What is written in the same transaction as each rule: how many there are, and which state they are in. */
interface CountRecord extends Key {
  count: number;
  /** Raised with every change; absent until there was one. */
  version?: number;
}
const countKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "RULES" });
const nextVersion = expr`#version = if_not_exists(#version, ${0}) + ${1}`;

/** Organizations whose rules an environment remembers, and the characters of all of them. */
const knownRules = knownLists<Rule>({
  lists: 200,
  characters: 4_000_000,
  charactersOf: ({ content }) => content.length,
});

const byUpdate = (a: Rule, b: Rule): number =>
  a.updated_at === b.updated_at ? (a.id < b.id ? 1 : -1) : a.updated_at < b.updated_at ? 1 : -1;

/** The organization's rules, most recently updated first. */
export async function listAll(ctx: OrganizationContext): Promise<Rule[]> {
  const pk = organizationPk(ctx.actor.organization_id);
  const rules = await ctx.table.queryAll<RuleRecord>({ pk, begins: prefix, consistent: true });
  return rules.toSorted(byUpdate);
}

/** The organization's rules like `listAll`: from this environment's memory where nothing was written since. */
export const recallAll = (ctx: OrganizationContext): Promise<readonly Rule[]> =>
  knownRules(ctx, ctx.actor.organization_id, {
    async mark() {
      const counted = await ctx.table.get<CountRecord>(countKey(ctx.actor.organization_id), { consistent: true });
      return { version: counted?.version?.toString(), isEmpty: !counted?.count };
    },
    list: () => listAll(ctx),
  });

/** Adds a rule. Throws RULE_LIMIT. */
export async function create(ctx: OrganizationContext, content: string, author: Author): Promise<Rule> {
  const organizationId = ctx.actor.organization_id;
  const id = ctx.ids.next();
  const now = iso(ctx.clock.now());
  const rule: RuleRecord = {
    ...ruleKey(organizationId, id),
    id,
    organization_id: organizationId,
    content,
    created_by: author.id,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.transact([
    { put: { ...rule } },
    {
      update: countKey(organizationId),
      set: expr`SET #count = if_not_exists(#count, ${0}) + ${1}, ${nextVersion}`,
      when: expr`attribute_not_exists(#count) OR #count < ${limits.rules_per_organization}`,
    },
  ]);
  if (!outcome.done) refuseAdministrator("RULE_LIMIT");
  return rule;
}

/** Replaces the content of a rule. Throws RULE_NOT_FOUND. */
export async function update(ctx: OrganizationContext, id: string, content: string, author: Author): Promise<Rule> {
  if (!isUuid(id)) refuseAdministrator("RULE_NOT_FOUND");
  const organizationId = ctx.actor.organization_id;
  const key = ruleKey(organizationId, id);
  const rule = await ctx.table.get<RuleRecord>(key, { consistent: true });
  const changed = {
    content,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    updated_at: iso(ctx.clock.now()),
  };
  const outcome = await ctx.table.transact([
    { update: key, set: expr`SET ${assignments(changed)}`, when: expr`attribute_exists(#pk)` },
    { update: countKey(organizationId), set: expr`SET ${nextVersion}` },
  ]);
  // Nothing else of a rule ever changes.
  return rule && outcome.done ? { ...rule, ...changed } : refuseAdministrator("RULE_NOT_FOUND");
}

/** Deletes a rule. Throws RULE_NOT_FOUND. */
export async function remove(ctx: OrganizationContext, id: string): Promise<void> {
  if (!isUuid(id)) refuseAdministrator("RULE_NOT_FOUND");
  const organizationId = ctx.actor.organization_id;
  const outcome = await ctx.table.transact([
    { remove: ruleKey(organizationId, id), when: expr`attribute_exists(#pk)` },
    { update: countKey(organizationId), set: expr`SET #count = #count - ${1}, ${nextVersion}` },
  ]);
  if (!outcome.done) refuseAdministrator("RULE_NOT_FOUND");
}
