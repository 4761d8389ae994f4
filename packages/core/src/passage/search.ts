import { cutText } from "@parley/contract/cut-text";
import type { Citation } from "@parley/contract/message";
import type { Passage } from "./passage.ts";
import { contentStems, rank, type Standing, startRanking } from "./ranking.ts";
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

const QUOTE_LENGTH = 300;

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
          quote: quoteFrom(passage, query),
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

/** The sentences of a passage that are most about the query, without the heading it begins with, which its place says. */
export function quoteFrom({ place, text }: Passage, query: string): string {
  const heading = `${place.split(" › ").at(-1) ?? ""}\n`;
  const rest = text.startsWith(heading) ? text.slice(heading.length) : text;
  const said = new Set(contentStems(heading));
  // What is called like the question answers it from its beginning.
  const isCalledSo = rest !== text && contentStems(query).every((word) => said.has(word));
  return isCalledSo && rest.trim() !== "" ? beginningOf(rest) : quoteOf(rest.trim() === "" ? text : rest, query);
}

/** As much of a text as is quoted, from its beginning. */
const beginningOf = (text: string): string => quoteOf(text, "");

/** How people ask for a number, a time or a price. */
const FIGURE_ASKED =
  /\bhow (?:long|many|much|often|soon|quickly|fast|late|far|old|big|large|heavy)\b|\bwhen\b|\bwhat time\b|\b(?:costs?|prices?|charges?|fees?|limits?|deadlines?)\b/i;
/** How much more a sentence with a number is worth then. */
const FIGURE_WORTH = 2;

const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith("|") === true;
const isRule = (line: string | undefined): boolean => /^\s*\|[\s|:-]+$/.test(line ?? "");

const isHead = (lines: readonly string[], at: number): boolean =>
  isRow(lines[at]) && (isRule(lines[at]) || isRule(lines[at + 1]));

/** What a row of a table stands under. */
function headOf(lines: readonly string[], at: number): string[] {
  if (!isRow(lines[at]) || isRule(lines[at])) return [];
  const rule = lines.findLastIndex((line, place) => place < at && isRule(line));
  if (rule < 1 || !lines.slice(rule, at).every(isRow)) return [];
  return lines.slice(rule - 1, rule + 1);
}

/** How much more of the query a row of a table says together with its head. */
function withHead({ sentence, head }: { sentence: string; head: readonly string[] }, query: string): number {
  const wanted = new Set(contentStems(query));
  const said = (texts: readonly string[]) =>
    new Set(texts.flatMap(contentStems).filter((word) => wanted.has(word))).size;
  return said([sentence, ...head]) / Math.max(1, said([sentence]));
}

/** The sentences of a passage that are most about the query, in their order. */
export function quoteOf(text: string, query: string): string {
  // A line that continues in the next one was broken by an editor, not by its author.
  const unbroken = text.replace(/(?<=[\p{L},])\n(?=\p{Ll})/gu, " ");
  const sentences = unbroken
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.!?])\s+/).map((sentence, at) => ({ sentence, isLine: at === 0 })))
    .filter(({ sentence }) => sentence.trim() !== "");
  const isFigure = FIGURE_ASKED.test(query);
  const lines = sentences.map(({ sentence }) => sentence);
  const told = sentences.map((sentence, at) => ({ ...sentence, at, head: headOf(lines, at) }));
  const ranked = rank(query, told, ({ sentence }) => sentence, told.length);
  // The head of a table answers nothing alone, but a row of it says what the head says of it.
  const below = ranked.filter(({ item }) => !isHead(lines, item.at));
  const worth = ({ item, score }: (typeof ranked)[number]) =>
    (isFigure && /\d/.test(item.sentence) ? FIGURE_WORTH : 1) * withHead(item, query) * score;
  const [best] = (below.length > 0 ? below : ranked).toSorted((a, b) => worth(b) - worth(a));
  const at = best?.item.at ?? 0;
  const head = best?.item.head ?? [];
  let quote = [...head, sentences[at]?.sentence ?? ""].join("\n");
  for (const { sentence, isLine } of sentences.slice(at + 1)) {
    if (quote.length + sentence.length + 1 > QUOTE_LENGTH) break;
    quote += `${isLine ? "\n" : " "}${sentence}`;
  }
  return quote.length > QUOTE_LENGTH ? `${cutText(quote, QUOTE_LENGTH - 1).trimEnd()}…` : quote.trim();
}
