import type { AnswerFiles } from "@parley/core/answer/answer";
import {
  type DocumentEntry,
  documentKey,
  Manifest,
  manifestKey,
  passagesKey,
} from "@parley/core/project/document-files";
import * as v from "valibot";
import { type KeptReading, readingIn, readingText } from "../file-reader/kept.ts";
import { openReader, type Reader } from "../file-reader/reader.ts";
import type { Passage } from "./passages.ts";

/** Where an organization's documents are. */
export interface Shelf {
  files: AnswerFiles;
  organizationId: string;
}

/** A document of a project. */
export interface PlacedDocument extends DocumentEntry {
  project_id: string;
}

/** A document with its text. */
export interface ReadDocument extends PlacedDocument {
  passages: Passage[];
  /** Why it has none. */
  unreadable?: string | undefined;
}

/** The text of a document. One that could not be read has no passages, and a reason. */
type DocumentText = Pick<ReadDocument, "passages" | "unreadable">;

const textIn = (reading: KeptReading): DocumentText =>
  reading.kind === "text" ? { passages: reading.passages } : { passages: [], unreadable: reading.reason };

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
  { files, organizationId }: Shelf,
  projectId: string,
): Promise<readonly DocumentEntry[]> {
  const bytes = await files.get(manifestKey(organizationId, projectId));
  if (!bytes) return [];
  return v.parse(v.pipe(v.string(), v.parseJson(), Manifest), new TextDecoder().decode(bytes)).documents;
}

/** What reading a document needs to know about it. */
type ToRead = Pick<PlacedDocument, "project_id" | "id" | "filename">;

/** Reads documents one after another: a caller that keeps none of them holds one at a time, however many there are. */
export async function* readDocuments(
  shelf: Shelf,
  documents: Iterable<PlacedDocument>,
  signal: AbortSignal,
): AsyncGenerator<ReadDocument, void> {
  const reader = openReader(shelf.organizationId, signal);
  try {
    for (const document of documents) {
      signal.throwIfAborted();
      yield { ...document, ...(await textOf(shelf, document, reader)) };
    }
  } finally {
    await reader.close();
  }
}

/** A document of a project, read. */
export async function readDocument(shelf: Shelf, document: PlacedDocument, signal: AbortSignal): Promise<ReadDocument> {
  return withReader(shelf, signal, async (reader) => ({ ...document, ...(await textOf(shelf, document, reader)) }));
}

async function withReader<T>(shelf: Shelf, signal: AbortSignal, work: (reader: Reader) => Promise<T>): Promise<T> {
  const reader = openReader(shelf.organizationId, signal);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

async function textOf(shelf: Shelf, document: ToRead, reader: Reader): Promise<DocumentText> {
  const key = passagesKey(shelf.organizationId, document.project_id, document.id);
  const before = known.get(key);
  if (before) return before.text;
  const stored = await shelf.files.get(key);
  const kept = readingIn(stored && new TextDecoder().decode(stored));
  if (!kept) return indexWith(shelf, document, reader);
  const text = textIn(kept);
  remember(key, text);
  return text;
}

/** Reads a document's original and keeps its text beside it. Done when it is first searched, or before. */
export async function indexDocument(shelf: Shelf, document: ToRead): Promise<DocumentText> {
  return withReader(shelf, new AbortController().signal, (reader) => indexWith(shelf, document, reader));
}

async function indexWith(
  { files, organizationId }: Shelf,
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
    remember(key, text);
  }
  return text;
}
