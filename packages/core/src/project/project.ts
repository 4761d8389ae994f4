import { limits } from "@parley/contract/limits";
import type { AdminProject, ProjectCreate, ProjectUpdate } from "@parley/contract/project";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { areMembers } from "../member/known.ts";
import { log } from "../observe/log.ts";
import { cursorOf } from "../store/cursor.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import { listPage } from "../store/list-page.ts";
import { type Tally, transactTallied } from "../store/tally.ts";
import { leftover, removeLeftover } from "./leftovers.ts";
import { documentCounts, documentsKey, noDocuments } from "./manifest.ts";
import { presentProject, projectKey, projectPrefix, type ProjectRecord } from "./record.ts";

/** Milliseconds that the removal of a project spends on its files; the sweeper does the rest. */
const REMOVAL_MS = 10_000;

const mayUse = (project: ProjectRecord, memberId: string) =>
  project.member_ids === undefined || project.member_ids.includes(memberId);

/** How many projects the organization has, counted in the transactions that add and remove them. */
const projectsTally = (ctx: OrganizationContext): Tally => ({
  key: { pk: organizationPk(ctx.actor.organization_id), sk: "PROJECTS" },
  most: limits.projects_per_organization,
  recount: async () => {
    const { organization_id } = ctx.actor;
    const request = { pk: organizationPk(organization_id), begins: projectPrefix, fields: ["pk"], consistent: true };
    return (await ctx.table.queryAll(request)).length;
  },
});

/** Throws MEMBER_NOT_FOUND if one of those who may use a project is not a member of the organization. */
async function checkMembers(ctx: OrganizationContext, { member_ids }: ProjectUpdate): Promise<void> {
  if (member_ids && !(await areMembers(ctx, member_ids))) fail("MEMBER_NOT_FOUND");
}

/** Creates a project. `id` is for the operator, who may bring one. Throws MEMBER_NOT_FOUND, PROJECT_LIMIT. */
export async function create(
  ctx: OrganizationContext,
  fields: ProjectCreate & { id?: string },
): Promise<ProjectRecord> {
  await checkMembers(ctx, fields);
  const organizationId = ctx.actor.organization_id;
  const id = fields.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  const project = withFields(
    { ...projectKey(organizationId, id), id, name: fields.name, created_at: now, updated_at: now },
    fields,
  );
  const outcome = await transactTallied(
    ctx,
    [{ put: { ...project }, when: expr`attribute_not_exists(#pk)` }, { put: noDocuments(organizationId, id) }],
    projectsTally(ctx),
    1,
  );
  if (outcome === "full") refuseAdministrator("PROJECT_LIMIT");
  if (outcome !== "done") throw new Error("the organization already has a project with this id");
  return project;
}

/** Absent fields stay, null ones are emptied. */
function withFields(project: ProjectRecord, { name, description, tags, member_ids }: ProjectUpdate): ProjectRecord {
  const next: ProjectRecord = { ...project };
  if (name !== undefined) next.name = name;
  if (description === null) delete next.description;
  else if (description !== undefined) next.description = description;
  if (tags === null) delete next.tags;
  else if (tags !== undefined) next.tags = tags;
  if (member_ids === null) delete next.member_ids;
  else if (member_ids !== undefined) next.member_ids = [...new Set(member_ids)];
  return next;
}

/** A project of the organization; undefined for an id that is malformed, unknown or another organization's. */
export async function find(ctx: OrganizationContext, id: string): Promise<ProjectRecord | undefined> {
  if (!isUuid(id)) return undefined;
  return ctx.table.get<ProjectRecord>(projectKey(ctx.actor.organization_id, id), { consistent: true });
}

/** The same. Throws PROJECT_NOT_FOUND. */
export const get = async (ctx: OrganizationContext, id: string): Promise<ProjectRecord> =>
  (await find(ctx, id)) ?? refuseAdministrator("PROJECT_NOT_FOUND");

/** Every project of the organization, the oldest first. */
export const listAll = (ctx: OrganizationContext): Promise<ProjectRecord[]> =>
  ctx.table.queryAll<ProjectRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: projectPrefix });

