import * as Agent from "@parley/core/agent/agent";
import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Golden from "@parley/core/golden/golden";
import * as Integration from "@parley/core/integration/integration";
import * as Member from "@parley/core/member/member";
import * as Memory from "@parley/core/memory/memory";
import * as Organization from "@parley/core/organization/organization";
import * as Document from "@parley/core/project/document";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import { type DemoSources, configOf, documentsOf, provide } from "./sources.ts";
import type { AgentPlan, MemberPlan, OrganizationPlan } from "./tenant.ts";

type Context = OrganizationContext & WithFiles;

/**
 * Makes one organization of the demo with everything it owns, and answers its id. The organization's own item comes last: it is
 * the mark that the rest is there, so that a seeding which was cut short is done again from the start, under another id.
 */
export async function createOrganization(
  base: Base & WithFiles,
  plan: OrganizationPlan,
  sources: DemoSources,
): Promise<string> {
  const id = base.ids.next();
  const ctx: Context = { ...base, actor: { organization_id: id } };
  const author = await createMembers(ctx, plan.members);
  const integrations: { id: string }[] = [];
  for (const { display_name, database } of plan.integrations) {
    await provide(ctx, database, sources);
    integrations.push(await Integration.create(ctx, { display_name, config: configOf(id, database, sources) }));
  }
  for (const project of plan.projects) {
    const { id: projectId } = await Project.create(ctx, {
      name: project.name,
      description: project.description,
      tags: [...project.tags],
    });
    for (const { filename, body } of documentsOf(project, sources)) {
      await Document.create(ctx, projectId, { filename, bytes: body });
    }
  }
  await createAgents(ctx, plan.agents);
  for (const query of plan.saved_queries) await Query.create(ctx, { ...query, keywords: [...query.keywords] }, author);
  for (const golden of plan.golden_questions)
    await Golden.create(ctx, { ...golden, integration_id: integrations[0]?.id }, author);
  for (const content of plan.rules) await Rule.create(ctx, content, author);
  await Organization.create(base, { id, name: plan.name });
  return id;
}

/** Makes the members with their memories, and answers the first admin. */
async function createMembers(ctx: Context, plans: readonly MemberPlan[]): Promise<{ id: string; name: string }> {
  const members: Member.MemberRecord[] = [];
  for (const { email, name, role, active, memories } of plans) {
    const member = await Member.create(ctx, { email, name, role });
    members.push(member);
    const owner = { ...ctx, actor: { ...ctx.actor, member_id: member.id } };
    for (const content of memories) await Memory.create(owner, content);
    if (!active) await Member.update(ctx, member.id, { active: false });
  }
  const admin = members.find(({ role }) => role === "admin");
  if (!admin) throw new Error("an organization of the demo has no admin");
  return admin;
}

async function createAgents(ctx: Context, plans: readonly AgentPlan[]): Promise<void> {
  for (const { starter_prompts, ...fields } of plans)
    await Agent.create(ctx, { ...fields, starter_prompts: [...starter_prompts] });
}
