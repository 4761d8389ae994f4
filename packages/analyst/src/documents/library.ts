import type { Files } from "@parley/core/files";
import { log } from "@parley/core/log";
import {
  type DocumentEntry,
  documentKey,
  Manifest,
  manifestKey,
  passagesKey,
} from "@parley/core/project/document-files";
import * as v from "valibot";
import { UnreadableFile } from "../uploads/raw.ts";
import { extractPassages } from "./extraction.ts";
import type { Passage } from "./passages.ts";

/** A document with its text. */
export interface ReadDocument extends DocumentEntry {
  project_id: string;
  passages: Passage[];
}

const Passages = v.object({ passages: v.array(v.object({ place: v.string(), text: v.string() })) });

/** Documents never change, so what was read once in this environment need not be read again. */
const known = new Map<string, Passage[]>();
const KNOWN_LIMIT = 300;

/** All documents of a project, read. One that cannot be read has no passages. */
export async function readProject(files: Files, organizationId: string, projectId: string): Promise<ReadDocument[]> {
  const bytes = await files.get(manifestKey(organizationId, projectId));
  if (!bytes) return [];
  const { documents } = v.parse(v.pipe(v.string(), v.parseJson(), Manifest), new TextDecoder().decode(bytes));
  const read: ReadDocument[] = [];
  for (const document of documents) {
    read.push({
      ...document,
      project_id: projectId,
      passages: await passagesOf(files, organizationId, projectId, document),
    });
  }
  return read;
}

async function passagesOf(
  files: Files,
  organizationId: string,
  projectId: string,
  document: DocumentEntry,
): Promise<Passage[]> {
  const key = passagesKey(organizationId, projectId, document.id);
  const remembered = known.get(key);
  if (remembered) return remembered;
  const stored = await files.get(key);
  const passages = stored
    ? v.parse(v.pipe(v.string(), v.parseJson(), Passages), new TextDecoder().decode(stored)).passages
    : await indexDocument(files, organizationId, projectId, document);
  if (known.size >= KNOWN_LIMIT) known.delete(known.keys().next().value ?? "");
  known.set(key, passages);
  return passages;
}

/** Reads a document's original and keeps its passages beside it. Done when it is first searched, or before. */
export async function indexDocument(
  files: Files,
  organizationId: string,
  projectId: string,
  document: Pick<DocumentEntry, "id" | "filename">,
): Promise<Passage[]> {
  const original = await files.get(documentKey(organizationId, projectId, document.id));
  if (!original) return [];
  let passages: Passage[] = [];
  try {
    passages = await extractPassages(document.filename, original);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    log("warn", "document cannot be read", { document_id: document.id });
  }
  await files.put(
    passagesKey(organizationId, projectId, document.id),
    JSON.stringify({ passages }),
    "application/json",
  );
  return passages;
}
