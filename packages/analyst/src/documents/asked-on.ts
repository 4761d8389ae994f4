import { comparableStems } from "@parley/core/passage/ranking";
import { FIGURE_ASKED, hasFigureAsked } from "@parley/core/passage/figures";
import { sentencesOf } from "@parley/core/passage/sentences";
import { keptText, listDocuments } from "@parley/core/passage/shelf";
import type { Citation } from "@parley/contract/message";
import type { Session } from "../answer-session.ts";
import { findPassages, type FoundPassages, NEGATED, quotedAlone } from "./telling.ts";
import { shareIn } from "./tells.ts";

/** How a question begins that goes on from what documents said: "and for monitors?", "what about returns from Spain". */
const GOES_ON_FROM_DOCUMENTS =
  /^(?:and|but|also|so|or|(?:and )?(?:what|how) about|(?:and )?(?:does|is|are|was|were|do|can) (?:it|that|this|they|those|these)|(?:and )?what does (?:it|that|the \w+) say (?:about|on|of))\b[\s,]*/i;
const MOST_WORDS_GOING_ON = 9;

/** What a passage of a document that was not quoted has, at least, of the question before and the new words together. */
const TELLS_BOTH = 0.66;

/**
 * Passages about a question that goes on from an answer that documents gave: about what was asked before, with every new word in
 * them, of the documents that were quoted where these have any, else of others that speak of both, or are called like the new words. "none" where no document does;
 * null where the answer before was not from documents, or the question does not go on.
 */
export async function passagesAskedOn(session: Session, text: string): Promise<FoundPassages | "none" | null> {
  const { history } = session.question;
  const before = history.findLast(({ type }) => type === "final" || type === "scope_notice" || type === "error");
  const asked = history.findLast(({ type }) => type === "user");
  const citations = before?.metadata?.citations ?? [];
  const isOfDocuments = citations.length > 0 && (before?.metadata?.sql ?? []).length === 0;
  if (!isOfDocuments || asked === undefined || text.trim().split(/\s+/).length > MOST_WORDS_GOING_ON) return null;
  const onIt = await toldOfIt(session, text, citations);
  if (onIt) return onIt;
  const plain = text
    .trim()
    .replace(GOES_ON_FROM_DOCUMENTS, "")
    .replace(/\bat all\b/gi, "");
  const words = comparableStems(plain);
  if (!GOES_ON_FROM_DOCUMENTS.test(text.trim()) || words.length === 0) return null;
  const both = `${asked.content} ${plain}`;
  const quoted = await findPassages(session, both, {
    needed: plain,
    documents: citations.map(({ document_id }) => document_id),
  });
  if (quoted) return quoted;
  const others = await findPassages(session, both, { needed: plain });
  const headed = new Set(comparableStems(others?.heading ?? ""));
  return others && (others.share >= TELLS_BOTH || words.every((word) => headed.has(word))) ? others : "none";
}

/** What stands for what a passage that was quoted is about: "when do I get it back?". */
const STANDS_FOR_IT = /\b(?:it|its|they|them|their|that|this|those|these)\b/i;
/** Words that say nothing beside "how long" and the like: "how long does that take?", "until when exactly?". */
const LIGHT = /\b(?:takes?|works?|appl(?:y|ies)|counts?|exactly|precisely)\b/gi;
/** "until when?", "how much?": no more than what is asked for. */
const IS_BARE = /^(?:and |but |so |or )?(?:(?:until|till|by|from|since|for|to|at|after) )?(?:when|where|how \w+)\b/i;
/** What a sentence of a passage that was quoted has, at least, of the new words. */
const HALF_OF_IT = 0.5;

/**
 * A passage that was quoted, where a question asks on about it: with a sentence that has the kind of figure that is asked for, and, if there is no
 * more in the question ("until when?"), the most words of the one before; else of its own. Null where no sentence does.
 */
async function toldOfIt(session: Session, text: string, citations: readonly Citation[]): Promise<FoundPassages | null> {
  const plain = text.replace(LIGHT, "");
  const isBare = comparableStems(plain).length === 0;
  if (isBare ? !IS_BARE.test(text.trim()) : !STANDS_FOR_IT.test(text)) return null;
  const before = session.question.history.findLast(({ type }) => type === "user")?.content ?? "";
  const worth = (sentence: string) => {
    if (NEGATED.test(text) && !NEGATED.test(sentence)) return 0;
    if (FIGURE_ASKED.test(text) && !hasFigureAsked(text, sentence)) return 0;
    return isBare ? HALF_OF_IT + shareIn(before, sentence) : shareIn(plain, sentence);
  };
  const shelf = { files: session.tools.files, organizationId: session.question.organization.id };
  let best: { citation: Citation; worth: number } | null = null;
  for (const citation of citations) {
    const kept = await keptText(shelf, { project_id: citation.project_id, id: citation.document_id });
    const passage = kept?.passages[citation.passage ?? -1];
    // A block of lines is about many things.
    const about = passage === undefined || /^(?:lines|rows) \d/.test(passage.place) ? citation.quote : passage.text;
    const [first] = sentencesOf(about)
      .map((sentence) => ({ text: sentence.text, worth: worth(sentence.text) }))
      .toSorted((a, b) => b.worth - a.worth);
    if (!first || first.worth < HALF_OF_IT || first.worth <= (best?.worth ?? 0)) continue;
    best = { citation: { ...citation, quote: first.text }, worth: first.worth };
  }
  return best && quotedAlone(session, text, best.citation);
}

/** What the latest answer from documents quotes: of those that the chat reads, and of those that it reads no more. */
export interface QuotedBefore {
  left: readonly Citation[];
  gone: readonly Citation[];
}

/** Tells apart what an answer quotes of documents that are there and what it quotes of others, which were deleted or taken from the member. */
export async function quotedBefore({ question, tools }: Session): Promise<QuotedBefore> {
  const cited = question.history.findLast(({ metadata }) => (metadata?.citations?.length ?? 0) > 0);
  const shelf = { files: tools.files, organizationId: question.organization.id };
  const listed = await Promise.all(question.scope.map(({ id }) => listDocuments(shelf, id)));
  const there = new Set(listed.flat().map(({ id }) => id));
  const isThere = ({ document_id }: Citation) => there.has(document_id);
  const citations = cited?.metadata?.citations ?? [];
  return { left: citations.filter(isThere), gone: citations.filter((each) => !isThere(each)) };
}
