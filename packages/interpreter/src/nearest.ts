import type { LogicalForm } from "./form/logical-form.ts";
import { asksNothing } from "./honesty/left-out.ts";
import { joined } from "./language/words.ts";
import type { Choice, QueryReading, Reading, Refusal } from "./question.ts";

/** Reads a question against the same data as the one that was refused. */
type Read = (text: string) => Promise<Reading>;

/** Words that may be left out of a question: with more of them gone it is another one. */
const MOST_WORDS_DROPPED = 2;
/** How sure a reading must be that is offered, 0 to 1. */
const SURE_ENOUGH = 0.4;

/**
 * A refusal with choices that are answered as they are sent (D53): of its own those that are, else what the question is read as
 * without the words that mean nothing here. Takes up to three readings of other questions.
 */
export async function withNearest(asked: string, refusal: Refusal, read: Read): Promise<Refusal> {
  if (refusal.choices.length > 0) return { ...refusal, choices: await answered(refusal.choices, read) };
  const rest = questionWithout(asked, refusal.unknown);
  const reading = rest === null ? null : await read(rest.text);
  if (rest === null || reading === null || !isOffered(reading)) return refusal;
  const said = reading.interpretation.replace(/\.$/, "");
  const again = await read(said);
  const isSame = again.kind === "query" && again.interpretation === reading.interpretation;
  if (!isSame && !rest.isClean) return refusal;
  const label = `Without ${joined(rest.dropped.map((word) => `“${word}”`))}: ${inSentence(said)}`;
  return { ...refusal, choices: [{ label, message: isSame ? said : rest.text }] };
}

