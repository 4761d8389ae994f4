import { goesOnAs } from "./ways-on.ts";
import { smallTalk } from "../language/small-talk.ts";
import { suggestQuestions } from "../explain/suggestions.ts";
import type { Question, Reading, Refusal } from "../question.ts";
import { type ChoiceMade, choiceMade } from "./choice-made.ts";
import { askedAnew, correctionIn, gapsOf, isUnknown, mendedBy, type Open } from "./mended.ts";

/** What a turn means after questions that had no answer. */
export interface Meant {
  /** The question to be read in its place; null where it is read as it stands. */
  text: string | null;
  /** What is said of that. */
  told: string | null;
  /** What is answered without reading it. */
  refusal: Refusal | null;
  /** The question that it may hang on, and that is not understood. */
  open: Open | null;
  /** What was asked since the last answer and may still be spoken of, oldest first. */
  hanging: readonly string[];
}

/** Reads another text in the place of the turn's, as if nothing before it were without an answer. */
type ReadOther = (text: string) => Generator<void, Reading>;

/** Turns that are looked back at. */
const MOST_TURNS_BACK = 3;
/** How sure a reading must be that a turn is taken for, 0 to 1. */
const SURE_ENOUGH = 0.4;

const asItStands = (open: Open | null, hanging: readonly string[]): Meant => ({
  text: null,
  told: null,
  refusal: null,
  open,
  hanging,
});

/**
 * What a turn means where the one before it had no answer: a choice of those it was asked back with, other words for what was not
 * understood in it, or a question of its own.
 */
export function* meantBy(question: Question, read: ReadOther): Generator<void, Meant> {
  const { text, unanswered = [], offered = null } = question;
  const before = asItStands(null, []);
  const anew = askedAnew(text);
  if (anew !== null && anew !== "") return { ...before, text: anew };
  if (unanswered.length === 0) return before;
  if (anew !== null) return { ...before, refusal: refused(question, "Then ask something else, whatever you like.") };
  const made = offered === null ? null : choiceMade(text, offered.choices, offered.are);
  if (made !== null && "text" in made) return { ...before, text: made.text };
  const { open, hanging, beside } = yield* openAfter(question, read);
  if (made !== null) return { ...before, open, hanging, refusal: choiceOpen(question, made, open) };
  if (open === null) return asItStands(open, hanging);
  return (yield* mended(question, { open, hanging: beside }, read)) ?? asItStands(open, hanging);
}

/** The question that is still not understood, with what was said of it since. */
function* openAfter(
  { unanswered = [], schema, earlier }: Question,
  read: ReadOther,
): Generator<void, Pick<Meant, "open" | "hanging"> & { beside: readonly string[] }> {
  let open: Open | null = null;
  let hanging: string[] = unanswered.slice(0, -MOST_TURNS_BACK);
  let beside: readonly string[] = hanging;
  for (const text of unanswered.slice(-MOST_TURNS_BACK)) {
    if (smallTalk(text, schema) !== null || choiceMade(text, NO_CHOICE, "readings") !== null) continue;
    const said = correctionIn(text);
    const better: Open | null = open === null ? null : yield* firstBetter(open, mendedBy(open, said), read);
    const reading: Reading | null = better === null ? yield* read(said.text) : null;
    if (better !== null) {
      open = better;
      continue;
    }
    const isOwn: boolean = goesOnAs(text) === null;
    if (reading?.kind === "not_understood" && (open === null || isOwn || isUnknown(open))) {
      open = { text: said.text, refusal: reading };
      beside = isOwn ? [] : hanging;
    }
    const isGone: boolean = earlier.length > 0 && open !== null && open.text === said.text && isUnknown(open);
    if (!isGone) hanging = isOwn ? [text] : [...hanging, text];
  }
  return { open, hanging, beside };
}

/** Any choice: to see whether a turn was an answer to one. */
const NO_CHOICE = ["", ""].map((message) => ({ label: message, message }));

/** A question that a turn made of one, and in which less is not understood. */
function* firstBetter(open: Open, texts: readonly string[], read: ReadOther): Generator<void, Open | null> {
  for (const text of texts) {
    const reading = yield* read(text);
    if (reading.kind === "not_understood" && isBetter({ text, refusal: reading }, open))
      return { text, refusal: reading };
  }
  return null;
}

const isBetter = (one: Open, before: Open): boolean => {
  const [now, then] = [gapsOf(one).length, gapsOf(before).length];
  return now > 0 && now < then;
};

/** The turn as other words for what was not understood; null where it is none. */
function* mended(
  { text: typed }: Question,
  { open, hanging }: { open: Open; hanging: readonly string[] },
  read: ReadOther,
): Generator<void, Meant | null> {
  const said = correctionIn(typed);
  let better: Open | null = null;
  for (const text of mendedBy(open, said)) {
    const reading = yield* read(text);
    if (reading.kind === "not_understood") {
      const made = { text, refusal: reading };
      if (isBetter(made, open)) better ??= made;
    } else if (reading.left_out.length === 0 && reading.confidence >= SURE_ENOUGH)
      return { ...asItStands(open, hanging), text, told: `Understood as “${text}”.` };
  }
  if (better === null) return null;
  return { ...asItStands(better, hanging), refusal: better.refusal };
}

const refused = ({ schema, text }: Question, reason: string, rest: Partial<Refusal> = {}): Refusal => ({
  kind: "not_understood",
  reason,
  unknown: [],
  choices: [],
  suggestions: suggestQuestions(schema, text),
  ...rest,
});

/** What is asked back where no choice was made. */
function choiceOpen(question: Question, made: Exclude<ChoiceMade, { text: string }>, open: Open | null): Refusal {
  const choices = question.offered?.are === "readings" ? [...question.offered.choices] : [];
  const gap = open === null ? undefined : gapsOf(open)[0];
  if (made.without === "none") {
    const words = open === null || gap === undefined ? null : open.text.slice(gap.from, gap.to);
    const reason =
      words === null
        ? "Then please ask it in other words."
        : `Then please say in other words what you mean by “${words}”.`;
    return refused(question, reason);
  }
  const count = question.offered?.choices.length ?? 0;
  const reason =
    made.without === "several"
      ? "I can answer one of them at a time: say its number, or its words."
      : `There ${count === 1 ? "is one" : `are ${count}`} to choose from: say its number, or its words.`;
  return refused(question, reason, { choices });
}
