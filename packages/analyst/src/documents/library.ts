import type { AnswerFiles } from "@parley/core/answer/answer";
import { readingText } from "@parley/core/passage/kept-reading";
import {
  type DocumentText,
  keptText,
  type PlacedDocument,
  type ReadDocument,
  remember,
  textIn,
} from "@parley/core/passage/shelf";
import type { ReadText } from "@parley/core/project/indexing";
import { documentKey, passagesKey } from "@parley/core/project/document-files";
import { openReader, type Reader } from "../file-reader/reader.ts";

/** Where an organization's documents are, and where their texts are kept. */
export interface Library {
  files: AnswerFiles;
  organizationId: string;
}

/** What reading a document needs to know about it. */
type ToRead = Pick<PlacedDocument, "project_id" | "id" | "filename">;

/** Reads documents one after another: a caller that keeps none of them holds one at a time, however many there are. */
export async function* readDocuments(
  library: Library,
  documents: Iterable<PlacedDocument>,
  signal: AbortSignal,
): AsyncGenerator<ReadDocument, void> {
  const reader = openReader(library.organizationId, signal);
  try {
    for (const document of documents) {
      signal.throwIfAborted();
      yield { ...document, ...(await textOf(library, document, reader)) };
    }
  } finally {
    await reader.close();
  }
}

/** A document of a project, read. */
export async function readDocument(
  library: Library,
  document: PlacedDocument,
  signal: AbortSignal,
): Promise<ReadDocument> {
  return withReader(library.organizationId, signal, async (reader) => ({
    ...document,
    ...(await textOf(library, document, reader)),
  }));
}

async function withReader<T>(
  organizationId: string,
  signal: AbortSignal,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const reader = openReader(organizationId, signal);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

const textOf = async (library: Library, document: ToRead, reader: Reader): Promise<DocumentText> =>
  (await keptText(library, document)) ?? indexWith(library, document, reader);

/** Reads a file's text, for a document that is being indexed. */
export const readText: ReadText = (organizationId, { filename, bytes }, signal) =>
  withReader(organizationId, signal, (reader) => reader.text(filename, bytes));

/** Reads a document that is searched before it was indexed, and keeps its text beside it. */
async function indexWith(
  { files, organizationId }: Library,
  { project_id, id, filename }: ToRead,
  reader: Reader,
): Promise<DocumentText> {
  const original = await files.get(documentKey(organizationId, project_id, id));
  if (!original) return { passages: [] };
  const found = await reader.text(filename, original);
  const text = textIn(found);
  // What had no time may have it the next time.
  if (found.kind === "text" || found.lasting) {
    const key = passagesKey(organizationId, project_id, id);
    await files.put(key, readingText(found), "application/json");
    if (found.kind === "text") remember(key, text);
  }
  return text;
}
