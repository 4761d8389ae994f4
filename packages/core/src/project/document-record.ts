import type { DocumentStatus, ProjectDocument } from "@parley/contract/document";
import { isUuid } from "../environment/ids.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import type { Workable } from "../wake/queued-work.ts";
import type { DocumentEntry } from "./document-files.ts";

/** A document's place: whose it is, and in which project. */
export interface DocumentPlace {
  organization_id: string;
  project_id: string;
  id: string;
}

/** In the index while it is being read, or waits for it. */
export interface DocumentRecord extends Workable, DocumentEntry {
  project_id: string;
  created_at: string;
  /** Absent on documents from before there was one: they were read when they were added, or are when they are first searched. */
  status?: DocumentStatus;
  /** How many passages its text has, once it was read. */
  passages?: number;
  /** Why it could not be read, in words for people. */
  error?: string;
  /** It is read again, whatever text was found in it before. */
  is_anew?: boolean;
}

/** Not below `PROJECT#`, so that listing projects does not read their documents. */
export const documentPrefix = (projectId: string) => `DOCUMENT#${projectId}#`;

export const recordKey = (organizationId: string, projectId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${documentPrefix(projectId)}${id}`,
});

/** False for ids that no document can have: they are answered like unknown ones (D1). */
export const arePlausible = (projectId: string, id: string): boolean => isUuid(projectId) && isUuid(id);

/** Partition of the index that lists documents that are being read, or wait for it, by when they were added. */
export const documentsIndexing = "DOCUMENTS_INDEXING";

/** A document as administrators see it. */
export const presentDocument = (document: DocumentRecord): ProjectDocument => ({
  id: document.id,
  title: document.title,
  filename: document.filename,
  mime_type: document.mime_type,
  size_bytes: document.size_bytes,
  status: document.status ?? "ready",
  passages: document.passages ?? null,
  error: document.error ?? null,
  created_at: document.created_at,
});
