import * as v from "valibot";
import { count, queryInteger, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

/** Files that can be documents, by extension: those that have a text. */
export const documentTypes = ["txt", "md", "pdf", "csv", "tsv", "json"] as const;

export const DocumentStatus = v.picklist(["indexing", "ready", "failed"]);
export type DocumentStatus = v.InferOutput<typeof DocumentStatus>;

/** A file of a collection. `passages` is how many its text has, once it was read; `error` is why it could not be. */
export const ProjectDocument = v.object({
  id: v.string(),
  title: v.string(),
  filename: v.string(),
  mime_type: v.string(),
  size_bytes: count,
  status: DocumentStatus,
  passages: v.nullable(count),
  error: v.nullable(v.string()),
  created_at: Timestamp,
});
export type ProjectDocument = v.InferOutput<typeof ProjectDocument>;

/** A passage as the agent would find and quote it. */
export const FoundPassage = v.object({
  document_id: v.string(),
  title: v.string(),
  place: v.string(),
  quote: v.string(),
  passage: v.optional(count),
  score: v.number(),
});
export type FoundPassage = v.InferOutput<typeof FoundPassage>;

/** A stretch of a document's text, as it is searched. */
export const DocumentPassage = /* @__PURE__ */ separately(() => v.object({ place: v.string(), text: v.string() }));

/** Passages of a document, one after another: `first` is the number of the first of them, from 0, of `total`. */
export const DocumentText = /* @__PURE__ */ separately(() =>
  v.object({ document: ProjectDocument, first: count, total: count, passages: v.array(DocumentPassage) }),
);
export type DocumentText = v.InferOutput<typeof DocumentText>;

const title = text(1, limits.document_title_characters);

/** The caller's own uploads; `title` is that of each document, which without one is named after its file. */
export const DocumentCreate = v.object({
  upload_ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(limits.documents_per_request)),
  title: v.nullish(title),
});
export type DocumentCreate = v.InferOutput<typeof DocumentCreate>;

export const DocumentUpdate = v.object({ title });

export const documentOperations = {
  list: operation({
    id: "document.list",
    method: "GET",
    path: "/v1/admin/projects/{project_id}/documents",
    group: "admin",
    summary: "List a collection's documents, the oldest first",
    access: "admin",
    query: v.object({ limit: queryInteger(limits.page, 1, limits.page_max), cursor: v.optional(v.string()) }),
    reply: v.object({ documents: v.array(ProjectDocument), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["PROJECT_NOT_FOUND", "INVALID_CURSOR"],
  }),
  create: operation({
    id: "document.create",
    method: "POST",
    path: "/v1/admin/projects/{project_id}/documents",
    group: "admin",
    summary: "Make documents of the caller's uploads; they are read and indexed afterwards",
    access: "admin",
    body: DocumentCreate,
    reply: v.object({ documents: v.array(ProjectDocument) }),
    status: 202,
    errors: ["PROJECT_NOT_FOUND", "UPLOAD_NOT_FOUND", "DOCUMENT_TYPE_UNSUPPORTED", "DOCUMENT_LIMIT", "RATE_LIMIT"],
  }),
  update: operation({
    id: "document.update",
    method: "PATCH",
    path: "/v1/admin/projects/{project_id}/documents/{document_id}",
    group: "admin",
    summary: "Change a document's title",
    access: "admin",
    body: DocumentUpdate,
    reply: ProjectDocument,
    status: 200,
    errors: ["DOCUMENT_NOT_FOUND"],
  }),
  remove: operation({
    id: "document.remove",
    method: "DELETE",
    path: "/v1/admin/projects/{project_id}/documents/{document_id}",
    group: "admin",
    summary: "Delete a document",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["DOCUMENT_NOT_FOUND"],
  }),
  search: operation({
    id: "document.search",
    method: "GET",
    path: "/v1/admin/projects/{project_id}/passages",
    group: "admin",
    summary: "Search a collection's passages as the agent would",
    access: "admin",
    query: v.object({ q: text(1, limits.passage_query_characters) }),
    reply: v.object({ passages: v.array(FoundPassage) }),
    status: 200,
    errors: ["PROJECT_NOT_FOUND", "SEARCH_TIMEOUT", "RATE_LIMIT"],
  }),
};

/** What members have of documents: it is served by the function that has their chats, whose answers cite them. */
export const documentTextOperations = /* @__PURE__ */ separately(() => ({
  list: operation({
    id: "passage.list",
    method: "GET",
    path: "/v1/projects/{project_id}/documents/{document_id}/passages",
    group: "chats",
    summary: "List a document's passages, from any of them on",
    access: "member",
    query: v.object({
      first: queryInteger(0, 0, limits.passages_per_document),
      limit: queryInteger(limits.page, 1, limits.page_max),
    }),
    reply: DocumentText,
    status: 200,
    errors: ["DOCUMENT_NOT_FOUND"],
  }),
}));