/** A reading within a sentence: "ID of orders" stays as it is. */
const inSentence = (said: string): string =>
  /^\p{Lu}\p{Ll}/u.test(said) ? `${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;

/** True for the reading that such words tell, and for any reading of words that tell none. */
const isSaidSo = ({ interpretation }: QueryReading, words: string): boolean =>
  !READS_LIKE_ONE.test(words) || interpretation.replace(/\.$/, "") === words;

/** How readings begin: "Total amount of orders last month", "Number of customers for each segment". */
const READS_LIKE_ONE =
  /^(?:Number|Total|Average|Share|Percentage|Growth|Highest|Lowest|Median|All columns|Difference)\b/;

/** The choices whose message is answered, each reading once. */
async function answered(choices: readonly Choice[], read: Read): Promise<Choice[]> {
  const found = new Map<string, Choice>();
  for (const choice of choices) {
    const reading = await read(choice.message);
    if (reading.kind !== "query" || found.has(reading.sql)) continue;
    // A reading that is offered in its own words is answered as that very reading, or not offered.
    const isOther = choice.label === choice.message && !isSaidSo(reading, choice.message);
    if (!isOther) found.set(reading.sql, choice);
  }
  return [...found.values()];
}

/** A reading that takes all its words into account, and is more than a list of all rows or their number. */
const isOffered = (reading: Reading): reading is QueryReading =>
  reading.kind === "query" &&
  reading.confidence >= SURE_ENOUGH &&
  reading.left_out.length === 0 &&
  isRestricted(reading.form);

function isRestricted({ where, having, groups, order, outputs, limit, all_columns }: LogicalForm): boolean {
  // "products with categories" are nearly all of them.
  const said = where.filter((one) => one.kind !== "related" || one.negated || one.where.length > 0);
  const parts = said.length + having.length + groups.length + order.length;
  return !all_columns && (parts > 0 || limit !== null || outputs.length > 1);
}

const ARTICLE = "(?:the |a |an |any |all |our |their |its |his |her )?";
const RELATIVE =
  "\\s+(?:who|that|which)(?:\\s+(?:is|are|was|were|has|have|had|has been|have been|had been|do|does|did|can|could|will))?\\s+";
const PREPOSITION = `\\s+(?:in|on|at|by|with|for|of|from|to|as|via|through|during|about)\\s+${ARTICLE}`;
/** What may follow a word after which its phrase is over. */
const PHRASE_END = "\\s*(?:[,.?!;]|$|\\b(?:and|or|by|in|on|at|with|for|of|from|to|per|who|that|which|each)\\b)";
/** What asks for the noun that follows. */
const ASKING =
  "(?:how (?:many|much)|number of|count(?: of)?|which|what|whose|average|mean|total|sum of|highest|lowest|most|fewest)";

/** What is left of a question, and whether it is still a sentence. */
interface Rest {
  text: string;
  dropped: readonly string[];
  isClean: boolean;
}

/** The question without words that mean nothing here; null where too many do, or one of them is a name or what is asked for. */
function questionWithout(asked: string, unknown: readonly string[]): Rest | null {
  const words = unknown.filter((word) => !asksNothing(word));
  if (words.length === 0 || words.length > MOST_WORDS_DROPPED || words.some((word) => isEssential(asked, word)))
    return null;
  const rest = unknown.reduce(withoutWord, { text: asked, dropped: words, isClean: true });
  const text = rest.text
    .replace(/\s+([,.?!;])/g, "$1")
    .replace(/\s{2,}/g, " ")
    .trim();
  return text === asked ? null : { ...rest, text };
}

/** What no reading of the rest comes near. */
const NO_READING_NEAR =
  /^(?:forecast|predict|project|expect|estimat|budget|target|goal|likel|probab|why|cause|reason)/i;

/** A number, a name, and what is counted or asked for: "how many complaints", "orders from Atlantis", "the mood of each guest". */
function isEssential(asked: string, word: string): boolean {
  const plain = escaped(word);
  const isName = /^\p{Lu}/u.test(word) && !asked.startsWith(word);
  const isAsked = new RegExp(`\\b${ASKING} (?:the |different |distinct )?${plain}(?=${PHRASE_END})`, "i").test(asked);
  // "which client owes us the most", "who have not sulked": what they did, or did not, is what is asked.
  const isDeed = new RegExp(
    `(?:\\b${plain} (?:us |them |him |her )?(?:the )?(?:most|least|fewest)\\b|(?:\\bnot|n['’]t|\\bnever|\\bnobody) (?:yet |ever )?${plain}\\b)`,
    "i",
  ).test(asked);
  const isOf = new RegExp(
    `\\b(?:the|and|,|their|its) ${plain}(?: (?:numbers?|names?|dates?|codes?|address))? (?:of|for)\\b`,
    "i",
  ).test(asked);
  // "from Lille or Atlantis": without the other there are too few.
  const isOther = new RegExp(`\\bor ${plain}\\b|\\b${plain} or\\b`, "i").test(asked);
  return isOther || /\d/.test(word) || NO_READING_NEAR.test(word) || isName || isAsked || isDeed || isOf;
}

/** "customers in arrears by city", "customers who sulked", "sulky customers": without the word and what leads to it. */
function withoutWord({ text, dropped, isClean }: Rest, word: string): Rest {
  const plain = escaped(word);
  const whole = [`${RELATIVE}${plain}(?=${PHRASE_END})`, `${PREPOSITION}${plain}(?=${PHRASE_END})`].map(
    (way) => new RegExp(way, "i"),
  );
  const found = whole.find((way) => way.test(text));
  if (found !== undefined) return { text: text.replace(found, ""), dropped, isClean };
  const alone = new RegExp(`\\s*(?<![\\w-])${plain}(?![\\w-])`, "i");
  // "baseball players" is a noun without its first word; "who taught a course" is none.
  const isFirst = !/(?:ed|ing)$/i.test(word) && new RegExp(`\\b${plain} (?!${PHRASE_END})\\p{Ll}`, "iu").test(text);
  return { text: text.replace(alone, ""), dropped, isClean: isClean && isFirst };
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
