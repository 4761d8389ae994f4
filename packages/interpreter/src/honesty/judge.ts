import type { Assembled } from "../assemble/assemble.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";
import { joined, singular, spoken } from "../language/words.ts";
import type { Refusal } from "../question.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import {
  type Ambiguous,
  severalFigures,
  severalNames,
  severalQuestions,
  severalRates,
  severalTables,
} from "./choices.ts";
import { confidenceOf, isUnderstood } from "./confidence.ts";
import { isFragment } from "../follow-up/ways-on.ts";
import { leftOut, mayNotBeLeftOut } from "./left-out.ts";
import { severalPrices } from "./several-prices.ts";
import { type Signs, signsOf } from "./signs.ts";
import { figuresOpen } from "./figures-open.ts";
import { isMark, lostText } from "./lost-text.ts";
import { namedInPart } from "./named-in-part.ts";
import { lostWords } from "./refusals.ts";

/** A reading that is wrong more often than not so clearly is no answer. */
const MINIMUM_CONFIDENCE = 0.2;
/** The same where a name has no place in the form, is hardly said, or may be of two things. */
const MINIMUM_CONFIDENCE_OF_NAMES = 0.26;
/** Signs that a name may be taken for another. */
const unsure = [
  "names without place",
  "name hardly said",
  "two columns as like",
  "several rows of one name",
  "two tables as like",
  "words without weight",
] as const satisfies readonly (keyof Signs)[];

/** Below this an answer that leaves out several words is one to another question. */
const CONFIDENCE_WITHOUT_WORDS = 0.65;

/** Below this an answer that leaves out a single word is wrong two times in three. */
const CONFIDENCE_WITHOUT_A_WORD = 0.42;

/** What is to be said of a form: that it answers the question, and how surely; or why it does not. */
export type Judged = Understood | Refused;

export interface Understood {
  kind: "understood";
  form: LogicalForm;
  assumptions: readonly string[];
  left_out: string[];
  confidence: number;
  /** What the confidence is made of; none where the words alone said everything. */
  signs?: Signs;
}

interface Refused extends Omit<Refusal, "kind" | "suggestions"> {
  kind: "refused";
}

interface ToJudge {
  /** The question as it was asked. */
  asked: string;
  sketch: Sketch;
  assembled: Assembled | null;
}

/** Whether a form may answer the question it was made of. */
export function judge({ asked, sketch, assembled }: ToJudge): Judged {
  const unknown = sketch.unknown.map((word) => word.text);
  const refused = (reason: string, words = unknown): Refused => ({
    kind: "refused",
    reason,
    unknown: words,
    choices: [],
  });
  if (assembled === null) return refused(namesNothing(asked, unknown), unknown.filter(isNoStandIn));
  const { form, assumptions, context } = assembled;
  if (form.outputs.length === 0 && !form.all_columns) return refused("I could not tell what to show.");
  if (assembled.either !== null) return severalWays(asked, assembled.either);
  const questions = severalQuestions(asked, sketch, form);
  if (questions !== null) return { ...asksBack(questions), reason: "These are several questions: which comes first?" };
  const lost = lostWords(sketch, assembled);
  if (lost.length > 0) return withLost(lost, { asked, sketch, assembled });
  if (isEcho(form) || ranksOnes(form, context)) return refused("I could not tell what is asked for.");
  const needed = mayNotBeLeftOut(sketch, assembled);
  if (needed.length > 0) return refused(withoutWords(needed), needed);
  const signs = signsOf(sketch, assembled);
  const confidence = confidenceOf(signs);
  const isOpen = unsure.some((sign) => signs[sign] > 0);
  const enough = isOpen ? MINIMUM_CONFIDENCE_OF_NAMES : MINIMUM_CONFIDENCE;
  if (!isUnderstood(sketch, assembled) || confidence < enough)
    return refused(unknown.length === 0 ? UNSURE : doNotKnow(unknown));
  const left_out = leftOut(context.sketch);
  const least = left_out.length >= 2 ? CONFIDENCE_WITHOUT_WORDS : CONFIDENCE_WITHOUT_A_WORD;
  if (left_out.length > 0 && confidence < least) return refused(withoutWords(left_out), left_out);
  const open = leftOpen(asked, sketch, assembled);
  if (open !== null) return open;
  return { kind: "understood", form, assumptions, left_out, confidence, signs };
}

/** Why there is no answer where something that was read has no place in it. */
function withLost(lost: readonly string[], { asked, sketch, assembled }: ToJudge & { assembled: Assembled }): Refused {
  const unknown = sketch.unknown.map(({ text }) => text);
  const measures = lost.filter((words) => /profit|margin/i.test(words)).flatMap((words) => words.split(" "));
  // "which supplier has the most parts", where there are none: by which figure they are compared is no matter then. "how many claims were
  // refused", lost as a whole for one word that means nothing here: that word is what is told.
  const isOfNothing = unknown.length > 0 && lost.every((one) => one === "what is compared" || isWholeQuestion(one));
  const isWhole = unknown.length === 0 && lost.every(isWholeQuestion);
  return {
    kind: "refused",
    reason: isOfNothing ? namesNothing(asked, unknown) : isWhole ? UNSURE : lostText(lost),
    unknown: [...unknown, ...measures],
    choices: lost.includes("why") ? withoutWhy(asked) : figuresOpen(asked, lost, assembled),
  };
}

const isWholeQuestion = (words: string): boolean =>
  !isMark(words) && /^(?:how (?:many|much)|what|which|who|show|list) (?:\S+ ){2,}/i.test(words);

