import type { Project } from "@parley/contract/project";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { removeAll } from "./document.ts";

export interface ProjectRecord extends Key, Project {
  /** Members who may use it; everybody in the organization if there is no list. */
  member_ids?: string[];
}

interface Fields {
  name: string;
  description?: string | null;
  tags?: string[];
  /** Null: everybody. */
  member_ids?: string[] | null;
}

const prefix = "PROJECT#";
const projectKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

const mayUse = (project: ProjectRecord, memberId: string) =>
  project.member_ids === undefined || project.member_ids.includes(memberId);

/** Creates a project. `id` is for the operator, who may bring one. */
export async function create(ctx: OrganizationContext, fields: Fields & { id?: string }): Promise<ProjectRecord> {
  const id = fields.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  const project = withFields(
    { ...projectKey(ctx.actor.organization_id, id), id, name: fields.name, created_at: now, updated_at: now },
    fields,
  );
  const outcome = await ctx.table.put({ ...project }, expr`attribute_not_exists(#pk)`);
  if (!outcome.done) throw new Error("the organization already has a project with this id");
  return project;
}

/** Absent fields stay, null ones are emptied. */
function withFields(project: ProjectRecord, { name, description, tags, member_ids }: Partial<Fields>): ProjectRecord {
  const next: ProjectRecord = { ...project };
  if (name !== undefined) next.name = name;
  if (description === null) delete next.description;
  else if (description !== undefined) next.description = description;
  if (tags !== undefined) next.tags = tags;
  if (member_ids === null) delete next.member_ids;
  else if (member_ids !== undefined) next.member_ids = member_ids;
  return next;
}

/** A project of the organization; undefined for an id that is malformed, unknown or another organization's. */
export async function find(ctx: OrganizationContext, id: string): Promise<ProjectRecord | undefined> {
  return isUuid(id) ? ctx.table.get<ProjectRecord>(projectKey(ctx.actor.organization_id, id)) : undefined;
}

/** Every project of the organization, the oldest first: for the operator. */
export const listAll = (ctx: OrganizationContext): Promise<ProjectRecord[]> =>
  ctx.table.queryAll<ProjectRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** The projects the member may use, the oldest first. */
export async function list(ctx: MemberContext): Promise<ProjectRecord[]> {
  return (await listAll(ctx)).filter((project) => mayUse(project, ctx.actor.member_id));
}

/** Of the given projects those the member may use, in the given order. */
export async function getMany(ctx: MemberContext, ids: readonly string[]): Promise<ProjectRecord[]> {
  const wanted = [...new Set(ids)].filter(isUuid);
  if (wanted.length === 0) return [];
  const found = await ctx.table.getMany<ProjectRecord>(wanted.map((id) => projectKey(ctx.actor.organization_id, id)));
  return found.filter((project) => project !== undefined).filter((project) => mayUse(project, ctx.actor.member_id));
}

/** Of the given ids those of projects the member may use. Malformed and unknown ones are left out. */
export async function permitted(ctx: MemberContext, ids: readonly string[]): Promise<string[]> {
  return (await getMany(ctx, ids)).map((project) => project.id);
}

/** Changes a project: absent fields stay, null ones are emptied. Undefined if there is none. */
export async function update(
  ctx: OrganizationContext,
  id: string,
  change: Partial<Fields>,
): Promise<ProjectRecord | undefined> {
  for (;;) {
    const project = await find(ctx, id);
    if (!project) return undefined;
    const next = { ...withFields(project, change), updated_at: iso(ctx.clock.now()) };
    // Another change in between is not undone: this one is made again on top of it.
    const outcome = await ctx.table.put({ ...next }, expr`#updated_at = ${project.updated_at}`);
    if (outcome.done) return next;
    if (!outcome.item) return undefined;
  }
}

/** Removes a project with its documents. False if there is none. */
export async function remove(ctx: OrganizationContext & WithFiles, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const outcome = await ctx.table.remove(projectKey(ctx.actor.organization_id, id), expr`attribute_exists(#pk)`);
  await removeAll(ctx, id);
  return outcome.done;
}
