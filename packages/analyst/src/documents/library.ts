import type { Files } from "@parley/core/files";
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
export interface ReadDocument extends DocumentEntry {
  project_id: string;
  passages: Passage[];
  /** Why it has none. */
  unreadable?: string | undefined;
}

/** What reading a document came to. One that could not be read has no passages, and a reason. */
const DocumentText = v.object({
  passages: v.array(v.object({ place: v.string(), text: v.string() })),
  unreadable: v.optional(v.string()),
});
type DocumentText = v.InferOutput<typeof DocumentText>;

/** Documents never change, so what was read once in this environment need not be read again. */
const known = new Map<string, { text: DocumentText; characters: number }>();
/** Characters of all documents that are remembered; a single one may have as many. */
const KNOWN_CHARACTERS = 64_000_000;
let knownCharacters = 0;

function remember(key: string, text: DocumentText): void {
  const characters = text.passages.reduce((sum, passage) => sum + passage.text.length, 0);
  // Another search may have read it at the same time.
  forget(key);
  known.set(key, { text, characters });
  knownCharacters += characters;
  // A Map keeps the order of insertion: the first is the oldest.
  for (const oldest of known.keys()) {
    if (knownCharacters <= KNOWN_CHARACTERS) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  knownCharacters -= known.get(key)?.characters ?? 0;
  known.delete(key);
}

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

/** All documents of a project, read. */
export async function readProject(
  files: Files,
  organizationId: string,
  projectId: string,
  signal: AbortSignal,
): Promise<ReadDocument[]> {
  return readDocuments(files, organizationId, projectId, await listDocuments(files, organizationId, projectId), signal);
}

/** Of a project's documents those that are given, read. */
export async function readDocuments(
  files: Files,
  organizationId: string,
  projectId: string,
  documents: readonly DocumentEntry[],
  signal: AbortSignal,
): Promise<ReadDocument[]> {
  if (documents.length === 0) return [];
  const reader = openReader(organizationId, signal);
  try {
    const read: ReadDocument[] = [];
    for (const document of documents) {
      signal.throwIfAborted();
      const text = await textOf(files, organizationId, projectId, document, reader);
      read.push({ ...document, project_id: projectId, ...text });
    }
    return read;
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
  const remembered = known.get(key);
  if (remembered) return remembered.text;
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
  const reader = openReader(organizationId, new AbortController().signal);
  try {
    return await indexWith(reader, files, organizationId, projectId, document);
  } finally {
    await reader.close();
  }
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
  // What had no time may have it the next time.
  if (found.kind === "text" || found.lasting)
    await files.put(passagesKey(organizationId, projectId, id), JSON.stringify(text), "application/json");
  return text;
}