/** What a word of the question leaves open, asked back; null where each has one meaning. */
function leftOpen(asked: string, sketch: Sketch, { form, context }: Assembled): Refused | null {
  const rates = severalRates(asked, context, form);
  if (rates !== null)
    return { ...asksBack(rates), reason: `There are several: ${rates.word} of ${alternatives(rates)}?` };
  const several =
    severalFigures(asked, context, form) ?? severalTables(asked, sketch, form) ?? severalPrices(asked, context);
  if (several !== null) return { ...asksBack(several), reason: `There are several: ${alternatives(several)}?` };
  const part = namedInPart(asked, context, form);
  if (part !== null)
    return { ...asksBack(part), reason: `Which are called “${part.word}” here: ${alternatives(part)}?` };
  const names = severalNames(asked, sketch, form);
  if (names === null) return null;
  return { ...asksBack(names), reason: `There are several called “${names.word}”: ${alternatives(names)}?` };
}

/** "which were returned the most, and why": what can be told of it. */
function withoutWhy(asked: string): Refused["choices"] {
  const message = asked.replace(/[,;]? (?:and|but) why\b[^?.!]*(?=[?.!\s]*$)/i, "");
  return message === asked ? [] : [{ label: message, message }];
}

const alternatives = ({ choices }: Ambiguous): string =>
  joined(
    choices.map(({ label }) => label),
    "or",
  );

const asksBack = ({ choices }: Ambiguous): Omit<Refused, "reason"> => ({ kind: "refused", unknown: [], choices });

/** What is said of those who have to do with something, whatever they do with it. */
const CARED_FOR =
  /^who (?:handle[sd]?|(?:deals?|dealt) with|look(?:s|ed) after|(?:takes|took) care of|cares? for)(?= [^ ])/i;

/** "shipments by depot", where a shipment has two: which of them is meant must be said. No choice is the question itself. */
function severalWays(asked: string, { word, meanings, said }: NonNullable<Assembled["either"]>): Judged {
  const plain = singular(spoken(word)).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const group = new RegExp(`\\b${plain}s?\\b`, "i");
  const name = new RegExp(`(?:\\b(?:of|for|at|in|with|by) )?(?<!\\w)(${plain})`, "i");
  const worded = (meaning: string): string => {
    if (said === "group") return asked.replace(group, meaning);
    if (said === "who") return asked.replace(/^who\b/i, `which ${meaning}`);
    // "who looks after Rusty": "who booked Rusty"
    if (said === "people") return asked.replace(CARED_FOR, `who ${meaning.replace(/ by$/, "")}`);
    const side = /^(?:to|from)\b/.exec(meaning)?.[0];
    // "trips from Lille" says more plainly what "trips of from depot Lille" does.
    if (side !== undefined) return asked.replace(name, (_all, named: string) => `${side} ${named}`);
    return asked.replace(new RegExp(`(?<!\\w)${plain}`, "i"), (named) => `${meaning} ${named}`);
  };
  const choices = meanings
    .map((meaning) => ({ label: meaning, message: worded(meaning) }))
    .filter(({ message }) => message !== asked);
  const by = said === "group" ? "by " : said === "people" ? "" : said === "who" ? "a " : "the ";
  return {
    kind: "refused",
    reason: `It could be ${meanings.map((meaning) => `${by}${meaning}`).join(" or ")}: say which is meant.`,
    unknown: [],
    choices: choices.slice(0, 3),
  };
}

/** "the depot with the most depots": each is one of its kind. */
function ranksOnes({ subject, order, groups }: LogicalForm, { catalog }: Context): boolean {
  const [key] = catalog.byName.get(subject)?.primaryKey ?? [];
  const isOfEach = groups.some((one) => one.kind === "column" && one.table === subject && one.column === key?.name);
  return (
    isOfEach &&
    order.some(
      ({ by }) => by.kind === "aggregate" && by.fn === "count" && by.of === null && by.table === subject && !by.where,
    )
  );
}

/** "when did Ann leave", answered with "Ann": what the question itself says is no answer. */
function isEcho({ outputs, where, groups, combine }: LogicalForm): boolean {
  if (outputs.length === 0 || groups.length > 0 || combine !== null) return false;
  return outputs.every(({ expression }) =>
    where.some(
      (one) =>
        one.kind === "compare" &&
        one.operator === "=" &&
        one.right.kind === "literal" &&
        expression.kind === "column" &&
        sameExpression(one.left, expression),
    ),
  );
}

/** What is said where no word is strange, and no reading likely. */
const UNSURE = "I am not sure what is asked for: please ask it in other words.";

const doNotKnow = (words: readonly string[]): string =>
  `I do not know what ${quoted(words)} ${words.length === 1 ? "means" : "mean"} in this data.`;

/** False for "one" in "which one is the highest", which stands for what was spoken of. */
const isNoStandIn = (word: string): boolean => !/^ones?$/i.test(word);

/** Why nothing could be read: of words that mean nothing here, of a turn that goes on from nothing, or of a question without a name. */
function namesNothing(asked: string, words: readonly string[]): string {
  if (isFragment(asked) || /\b(?:ones?|them|they|those|these|it|that)\b/i.test(asked)) {
    const strange = words.filter(isNoStandIn);
    if (strange.length === 0) return "I cannot tell what this goes on from: please ask it in full.";
    return doNotKnow(strange);
  }
  return words.length === 0
    ? "Nothing in this question is in the data: please name what it is about."
    : doNotKnow(words);
}

const withoutWords = (words: readonly string[]): string =>
  `${doNotKnow(words).replace(/\.$/, "")}, and an answer without ${words.length === 1 ? "it" : "them"} would be to another question.`;

const quoted = (words: readonly string[]): string => joined(words.map((word) => `“${word}”`));
