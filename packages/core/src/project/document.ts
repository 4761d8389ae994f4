import { cutText } from "@parley/contract/cut-text";
import { documentTypes } from "@parley/contract/document";
import { limits } from "@parley/contract/limits";
import { uploadTypes } from "@parley/contract/upload";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { log } from "../observe/log.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import { listPage } from "../store/list-page.ts";
import type { Write } from "../store/table-transactions.ts";
import { transactTallied } from "../store/tally.ts";
import { spend } from "../throttle/spend.ts";
import { checkSize } from "../upload/acceptable.ts";
import { safeFilename } from "../upload/filename.ts";
import { ready as readyUpload } from "../upload/find.ts";
import { uploadObject } from "../upload/record.ts";
import { waitingSince } from "../wake/queued-work.ts";
import { documentKey } from "./document-files.ts";
import { arePlausible, documentPrefix, type DocumentRecord, documentsIndexing, recordKey } from "./document-record.ts";
import { claimLeftover, leftover, removeLeftover } from "./leftovers.ts";
import { documentsTally, writeManifest } from "./manifest.ts";

type Context = OrganizationContext & WithFiles;

/** What is added: the title appears in citations. */
export interface NewDocument {
  filename: string;
  bytes: Uint8Array;
  title?: string;
}

/** A file's name in words; as it is where it has none. */
function titleOf(filename: string): string {
  const words = filename
    .replace(/\.[^.]+$/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return cutText(words === "" ? filename : words, limits.document_title_characters);
}

/** The media type of a document. Throws DOCUMENT_TYPE_UNSUPPORTED. */
function mimeTypeOf(filename: string): string {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  const type = documentTypes.find((each) => each === extension);
  if (type) return uploadTypes[type][0];
  return refuseAdministrator("DOCUMENT_TYPE_UNSUPPORTED", {
    message: `${filename} cannot be a document. Documents are ${documentTypes.join(", ")}`,
  });
}

/** A file that becomes a document. */
interface Source {
  filename: string;
  size_bytes: number;
  title?: string | undefined;
  /** Puts the bytes where the document's are. */
  place(key: string): Promise<void>;
}

function recordOf(ctx: OrganizationContext, projectId: string, source: Source): DocumentRecord {
  const organizationId = ctx.actor.organization_id;
  const id = ctx.ids.next();
  const filename = safeFilename(source.filename);
  checkSize(filename, source.size_bytes);
  return {
    ...recordKey(organizationId, projectId, id),
    id,
    organization_id: organizationId,
    project_id: projectId,
    title: source.title ?? titleOf(filename),
    filename,
    mime_type: mimeTypeOf(filename),
    size_bytes: source.size_bytes,
    created_at: iso(ctx.clock.now()),
    status: "indexing",
    ...waitingSince(ctx, documentsIndexing, id),
  };
}

/**
 * Adds documents to a project, all of them or none: their originals go to the bucket, then they are in the table and wait to be
 * read, and the project's manifest names them. Throws PROJECT_NOT_FOUND, DOCUMENT_LIMIT, DOCUMENT_TYPE_UNSUPPORTED,
 * UPLOAD_EMPTY, UPLOAD_TOO_LARGE.
 */
async function add(ctx: Context, projectId: string, sources: readonly Source[]): Promise<DocumentRecord[]> {
  const organizationId = ctx.actor.organization_id;
  const placed = sources.map((source) => ({ source, record: recordOf(ctx, projectId, source) }));
  const placeOf = ({ id }: DocumentRecord) => ({
    organization_id: organizationId,
    project_id: projectId,
    document_id: id,
  });
  await Promise.all(
    placed.map(async ({ source, record }) => {
      // The leftover comes first, so that the sweeper finds bytes that became no document.
      await ctx.table.put(leftover(ctx, placeOf(record)));
      await source.place(documentKey(organizationId, projectId, record.id));
    }),
  );
  const outcome = await transactTallied(
    ctx,
    placed.flatMap(({ record }): Write[] => [{ put: { ...record } }, claimLeftover(ctx, placeOf(record))]),
    documentsTally(ctx, projectId),
    placed.length,
  );
  if (outcome === "full") refuseAdministrator("DOCUMENT_LIMIT");
  if (outcome !== "done") {
    // The tally's guard.
    if (outcome.refusals[0]) refuseAdministrator("PROJECT_NOT_FOUND");
    throw new Error("putting the files of a document took too long");
  }
  await writeManifest(ctx, projectId);
  return placed.map(({ record }) => record);
}

/** Adds a document. Throws what `add` throws. */
export async function create(ctx: Context, projectId: string, document: NewDocument): Promise<DocumentRecord> {
  const { filename, bytes, title } = document;
  const [record] = await add(ctx, projectId, [
    {
      filename,
      title,
      size_bytes: bytes.byteLength,
      place: (key) => ctx.files.put(key, bytes, mimeTypeOf(filename)),
    },
  ]);
  if (!record) throw new Error("no document was made of the file");
  return record;
}

/**
 * Makes documents of the caller's uploads, which are copied: they live and go on their own (D39). Throws PROJECT_NOT_FOUND,
 * UPLOAD_NOT_FOUND, DOCUMENT_TYPE_UNSUPPORTED, RATE_LIMIT, DOCUMENT_LIMIT.
 */
export async function createFromUploads(
  ctx: MemberContext & WithFiles,
  projectId: string,
  { upload_ids, title }: { upload_ids: readonly string[]; title?: string | null | undefined },
): Promise<DocumentRecord[]> {
  const uploads = await Promise.all([...new Set(upload_ids)].map((id) => readyUpload(ctx, id)));
  for (const { filename } of uploads) mimeTypeOf(filename);
  await spend(ctx, "documents", ctx.actor.member_id);
  return add(
    ctx,
    projectId,
    uploads.map(({ id, filename, size_bytes }) => ({
      filename,
      size_bytes,
      title: title ?? undefined,
      place: async (key) => {
        if (!(await ctx.files.copy(uploadObject(ctx.actor, id), key))) fail("UPLOAD_NOT_FOUND");
      },
    })),
  );
}

/** The documents of a project, the oldest first. */
export const list = (ctx: OrganizationContext, projectId: string): Promise<DocumentRecord[]> =>
  ctx.table.queryAll<DocumentRecord>({
    pk: organizationPk(ctx.actor.organization_id),
    begins: documentPrefix(projectId),
    consistent: true,
  });

/** The documents of a project, the oldest first: `limit` of them after the cursor. Throws INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  projectId: string,
  asked: { limit: number; cursor?: string | undefined },
): Promise<{ documents: DocumentRecord[]; next_cursor: string | null }> {
  const request = { pk: organizationPk(ctx.actor.organization_id), prefix: documentPrefix(projectId), ...asked };
  const { items, next_cursor } = await listPage<DocumentRecord>(ctx, request);
  return { documents: items, next_cursor };
}

/** A document; undefined for an id that is malformed, unknown or another organization's. */
export async function find(
  ctx: OrganizationContext,
  projectId: string,
  id: string,
): Promise<DocumentRecord | undefined> {
  if (!arePlausible(projectId, id)) return undefined;
  return ctx.table.get<DocumentRecord>(recordKey(ctx.actor.organization_id, projectId, id), { consistent: true });
}

/** Renames a document. Throws DOCUMENT_NOT_FOUND. */
export async function update(
  ctx: Context,
  projectId: string,
  id: string,
  change: { title: string },
): Promise<DocumentRecord> {
  if (!arePlausible(projectId, id)) refuseAdministrator("DOCUMENT_NOT_FOUND");
  const key = recordKey(ctx.actor.organization_id, projectId, id);
  const renamed: Write = { update: key, set: expr`SET #title = ${change.title}`, when: expr`attribute_exists(#pk)` };
  const outcome = await transactTallied(ctx, [renamed], documentsTally(ctx, projectId), 0);
  if (outcome !== "done") refuseAdministrator("DOCUMENT_NOT_FOUND");
  await writeManifest(ctx, projectId);
  return (await ctx.table.get<DocumentRecord>(key, { consistent: true })) ?? refuseAdministrator("DOCUMENT_NOT_FOUND");
}

/**
 * Removes a document, whether it has been read or not. Its files go at once, and once more when nobody writes any of them
 * any more. Throws DOCUMENT_NOT_FOUND.
 */
export async function remove(ctx: Context, projectId: string, id: string): Promise<void> {
  if (!arePlausible(projectId, id)) refuseAdministrator("DOCUMENT_NOT_FOUND");
  const organization_id = ctx.actor.organization_id;
  const place = { organization_id, project_id: projectId, document_id: id };
  const outcome = await transactTallied(
    ctx,
    [
      { remove: recordKey(organization_id, projectId, id), when: expr`attribute_exists(#pk)` },
      { put: leftover(ctx, place) },
    ],
    documentsTally(ctx, projectId),
    -1,
  );
  if (outcome !== "done") refuseAdministrator("DOCUMENT_NOT_FOUND");
  await writeManifest(ctx, projectId);
  try {
    await removeLeftover(ctx, place);
  } catch (error) {
    log("warn", "the files of a document were not removed; the sweeper will", { document_id: id }, error);
  }
}
