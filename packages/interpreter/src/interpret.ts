import type { Assembled } from "./assemble/assemble.ts";
import { assemble } from "./assemble/assemble.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { catalogSteps } from "./catalog/build.ts";
import { inWholeMoney } from "./assemble/cents.ts";
import { chartAsked } from "./language/chart-asked.ts";
import { confidenceOf } from "./honesty/confidence.ts";
import { continueByText } from "./follow-up/by-text.ts";
import { continueForm, isFollowUp } from "./follow-up/by-schema.ts";
import { suggestQuestions } from "./explain/suggestions.ts";
import { describe } from "./explain/form-words.ts";
import { readGuidance } from "./guidance/guidance.ts";
import { applyFilters, applyUnits, applyWords } from "./guidance/use.ts";
import { itemising } from "./link/items.ts";
import { leftOver } from "./honesty/left-out.ts";
import { read } from "./read/read.ts";
import { MAX_QUESTION_CHARACTERS } from "./language/question-size.ts";
import { readable } from "./language/readable.ts";
import { lostText, lostWords } from "./honesty/refusals.ts";
import { rephrase } from "./language/rephrase.ts";
import { smallTalk } from "./language/small-talk.ts";
import { correct } from "./link/spelling.ts";
import { Unreachable } from "./sql/expressions.ts";
import { toSql } from "./sql/select.ts";
import { tokenise } from "./language/tokens.ts";
import type { LogicalForm } from "./form/logical-form.ts";
import type { Reading, Question } from "./question.ts";
import { inOneGo, inSteps } from "./language/steps.ts";
import { singular, spoken } from "./language/words.ts";

/** Below this a question counts as not understood: no number that is not to be trusted. */
const minimumConfidence = 0.6;
/** How sure a change is that its words alone say. */
const certainChange = 0.93;

const tooLong = "This is too long to be read as one question: please ask it in a sentence or two.";

/**
 * Reads a question against a schema: tokens → links → sketch → logical form → SQL. Never throws for a question it
 * cannot read: it says which words meant nothing and offers questions it can answer.
 */
export const interpret = (given: Question): Reading => inOneGo(interpreting(given));

/** Like `interpret`, for a database that may have thousands of tables: `others` have their turn in between. */
export const interpretPatiently = (given: Question, others: () => Promise<void>): Promise<Reading> =>
  inSteps(interpreting(given), others);

