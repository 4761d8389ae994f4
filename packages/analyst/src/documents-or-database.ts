import { nameStems } from "./schema/asked.ts";
import { stem } from "@parley/interpreter/language/inflection";
import type { QueryReading, Refusal } from "@parley/interpreter/question";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { contentStems } from "@parley/core/passage/ranking";
import type { FoundPassages } from "./documents/telling.ts";

/** What a question is after: how something is done or allowed, figures and lists, or either. */
export type Aim = "rules" | "figures" | "either";

/** Words of politeness that look like a question of permission: "can I see …", "may I have …". */
const POLITE = /\b(?:can|could|may|should|must) (?:i|we) (?:please )?(?:see|get|have|know|view|look|ask|compare)\b/g;

/** How people ask for a rule, a procedure, a permission or a responsibility. */
const RULE_WORDS = [
  /\b(?:polic(?:y|ies)|procedures?|guidelines?|regulations?|handbook|manual)\b/,
  /\b(?:allowed|permitted|entitled|obliged|required|supposed|forbidden|responsible)\b/,
  /^(?:and |but |so |or )?(?:can|could|may|must|should) (?!you\b)/,
  /\b(?:how|where|when|who|what|whom) (?:long |soon |late |often |many days |much )?(?:can|could|may|must|should) (?!you\b)/,
  /\bhow (?:do|does) (?:i|we|you|one|someone|somebody|a|an)\b/,
  /\bwhat (?:happens|should happen|to do)\b/,
  /\bwho (?:approves|decides|signs|pays|authori[sz]es|has to|needs to)\b/,
  /\b(?:do|does) .{1,60}\b(?:have|need) to\b/,
  // "what does the warranty cover", "what is included in the Gold plan"
  /^what (?:do|does|would) .{1,60} (?:include|cover|contain|come with|entail)\b/,
  /^(?:darf|dürfen|muss|müssen|kann|können|soll|sollen)\b|\b(?:darf|dürfen|muss|müssen|erlaubt|verboten|zuständig)\b/,
  /^what (?:is|are|all is) (?:included|covered|contained)\b/,
  // "which goods cannot be returned"
  /\b(?:can(?:not|['’]t| not)|may not|must not|mustn['’]t) be [a-z]+(?:ed|en|t|d)\b/,
  // "what does delivery to France cost", but not "what does a visit cost us"
  /^what (?:do|does|would|will) .{1,60} cost\b(?! us\b| on average\b)/,
  // "which goods are excluded from returns"
  /\b(?:is|are) (?:excluded|exempt|exempted|eligible)\b/,
  // "where do patients call at night"
  /\b(?:where|who|whom|how|which number) (?:do|does|should|can|must) .{1,40} (?:call|ring|contact|reach|write to|turn to|complain)\b/,
  // "how old must you be", "are we open on Saturday"
  /\bhow (?:old|tall|heavy|big) must\b/,
  /^(?:is|are) (?:we|you|the [a-z]+|[a-z]+ing) (?:open|closed|shut|allowed|possible|included|paid|free|insured)\b/,
  // "do customers get their deposit back"
  /^(?:do|does|will|would) .{1,40} (?:get|receive) .{1,40}\bback\b/,
];

/** How people ask for a number, a ranking, a list over time or what has happened. */
const FIGURES = [
  /\bhow (?:many|much)\b/,
  /\bhow (?:fast|quickly|slowly) (?:did|do we|have|has|was|were)\b/,
  /\b(?:number|amount|sum|total|totals|count|average|mean|median|percent|percentage|share|rate|ratio) (?:of|per)\b/,
  /\b(?:average|total|median|top|most|least|highest|lowest|biggest|largest|smallest|fewest|best|worst|busiest|quietest|cheapest|fastest|slowest|longest|shortest|oldest|newest|youngest)\b/,
  /\b(?:more|less|fewer|higher|lower|older|longer) than\b/,
  /\b(?:compare|compared|trend|growth|chart)\b|^(?:please )?list\b|\blist (?:of|all|the|every|our|my|me)\b/,
  /\b(?:per|by|each|every) (?:day|week|month|quarter|year)\b/,
  /\b(?:last|this|previous|past) (?:\d+ )?(?:days?|weeks?|months?|quarters?|years?)\b/,
  // "what is our churn rate"
  /^what (?:is|was) (?:our|the) (?:[a-z]+[ -]){1,3}rate\b/,
  /\b(?:was|were|did|had)\b/,
  /\b(?:19|20)\d\d\b/,
];

/** What a question is after, by the words it is asked with. */
export function aimOf(text: string): Aim {
  const lower = text.toLowerCase().replace(/\s+/g, " ").trim().replace(POLITE, "show");
  // "Was bedeutet E3?": what, rather than what was.
  const plain = askerLanguage({ message: text, history: [] }) === "de" ? lower.replace(/\bwas\b/g, "") : lower;
  const [rules, figures] = [RULE_WORDS, FIGURES].map((forms) => forms.some((form) => form.test(plain)));
  return rules === figures ? "either" : rules ? "rules" : "figures";
}

/**
 * What stands for something that was told before: "who is her manager", "what percentage is that", "who is the second"; and "by depot",
 * which says by what alone that is to be told.
 */
const STANDS_FOR_BEFORE =
  /\b(?:its?|them|they|their|him|his|he|she|hers?)\b|\b(?:that|this|those|these|there)$|\b(?:is|was|are|were|did|does|do|has|have) (?:that|this|those|these)\b|\bthe (?:first|second|third|last|next|other|rest|(?:best|worst|highest|lowest|biggest|smallest) one)(?: one)?$|^(?:and |now |then |but )*(?:by|per|for each|for every|split by|group(?:ed)? by|break (?:it|that|this|them) down by) (?:\w+ ?){1,3}$|^(?:and )?(?:in|as) (?:hours|days|minutes|weeks|months|percent|a percentage|thousands|millions|euros?|dollars|pounds)$/i;
const MOST_WORDS_OF_BEFORE = 7;

/** True for a short question that stands on the answer before it. Where that came from the data, passages do not answer it. */
export function standsOnAnswer(text: string): boolean {
  const plain = text.trim().replace(/[?.!\s]+$/, "");
  return plain.split(/\s+/).length <= MOST_WORDS_OF_BEFORE && STANDS_FOR_BEFORE.test(plain);
}

/** A passage speaks of a question if it has at least half of what it is about, and more than half of its words. */
const SPEAKS_OF_IT = 0.5;
/** The same, where a document is called like what is asked about. */
const SPEAKS_OF_TITLE = 0.3;
/** The same of a rule, where a passage has this share of the words. */
const SPEAKS_OF_RULES = 0.45;
const SHARE_OF_RULES = 0.6;
/** The same of a passage that has this share of the words that the data does not know. */
const TELLS_STRANGE = 0.5;
const SHARE_OF_STRANGE = 0.6;
/** What a passage has to cover to answer a question that asks for a figure. */
const SPEAKS_OF_FIGURES = 0.7;
/** A reading that covers at least this much of a question for a figure answers it, whatever documents say. */
const READS_FIGURES = 0.5;

/** True if passages are about enough of the question to answer it where no query does. */
export const speaksOf = (
  { coverage, share, said, inOne }: Pick<FoundPassages, "coverage" | "share" | "said" | "inOne">,
  aim: Aim,
): boolean =>
  coverage >= (aim === "figures" ? SPEAKS_OF_FIGURES : SPEAKS_OF_IT) &&
  (aim !== "figures" || inOne >= SPEAKS_OF_FIGURES) &&
  share > SPEAKS_OF_IT &&
  (aim === "rules" || said > SPEAKS_OF_IT);

/** Share of a question's words that the data knows although it could not be read: 0 to 1. */
function knownOf(refusal: Refusal | undefined, text: string): number {
  if (refusal === undefined) return 0;
  const words = new Set(contentStems(text.replace(/\b(?:per|out)\b/gi, " ")));
  const strange = new Set(refusal.unknown.flatMap(contentStems));
  return words.size === 0 ? 0 : [...words].filter((word) => !strange.has(word)).length / words.size;
}

/** True where all of a question was understood, and one of several readings is to be chosen. */
const asksWhich = (refusal: Refusal | undefined): boolean =>
  refusal !== undefined && refusal.choices.length > 1 && refusal.unknown.length === 0;

/** Where there is no data, figures are those that documents tell. */
function aimToTell(refusal: Refusal | undefined, text: string): Aim {
  const aim = aimOf(text);
  return refusal === undefined && aim === "figures" ? "rules" : aim;
}

/**
 * True if passages answer a question that could not be read. One that is mostly in the data's own words, such as "orders shipped late",
 * is not answered by whatever has some of them.
 */
export function speaksInstead(passages: FoundPassages, refusal: Refusal | undefined, text: string): boolean {
  const aim = aimToTell(refusal, text);
  if (asksWhich(refusal) && aim !== "rules") return false;
  const known = knownOf(refusal, text);
  const told = passages.tells(refusal?.unknown ?? []);
  // "who supplies the desk": a passage that has the desk alone does not say.
  if (told === 0 && aim !== "rules") return false;
  if (known <= SPEAKS_OF_IT && isOfTitle(passages, aim, refusal?.unknown ?? [text])) return true;
  if (aim === "rules" && (isOfRule(passages) || isHeaded(passages, text))) return true;
  if (aim !== "figures" && (told ?? 0) >= TELLS_STRANGE && hasMuch(passages)) return true;
  const isOfData = aim === "either" && known > SPEAKS_OF_IT;
  return speaksOf(passages, isOfData ? "figures" : aim);
}

const hasMuch = ({ coverage, share, said }: FoundPassages): boolean =>
  coverage >= SPEAKS_OF_IT && share >= SHARE_OF_STRANGE && said > SPEAKS_OF_IT;

/** A document that is called like what is asked about, and the data does not know, speaks of it with half of the words. */
function isOfTitle({ title, share, coverage }: FoundPassages, aim: Aim, strange: readonly string[]): boolean {
  if (aim === "figures" || share < SPEAKS_OF_IT || coverage < SPEAKS_OF_TITLE) return false;
  const called = new Set(contentStems(title.replace(/[-_.]/g, " ")));
  return strange.flatMap(contentStems).some((word) => called.has(word));
}

/** A rule is told by most of the question's words, though the rarest of them may be others. */
const isOfRule = ({ coverage, share }: FoundPassages): boolean => coverage >= SPEAKS_OF_RULES && share > SHARE_OF_RULES;

/** A rule is told by what is headed by nothing but words of the question: "what happens if a patient comes late", "Being late". */
const isHeaded = ({ coverage, below }: FoundPassages, text: string): boolean =>
  coverage >= SPEAKS_OF_IT && isOf(below, text);

/** True if all words of a heading that carry meaning are a question's. */
function isOf(heading: string, text: string): boolean {
  const words = new Set(contentStems(text));
  const said = contentStems(heading);
  return said.length > 0 && said.every((word) => words.has(word));
}

/** Stems of words that say when: a question with no others, such as "how did we do last month", is about nothing that passages tell. */
const TIMES = new Set(
  ["last", "this", "day", "week", "month", "quarter", "year", "today", "yesterday", "now", "time"].map(stem),
);

/** True if a question names anything but a time. */
export const namesSomething = (text: string): boolean => contentStems(text).some((word) => !TIMES.has(word));

/** Names in a reading that no value of the database has, as far as is known: "products named “Harbour Circle”". */
const namesNotFound = ({ form }: QueryReading): string[] =>
  form.where.flatMap((one) => (one.kind === "like" && one.place === "equals" && !one.negated ? [one.text] : []));

/** Share of a question's words that its reading takes into account: 0 to 1. */
export function coveredBy(reading: QueryReading, text: string): number {
  const words = new Set(contentStems(text));
  const left = new Set([...reading.left_out, ...namesNotFound(reading)].flatMap(contentStems));
  return words.size === 0 ? 1 : 1 - [...words].filter((word) => left.has(word)).length / words.size;
}

/** True if each word of the question is in what the reading says of itself. Others were meant in another sense, or dropped. */
function isLiteral({ interpretation, assumptions, sql }: QueryReading, text: string): boolean {
  const said = new Set(contentStems([interpretation, ...assumptions].join(" ")));
  const names = new Set(nameStems(sql));
  return contentStems(text).every((word) => said.has(word) || names.has(word));
}

/** True if a question names what its reading is about: "for customers from Norway" does, "for Norway" does not. */
export function namesSubject({ interpretation }: QueryReading, text: string): boolean {
  const [subject] = contentStems(interpretation.replace(/^(?:number|count|list|total|average|sum) of /i, ""));
  return subject === undefined || contentStems(text).includes(subject);
}

/**
 * Whether documents might answer a question better than its reading does: a rule is asked for, or the reading does not
 * account for the question's words. They are not searched otherwise.
 */
export function mayBeDocuments(reading: QueryReading, text: string, aim: Aim): boolean {
  if (aim === "figures") return coveredBy(reading, text) < READS_FIGURES || reading.left_out.length > 0;
  const isWhole = reading.left_out.length + namesNotFound(reading).length === 0;
  return aim === "rules" || !isWhole || !isLiteral(reading, text);
}

/** Whether passages answer a question rather than its reading: by what it is after, and how much of it each covers. */
export function isForDocuments(passages: FoundPassages, reading: QueryReading, text: string): boolean {
  const aim = aimOf(text);
  if (!mayBeDocuments(reading, text, aim)) return false;
  if (aim === "rules" && isHeaded(passages, text)) return true;
  if (!speaksOf(passages, aim)) return false;
  // A figure that is read but for a word is told by a sentence that has this, too, and all the others.
  if (aim === "figures" && coveredBy(reading, text) >= READS_FIGURES)
    return passages.said === 1 && passages.tells(reading.left_out) === 1;
  return aim === "rules" || passages.coverage > coveredBy(reading, text) || isHeading(passages.heading, text);
}

/** True if a question of several words is the heading of a passage: "what staff discount do we have", "Staff discount". */
function isHeading(heading: string, text: string): boolean {
  const words = new Set(contentStems(text));
  const said = new Set(contentStems(heading));
  return words.size > 1 && [...words].every((word) => said.has(word));
}
