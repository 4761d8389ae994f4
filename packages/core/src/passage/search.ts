import type { Citation } from "@parley/contract/message";
import { contentStems, type Standing, startRanking } from "./ranking.ts";
import { listDocuments, type PlacedDocument, type ReadDocument, type Shelf } from "./shelf.ts";

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

/** Ranks passages by what they mean, beside their words. */
export interface MeaningRanking {
  /** Says which documents come, before the first one does. */
  expect(documents: readonly PlacedDocument[]): void;
  /** Takes a document; the number of its first passage, among all, is `start`. */
  count(document: ReadDocument, start: number): Promise<void>;
  /** The best `limit` passages by their words and by what they mean. */
  fused(byWords: readonly Standing[], limit: number): Standing[];
}

/** Which documents are searched, what for, and how many passages are found at most. */
export interface PassageSearch {
  projectIds: readonly string[];
  query: string;
  limit: number;
  /** Without one, passages are ranked by their words alone. */
  meaning?: MeaningRanking | undefined;
}

/** Passages that are ranked by their words where what they mean counts, too. */
const RANKED_BY_WORDS = 50;

/** Gives the documents their texts, one after another. */
export type ReadDocuments = (documents: Iterable<PlacedDocument>) => AsyncIterable<ReadDocument>;

/**
 * Searches the documents of the given projects and no others; best first. Documents are read one after another, and only
 * the passages found are kept.
 */
export async function searchPassages(
  shelf: Shelf,
  read: ReadDocuments,
  { projectIds, query, limit, meaning }: PassageSearch,
): Promise<Finding[]> {
  const listed = await Promise.all(
    projectIds.map(async (project_id) =>
      (await listDocuments(shelf, project_id)).map((entry) => ({ ...entry, project_id })),
    ),
  );
  const documents: PlacedDocument[] = listed.flat();
  if (documents.length === 0) return [];

  const ranking = startRanking(query);
  meaning?.expect(documents);
  /** The number of each document's first passage. */
  const starts: number[] = [];
  let passages = 0;
  for await (const document of read(documents)) {
    starts.push(passages);
    passages += document.passages.length;
    for (const { place, text } of document.passages)
      await ranking.countPatiently(`${document.title}\n${place}\n${text}`);
    await meaning?.count(document, passages - document.passages.length);
  }
  const byWords = ranking.best(meaning ? RANKED_BY_WORDS : limit);
  const located = (standing: Standing): Located[] => {
    const at = starts.findLastIndex((start) => start <= standing.number);
    const document = documents[at];
    return document ? [{ ...standing, document, passage: standing.number - (starts[at] ?? 0) }] : [];
  };
  const [first] = byWords.slice(0, 1).flatMap(located);
  if (first && isCalled(first.document, query))
    return quoteBest(
      read,
      query,
      Array.from({ length: limit }, (_, passage) => ({ ...first, passage })),
    );
  return quoteBest(read, query, (meaning?.fused(byWords, limit) ?? byWords).flatMap(located));
}

/** True if a query is a document's title, no more and no less: what is wanted is the document, from its beginning. */
function isCalled({ title }: PlacedDocument, query: string): boolean {
  const sorted = (text: string) => [...new Set(contentStems(text))].toSorted().join(" ");
  return sorted(title) === sorted(query);
}

/** A passage among the best: its document, and which of its passages it is. */
interface Located extends Standing {
  document: PlacedDocument;
  passage: number;
}

/** The best passages with their texts, for which their documents are read again, or remembered. */
async function quoteBest(read: ReadDocuments, query: string, best: readonly Located[]): Promise<Finding[]> {
  // What quotes is loaded once there is something to quote.
  const { quoteFrom } = await import("./quote.ts");
  const found = new Map<Located, Finding>();
  for await (const document of read(new Set(best.map((each) => each.document)))) {
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
          quote: quoteFrom(passage, query, document.title),
          passage: each.passage,
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
