import * as v from "valibot";
import { type DocumentEntry, Manifest, manifestKey, passagesKey } from "../project/document-files.ts";
import type { Files } from "../store/files.ts";
import { type KeptReading, readingIn } from "./kept-reading.ts";
import type { Passage } from "./passage.ts";

/** Where an organization's documents are. */
export interface Shelf {
  files: Pick<Files, "get">;
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
export type DocumentText = Pick<ReadDocument, "passages" | "unreadable">;

export const textIn = (reading: KeptReading): DocumentText =>
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

/** Remembers the text of a document, by the key of its passages. */
export function remember(key: string, text: DocumentText): void {
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

/** The text of a document that has been read before; undefined for one that is to be read (again). */
export async function keptText(
  { files, organizationId }: Shelf,
  { project_id, id }: Pick<PlacedDocument, "project_id" | "id">,
): Promise<DocumentText | undefined> {
  const key = passagesKey(organizationId, project_id, id);
  const before = known.get(key);
  if (before) return before.text;
  const stored = await files.get(key);
  const kept = readingIn(stored && new TextDecoder().decode(stored));
  if (!kept) return undefined;
  const text = textIn(kept);
  // One that could not be read may be read again by an operator.
  if (text.unreadable === undefined) remember(key, text);
  return text;
}
