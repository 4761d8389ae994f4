import { cutText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";
import type { Citation } from "@parley/contract/message";
import type { AnswerTools, Question } from "@parley/core/answer/answer";
import { type AskerLanguage, askerLanguage } from "@parley/core/answer/asker-language";
import { askedWords, comparableStems, rankPassages } from "@parley/core/passage/ranking";
import { lacksTime } from "@parley/core/passage/figures";
import { quoteFrom, withoutWordsOf } from "@parley/core/passage/quote";
import type { Finding } from "@parley/core/passage/search";
import type { ScriptStep } from "../models/interpreter-model.ts";
import type { Session } from "../answer-session.ts";
import { FINAL, type ScriptVerdict } from "../script-verdict.ts";
import { searchDocuments } from "./search.ts";
import { canTell, saidOf, saysWhatIsNamed, shareIn, tellsPrice } from "./tells.ts";

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

/** "what does delivery to Spain cost": a passage that tells the price does not say "cost". */
const COSTS = /^(?:what|how much) (?:do|does|did|would|will) (.+) cost(?: us)?(?: on average)?(?=\s*[?.!]*\s*$)/i;

/** "what is the limit for dinner": a passage that has one does not say "limit". */
const LIMIT_OF = /^what (?:is|are) (?:the|our) (?:limit|maximum|allowance|cap)s? (?:for|of|on) /i;

/** "how long is the probation period", "what is the password length": a passage that tells it says neither word. */
const LENGTH_OF =
  /^(?:how long (?:is|are)|what (?:is|are)) (?:the |our )?(?:minimum |maximum )?(.+?) (?:period|length|duration)(?=\s*[?.!]*\s*$)/i;

/** "put my membership on hold" */
const ON_HOLD = /\bput (.{2,60}?) on hold\b/i;

/** "get their money back": a passage about it says "refund". */
const MONEY_BACK = /\b(?:get|gets|getting|receive|receives|have) (?:(?:my|their|his|her|our|your|the) )?money back\b/gi;

/** "who bears the cost of the parcel": a passage that tells it says who pays. */
const BEARS_COST =
  /\b(?:bears?|covers?|carries|carry) (?:the |any |all )?(?:costs?|charges?|expenses?|postage)(?: (?:of|for)\b)?/gi;

/** "how are refunds paid out" */
const PAID_OUT = /\b(pa(?:id|y|ys|ying)) out\b/gi;

/** The passages about a question, and how to tell them. */
export interface FoundPassages {
  /** Share of the question's words that the best passage has, weighed by how rare they are: 0 to 1. */
  coverage: number;
  /** The same, each word counted alike. */
  share: number;
  /** Where the best passage stands: its document's title and its place in it. */
  heading: string;
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
  const text = asked
    .replace(COSTS, "how much is $1")
    .replace(LENGTH_OF, "how long is $1")
    .replace(BEARS_COST, "pays the cost of")
    .replace(ON_HOLD, "pause $1")
    .replace(LIMIT_OF, "how much is ")
    .replace(MONEY_BACK, "refund")
    .replace(PAID_OUT, "$1");
  const { question, tools, uploads } = session;
  const attached = (documents ? [] : uploads.texts)
    .flatMap((file) => file.passages.map((passage) => ({ file, passage })))
    .filter(({ passage }) => hasAll(`${passage.place} ${passage.text}`, needed));
  const [read] = await rankPassages(text, attached, ({ passage }) => `${passage.place}\n${passage.text}`, 1);
  const all = await documentsFor(question, tools, text, wanted);
  const found = COSTS.test(asked) ? all.filter(({ citation }) => tellsPrice(citation.quote)) : all;
  const [first] = found;
  if (read && read.coverage >= (first?.coverage ?? 0)) {
    const { file, passage } = read.item;
    return {
      coverage: read.coverage,
      share: read.share,
      heading: `${file.filename} ${passage.place}`,
      title: file.filename,
      tells: (words) => shareOf(words, text, `${passage.place} ${passage.text}`),
      attached: read.coverage,
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
  if (!first) return null;
  return {
    coverage: first.coverage,
    share: first.share,
    heading: `${first.citation.title} ${first.citation.place}`,
    title: first.citation.title,
    tells: (words) => shareOf(words, text, `${first.citation.title} ${first.citation.place} ${first.text}`),
    attached: read?.coverage ?? 0,
    async *tell() {
      if (question.scope.length > 0)
        yield { tool: "search_documents", args: { query: cutText(text, limits.passage_query_characters) } };
      const heading = `${first.citation.title} ${first.citation.place}`;
      // What is called like the question is told of as a whole.
      const isGeneral = shareIn(text, heading) === 1;
      // Every passage of a document says what that is called.
      const plain = withoutWordsOf(first.citation.title, text);
      const said = isGeneral ? 0 : saidOf(plain, first.citation);
      const telling = found.filter(
        (one) =>
          one === first ||
          (one.coverage >= NEARLY_AS_GOOD * first.coverage &&
            saidOf(plain, one.citation) >= said &&
            (lacksTime(text, first.citation.quote) || !lacksTime(text, one.citation.quote))),
      );
      session.quoted = telling.map(({ citation }) => citation);
      yield { say: quoted(session.quoted, askerLanguage(question)) };
      return FINAL;
    },
  };
}

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
  const saying = new Map(telling.map((one) => [one, saidOf(text, one.citation) * kindWorth(text, one.citation.quote)]));
  const best = telling.filter(isBest).toSorted((a, b) => (saying.get(b) ?? 0) - (saying.get(a) ?? 0));
  return [...best, ...telling.filter((one) => !isBest(one))].slice(0, MOST_PASSAGES_QUOTED);
}

/** What a quote is worth that has no time where one is asked for. */
const WITHOUT_TIME = 0.9;
const kindWorth = (text: string, quote: string): number => (lacksTime(text, quote) ? WITHOUT_TIME : 1);

/** The last row of a table, and a line below it that is none: without an empty one between them it would be read as a row. */
const END_OF_TABLE = /^(\|.*)\n(?=[^|\n])/gm;

/** Places that are no headings of the document's own have English names. */
const placeInGerman = (place: string): string =>
  place
    .replace(/^lines (?=\d+–\d+$)/, "Zeilen ")
    .replace(/^rows (?=\d+–\d+$)/, "Datensätze ")
    .replace(/^page (?=\d+$)/, "Seite ")
    .replace(/^beginning$/, "Anfang");

function quoted(passages: readonly Pick<Citation, "title" | "place" | "quote">[], language: AskerLanguage): string {
  const lines = (quote: string) => quote.replace(/\n+/g, "\n").replace(END_OF_TABLE, "$1\n\n").replaceAll("\n", "\n> ");
  const from = ({ title, place }: Pick<Citation, "title" | "place">) =>
    language === "de" ? `In „${title}“, ${placeInGerman(place)}, steht:` : `“${title}”, ${place}, says:`;
  return passages.map((passage) => `${from(passage)}\n\n> ${lines(passage.quote)}`).join("\n\n");
}
