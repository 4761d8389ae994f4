import type { MeasureSource } from "./catalog/measures.ts";
import type { Definitions } from "./form/definitions.ts";
import type { LogicalForm } from "./form/logical-form.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Assembled } from "./assemble/assemble.ts";
import { type AsTyped, asTyped } from "./as-typed.ts";
import { addMetricsBeside } from "./assemble/metrics-beside.ts";
import { namedAsDefined } from "./assemble/defined-names.ts";
import { assemble } from "./assemble/assemble.ts";
import { rowsInside } from "./assemble/rows-inside.ts";
import { inWholeMoney } from "./assemble/cents.ts";
import { quotientOf } from "./assemble/figures/quotient.ts";
import { calledPlainly } from "./assemble/called-plainly.ts";
import { withFlagsTold } from "./assemble/flags-told.ts";
import { countedIn } from "./assemble/counted-in.ts";
import { ofTwoLists } from "./assemble/two-lists.ts";
import { withFigure } from "./assemble/with-figure.ts";
import { toldAs } from "./catalog/called.ts";
import { withDimensions } from "./catalog/defined-columns.ts";
import { catalogSteps } from "./catalog/build.ts";
import { withFound } from "./catalog/value-index.ts";
import { sameExpression, tablesOf } from "./form/visit.ts";
import { describe } from "./explain/form-words.ts";
import { suggestQuestions } from "./explain/suggestions.ts";
import { askedBack } from "./follow-up/after-refusal.ts";
import { meantBy } from "./follow-up/meant.ts";
import { continueByText } from "./follow-up/by-text.ts";
import { speaksOfBefore } from "./follow-up/places.ts";
import { continued, type GoingOn, goingOnFrom } from "./follow-up/going-on.ts";
import { ofRowsBefore } from "./follow-up/of-rows-before.ts";
import type { Guidance } from "./guidance/definitions.ts";
import { readGuidance } from "./guidance/guidance.ts";
import { applyDefinitions, type DefinedWords } from "./guidance/defined-words.ts";
import { applyFilters, applyUnits, applyWords } from "./guidance/use.ts";
import { type Judged, judge, type Understood } from "./honesty/judge.ts";
import { withYears } from "./language/dates.ts";
import { withDecades } from "./language/decades-said.ts";
import { chartAsked } from "./language/chart-asked.ts";
import { MAX_QUESTION_CHARACTERS } from "./language/question-size.ts";
import { splitIdentifier, stem } from "./language/inflection.ts";
import { ratioSaid } from "./link/ratios-said.ts";
import { differencesIn, type Quotient, quotientsIn } from "./language/quotient.ts";
import { readable } from "./language/readable.ts";
import { rephrase } from "./language/rephrase.ts";
import { withSeasons } from "./language/seasons-said.ts";
import { withNamedDays } from "./language/named-days.ts";
import { smallTalk } from "./language/small-talk.ts";
import { inOneGo, inSteps } from "./language/steps.ts";
import { twoListsIn } from "./language/two-lists.ts";
import { openDate } from "./language/typed-dates.ts";
import { tokenise } from "./language/tokens.ts";
import { joined } from "./language/words.ts";
import { itemising } from "./link/items.ts";
import { asNamed } from "./link/name-forms.ts";
import { readInstead } from "./link/other-words.ts";
import { type Correction, correct } from "./link/spelling.ts";
import { CHANGES_THE_ONE_BEFORE, type Question, type QueryReading, type Reading, type Refusal } from "./question.ts";
import { cueAt } from "./language/vocabulary.ts";
import { asFigure } from "./read/figures/side-of-quotient.ts";
import { read } from "./read/read.ts";
import { definedInIt } from "./guidance/said-in-question.ts";
import type { Sketch } from "./read/sketch.ts";
import { type Context, contextOf } from "./resolve/context.ts";
import { rewritten } from "./rewrite/steps.ts";
import { Unreachable } from "./sql/expressions.ts";
import { inDefaultOrder } from "./sql/default-order.ts";
import { toSql } from "./sql/select.ts";
import type { Trace } from "./trace.ts";

/** How sure a change is that its words alone say. */
const CERTAIN_CHANGE = 0.93;

const tooLong = "This is too long to be read as one question: please ask it in a sentence or two.";

/**
 * Reads a question against a schema, stage by stage. Never throws for a question it cannot read: it says which words
 * meant nothing, and offers readings of it or questions that can be answered. `trace` hears what each stage made.
 */
export const interpret = (question: Question, trace?: Trace): Reading => inOneGo(interpreting(question, trace));