function* interpreting(given: Question): Generator<void, Reading> {
  const question = { ...given, text: readable(given.text) };
  const catalog = yield* catalogSteps(question.schema);
  const refused = (
    reason: string,
    words: string[] = [],
    choices = suggestQuestions(question.schema, question.text),
  ): Reading => ({
    kind: "not_understood",
    reason,
    unknown: words,
    choices: choices.slice(0, 3),
  });
  if (catalog.tables.length === 0) return refused("There are no tables here to answer from.");
  if (question.text.length > MAX_QUESTION_CHARACTERS) return refused(tooLong, [], suggestQuestions(question.schema));
  const talk = smallTalk(question.text, question.schema);
  if (talk !== null) return refused(talk);
  const guidance = readGuidance(question.guidance, catalog, question.now);
  const asked = chartAsked(question.text);
  const rephrased = rephrase(asked === null ? question.text : asked.rest);
  const { text, metric, assumptions: meanings } = applyWords(rephrased, guidance, question.now);
  if (text.length > 2 * MAX_QUESTION_CHARACTERS) return refused(tooLong);
  const previous = question.earlier.at(-1);
  const changed = previous === undefined ? null : changedForm(previous, text, asked?.chart, catalog);
  if (changed !== null)
    return answerOf(changed, ["Understood as a change to the question before."], certainChange, catalog);

  yield;
  const { tokens, corrections } = correct(tokenise(text), catalog);
  const sketch = read(yield* itemising(tokens, catalog, question.now), tokens, question.now);
  yield;
  const unknown = sketch.unknown.map((word) => word.text);
  const continued =
    previous !== undefined && isFollowUp(text, sketch)
      ? continueForm(previous, sketch, catalog, metric?.source ?? null)
      : null;
  const assembled = continued ?? assemble(sketch, catalog, metric?.source ?? null);
  if (assembled === null) return refused("Nothing in this question names anything in the data.", unknown);
  const { form, assumptions } = assembled;
  assumptions.push(...meanings);
  for (const { from, to } of corrections) assumptions.push(`I read “${from}” as “${to}”.`);
  if (form.outputs.length === 0 && !form.all_columns) return refused("I could not tell what to show.", unknown);
  if (asked !== null) form.chart = asked.chart;
  if (continued === null) {
    applyFilters(form, guidance, catalog, assumptions);
    applyUnits(form, guidance, assumptions);
  }
  if (!sketch.said.has("cents")) {
    const shown = inWholeMoney(form, catalog, continued === null);
    if (shown !== null) {
      Object.assign(form, shown);
      assumptions.push("Amounts are kept in cents; they are shown divided by 100.");
    }
  }
  const { either } = assembled.context;
  if (either !== null) {
    const word = new RegExp(`\\b${singular(spoken(either.word))}s?\\b`, "i");
    const choices = either.meanings.map((meaning) => question.text.replace(word, meaning));
    return refused(`It could be by ${either.meanings.join(" or by ")}: say which is meant.`, [], choices);
  }
  const lost = lostWords(sketch, assembled);
  if (lost.length > 0)
    return refused(lostText(lost), [
      ...unknown,
      ...lost.filter((words) => /profit|margin/i.test(words)).flatMap((words) => words.split(" ")),
    ]);
  const left = leftOver(sketch, assembled);
  if (left.length > 0)
    return refused(
      `I do not know what ${quoteList(left)} means in this data, and an answer without it would be to another question.`,
      left,
    );
  yield;
  const sql = written(form, catalog);
  if (typeof sql !== "string") return refused(`${sql.message}.`, unknown);
  const confidence = confidenceOf(sketch, assembled, sql);
  if (confidence < minimumConfidence) return refused(`I did not understand ${quoteList(unknown)}.`, unknown);
  // What a rule of its own gave a meaning ("repeat customers") was taken into account.
  const ignored = assembled.context.sketch.unknown.flatMap(({ text: word }) => (/^\d/.test(word) ? [] : [word]));
  const notes = ignored.length === 0 ? [] : [`Not taken into account: ${ignored.join(", ")}.`];
  return answerOf(form, [...assumptions, ...notes], confidence, catalog);
}

/** The answer before, changed by words that need no schema: its chart, its order, its period. */
function changedForm(
  previous: LogicalForm,
  text: string,
  chart: LogicalForm["chart"],
  catalog: Catalog,
): LogicalForm | null {
  const isChartAlone = chart !== undefined && /^[\s?.!]*(?:please|instead|now|and|again|ok|okay)?[\s?.!]*$/i.test(text);
  const form = isChartAlone ? structuredClone(previous) : continueByText(previous, text, catalog);
  return form === null || chart === undefined ? form : { ...form, chart };
}

function answerOf(
  form: Assembled["form"],
  assumptions: readonly string[],
  confidence: number,
  catalog: Catalog,
): Reading {
  const sql = written(form, catalog);
  if (typeof sql !== "string")
    return {
      kind: "not_understood",
      reason: `${sql.message}.`,
      unknown: [],
      choices: suggestQuestions(catalog.schema),
    };
  return {
    kind: "query",
    form,
    sql,
    interpretation: describe(form),
    assumptions: [...new Set(assumptions)],
    confidence,
  };
}

function written(form: LogicalForm, catalog: Catalog): string | Unreachable {
  try {
    return toSql(form, catalog);
  } catch (error) {
    if (error instanceof Unreachable) return error;
    throw error;
  }
}

function quoteList(words: string[]): string {
  return words.length === 0 ? "the question well enough" : words.map((word) => `“${word}”`).join(", ");
}
