import type { Cell, QueryResult } from "@parley/datasource/types";
import { changeOf } from "./changes.ts";
import { when } from "./compared-periods.ts";
import { isOwnDoing, thing, things } from "./column-words.ts";
import { countedWords, measured, qualified } from "./expression-words.ts";
import { firstOf, partOf, perOf } from "./figure-kinds.ts";
import { writerOf } from "./figures.ts";
import { restricted, tense } from "./form-words.ts";
import { measureWords, withArticle } from "./measure-words.ts";
import { isMoment } from "./moments.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { joined } from "../language/words.ts";

/** One row of figures: "there are 840 customers", "revenue last year was 1,520,500.83". */
export function totals(form: LogicalForm, result: QueryResult): string {
  const cells = result.rows[0] ?? [];
  const values = form.outputs.map((output, place) => writerOf(result, place, output)(cells[place] ?? null));
  const [only] = form.outputs;
  if (form.outputs.length === 1 && only)
    return (
      aloneOf({ expression: only.expression, cell: cells[0] ?? null, value: values[0] ?? "" }, form) ??
      `${restricted(withArticle(measureWords(only)), form)} ${tense(form.where)} ${values[0] ?? ""}`
    );
  const change = changeSentence(form, values);
  if (change !== null) return change;
  const parts = form.outputs.map(
    (output, place) => `${withArticle(measureWords(output))} ${tense(form.where)} ${values[place] ?? ""}`,
  );
  const about = restricted("", form).trim();
  const opening = about.startsWith("that ") ? `of those ${about}` : about;
  return about === "" ? joined(parts) : `${opening}, ${joined(parts)}`;
}

/** "revenue was 90 in 2023 and 120 in 2024: a difference of 30 (+33.3 %)". Null for figures of another kind. */
function changeSentence(form: LogicalForm, values: readonly string[]): string | null {
  const [before, after, difference, growth, ...more] = form.outputs;
  const change = growth === undefined ? null : changeOf(growth.expression);
  if (before === undefined || after === undefined || change === null || difference === undefined || more.length > 0)
    return null;
  const [from, to] = [change.from, change.to].map(when);
  const name = before.name.slice(0, -change.from.label.length - 1);
  const what = restricted(measureWords({ ...before, name, expression: change.of }), form);
  const verb = tense([change.from]);
  return `${withArticle(what)} ${verb} ${values[0] ?? ""} ${from ?? ""} and ${values[1] ?? ""} ${to ?? ""}: a difference of ${values[2] ?? ""} (${values[3] ?? ""})`;
}

/** A single figure: its cell, and how it is written. */
interface Figure {
  expression: Expression;
  cell: Cell;
  value: string;
}

/** Figures that have a sentence of their own, in the order in which they are tried. */
const sentences: readonly ((figure: Figure, form: LogicalForm) => string | null)[] = [
  // "there are no orders that match: revenue was 0"
  nothingSentence,
  // "there are 840 customers"
  countSentence,
  // "12 % of orders are cancelled", "12 % of the revenue was in Norway"
  partSentence,
  // "on average there are 2.4 items per order"
  averageSentence,
  // "the first order was placed on 2 May 2021"
  momentSentence,
];

function aloneOf(figure: Figure, form: LogicalForm): string | null {
  for (const sentence of sentences) {
    const text = sentence(figure, form);
    if (text !== null) return text;
  }
  return null;
}

/** A sum of nothing is 0; there is no average of nothing. */
function nothingSentence({ expression, cell }: Figure, form: LogicalForm): string | null {
  if (cell !== null || form.outputs.length !== 1) return null;
  const summed = innermost(expression);
  if (summed === null) return null;
  const figure = withArticle(measureWords(form.outputs[0] ?? { expression, name: "" }));
  const rows = things(summed.table);
  const told = restricted(figure, form);
  if (summed.fn === "sum") return `${told} ${tense(form.where)} 0: there are no such ${rows}`;
  return `there are no such ${rows}, so there is no ${figure.replace(/^the /, "")}`;
}

/** The one aggregate that a figure is made of; null where there are several or none. */
function innermost(expression: Expression): Extract<Expression, { kind: "aggregate" }> | null {
  if (expression.kind === "aggregate") return expression;
  if (expression.kind !== "arithmetic" || expression.right.kind !== "literal") return null;
  return innermost(expression.left);
}

function countSentence({ expression, cell, value }: Figure, form: LogicalForm): string | null {
  if (expression.kind !== "aggregate" || expression.fn !== "count") return null;
  const conditions = [...form.where, ...(expression.where ?? [])];
  const counted = countedWords(expression);
  const noun = cell === 1 && counted === things(expression.table) ? thing(expression.table) : counted;
  const verb = { is: cell === 1 ? "is" : "are", was: cell === 1 ? "was" : "were" }[tense(conditions)];
  const text = restricted(`there ${verb} ${value} ${noun}`, form, conditions);
  return cell === 1 ? text.replace(/\bthat are\b/, "that is") : text;
}

function partSentence({ expression, cell, value }: Figure, form: LogicalForm): string | null {
  const part = partOf(expression);
  if (part === null || cell === null) return null;
  const isOfRows = part.whole.kind === "aggregate" && part.whole.of === null;
  const whole = restricted(isOfRows ? things(part.table) : `the ${measured(part.whole)}`, form);
  const parts = part.where.map((condition) =>
    qualified("", [condition], { tables: [part.table], rows: part.table }).trim(),
  );
  if (!isOfRows)
    return `${value} of ${whole} ${tense(form.where)} ${qualified("", part.where, { tables: [part.table], rows: part.table }).trim()}`;
  const verbs = parts.map((each) => predicate(each, tense(part.where) === "was" ? "were" : "are"));
  return `${value} of ${whole} ${joined([...new Set(verbs)])}`;
}

/** What restricts rows, as what they do: "have status “open”", "are in Norway". */
function predicate(words: string, be: string): string {
  if (words.startsWith("with ")) return words.replace(/^with /, "have ");
  if (words.startsWith("without ")) return words.replace(/^without /, "have no ");
  if (words.startsWith("that ")) return words.replace(/^that /, "");
  if (words.startsWith("where ")) return `are those ${words}`;
  return `${be} ${words}`;
}

function averageSentence({ expression, value }: Figure, form: LogicalForm): string | null {
  const per = perOf(expression);
  if (per?.of.kind !== "aggregate" || per.of.of !== null) return null;
  const verb = tense(form.where) === "was" ? "were" : "are";
  return restricted(`on average there ${verb} ${value} ${things(per.of.table)} per ${per.per}`, form);
}

function momentSentence({ expression, cell, value }: Figure, form: LogicalForm): string | null {
  const first = firstOf(expression);
  if (first === null || !isMoment(cell)) return null;
  const did = first.event === "" ? "was" : isOwnDoing(first.event) ? first.event : `was ${first.event}`;
  return `${restricted(`the ${first.thing}`, form)} ${did} on ${value}`;
}
