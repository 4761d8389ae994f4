import { cutText } from "@parley/contract/cut-text";
import type { Citation } from "@parley/contract/message";
import type { Files } from "@parley/core/files";
import { readProject } from "./library.ts";
import { rank, rankPassages } from "./ranking.ts";

/** A passage that fits a question. */
export interface Finding {
  citation: Citation;
  text: string;
  score: number;
  /** 0 to 1: how much of the question the passage speaks of. */
  coverage: number;
}

const QUOTE_LENGTH = 300;

/** Searches the documents of the given projects and of no others; best first. */
export async function searchDocuments(
  files: Files,
  organizationId: string,
  projectIds: readonly string[],
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<Finding[]> {
  const read = await Promise.all(projectIds.map((id) => readProject(files, organizationId, id, signal)));
  const documents = read.flat();
  const passages = documents.flatMap((document) => document.passages.map((passage) => ({ document, passage })));
  const ranked = await rankPassages(
    query,
    passages,
    ({ document, passage }) => `${document.title}\n${passage.place}\n${passage.text}`,
    limit,
  );
  return ranked.map(({ item: { document, passage }, score, coverage }) => ({
    citation: {
      project_id: document.project_id,
      document_id: document.id,
      title: document.title,
      place: passage.place,
      quote: quoteOf(passage.text, query),
    },
    text: passage.text,
    score,
    coverage,
  }));
}

/** The sentences of a passage that speak of the query most, in their order. */
export function quoteOf(text: string, query: string): string {
  // A line that goes on in the next one is broken by an editor, not by its author.
  const unbroken = text.replace(/(?<=[\p{L},])\n(?=\p{Ll})/gu, " ");
  const sentences = unbroken.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
  const best = rank(query, sentences, (sentence) => sentence, 1)[0];
  const at = best ? sentences.indexOf(best.item) : 0;
  let quote = sentences[at] ?? "";
  for (const next of sentences.slice(at + 1)) {
    if (quote.length + next.length + 1 > QUOTE_LENGTH) break;
    quote += ` ${next}`;
  }
  return quote.length > QUOTE_LENGTH ? `${cutText(quote, QUOTE_LENGTH - 1).trimEnd()}…` : quote.trim();
}
