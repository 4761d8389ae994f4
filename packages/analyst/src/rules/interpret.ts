import { assemble } from "./assemble.ts";
import { catalogOf } from "./catalog.ts";
import { applyCents } from "./cents.ts";
import { confidenceOf } from "./confidence.ts";
import { suggestQuestions } from "./follow-ups.ts";
import { continueForm, isFollowUp } from "./conversation.ts";
import { applyFilters, applyUnits, applyWords, readGuidance } from "./guidance.ts";
import { itemise } from "./items.ts";
import { leftOver } from "./leftover.ts";
import { read } from "./read.ts";
import { rephrase } from "./rephrase.ts";
import { correct } from "./spelling.ts";
import { toSql } from "./sql.ts";
import { Unreachable } from "./sql-expressions.ts";
import { tokenise } from "./tokens.ts";
import type { RulesAnswer, RulesQuestion } from "./types.ts";
import { describe } from "./words.ts";

/** Below this the rules say that they did not understand, rather than give a number they do not trust. */
const minimumConfidence = 0.6;

/**
 * Reads a question against a schema: tokens → links → wishes → logical form → SQL. Never throws for a question it
 * cannot read: it says which words meant nothing and offers questions it can answer.
 */
export function interpret(question: RulesQuestion): RulesAnswer {
  const catalog = catalogOf(question.schema);
  const guidance = readGuidance(question.guidance, catalog, question.now);
  const { text, metric } = applyWords(rephrase(question.text), guidance);
  const { tokens, corrections } = correct(tokenise(text), catalog);
  const wishes = read(itemise(tokens, catalog, question.now), tokens, question.now);
  const unknown = wishes.unknown.map((word) => word.text);
  const refused = (reason: string, words: string[] = unknown): RulesAnswer => ({
    kind: "not_understood",
    reason,
    unknown: words,
    choices: suggestQuestions(question.schema),
  });
  if (catalog.tables.length === 0) return refused("There are no tables here to answer from.");
  const previous = question.earlier.at(-1);
  const continued =
    previous !== undefined && isFollowUp(text, wishes)
      ? continueForm(previous, wishes, catalog, metric?.source ?? null)
      : null;
  const assembled = continued ?? assemble(wishes, catalog, metric?.source ?? null);
  if (assembled === null) return refused("Nothing in this question names anything in the data.");
  const { form, assumptions } = assembled;
  for (const { from, to } of corrections) assumptions.push(`I read “${from}” as “${to}”.`);
  if (form.outputs.length === 0 && !form.all_columns) return refused("I could not tell what to show.");
  if (continued === null) {
    applyFilters(form, guidance, catalog, assumptions);
    applyUnits(form, guidance, assumptions);
    applyCents(form, catalog, text, assumptions);
  }
  let sql: string;
  try {
    sql = toSql(form, catalog);
  } catch (error) {
    if (error instanceof Unreachable) return refused(`${error.message}.`);
    throw error;
  }
  const { lost } = assembled.context;
  const ranked =
    /\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](most|least|highest|lowest|largest|smallest|biggest|oldest|youngest|best|longest|shortest|cheapest|latest|newest)\b/i.exec(
      text,
    );
  if (ranked !== null && form.offset === undefined) lost.push(ranked[0]);
  if (/\btop\b/i.test(text) && wishes.superlatives.length === 0 && form.limit === null) lost.push("top");
  if (
    wishes.groups.length > 0 &&
    form.per === undefined &&
    form.groups.length === 0 &&
    wishes.superlatives.length > 0 &&
    form.limit === 1
  )
    lost.push("for each");
  if (lost.length > 0)
    return refused(`I could not tell what “${lost.join("”, “")}” refers to in the data.`, [
      ...unknown,
      ...lost.filter((words) => /profit|margin/i.test(words)).flatMap((words) => words.split(" ")),
    ]);
  const left0 = leftOver(wishes, assembled);
  if (left0.length > 0 && continued === null)
    return refused(
      `I do not know what ${quoteList(left0)} means in this data, and an answer without it would be to another question.`,
      left0,
    );
  const confidence = confidenceOf(wishes, assembled, sql);
  if (confidence < minimumConfidence) return refused(`I did not understand ${quoteList(unknown)}.`);
  const ignored = wishes.unknown.map((word) => word.text).filter((word) => !/^\d/.test(word));
  const left = ignored.length === 0 ? [] : [`Not taken into account: ${ignored.join(", ")}.`];
  return {
    kind: "query",
    form,
    sql,
    interpretation: describe(form, catalog),
    assumptions: [...new Set([...assumptions, ...left])],
    confidence,
  };
}

function quoteList(words: string[]): string {
  return words.length === 0 ? "the question well enough" : words.map((word) => `“${word}”`).join(", ");
}
