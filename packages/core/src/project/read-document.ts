import type { DocumentText } from "@parley/contract/document";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import type { MemberRecord } from "../member/member.ts";
import { keptText, type Shelf } from "../passage/shelf.ts";
import { find } from "./document.ts";
import { presentDocument } from "./document-record.ts";
import { find as findProject, permitted } from "./project.ts";

/** Which document is read, and which of its passages. */
export interface Reading {
  project_id: string;
  document_id: string;
  first: number;
  limit: number;
}

/**
 * Passages of a document, from `first` on; none of one that has not been read. Members read what is in projects that they may use,
 * administrators what they search, which is everything. Throws DOCUMENT_NOT_FOUND, whichever of them is not there.
 */
export async function read(
  ctx: MemberContext & WithFiles,
  { project_id, document_id, first, limit }: Reading,
  member: Promise<MemberRecord>,
): Promise<DocumentText> {
  const [mine] = await permitted(ctx, [project_id]);
  const isThere = mine !== undefined || ((await member).role === "admin" && (await findProject(ctx, project_id)));
  const document = isThere ? await find(ctx, project_id, document_id) : undefined;
  if (!document) return refuseAdministrator("DOCUMENT_NOT_FOUND");
  const shelf: Shelf = { files: ctx.files, organizationId: ctx.actor.organization_id };
  const passages = (await keptText(shelf, document))?.passages ?? [];
  return {
    document: presentDocument(document),
    first,
    total: passages.length,
    passages: passages.slice(first, first + limit),
  };
}
