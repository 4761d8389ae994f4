import { smallTalk } from "../language/small-talk.ts";
import { suggestQuestions } from "../explain/suggestions.ts";
import type { Meant } from "./meant.ts";
import { goesOnAs, isFragment, namesItsRows, plainly, WORDS_THAT_ASK } from "./ways-on.ts";
import { isAggregate } from "../form/visit.ts";
import { gapsOf, type Open } from "./mended.ts";
import { CHANGES_THE_ONE_BEFORE, type Question, type QueryReading, type Reading, type Refusal } from "../question.ts";

/** What the data does not say, asked of an answer: that one is spoken of still. */
const ASKS_WHY = /^(?:and )?(?:why\b|how come\b|is (?:that|this|it)\b|was (?:that|this|it)\b)/i;

/** "who leads them", "which have no guide": of the rows that were told, whatever comes of it. */
const asksOfRows = (text: string): boolean =>
  WORDS_THAT_ASK.test(plainly(text)) &&
  (goesOnAs(text) === "rows" || /^(?:and )?which (?:ones? )?(?:have|had|are|were|has|is|of)\b/i.test(plainly(text)));

/** "who leads them", "how many orders was that", "how many does each have", "who was the referee": of what nobody says. */
const ENDS_IN_THEM =
  /\b(?:them|those|these|it|him|her)$|\b(?:is|was|are|were|does|did) (?:that|this)$|\b(?:does|do|did|has|have|had) each(?: one)?(?: \w+)?$|^(?:and )?who (?:is|was|were|are) (?:the|its|their|his|her) \w+$/i;

/** "not at home", "home team": a value or a column alone, as an answer to something and no question. */
function isAnswerAlone(text: string, reading: QueryReading, schema: Question["schema"]): boolean {
  const plain = plainly(text);
  const { outputs, groups, limit, order, all_columns } = reading.form;
  const isList =
    groups.length + order.length === 0 && limit === null && !outputs.some(({ expression }) => isAggregate(expression));
  const isShort = plain.split(/\s+/).length <= MOST_WORDS_OF_ANSWER && !WORDS_THAT_ASK.test(plain);
  return isList && isShort && (all_columns || outputs.length === 1) && !namesItsRows(text, reading, schema);
}

const MOST_WORDS_OF_ANSWER = 3;

/** "and anniversaries" says in other words what "and birthdays" meant; "in 2024" does not say "overall" again. */
const opensAlike = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => plainly(text).split(/\s/)[0]?.toLowerCase());
  return goesOnAs(other) !== "other" || first === second;
};

/** "how many guests in total", which names nothing else: of what was asked before, rather than of everything there is. */
const isOfAll = (text: string, { form }: QueryReading): boolean =>
  /\b(?:in total|altogether|all together|combined)$/i.test(plainly(text)) &&
  form.where.length + form.groups.length + form.having.length === 0;

/** True for a turn that is no question by itself, or of what it does not name. */
const hangsOnOther = (text: string, reading: QueryReading, schema: Question["schema"]): boolean =>
  isFragment(text) ||
  isOfAll(text, reading) ||
  ENDS_IN_THEM.test(plainly(text)) ||
  isAnswerAlone(text, reading, schema);

/** True for a turn of the kind that had no answer: other words for it, of the same rows. */
function saysItAgain(text: string, open: readonly string[]): boolean {
  const kind = goesOnAs(text);
  if (kind !== null && open.every((one) => goesOnAs(one) === kind && opensAlike(one, text))) return true;
  // "who leads them" had no answer: they are still those that are spoken of.
  return open.every(asksOfRows) && (kind === "rows" || asksOfRows(text));
}

/** Why it cannot be told what a turn goes on from, with the words that were not understood. */
function notKnown(last: string, open: Open | null): string {
  const [gap] = open === null ? [] : gapsOf(open);
  if (open === null || gap === undefined)
    return `“${last}” had no answer, so I cannot tell what this goes on from: please ask it in full.`;
  return `I still do not know what “${open.text.slice(gap.from, gap.to)}” means here, so I cannot tell what this goes on from.`;
}

/**
 * A question back in the place of a reading that hangs on a question without an answer: "and by city?" after one that was
 * refused would else change the answer before that, of which nobody speaks any more. The same kind of turn again says in other
 * words what was not understood, and goes on from there.
 */
export function askedBack(
  reading: Reading,
  { question: { text, schema, offered }, meant }: { question: Question; meant: Meant },
  readAlone: () => Reading,
): Reading {
  const open = meant.hanging.filter((one) => !ASKS_WHY.test(plainly(one)) && smallTalk(one, schema) === null);
  // What nobody could go on from since hangs on the same.
  const last = open.findLast((one) => goesOnAs(one) === null) ?? open.at(-1);
  if (reading.kind !== "query" || last === undefined) return reading;
  const goesOn = reading.assumptions.includes(CHANGES_THE_ONE_BEFORE);
  if (!goesOn && !hangsOnOther(text, reading, schema)) return reading;
  const kind = goesOnAs(text);
  if (goesOn && saysItAgain(text, open)) return reading;
  const alone = goesOn ? readAlone() : reading;
  if (goesOn && namesItsRows(text, alone, schema)) return alone;
  const said = reading.interpretation.replace(/\.$/, "");
  // Asked back once, and said again: it is meant so.
  if (offered?.choices.some(({ message }) => message === said) === true) return reading;
  // "by category", read as all categories, is no reading of anything that was asked.
  const isReading = goesOn || kind === null || reading.form.outputs.some(({ expression }) => isAggregate(expression));
  return refusedFor(notKnown(last, meant.open), isReading ? { said } : { instead: suggestQuestions(schema, text) });
}

const refusedFor = (reason: string, offer: { said: string } | { instead: string[] }): Refusal => ({
  kind: "not_understood",
  reason,
  unknown: [],
  choices: "said" in offer ? [{ label: offer.said, message: offer.said }] : [],
  suggestions: "instead" in offer ? offer.instead : [],
});
