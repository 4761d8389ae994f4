import { iso } from "../environment/clock.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { type DocumentEntry, documentKey, type Manifest, manifestKey, passagesKey } from "./document-files.ts";

type Context = OrganizationContext & WithFiles;

export interface DocumentRecord extends Key, DocumentEntry {
  project_id: string;
  created_at: string;
}

/** What is uploaded: the title appears in citations. */
export interface NewDocument {
  filename: string;
  mime_type: string;
  bytes: Uint8Array;
  title?: string;
}

/** Files that can be documents, by extension. */
export const documentTypes = ["txt", "md", "pdf", "csv"] as const;

/** Not below `PROJECT#`, so that listing projects does not read their documents. */
const prefixOf = (projectId: string) => `DOCUMENT#${projectId}#`;
const recordKey = (organizationId: string, projectId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefixOf(projectId)}${id}`,
});
/** How often a project's documents have changed. */
const revisionKey = (organizationId: string, projectId: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `DOCUMENTS#${projectId}`,
});

const titleOf = (filename: string) => filename.replace(/\.[^.]+$/, "").replace(/[-_]+/g, " ");

/** Adds a document to a project: its original goes to the bucket, and the project's manifest names it. */
export async function create(ctx: Context, projectId: string, document: NewDocument): Promise<DocumentRecord> {
  const organizationId = ctx.actor.organization_id;
  const id = ctx.ids.next();
  const record: DocumentRecord = {
    ...recordKey(organizationId, projectId, id),
    id,
    project_id: projectId,
    title: document.title ?? titleOf(document.filename),
    filename: document.filename,
    mime_type: document.mime_type,
    size_bytes: document.bytes.byteLength,
    created_at: iso(ctx.clock.now()),
  };
  await ctx.files.put(documentKey(organizationId, projectId, id), document.bytes, document.mime_type);
  await ctx.table.transact([{ put: { ...record } }, revised(organizationId, projectId)]);
  await writeManifest(ctx, projectId);
  return record;
}

/** The documents of a project, the oldest first. */
export const list = (ctx: OrganizationContext, projectId: string): Promise<DocumentRecord[]> =>
  ctx.table.queryAll<DocumentRecord>({
    pk: organizationPk(ctx.actor.organization_id),
    begins: prefixOf(projectId),
    consistent: true,
  });

/** A document; undefined for an id that is malformed, unknown or another organization's. */
export async function find(
  ctx: OrganizationContext,
  projectId: string,
  id: string,
): Promise<DocumentRecord | undefined> {
  return isUuid(id) ? ctx.table.get<DocumentRecord>(recordKey(ctx.actor.organization_id, projectId, id)) : undefined;
}

/** Renames a document. Undefined if there is none. */
export async function update(
  ctx: Context,
  projectId: string,
  id: string,
  change: { title: string },
): Promise<DocumentRecord | undefined> {
  if (!isUuid(id)) return undefined;
  const organizationId = ctx.actor.organization_id;
  const outcome = await ctx.table.transact([
    {
      update: recordKey(organizationId, projectId, id),
      set: expr`SET #title = ${change.title}`,
      when: expr`attribute_exists(#pk)`,
    },
    revised(organizationId, projectId),
  ]);
  if (!outcome.done) return undefined;
  await writeManifest(ctx, projectId);
  return ctx.table.get<DocumentRecord>(recordKey(organizationId, projectId, id), { consistent: true });
}

/** Removes a document and its files. False if there is none. */
export async function remove(ctx: Context, projectId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const organizationId = ctx.actor.organization_id;
  const outcome = await ctx.table.transact([
    { remove: recordKey(organizationId, projectId, id), when: expr`attribute_exists(#pk)` },
    revised(organizationId, projectId),
  ]);
  if (!outcome.done) return false;
  await writeManifest(ctx, projectId);
  await ctx.files.remove([documentKey(organizationId, projectId, id), passagesKey(organizationId, projectId, id)]);
  return true;
}

/** Removes every document of a project, with its manifest. */
export async function removeAll(ctx: Context, projectId: string): Promise<void> {
  const organizationId = ctx.actor.organization_id;
  const documents = await list(ctx, projectId);
  await ctx.files.remove([
    manifestKey(organizationId, projectId),
    ...documents.flatMap(({ id }) => [
      documentKey(organizationId, projectId, id),
      passagesKey(organizationId, projectId, id),
    ]),
  ]);
  await ctx.table.removeMany([...documents, revisionKey(organizationId, projectId)]);
}

const revised = (organizationId: string, projectId: string) => ({
  update: revisionKey(organizationId, projectId),
  set: expr`SET #revision = if_not_exists(#revision, ${0}) + ${1}`,
});

/**
 * Writes the manifest from the table. Of two concurrent writers the slower one may have the older list: a writer that finds
 * that the documents have changed meanwhile writes again, so that the last list written is the table's.
 */
async function writeManifest(ctx: Context, projectId: string): Promise<void> {
  const organizationId = ctx.actor.organization_id;
  const revision = async () =>
    (await ctx.table.get<{ revision: number }>(revisionKey(organizationId, projectId), { consistent: true }))?.revision;
  for (let before = await revision(); ;) {
    const documents = await list(ctx, projectId);
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
    if (after === before) return;
    before = after;
  }
}