/** Like `interpret`, for a database that may have thousands of tables: `others` have their turn in between. */
export const interpretPatiently = (question: Question, others: () => Promise<void>): Promise<Reading> =>
  inSteps(interpreting(question), others);

/** A question on its way through the stages. */
interface Asked {
  question: Question;
  catalog: Catalog;
  guidance: Guidance;
  /** Its words as they are read: the chart left out, phrases put plainly, guidance's words replaced. */
  text: string;
  chart: LogicalForm["chart"];
  metric: MeasureSource | null;
  /** Defined metrics that stand beside that one. */
  beside: readonly MeasureSource[];
  /** What guidance made of its words. */
  meanings: readonly string[];
  /** What was read in another way than it was typed. */
  typed: readonly Correction[];
  /** How it goes on from the answer before; null where there is none. */
  goingOn: GoingOn | null;
}

/** A question as it is read, in the place of one that had no answer; asked back where it hangs on that. */
function* interpreting(received: Question, trace: Trace = () => undefined): Generator<void, Reading> {
  const unheard: Trace = () => undefined;
  const meant = yield* meantBy(received, (text) => readInStages({ ...received, text }, unheard));
  if (meant.refusal !== null) return meant.refusal;
  const question = meant.text === null ? received : { ...received, text: meant.text };
  const reading = saidOf(yield* readInStages(question, trace), meant.told);
  const alone = { ...question, earlier: [] };
  return askedBack(reading, { question, meant }, () => inOneGo(readInStages(alone, unheard)));
}

/** A reading, with what is said of how it came about. */
const saidOf = (reading: Reading, told: string | null): Reading =>
  reading.kind !== "query" || told === null ? reading : { ...reading, assumptions: [told, ...reading.assumptions] };

/** The stages in order. Each passes on what it made; none looks back. */
function* readInStages(received: Question, trace: Trace): Generator<void, Reading> {
  const asked = inDefinedWords({ ...received, text: readable(received.text) });
  const catalog = withFound(yield* catalogSteps(asked.schema), asked.values ?? []);
  const typed = asRead(asked, catalog);
  const inIt = definedInIt({ ...asked, text: typed.text }, catalog);
  if (inIt.question === null) return refusal(asked, inIt);
  const { question } = inIt;
  trace({ stage: "catalog", made: catalog });
  const reply = replyAtOnce(question, catalog) ?? whichDay(question);
  if (reply !== null) return reply;

  const defined = applyDefinitions(question.text, question.definitions ?? NOTHING_DEFINED, catalog);
  if (defined.apart !== null) return refusal(question, defined.apart);
  const given = { ...inPlainWords(question, catalog, defined), typed: typed.told };
  trace({ stage: "guidance", made: given.guidance });
  if (given.text.length > 2 * MAX_QUESTION_CHARACTERS) return refusal(question, { reason: tooLong });
  const changed = changedByText(given, defined.text);
  if (changed !== null && "reason" in changed) return refusal(question, changed);
  if (changed !== null) {
    trace({ stage: "assemble", made: changed.form });
    return written(given, changed, trace);
  }
  const plain = goingOn(given, defined);

  const ratio = (yield* quotientAsked(plain)) ?? (yield* differenceAsked(plain));
  if (ratio !== null) {
    trace({ stage: "honesty", made: ratio });
    return ratio.kind === "refused" ? refusal(question, ratio) : written(plain, ratio, trace);
  }
  const lists = twoListsAsked(plain);
  if (lists !== null) {
    trace({ stage: "assemble", made: lists.form });
    return written(plain, lists, trace);
  }
  const { judged, sketch } = yield* understanding(plain, trace);
  trace({ stage: "honesty", made: judged });
  if (judged.kind === "refused") return refusal(question, { ...judged, reason: asItWasRead(judged, asked, plain) });
  yield;
  const understood = question.figures === true ? { ...judged, form: figured(judged, catalog, sketch) } : judged;
  if (typed.english === null) return written(plain, understood, trace);
  // Word by word from another language, a word that means nothing may be any word.
  if (judged.left_out.length > 0)
    return refusal(question, { reason: notRead(judged.left_out), unknown: judged.left_out });
  const assumptions = [...judged.assumptions, `In English I read: “${question.text}”`];
  return written(plain, { ...understood, assumptions }, trace);
}

/** Characters of a question that are said again, at most. */
const MOST_CHARACTERS_SAID_AGAIN = 160;

