import * as v from "valibot";

/** A document as the project's manifest lists it. */
export const DocumentEntry = v.object({
  id: v.string(),
  title: v.string(),
  filename: v.string(),
  mime_type: v.string(),
  size_bytes: v.number(),
});
export type DocumentEntry = v.InferOutput<typeof DocumentEntry>;

/** What a project holds, kept beside its documents so that answering needs no table. */
export const Manifest = v.object({ documents: v.array(DocumentEntry) });
export type Manifest = v.InferOutput<typeof Manifest>;

/** Where a project's files are, without the slash that follows. */
export const projectFolder = (organizationId: string, projectId: string) => `documents/${organizationId}/${projectId}`;

/** Where a document's original is. A document never changes: other content is another document. */
export const documentKey = (organizationId: string, projectId: string, documentId: string) =>
  `${projectFolder(organizationId, projectId)}/${documentId}`;

/** Where a document's passages are, once it has been read. */
export const passagesKey = (organizationId: string, projectId: string, documentId: string) =>
  `${documentKey(organizationId, projectId, documentId)}.passages.json`;

/** Where what a document's passages mean is, once that has been asked of a model. */
export const vectorsKey = (organizationId: string, projectId: string, documentId: string) =>
  `${documentKey(organizationId, projectId, documentId)}.vectors`;

/** Where a project's list of documents is. */
export const manifestKey = (organizationId: string, projectId: string) =>
  `${projectFolder(organizationId, projectId)}/manifest.json`;
