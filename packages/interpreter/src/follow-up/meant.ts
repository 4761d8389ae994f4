import { goesOnAs, namesItsRows, WORDS_THAT_ASK } from "./ways-on.ts";
import { smallTalk } from "../language/small-talk.ts";
import { suggestQuestions } from "../explain/suggestions.ts";
import { CHANGES_THE_ONE_BEFORE, type Question, type QueryReading, type Reading, type Refusal } from "../question.ts";
import { type ChoiceMade, choiceMade } from "./choice-made.ts";
import {
  askedAnew,
  type Correction,
  correctionIn,
  gapsOf,
  isAnswer,
  isUnknown,
  mendedBy,
  type Open,
  saidFirst,
} from "./mended.ts";

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
  const { text, unanswered = [], offered = null, earlier } = question;
  const first = saidFirst(text);
  const before = { ...asItStands(null, []), text: first === text ? null : first };
  const anew = askedAnew(text);
  if (anew !== null && anew !== "") return { ...before, text: anew };
  if (anew !== null) return { ...before, refusal: refused(question, "Then ask something else, whatever you like.") };
  if (unanswered.length === 0) return before;
  const made = offered === null ? null : choiceMade(text, offered.choices, offered.are);
  if (made !== null && "text" in made) return { ...before, text: made.text };
  const { open, hanging, beside } = yield* openAfter(question, read);
  if (made !== null) return { ...before, open, hanging, refusal: choiceOpen(question, made, open) };
  const asked = earlier.length === 0 ? correctionIn(text).text : first;
  const asAsked = { ...asItStands(open, hanging), text: asked === text ? null : asked };
  if (open === null) return asAsked;
  return (yield* mended(question, { open, hanging: beside }, read)) ?? asAsked;
}

/** What is left open by the turns since the last answer. */
interface Left {
  open: Open | null;
  hanging: readonly string[];
  /** What hangs on none of what the open question is made of. */
  beside: readonly string[];
}

/** The question that is still not understood, with what was said of it since. */
function* openAfter(question: Question, read: ReadOther): Generator<void, Left> {
  const { unanswered = [], schema } = question;
  const before = unanswered.slice(0, -MOST_TURNS_BACK);
  let left: Left = { open: null, hanging: before, beside: before };
  for (const one of unanswered.slice(-MOST_TURNS_BACK)) {
    const anew = askedAnew(one);
    if (anew !== null) left = { open: null, hanging: [], beside: [] };
    const text = anew ?? one;
    if (text === "" || smallTalk(text, schema) !== null || choiceMade(text, ANY_CHOICE, "readings") !== null) continue;
    left = yield* leftAfter(left, text, { isFirst: question.earlier.length === 0, read });
  }
  return left;
}

/** What a turn without an answer leaves open after others. */
function* leftAfter(
  before: Left,
  text: string,
  { isFirst, read }: { isFirst: boolean; read: ReadOther },
): Generator<void, Left> {
  const said = correctionIn(text);
  const better = before.open === null ? null : yield* firstBetter(before.open, said, read);
  if (better !== null) return { ...before, open: better };
  const reading = yield* read(said.text);
  const isOwn = goesOnAs(text) === null;
  const hanging = isOwn ? [text] : [...before.hanging, text];
  const isOpen = before.open === null || isOwn || isUnknown(before.open);
  if (reading.kind === "query" || !isOpen) return { ...before, hanging };
  const open = { text: said.text, refusal: reading };
  return {
    open,
    hanging: !isFirst && isUnknown(open) ? before.hanging : hanging,
    beside: isOwn ? [] : before.hanging,
  };
}

/** Any choice: to see whether a turn was an answer to one. */
const ANY_CHOICE = ["", ""].map((message) => ({ label: message, message }));

/** A question that a turn made of one, and in which less is not understood. */
function* firstBetter(open: Open, said: Correction, read: ReadOther): Generator<void, Open | null> {
  for (const { text } of mendedBy(open, said)) {
    const reading = yield* read(text);
    if (reading.kind !== "not_understood") continue;
    const one = { text, refusal: reading };
    if (isBetter(one, { open, said })) return one;
  }
  return null;
}

/** True where what was said is understood, or a part of it, and something else is not. */
function isBetter(one: Open, { open, said }: { open: Open; said: Correction }): boolean {
  const words = ({ text, refusal }: Open) => gapsOf({ text, refusal }).map(({ from, to }) => text.slice(from, to));
  const [now, then] = [words(one), words(open)];
  const isLess = now.join("").length < then.join("").length;
  return now.length > 0 && (isLess || !now.some((gap) => said.text.includes(gap)));
}

/** The turn as other words for what was not understood; null where it is none. */
function* mended(
  { text: typed, earlier, schema }: Question,
  { open, hanging }: { open: Open; hanging: readonly string[] },
  read: ReadOther,
): Generator<void, Meant | null> {
  const said = correctionIn(typed);
  if (isUnknown(open) && earlier.length > 0) return yield* afterNothing(said, { open, hanging }, read);
  // "overdue invoices" after "who taught them" is asked by itself, and no word for what was not understood.
  if (!said.isSaid && WORDS_THAT_ASK.test(open.text) && / /.test(said.text.trim())) {
    const alone = yield* read(said.text);
    const isOwn = alone.kind === "query" && alone.form.where.length > 0 && namesItsRows(said.text, alone, schema);
    if (isOwn) return null;
  }
  let better: Open | null = null;
  for (const { text, without } of mendedBy(open, said)) {
    const reading = yield* read(text);
    if (reading.kind === "not_understood") {
      const made = { text, refusal: reading };
      if (isBetter(made, { open, said })) better ??= made;
    } else if (isSure(reading) && !(yield* isReadAlike(reading, without, read)))
      return { ...asItStands(open, hanging), text, told: `Understood as “${text}”.` };
  }
  // "all late jobs" is asked by itself, whatever was not understood before.
  if (better === null || namesItsRows(said.text, yield* read(said.text), schema)) return null;
  return { ...asItStands(better, hanging), refusal: better.refusal };
}

const isSure = ({ left_out, confidence }: QueryReading): boolean => left_out.length === 0 && confidence >= SURE_ENOUGH;

/** True where a question is read as if the words that were put in were not there. */
function* isReadAlike(reading: QueryReading, without: string | null, read: ReadOther): Generator<void, boolean> {
  const other = without === null || without === "" ? null : yield* read(without);
  return other?.kind === "query" && other.interpretation === reading.interpretation;
}

/** "kayak" after "sauna?", which means nothing: "and kayak", of the answer before. */
function* afterNothing(
  said: Correction,
  { open, hanging }: { open: Open; hanging: readonly string[] },
  read: ReadOther,
): Generator<void, Meant | null> {
  if (!isAnswer(said)) return null;
  const text = goesOnAs(said.text) === null ? `and ${said.text}` : said.text;
  const reading = yield* read(text);
  const goesOn = reading.kind === "query" && reading.assumptions.includes(CHANGES_THE_ONE_BEFORE);
  return goesOn && isSure(reading) ? { ...asItStands(open, hanging), text } : null;
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