/** Why there is no answer, with the plainer words that were read where it speaks of one that nobody said. */
function asItWasRead({ reason }: { reason: string }, { text: said }: Question, { text }: Asked): string {
  const [original, plain] = [said.toLowerCase(), text.trim()];
  const quoted = [...reason.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words.toLowerCase());
  const isRead = (words: string) => words.length < plain.length && plain.toLowerCase().includes(words);
  const isOfOthers = quoted.some((words) => !original.includes(words) && isRead(words));
  return isOfOthers && plain.length <= MOST_CHARACTERS_SAID_AGAIN
    ? `${reason} I read the question as “${plain}”.`
    : reason;
}

/** What is in one table and not in another that lists the same, or in both. */
function twoListsAsked({ question, catalog }: Asked): Understood | null {
  const lists = catalog.tables.length > 1 ? twoListsIn(question.text) : null;
  const found = lists === null ? null : ofTwoLists(lists, catalog);
  return found === null
    ? null
    : {
        kind: "understood",
        form: found.form,
        assumptions: [`The lists are compared by ${toldAs(found.by)}.`],
        left_out: [],
        confidence: CERTAIN_CHANGE,
      };
}

/** From the words of a question to a form of which it is known whether it may answer it. */
function* understanding(asked: Asked, trace: Trace): Generator<void, { judged: Judged; sketch: Sketch }> {
  const { question, catalog, text, metric } = asked;
  yield;
  const { tokens, corrections } = correct(asNamed(tokenise(text), catalog), catalog);
  const instead = readInstead(tokens);
  corrections.unshift(...instead);
  trace({ stage: "language", made: { text, tokens } });
  const items = yield* itemising(tokens, catalog, question.now);
  trace({ stage: "link", made: items });
  const sketch = read(items, tokens, question.now);
  trace({ stage: "read", made: sketch });
  yield;
  const context = rewritten(contextOf(sketch, catalog, { metric, formOf: rowsInside(catalog, metric) }));
  trace({ stage: "rewrite", made: context.sketch });
  const assembled = formOf(asked, { sketch, context, corrections });
  // "because of damage", with "cost" read instead, which the answer then says nothing of.
  if (assembled !== null)
    assembled.context.notes.lost.push(...instead.filter(({ to }) => !isWritten(to, assembled)).map(({ from }) => from));
  trace({ stage: "assemble", made: assembled?.form ?? null });
  return { judged: judge({ asked: question.text, sketch: assembled?.context.sketch ?? sketch, assembled }), sketch };
}

/** False for an answer about all rows of a kind, in which no name has such words. */
function isWritten(words: string, { form }: Assembled): boolean {
  const { where, having, groups, order, joins } = form;
  const isOfSeveral = new Set(form.outputs.flatMap(({ expression }) => tablesOf(expression))).size > 1;
  if (isOfSeveral || where.length + having.length + groups.length + order.length + joins.length > 0) return true;
  const stems = new Set((JSON.stringify(form).match(/[A-Za-z_]{2,}/g) ?? []).flatMap(splitIdentifier).map(stem));
  return splitIdentifier(words).some((word) => stems.has(stem(word)));
}

/**
 * "the ratio of … to …": each of the two figures is a question of its own. Null where no ratio of two is asked for; refused
 * where one of them is not understood, or they do not go together.
 */
function* quotientAsked(asked: Asked): Generator<void, Judged | null> {
  const { catalog } = asked;
  const said = ratioSaid(asked.text, catalog);
  const text = said?.text ?? asked.text;
  const isName = (word: string) =>
    cueAt([word], 0)?.cue.is === "measure" ||
    asNamed(tokenise(word), catalog).some((token) => catalog.vocabulary.has(token.stem));
  const found = quotientsIn(text, isName).slice(0, MOST_QUOTIENTS);
  let refused: Judged | null = null;
  for (const quotient of found) {
    const above = yield* sideOf(quotient, quotient.above, asked);
    const below = yield* sideOf(quotient, quotient.below, asked);
    const judged = bothSides(above, below, quotient, catalog);
    const told = said?.assumption ?? null;
    if (judged.kind === "understood")
      return told === null ? judged : { ...judged, assumptions: [...judged.assumptions, told] };
    refused ??= judged;
  }
  return refused;
}

/** "revenue minus refunds": null as well where the two are no figures that can be told so. */
function* differenceAsked(asked: Asked): Generator<void, Judged | null> {
  const [difference] = differencesIn(asked.text);
  if (difference === undefined) return null;
  const above = yield* sideOf(difference, difference.above, asked);
  const below = yield* sideOf(difference, difference.below, asked);
  const judged = bothSides(above, below, difference, asked.catalog);
  return judged.kind === "understood" ? judged : null;
}

/** Ways to read one ratio. */
const MOST_QUOTIENTS = 3;