/** All projects as administrators see them, the oldest first: `limit` of them after the cursor. Throws INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  asked: { limit: number; cursor?: string | undefined },
): Promise<{ projects: AdminProject[]; next_cursor: string | null }> {
  const request = { pk: organizationPk(ctx.actor.organization_id), prefix: projectPrefix, ...asked };
  const { items, next_cursor } = await listPage<ProjectRecord>(ctx, request);
  const wanted = await withCounts(ctx, items);
  const projects = wanted.slice(0, fitting(wanted));
  // Fewer than were asked for, where their lists of members are long.
  const hasMore = next_cursor !== null || projects.length < wanted.length;
  return { projects, next_cursor: hasMore ? cursorOf(projects.at(-1)?.id ?? "") : null };
}

async function withCounts(ctx: OrganizationContext, projects: readonly ProjectRecord[]): Promise<AdminProject[]> {
  const counts = await documentCounts(
    ctx,
    projects.map(({ id }) => id),
  );
  return projects.map((project, at) => presentProject(project, counts[at] ?? 0));
}

/** The projects the member may use, the oldest first. */
export async function list(ctx: MemberContext): Promise<ProjectRecord[]> {
  return (await listAll(ctx)).filter((project) => mayUse(project, ctx.actor.member_id));
}

/** Of the given projects those the member may use at this moment, in the given order. */
export async function getMany(ctx: MemberContext, ids: readonly string[]): Promise<ProjectRecord[]> {
  const wanted = [...new Set(ids)].filter(isUuid);
  if (wanted.length === 0) return [];
  const keys = wanted.map((id) => projectKey(ctx.actor.organization_id, id));
  // Who was taken off a list is refused from then on, so this reads what was written last.
  const found = await ctx.table.getMany<ProjectRecord>(keys, { consistent: true });
  return found.filter((project) => project !== undefined).filter((project) => mayUse(project, ctx.actor.member_id));
}

/** Of the given ids those of projects the member may use. Malformed and unknown ones are left out. */
export async function permitted(ctx: MemberContext, ids: readonly string[]): Promise<string[]> {
  return (await getMany(ctx, ids)).map((project) => project.id);
}

/** Changes a project: absent fields stay, null ones are emptied. Throws MEMBER_NOT_FOUND, PROJECT_NOT_FOUND. */
export async function update(ctx: OrganizationContext, id: string, change: ProjectUpdate): Promise<AdminProject> {
  for (;;) {
    const project = await get(ctx, id);
    await checkMembers(ctx, change);
    const next = {
      ...withFields(project, change),
      // Later than the last one whatever the clock says, so that no two versions have the same time.
      updated_at: iso(Math.max(ctx.clock.now(), Date.parse(project.updated_at) + 1)),
    };
    // Another change in between is not undone: this one is made again on top of it.
    const outcome = await ctx.table.put({ ...next }, expr`#updated_at = ${project.updated_at}`);
    if (!outcome.done) continue;
    const [presented] = await withCounts(ctx, [next]);
    if (presented) return presented;
  }
}

/**
 * Removes a project with its documents. Its files go at once, as far as there is time, and once more when nobody writes any of
 * them any more. Throws PROJECT_NOT_FOUND.
 */
export async function remove(ctx: OrganizationContext & WithFiles, id: string): Promise<void> {
  if (!isUuid(id)) refuseAdministrator("PROJECT_NOT_FOUND");
  const organization_id = ctx.actor.organization_id;
  const place = { organization_id, project_id: id };
  const outcome = await transactTallied(
    ctx,
    [
      { remove: projectKey(organization_id, id), when: expr`attribute_exists(#pk)` },
      { remove: documentsKey(organization_id, id) },
      { put: leftover(ctx, place) },
    ],
    projectsTally(ctx),
    -1,
  );
  if (outcome !== "done") refuseAdministrator("PROJECT_NOT_FOUND");
  const until = ctx.clock.now() + REMOVAL_MS;
  try {
    await removeLeftover(ctx, place, () => ctx.clock.now() < until);
  } catch (error) {
    log("warn", "the documents of a project were not removed; the sweeper will", { project_id: id }, error);
  }
}
