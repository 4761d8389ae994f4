import type { PlacedDocument, Shelf } from "@parley/core/passage/shelf";
import { unpacked, type Vectors } from "./vectors.ts";
import { vectorsKey } from "@parley/core/project/document-files";

/** Vectors that were read once in this environment, by their key. */
const known = new Map<string, Vectors>();
/** Bytes of all vectors that are remembered. */
const KNOWN_VECTOR_BYTES = 32 * 1024 * 1024;
let knownBytes = 0;

const bytesOf = ({ scales, values }: Vectors): number => scales.byteLength + values.byteLength;

/** Remembers what was kept under a key, instead of what was there before. */
export function remember(key: string, vectors: Vectors): void {
  forget(key);
  if (bytesOf(vectors) > KNOWN_VECTOR_BYTES) return;
  known.set(key, vectors);
  knownBytes += bytesOf(vectors);
  // A Map keeps the order of insertion: the first is the oldest.
  for (const oldest of known.keys()) {
    if (knownBytes <= KNOWN_VECTOR_BYTES) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  const vectors = known.get(key);
  knownBytes -= vectors ? bytesOf(vectors) : 0;
  known.delete(key);
}

/** A document's vectors of the model; undefined where it has none, or has those of another. */
export async function keptVectors(
  { files, organizationId }: Shelf,
  { project_id, id }: Pick<PlacedDocument, "project_id" | "id">,
  model: string,
): Promise<Vectors | undefined> {
  const key = vectorsKey(organizationId, project_id, id);
  const before = known.get(key);
  if (before?.model === model) return before;
  const bytes = await files.get(key);
  const vectors = bytes && unpacked(bytes);
  if (vectors?.model !== model) return undefined;
  remember(key, vectors);
  return vectors;
}