/** One figure of a ratio, as a question. */
function* sideOf({ both }: Quotient, side: string, asked: Asked): Generator<void, Judged> {
  const { catalog, question } = asked;
  const items = yield* itemising(asNamed(tokenise(side), catalog), catalog, question.now);
  const text = `${asFigure(side, items)} ${both}`.trim();
  const alone: Asked = { ...asked, question: { ...question, text }, text, goingOn: null };
  return (yield* understanding(alone, () => undefined)).judged;
}

function bothSides(above: Judged, below: Judged, quotient: Quotient, catalog: Catalog): Judged {
  if (above.kind === "refused") return { ...above, choices: [] };
  if (below.kind === "refused") return { ...below, choices: [] };
  const form = quotientOf(above.form, below.form, { ...quotient, catalog });
  if (form === null)
    return { kind: "refused", reason: "I could not divide these two by one another.", unknown: [], choices: [] };
  return {
    kind: "understood",
    form,
    assumptions: [...above.assumptions, ...below.assumptions],
    left_out: [...new Set([...above.left_out, ...below.left_out])],
    confidence: Math.min(above.confidence, below.confidence),
  };
}

const notRead = (words: readonly string[]): string =>
  `I do not know ${joined(words.map((word) => `“${word}”`))}: of German questions I read simple ones alone.`;

/** A question in the language and the words that are read; as it stands where it is too long for a question. */
const asRead = ({ text, now }: Question, catalog: Catalog): AsTyped =>
  text.length > MAX_QUESTION_CHARACTERS ? { text, english: null, told: [] } : asTyped(text, catalog, now);

/** Asks back for a date whose day and month may be either; null for every other question. */
function whichDay(question: Question): Refusal | null {
  const open = openDate(question.text);
  if (open === null) return null;
  const choices = open.days.map((day) => ({ label: day, message: question.text.replace(open.said, day) }));
  return refusal(question, { reason: `“${open.said}” may be either of two days.`, choices });
}

/** The answer to what is not read: no data, too much text, a greeting. Null for every other question. */
function replyAtOnce(question: Question, catalog: Catalog): Refusal | null {
  if (catalog.tables.length === 0) return refusal(question, { reason: "There are no tables here to answer from." });
  if (question.text.length > MAX_QUESTION_CHARACTERS) return refusal({ ...question, text: "" }, { reason: tooLong });
  const talk = smallTalk(question.text, question.schema);
  return talk === null ? null : refusal(question, { reason: talk });
}

const NOTHING_DEFINED: Definitions = { metrics: [], dimensions: [], synonyms: [] };

/** The question of a schema that has the dimensions that are defined as columns. */
const inDefinedWords = (question: Question): Question =>
  question.definitions === undefined
    ? question
    : { ...question, schema: withDimensions(question.schema, question.definitions) };

/** The question as it is read, with what definitions, the organization's rules and the member's memories say about its words. */
function inPlainWords(question: Question, catalog: Catalog, defined: DefinedWords): Asked {
  const guidance = readGuidance(question.guidance, catalog, question.now);
  const chart = chartAsked(defined.text);
  const isName = (word: string) => catalog.vocabulary.has(stem(word)) || catalog.values.has(word);
  const { text, metric, assumptions } = applyWords(
    rephrase(
      withDecades(
        withSeasons(
          withYears(withNamedDays(chart === null ? defined.text : chart.rest, question.now, isName), question.now),
          question.now,
          isName,
        ),
        isName,
      ),
    ),
    guidance,
    question.now,
  );
  return {
    question,
    catalog,
    guidance,
    text,
    chart: chart?.chart,
    // What was defined for this database goes before what a rule says in words.
    metric: defined.metric ?? metric?.source ?? null,
    beside: defined.beside,
    meanings: [...defined.assumptions, ...assumptions],
    typed: [],
    goingOn: null,
  };
}

/** The question as one that goes on: without the words that only say so, and with names where it has pronouns. */
function goingOn(asked: Asked, defined: DefinedWords): Asked {
  const { question, catalog } = asked;
  const goes = goingOnFrom(question.earlier, defined.text, catalog);
  return goes === null
    ? asked
    : {
        ...inPlainWords(question, catalog, { ...defined, text: goes.text }),
        typed: asked.typed,
        goingOn: goes.goingOn,
      };
}

