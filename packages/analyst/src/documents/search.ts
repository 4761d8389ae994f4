import { cutText } from "@parley/contract/cut-text";
import type { Citation } from "@parley/contract/message";
import type { Files } from "@parley/core/store/files";
import { listDocuments, type PlacedDocument, readDocuments } from "./library.ts";
import { rank, type Standing, startRanking } from "./ranking.ts";

/** A passage that fits a question. */
export interface Finding {
  citation: Citation;
  text: string;
  score: number;
  /** 0 to 1: how much of the question the passage is about. */
  coverage: number;
}

const QUOTE_LENGTH = 300;

/**
 * Searches the documents of the given projects and no others; best first. Documents are read one after another, and only
 * the passages found are kept.
 */
export async function searchDocuments(
  files: Files,
  organizationId: string,
  projectIds: readonly string[],
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<Finding[]> {
  const listed = await Promise.all(
    projectIds.map(async (project_id) =>
      (await listDocuments(files, organizationId, project_id)).map((entry) => ({ ...entry, project_id })),
    ),
  );
  const documents: PlacedDocument[] = listed.flat();
  if (documents.length === 0) return [];

  const ranking = startRanking(query);
  /** The number of each document's first passage. */
  const starts: number[] = [];
  let passages = 0;
  for await (const document of readDocuments(files, organizationId, documents, signal)) {
    starts.push(passages);
    passages += document.passages.length;
    for (const { place, text } of document.passages)
      await ranking.countPatiently(`${document.title}\n${place}\n${text}`);
  }
  const located = ranking.best(limit).map((standing) => {
    const at = starts.findLastIndex((start) => start <= standing.number);
    return { ...standing, at, passage: standing.number - (starts[at] ?? 0) };
  });
  return quoteBest(files, organizationId, query, documents, located, signal);
}

/** One of the best passages: which document of the list it is in, and which of its passages. */
interface Located extends Standing {
  at: number;
  passage: number;
}

/** The best passages with their texts, for which their documents are read again, or remembered. */
async function quoteBest(
  files: Files,
  organizationId: string,
  query: string,
  documents: readonly PlacedDocument[],
  best: readonly Located[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = new Map<Located, Finding>();
  const holding = documents.filter((_, at) => best.some((each) => each.at === at));
  for await (const document of readDocuments(files, organizationId, holding, signal)) {
    for (const each of best) {
      const held = documents[each.at];
      const passage = document.passages[each.passage];
      if (held?.id !== document.id || held.project_id !== document.project_id || !passage) continue;
      found.set(each, {
        citation: {
          project_id: document.project_id,
          document_id: document.id,
          title: document.title,
          place: passage.place,
          quote: quoteOf(passage.text, query),
        },
        text: passage.text,
        score: each.score,
        coverage: each.coverage,
      });
    }
  }
  return best.flatMap((each) => found.get(each) ?? []);
}

/** The sentences of a passage that are most about the query, in their order. */
export function quoteOf(text: string, query: string): string {
  // A line that continues in the next one was broken by an editor, not by its author.
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
