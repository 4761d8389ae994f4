import type { Files } from "@parley/core/store/files";
import {
  type DocumentEntry,
  documentKey,
  Manifest,
  manifestKey,
  passagesKey,
} from "@parley/core/project/document-files";
import * as v from "valibot";
import { openReader, type Reader } from "../reading/reader.ts";
import type { Passage } from "./passages.ts";

/** A document with its text. */
export interface ReadDocument extends PlacedDocument {
  passages: Passage[];
  /** Why it has none. */
  unreadable?: string | undefined;
}

/** The result of reading a document. One that could not be read has no passages, and a reason. */
const DocumentText = v.object({
  passages: v.array(v.object({ place: v.string(), text: v.string() })),
  unreadable: v.optional(v.string()),
});
type DocumentText = v.InferOutput<typeof DocumentText>;

/** Documents never change, so what was read once in this environment need not be read again. */
const known = new Map<string, { text: DocumentText; bytes: number }>();
/** Bytes of memory of all documents that are remembered; one that would need more is not. */
const KNOWN_BYTES = 64 * 1024 * 1024;
let knownBytes = 0;

/** Bytes of memory of a passage apart from its characters, which take at most two each. */
const BYTES_OF_PASSAGE = 120;

const bytesOf = ({ passages }: DocumentText): number =>
  passages.reduce((sum, { place, text }) => sum + BYTES_OF_PASSAGE + 2 * (place.length + text.length), 0);

function remember(key: string, text: DocumentText): void {
  const bytes = bytesOf(text);
  if (bytes > KNOWN_BYTES) return;
  // Another search may have read it at the same time.
  forget(key);
  known.set(key, { text, bytes });
  knownBytes += bytes;
  // A Map keeps the order of insertion: the first is the oldest.
  for (const oldest of known.keys()) {
    if (knownBytes <= KNOWN_BYTES) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  knownBytes -= known.get(key)?.bytes ?? 0;
  known.delete(key);
}

/** What the environment remembers: the number of documents and their bytes. */
export const remembered = () => ({ documents: known.size, bytes: knownBytes });

/** What a project holds, as its manifest lists it. */
export async function listDocuments(
  files: Files,
  organizationId: string,
  projectId: string,
): Promise<readonly DocumentEntry[]> {
  const bytes = await files.get(manifestKey(organizationId, projectId));
  if (!bytes) return [];
  return v.parse(v.pipe(v.string(), v.parseJson(), Manifest), new TextDecoder().decode(bytes)).documents;
}

/** A document as it is in a project. */
export interface PlacedDocument extends DocumentEntry {
  project_id: string;
}

/** Reads documents one after another: a caller that keeps none holds one at a time, however many there are. */
export async function* readDocuments(
  files: Files,
  organizationId: string,
  documents: Iterable<PlacedDocument>,
  signal: AbortSignal,
): AsyncGenerator<ReadDocument, void> {
  const reader = openReader(organizationId, signal);
  try {
    for (const document of documents) {
      signal.throwIfAborted();
      yield { ...document, ...(await textOf(files, organizationId, document.project_id, document, reader)) };
    }
  } finally {
    await reader.close();
  }
}

/** A document of a project, read. */
export async function readDocument(
  files: Files,
  organizationId: string,
  document: PlacedDocument,
  signal: AbortSignal,
): Promise<ReadDocument> {
  return withReader(organizationId, signal, async (reader) => ({
    ...document,
    ...(await textOf(files, organizationId, document.project_id, document, reader)),
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

async function textOf(
  files: Files,
  organizationId: string,
  projectId: string,
  document: DocumentEntry,
  reader: Reader,
): Promise<DocumentText> {
  const key = passagesKey(organizationId, projectId, document.id);
  const before = known.get(key);
  if (before) return before.text;
  const stored = await files.get(key);
  if (!stored) return indexWith(reader, files, organizationId, projectId, document);
  const text = v.parse(v.pipe(v.string(), v.parseJson(), DocumentText), new TextDecoder().decode(stored));
  remember(key, text);
  return text;
}

/** Reads a document's original and keeps its text beside it. Done when it is first searched, or before. */
export async function indexDocument(
  files: Files,
  organizationId: string,
  projectId: string,
  document: Pick<DocumentEntry, "id" | "filename">,
): Promise<DocumentText> {
  return withReader(organizationId, new AbortController().signal, (reader) =>
    indexWith(reader, files, organizationId, projectId, document),
  );
}

async function indexWith(
  reader: Reader,
  files: Files,
  organizationId: string,
  projectId: string,
  { id, filename }: Pick<DocumentEntry, "id" | "filename">,
): Promise<DocumentText> {
  const original = await files.get(documentKey(organizationId, projectId, id));
  if (!original) return { passages: [] };
  const found = await reader.text(filename, original);
  const text = found.kind === "text" ? { passages: found.passages } : { passages: [], unreadable: found.reason };
  // What was not reached in time may be next time.
  if (found.kind === "text" || found.lasting) {
    const key = passagesKey(organizationId, projectId, id);
    await files.put(key, JSON.stringify(text), "application/json");
    remember(key, text);
  }
  return text;
}
