import { limits } from "@parley/contract/limits";
import { iso } from "../environment/clock.ts";
import type { Base, OrganizationContext, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Tally } from "../store/tally.ts";
import { type DocumentRecord, documentPrefix } from "./document-record.ts";
import { type Manifest, manifestKey } from "./document-files.ts";
import { projectKey } from "./record.ts";

type Context = OrganizationContext & WithFiles;

/** How many documents a project has, how often they have changed, and whether its manifest is behind. */
interface DocumentsRecord extends Item {
  organization_id?: string;
  project_id?: string;
  revision: number;
  /** Absent where the documents are from before they were counted. */
  count?: number;
  /** In the index until the sweeper has found the manifest to be that of the last change. */
  index_pk?: string;
  index_sk?: string;
}

/** Partition of the index that lists projects by the last change of their documents, until it is in their manifests for good. */
const manifestsDue = "MANIFESTS_DUE";

/** Milliseconds after a change in which whoever made it writes the manifest: a request has 30 s. */
const WRITING_MS = 60_000;

/** Projects that one step of a sweep reads. */
const PROJECTS_PER_STEP = 100;

export const documentsKey = (organizationId: string, projectId: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `DOCUMENTS#${projectId}`,
});

/** A new project's record of its documents, of which there are none. */
export const noDocuments = (organizationId: string, projectId: string): Item => ({
  ...documentsKey(organizationId, projectId),
  organization_id: organizationId,
  project_id: projectId,
  revision: 0,
  count: 0,
});

const allDocuments = (ctx: OrganizationContext, projectId: string): Promise<DocumentRecord[]> =>
  ctx.table.queryAll<DocumentRecord>({
    pk: organizationPk(ctx.actor.organization_id),
    begins: documentPrefix(projectId),
    consistent: true,
  });

/**
 * The tally of a project's documents, which is there as long as the project, and notes with each change that the manifest is to
 * be written.
 */
export function documentsTally(ctx: OrganizationContext, projectId: string): Tally {
  const organizationId = ctx.actor.organization_id;
  const due = `${iso(ctx.clock.now())}#${projectId}`;
  return {
    key: documentsKey(organizationId, projectId),
    most: limits.documents_per_project,
    guard: [{ check: projectKey(organizationId, projectId), when: expr`attribute_exists(#pk)` }],
    recount: async () => (await allDocuments(ctx, projectId)).length,
    also: expr`, #revision = if_not_exists(#revision, ${0}) + ${1}, #organization_id = ${organizationId}, #project_id = ${projectId}, #index_pk = ${manifestsDue}, #index_sk = ${due}`,
  };
}

/** How many documents each of the projects has. */
export async function documentCounts(ctx: OrganizationContext, projectIds: readonly string[]): Promise<number[]> {
  const keys = projectIds.map((id) => documentsKey(ctx.actor.organization_id, id));
  const found = await ctx.table.getMany<DocumentsRecord>(keys, { consistent: true });
  return Promise.all(
    projectIds.map(async (id, at) => found[at]?.count ?? (found[at] ? (await allDocuments(ctx, id)).length : 0)),
  );
}

/**
 * Writes the manifest from the table. Of two concurrent writers the slower one may have the older list: a writer that finds
 * that the documents have changed meanwhile writes again, so that the last list written is the table's. Returns the revision
 * that was written.
 */
async function writeFromTable(ctx: Context, projectId: string): Promise<number | undefined> {
  const organizationId = ctx.actor.organization_id;
  const revision = async () =>
    (await ctx.table.get<DocumentsRecord>(documentsKey(organizationId, projectId), { consistent: true }))?.revision;
  for (let before = await revision(); ;) {
    const documents = await allDocuments(ctx, projectId);
    const manifest: Manifest = {
      documents: documents.map(({ id, title, filename, mime_type, size_bytes }) => ({
        id,
        title,
        filename,
        mime_type,
        size_bytes,
      })),
    };
    await ctx.files.put(manifestKey(organizationId, projectId), JSON.stringify(manifest), "application/json");
    const after = await revision();
    if (after === before) return after;
    before = after;
  }
}

/** Writes the manifest after a change. A failure only delays it: the change is noted, and the sweeper writes it then. */
export async function writeManifest(ctx: Context, projectId: string): Promise<void> {
  try {
    await writeFromTable(ctx, projectId);
  } catch (error) {
    log("warn", "a manifest could not be written; the sweeper will", { project_id: projectId }, error);
  }
}

/**
 * Writes the manifests of projects whose documents changed a minute ago once more, and forgets that they changed: a writer that
 * was interrupted may have written none, or an older one over a newer. For the sweeper: begins nothing after `deadline` (ms).
 * Returns how many were written; throws in the end if one could not be.
 */
export async function writeManifestsDue(ctx: Base & WithFiles, deadline = Infinity): Promise<number> {
  const isInTime = () => ctx.clock.now() < deadline;
  let written = 0;
  let failed = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: manifestsDue,
      between: ["0", iso(ctx.clock.now() - WRITING_MS)],
      index: true,
      limit: PROJECTS_PER_STEP,
      after,
    });
    for (const found of await ctx.table.getMany<DocumentsRecord>(items, { consistent: true })) {
      if (found?.index_sk === undefined || !isInTime()) continue;
      try {
        await writeDue(ctx, found);
        written += 1;
      } catch (error) {
        failed += 1;
        log("error", "a manifest could not be written", { project_id: found.project_id }, error);
      }
    }
    after = next;
  } while (after && isInTime());
  if (failed > 0) throw new Error(`${failed} manifests could not be written`);
  return written;
}

async function writeDue(ctx: Base & WithFiles, { organization_id, project_id }: DocumentsRecord): Promise<void> {
  if (organization_id === undefined || project_id === undefined) return;
  const own = { ...ctx, actor: { organization_id } };
  const revision = await writeFromTable(own, project_id);
  if (revision === undefined) return;
  // What changed meanwhile is noted anew, and stays.
  const key = documentsKey(organization_id, project_id);
  await ctx.table.update(key, expr`REMOVE #index_pk, #index_sk`, expr`#revision = ${revision}`);
}
