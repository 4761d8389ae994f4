import type { DocumentText, Parley } from "@parley/client";
import { hasQuote } from "./quoted-spans.ts";

/** A document to be read, and what of it was quoted, where something was. */
export interface OpenedDocument {
  project_id: string;
  document_id: string;
  title: string;
  place?: string;
  quote?: string;
  /** Which passage that is; answers from before it was noted do not tell. */
  passage?: number | undefined;
}

/** What has been read of a document. */
export interface ReadDocument extends DocumentText {
  /** The number of the passage that was quoted; null where nothing was, or it was not found. */
  quoted: number | null;
}

/** Passages that are read at a time, and how many of them stand before the one that was quoted. */
export const PASSAGES_READ = 50;
const PASSAGES_BEFORE = 3;
/** Passages that are looked through for a quote whose passage is not known. */
const PASSAGES_SOUGHT = 200;
const MOST_SOUGHT = 2_000;

/** The number of the passage that was quoted; null where it is not found. */
async function passageOf(parley: Parley, opened: OpenedDocument, signal: AbortSignal): Promise<number | null> {
  const { project_id, document_id, place, quote = "", passage } = opened;
  if (passage !== undefined || quote === "") return passage ?? null;
  for (let first = 0; first < MOST_SOUGHT; first += PASSAGES_SOUGHT) {
    const asked = { project_id, document_id, first, limit: PASSAGES_SOUGHT };
    const { passages, total } = await parley.passage.list(asked, { signal });
    const at = passages.findIndex((one) => one.place === place && hasQuote(one.text, quote));
    if (at !== -1) return first + at;
    if (first + PASSAGES_SOUGHT >= total) break;
  }
  return null;
}

/** Reads a document from a little before what was quoted of it, else from its beginning. Throws a `ParleyError`. */
export async function openDocument(parley: Parley, opened: OpenedDocument, signal: AbortSignal): Promise<ReadDocument> {
  const { project_id, document_id } = opened;
  const quoted = await passageOf(parley, opened, signal);
  const first = Math.max(0, (quoted ?? 0) - PASSAGES_BEFORE);
  const text = await parley.passage.list({ project_id, document_id, first, limit: PASSAGES_READ }, { signal });
  return { ...text, quoted };
}

/** What is read with the passages before or after it. */
export async function readFurther(
  parley: Parley,
  opened: OpenedDocument,
  read: ReadDocument,
  where: "before" | "after",
): Promise<ReadDocument> {
  const { project_id, document_id } = opened;
  const start = where === "before" ? Math.max(0, read.first - PASSAGES_READ) : read.first + read.passages.length;
  const limit = where === "before" ? read.first - start : PASSAGES_READ;
  const more = await parley.passage.list({ project_id, document_id, first: start, limit });
  const passages = where === "before" ? [...more.passages, ...read.passages] : [...read.passages, ...more.passages];
  return { ...read, first: Math.min(start, read.first), passages };
}
