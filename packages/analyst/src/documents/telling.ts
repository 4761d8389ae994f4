import { cutText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";
import type { Citation } from "@parley/contract/message";
import type { AnswerTools, Question } from "@parley/core/answer/answer";
import { askerLanguage } from "@parley/core/answer/asker-language";
import type { Passage } from "@parley/core/passage/passage";
import { askedWords, comparableStems, type Ranked, rankPassages } from "@parley/core/passage/ranking";
import { lacksTime } from "@parley/core/passage/figures";
import { quoteFrom, withoutWordsOf } from "@parley/core/passage/quote";
import type { Finding } from "@parley/core/passage/search";
import type { ScriptStep } from "../models/interpreter-model.ts";
import type { Session } from "../answer-session.ts";
import { FINAL, type ScriptVerdict } from "../script-verdict.ts";
import { quoted } from "./quoted.ts";
import { searchDocuments } from "./search.ts";
import { asPassagesSay, isOfOtherYear, tellsKind, tellsMoney, yearAsked } from "./asked-kind.ts";
import { canTell, isLabelled, saidOf, saysWhatIsNamed, shareIn } from "./tells.ts";

/** Passages that are quoted in an answer, and those among which the ones with certain words are looked for. */
const MOST_PASSAGES_QUOTED = 3;
const PASSAGES_SIFTED = 20;
/** The same, where documents are named: theirs may be further down. */
const PASSAGES_OF_NAMED = 100;
/** Passages that cover this much of what the best one covers are quoted beside it, if what is quoted of them says as much. */
const NEARLY_AS_GOOD = 0.7;
/** What is quoted of a passage says more than this of what the passage says of a question. */
const MOST_OF_IT = 0.6;
/** A passage that covers more than this beyond another is the better one, however long it is. */
const CLEARLY_MORE = 0.15;

/** The passages about a question, and how to tell them. */
export interface FoundPassages {
  /** Share of the question's words that the best passage has, weighed by how rare they are: 0 to 1. */
  coverage: number;
  /** The same, each word counted alike. */
  share: number;
  /** How much of the question what is quoted of the best passage says, with the heading right above it: what its document is called says nothing of the passage. */
  said: number;
  /** The most that one sentence of it says, with that heading: what is said of one thing and of another apart answers nothing. */
  inOne: number;
  /** Where the best passage stands: its document's title and its place in it. */
  heading: string;
  /** The heading right above it; nothing where it has none. */
  below: string;
  /** What that document is called. */
  title: string;
  /** How many of these words the best passage has, as far as they were searched for: 0 to 1; null where none was. */
  tells(words: readonly string[]): number | null;
  /** How much of the question attached texts cover. */
  attached: number;
  tell(): AsyncGenerator<ScriptStep, ScriptVerdict>;
}

/** Which passages may tell: those that have all words of `needed`, which is then what is quoted, and those of these documents. */
export interface Wanted {
  needed?: string;
  documents?: readonly string[];
}

/**
 * Passages about a question, from attached texts, the documents the message names and the scope's, as far as they are wanted. Null
 * where none has a word of it.
 */
export async function findPassages(
  session: Session,
  asked: string,
  wanted: Wanted = {},
): Promise<FoundPassages | null> {
  const { needed = "", documents } = wanted;
  const text = asPassagesSay(asked);
  const { question, tools, uploads } = session;
  const attached = (documents ? [] : uploads.texts)
    .flatMap((file) => file.passages.map((passage) => ({ file, passage })))
    .filter(({ passage }) => hasAll(`${passage.place} ${passage.text}`, needed));
  const [read] = await rankPassages(text, attached, ({ passage }) => `${passage.place}\n${passage.text}`, 1);
  const all = await documentsFor(question, tools, text, wanted);
  const year = yearAsked(asked, tools.clock.now());
  const found = all.filter(
    ({ citation, text: said }) =>
      tellsKind(asked, citation.quote) && !isOfOtherYear(year, `${citation.title} ${citation.place} ${said}`),
  );
  const [first] = found;
  if (read && read.coverage >= (first?.coverage ?? 0)) return ofAttached(session, text, read);
  return first ? ofDocuments(session, { asked, text, found, attached: read?.coverage ?? 0 }, first) : null;
}

/** The passage of an attached text. */
function ofAttached(
  { question }: Session,
  text: string,
  { item: { file, passage }, coverage, share }: Ranked<{ file: Session["uploads"]["texts"][number]; passage: Passage }>,
): FoundPassages {
  return {
    coverage,
    share,
    said: share,
    inOne: share,
    heading: `${file.filename} ${passage.place}`,
    below: "",
    title: file.filename,
    tells: (words) => shareOf(words, text, `${passage.place} ${passage.text}`),
    attached: coverage,
    async *tell() {
      yield {
        tool: "read_upload",
        args: { filename: file.filename, query: cutText(text, limits.passage_query_characters) },
      };
      const quote = quoteFrom(passage, text);
      yield { say: quoted([{ title: file.filename, place: passage.place, quote }], askerLanguage(question)) };
      return FINAL;
    },
  };
}

/** A question as it was asked and in the words of passages, what was found, and how much attached texts cover. */
interface Searched {
  asked: string;
  text: string;
  found: readonly Finding[];
  attached: number;
}

/** Passages of documents, of which one is the first. */
function ofDocuments(session: Session, searched: Searched, first: Finding): FoundPassages {
  const { question } = session;
  const { text, attached } = searched;
  const { title, place, quote } = first.citation;
  const below = headingOf(place);
  // A table has all that it is called in each of its rows.
  const called = quote.split("\n").some(isLabelled) ? title : "";
  return {
    coverage: first.coverage,
    share: first.share,
    said: shareIn(withoutWordsOf(kindsIn(title), text), `${called} ${below} ${quote}`),
    inOne: saidOf(text, first.citation),
    heading: `${title} ${place}`,
    below,
    title,
    tells: (words) => shareOf(words, text, `${title} ${place} ${first.text}`),
    attached,
    async *tell() {
      if (question.scope.length > 0)
        yield { tool: "search_documents", args: { query: cutText(text, limits.passage_query_characters) } };
      session.quoted = quotedTogether(searched, first);
      yield { say: quoted(session.quoted, askerLanguage(question)) };
      return FINAL;
    },
  };
}

/** What is quoted of one passage that is known. */
export const quotedAlone = (session: Session, text: string, citation: Citation): FoundPassages => {
  const first: Finding = { citation, text: citation.quote, score: 1, coverage: 1, share: 1 };
  return ofDocuments(session, { asked: text, text, found: [first], attached: 0 }, first);
};

/** The first passage, and what says as much of the kind of thing that is asked. */
function quotedTogether({ asked, text, found }: Searched, first: Finding): Citation[] {
  const { title, place, quote } = first.citation;
  if (isHeadedLike(text, place)) return [first.citation];
  // What is called like the question is told of as a whole.
  const isGeneral = shareIn(text, `${title} ${place}`) === 1;
  // Every passage of a document says what that is called.
  const plain = withoutWordsOf(title, text);
  const said = isGeneral ? 0 : saidOf(plain, first.citation);
  const telling = found.filter(
    (one) =>
      one === first ||
      (one.coverage >= NEARLY_AS_GOOD * first.coverage &&
        saidOf(plain, one.citation) >= said &&
        (tellsMoney(asked, one.citation.quote) || !tellsMoney(asked, quote)) &&
        (lacksTime(text, quote) || !lacksTime(text, one.citation.quote))),
  );
  return telling.map(({ citation }) => citation);
}

/** What documents are called by their kind: "what do the terms say about …" names one, and "why do visitors leave" does not name "answers for visitors". */
const DOCUMENT_KINDS =
  /\b(?:agreement|booklet|contract|dictionary|faqs?|glossary|guide|guidelines?|handbook|instructions?|letter|list|manual|memo|minutes|newsletter|notes?|plan|polic(?:y|ies)|procedures?|report|review|rules?|terms)\b/gi;

/** The words of a title that say what kind of document it is. */
const kindsIn = (title: string): string => (title.match(DOCUMENT_KINDS) ?? []).join(" ");

/** The heading right above a passage. */
const headingOf = (place: string): string => place.split(" › ").at(-1) ?? "";

/** True for a text with all words of another. */
function hasAll(text: string, needed: string): boolean {
  if (needed === "") return true;
  const stems = new Set(comparableStems(text));
  return comparableStems(needed).every((one) => stems.has(one));
}

/** A passage that is quoted by what it says of the words that are needed. */
function quotingOf(found: Finding, needed: string): Finding {
  const { citation, text } = found;
  if (hasAll(citation.quote, needed)) return found;
  return {
    ...found,
    citation: { ...citation, quote: quoteFrom({ place: citation.place, text }, needed, citation.title) },
  };
}

/** The share of words of a question that a passage has. */
function shareOf(words: readonly string[], text: string, passage: string): number | null {
  const { stems, placeOf } = askedWords(text);
  const asked = new Set(words.flatMap(stems).flatMap((word) => placeOf(word) ?? []));
  const told = new Set(stems(passage).map(placeOf));
  return asked.size === 0 ? null : [...asked].filter((place) => told.has(place)).length / asked.size;
}

/** The documents the message names come before those of the scope if they cover as much of the question. */
async function documentsFor(
  { organization, scope, attached_files }: Question,
  { files, signal }: AnswerTools,
  text: string,
  { needed = "", documents }: Wanted,
): Promise<Finding[]> {
  const shelf = { files, organizationId: organization.id };
  const search = (projects: readonly string[], limit: number) =>
    projects.length > 0 ? searchDocuments(shelf, { projectIds: projects, query: text, limit }, signal) : [];
  const named = await search([...new Set(attached_files.map((file) => file.project_id))], PASSAGES_OF_NAMED);
  const meant = named.filter(({ citation }) =>
    attached_files.some((file) => file.document_id === citation.document_id),
  );
  if (meant.length > 0) return meant.slice(0, MOST_PASSAGES_QUOTED);
  const found = await search(
    scope.map((project) => project.id),
    documents ? PASSAGES_OF_NAMED : PASSAGES_SIFTED,
  );
  const telling = found
    .map((one) => quotingOf(one, needed))
    .filter(
      ({ citation: { document_id, title, place, quote }, text: said, share }) =>
        documents?.includes(document_id) !== false &&
        canTell(text, { place, quote }) &&
        saysWhatIsNamed(text, `${title} ${place} ${said}`) &&
        (needed !== "" || shareIn(text, `${title} ${place} ${quote}`) > MOST_OF_IT * share) &&
        hasAll(`${title} ${place} ${said}`, needed),
    );
  const most = Math.max(0, ...telling.map(({ coverage }) => coverage));
  const isBest = ({ coverage }: Finding) => coverage >= most - CLEARLY_MORE;
  // One of a passage's sentences says more of it than several that each have a word.
  const saying = new Map(telling.map((one) => [one, saidOf(text, one.citation) * kindWorth(text, one.citation)]));
  const best = telling
    .filter(isBest)
    .toSorted((a, b) => (saying.get(b) ?? 0) - (saying.get(a) ?? 0) || b.coverage - a.coverage);
  return [...best, ...telling.filter((one) => !isBest(one))].slice(0, MOST_PASSAGES_QUOTED);
}

/** What a quote is worth that has no time where one is asked for. */
const WITHOUT_TIME = 0.9;
/** "what happens if a patient is late": what is under a heading of nothing but words of it, "Being late", says so in words of its own. */
const IN_A_CASE = /^(?:and |but |so )?what (?:happens|to do|do(?:es)? \w+ do|(?:should|must|can) \w+ do|if)\b/i;
const UNDER_ITS_HEADING = 2.5;

function isHeadedLike(text: string, place: string): boolean {
  const heading = IN_A_CASE.test(text) ? headingOf(place) : "";
  return comparableStems(heading).length > 0 && hasAll(text, heading);
}

/** "if they don't come": a passage that denies something of it, too. */
export const NEGATED = /\b(?:not|never|nobody|without|cannot)\b|n[’']t\b/i;
const DENIED_TOO = 2.5;
function kindWorth(text: string, { place, quote }: Citation): number {
  const isHeaded = isHeadedLike(text, place);
  const isDenied =
    NEGATED.test(text) && quote.split(/(?<=[.!?])\s+|\n+/).some((one) => NEGATED.test(one) && shareIn(text, one) > 0);
  return (lacksTime(text, quote) ? WITHOUT_TIME : 1) * (isHeaded ? UNDER_ITS_HEADING : 1) * (isDenied ? DENIED_TOO : 1);
}
