import { cutText } from "@parley/contract/cut-text";
import type { Citation } from "@parley/contract/message";
import { listDocuments, type PlacedDocument, readDocuments, type Shelf } from "./library.ts";
import { rank, type Ranked, type Standing, startRanking } from "./ranking.ts";

/** A passage that fits a question. */
export interface Finding {
  citation: Citation;
  text: string;
  score: number;
  /** 0 to 1: how much of the question the passage is about. */
  coverage: number;
  /** The same, each word counted alike. */
  share: number;
}

/** Which documents are searched, what for, and how many passages are found at most. */
export interface DocumentSearch {
  projectIds: readonly string[];
  query: string;
  limit: number;
}

const QUOTE_LENGTH = 300;

/**
 * Searches the documents of the given projects and no others; best first. Documents are read one after another, and only
 * the passages found are kept.
 */
export async function searchDocuments(
  shelf: Shelf,
  { projectIds, query, limit }: DocumentSearch,
  signal: AbortSignal,
): Promise<Finding[]> {
  const listed = await Promise.all(
    projectIds.map(async (project_id) =>
      (await listDocuments(shelf, project_id)).map((entry) => ({ ...entry, project_id })),
    ),
  );
  const documents: PlacedDocument[] = listed.flat();
  if (documents.length === 0) return [];

  const ranking = startRanking(query);
  /** The number of each document's first passage. */
  const starts: number[] = [];
  let passages = 0;
  for await (const document of readDocuments(shelf, documents, signal)) {
    starts.push(passages);
    passages += document.passages.length;
    for (const { place, text } of document.passages)
      await ranking.countPatiently(`${document.title}\n${place}\n${text}`);
  }
  const best = ranking.best(limit).flatMap((standing) => {
    const at = starts.findLastIndex((start) => start <= standing.number);
    const document = documents[at];
    return document ? [{ ...standing, document, passage: standing.number - (starts[at] ?? 0) }] : [];
  });
  return quoteBest(shelf, query, best, signal);
}

/** A passage among the best: its document, and which of its passages it is. */
interface Located extends Standing {
  document: PlacedDocument;
  passage: number;
}

/** The best passages with their texts, for which their documents are read again, or remembered. */
async function quoteBest(
  shelf: Shelf,
  query: string,
  best: readonly Located[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = new Map<Located, Finding>();
  for await (const document of readDocuments(shelf, new Set(best.map((each) => each.document)), signal)) {
    for (const each of best) {
      const { id, project_id } = each.document;
      const passage = document.passages[each.passage];
      if (id !== document.id || project_id !== document.project_id || !passage) continue;
      found.set(each, {
        citation: {
          project_id,
          document_id: id,
          title: document.title,
          place: passage.place,
          quote: quoteOf(passage.text, query),
        },
        text: passage.text,
        score: each.score,
        coverage: each.coverage,
        share: each.share,
      });
    }
  }
  return best.flatMap((each) => found.get(each) ?? []);
}

/** How people ask for a number, a time or a price. */
const FIGURE_ASKED =
  /\bhow (?:long|many|much|often|soon|quickly|fast|late|far|old|big|large|heavy)\b|\bwhen\b|\bwhat time\b|\b(?:costs?|prices?|charges?|fees?|limits?|deadlines?)\b/i;
/** How much more a sentence with a number is worth then. */
const FIGURE_WORTH = 2;

/** The sentences of a passage that are most about the query, in their order. */
export function quoteOf(text: string, query: string): string {
  // A line that continues in the next one was broken by an editor, not by its author.
  const unbroken = text.replace(/(?<=[\p{L},])\n(?=\p{Ll})/gu, " ");
  const sentences = unbroken.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
  const isFigure = FIGURE_ASKED.test(query);
  const worth = ({ item, score }: Ranked<string>) => (isFigure && /\d/.test(item) ? FIGURE_WORTH : 1) * score;
  const best = rank(query, sentences, (sentence) => sentence, sentences.length).toSorted(
    (a, b) => worth(b) - worth(a),
  )[0];
  const at = best ? sentences.indexOf(best.item) : 0;
  let quote = sentences[at] ?? "";
  for (const next of sentences.slice(at + 1)) {
    if (quote.length + next.length + 1 > QUOTE_LENGTH) break;
    quote += ` ${next}`;
  }
  return quote.length > QUOTE_LENGTH ? `${cutText(quote, QUOTE_LENGTH - 1).trimEnd()}…` : quote.trim();
}