/** The answer before, changed by words that need no schema: its chart, its order, its period. */
function changedByText(
  { question, catalog, text, chart }: Asked,
  said: string,
): Understood | { reason: string } | null {
  const previous = question.earlier.at(-1);
  if (previous === undefined) return null;
  const isChartAlone = chart !== undefined && /^[\s?.!]*(?:please|instead|now|and|again|ok|okay)?[\s?.!]*$/i.test(text);
  const [longBefore = null, first = null] = [question.earlier.at(-2), question.earlier.slice(0, -1)[0]];
  const against = { catalog, today: question.now, longBefore, first };
  const changed = isChartAlone
    ? { form: structuredClone(previous), assumptions: [] }
    : (continueByText(previous, said, against) ?? continueByText(previous, text, against));
  if (changed === null || "reason" in changed) return changed;
  const { form, assumptions } = changed;
  return {
    kind: "understood",
    form: chart === undefined ? form : { ...form, chart },
    assumptions: [...assumptions, CHANGES_THE_ONE_BEFORE],
    left_out: [],
    confidence: CERTAIN_CHANGE,
  };
}

/** A question as it was read, and as it was rewritten. */
interface Understanding {
  sketch: Sketch;
  context: Context;
  corrections: readonly Correction[];
}

/** The form of a question: a change of the one before, or one of its own. */
function formOf(asked: Asked, { sketch, context, corrections }: Understanding): Assembled | null {
  const { catalog, guidance, text, metric } = asked;
  const after = { catalog, text, metric, sketch, context };
  const changed = asked.goingOn === null ? null : continued(asked.goingOn, after);
  const assembled = changed ?? assemble(context);
  if (assembled === null) return null;
  const { form, assumptions } = assembled;
  addMetricsBeside(assembled, { text, metric, others: asked.beside });
  assumptions.push(...asked.meanings);
  for (const { from, to } of [...asked.typed, ...corrections])
    if (stem(from) !== stem(to)) assumptions.push(`I read “${from}” as “${to}”.`);
  if (asked.chart !== undefined) form.chart = asked.chart;
  if (changed === null) {
    applyFilters(form, guidance, catalog, assumptions);
    applyUnits(form, guidance, assumptions);
    if (asked.goingOn !== null) ofRowsBefore(assembled, asked.goingOn, after);
    const unsaid = (asked.goingOn?.referring ?? null) === null ? speaksOfBefore(asked.question.text, catalog) : null;
    if (unsaid !== null) assembled.context.notes.lost.push(unsaid);
  }
  if (!sketch.said.has("cents")) {
    const shown = inWholeMoney(form, catalog, changed === null);
    if (shown !== null) {
      Object.assign(form, shown);
      assumptions.push("Amounts are kept in cents; they are shown divided by 100.");
    }
  }
  return assembled;
}

/** The form with the figure that its rows are ranked by, in whole money like all that is shown. */
function figured({ form, assumptions }: Understood, catalog: Catalog, { said }: Sketch): LogicalForm {
  const shown = withFigure(form, assumptions);
  const added = shown.outputs.slice(form.outputs.length);
  const inMoney =
    added.length === 0 || said.has("cents") ? null : inWholeMoney({ ...shown, outputs: added }, catalog, false);
  const [first, money] = [added[0], inMoney?.outputs[0]];
  if (inMoney === null || first === undefined || money === undefined) return shown;
  const order = shown.order.map((one) =>
    sameExpression(one.by, first.expression) ? { ...one, by: money.expression } : one,
  );
  return { ...shown, order, outputs: [...form.outputs, ...inMoney.outputs] };
}

/** The form in SQL and in words. */
function written(
  { question, catalog }: Asked,
  { form: assembled, assumptions, left_out, confidence }: Understood,
  trace: Trace,
): Reading {
  const form = calledPlainly(withFlagsTold(namedAsDefined(countedIn(assembled, catalog)), catalog), catalog);
  let sql: string;
  try {
    sql = toSql(inDefaultOrder(form, catalog), catalog);
  } catch (error) {
    if (error instanceof Unreachable) return refusal(question, { reason: `${error.message}.` });
    throw error;
  }
  trace({ stage: "sql", made: sql });
  const interpretation = describe(form);
  trace({ stage: "explain", made: interpretation });
  const reading: QueryReading = {
    kind: "query",
    form,
    sql,
    interpretation,
    assumptions: [...new Set(assumptions)],
    left_out,
    confidence,
  };
  return reading;
}

function refusal(
  { schema, text, earlier }: Question,
  { reason, unknown = [], choices = [] }: Partial<Omit<Refusal, "kind">> & { reason: string },
): Refusal {
  return {
    kind: "not_understood",
    reason,
    unknown,
    choices,
    suggestions: suggestQuestions(schema, text, earlier.at(-1)?.subject),
  };
}
