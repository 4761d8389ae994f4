import type { Catalog } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";

/** "only those hired in May", after all of them: the others may be those that were not. */
export const isNarrowed = ({ where, groups, offset }: LogicalForm, longBefore: LogicalForm | null): boolean =>
  offset !== undefined ||
  (longBefore !== null &&
    JSON.stringify(longBefore.groups) === JSON.stringify(groups) &&
    JSON.stringify(longBefore.where) !== JSON.stringify(where));

/** True for figures of how long something took. */
export const tellsDuration = ({ outputs }: LogicalForm): boolean =>
  outputs.some(({ expression }) => expression.kind === "aggregate" && expression.of?.kind === "elapsed");

/** True for what has no day of payment, or none that has come. */
export const isUnpaid = ({ where }: LogicalForm): boolean =>
  where.some(
    (one) =>
      one.kind === "missing" &&
      !one.negated &&
      one.left.kind === "column" &&
      /paid|settled|payment/i.test(one.left.column),
  );

/** True for figures of money: of them, "how many" asks for something else than their sum. */
export const isMoney = ({ outputs }: LogicalForm): boolean => outputs.some(({ unit }) => unit === "money");

/** True where the whole that is named is of other things than those that were told: "what share of orders is that" of returns. */
export function isOfOthers({ outputs, subject }: LogicalForm, said: string, { tables }: Catalog): boolean {
  const words = new Set(said.trim().split(/\s+/).map(stem));
  const named = tables.filter(({ stems }) => words.has(stems.at(-1) ?? ""));
  const told = new Set([subject, ...outputs.flatMap(({ expression }) => tablesOf(expression))]);
  return named.length > 0 && named.every(({ name }) => !told.has(name));
}

/** True where a word before the name of the whole restricts it: "open cases", whatever is called open. */
export function saysMore({ outputs, subject }: LogicalForm, said: string, { tables }: Catalog): boolean {
  const words = said.trim().split(/\s+/).map(stem);
  const told = new Set([subject, ...outputs.flatMap(({ expression }) => tablesOf(expression))]);
  const names = tables.flatMap(({ name, stems }) => (told.has(name) && stems.at(-1) === words.at(-1) ? [stems] : []));
  return words.length > 1 && names.length > 0 && !names.some((stems) => words.every((word) => stems.includes(word)));
}

export const isWho = (said: string): boolean => /^(?:and )?who\b/.test(said);

/** True where people are told by how much they did: "who gives the least" is one of them. */
export function isOfPersons({ groups, outputs }: LogicalForm, { byName }: Catalog): boolean {
  const [group] = groups;
  const table = group?.kind === "column" ? byName.get(group.table) : undefined;
  const figure = outputs.find(({ expression }) => isAggregate(expression))?.expression;
  const addsUp = figure?.kind === "aggregate" && (figure.fn === "count" || figure.fn === "sum");
  return table !== undefined && isPerson(table) && addsUp;
}

/** True for a word that the schema or its values know. */
export const isKnownWord = (word: string, { values, vocabulary }: Catalog): boolean =>
  values.has(word) || vocabulary.has(stem(word));

/** How long something took, in hours or in days. Null where that was not told, or is told so. */
export function inOtherUnit(form: LogicalForm, unit: "hour" | "day"): LogicalForm | null {
  const inUnit = (expression: Expression): Expression => {
    if (expression.kind === "aggregate" && expression.of !== null) return { ...expression, of: inUnit(expression.of) };
    return expression.kind === "elapsed" && expression.unit !== "year" ? { ...expression, unit } : expression;
  };
  const outputs = form.outputs.map((one) => {
    const expression = inUnit(one.expression);
    return sameExpression(expression, one.expression) ? one : { ...one, expression, name: nameOf(expression) };
  });
  if (outputs.every((one, place) => one === form.outputs[place])) return null;
  const { chart: _, ...rest } = form;
  return { ...rest, outputs, order: form.order.map((one) => ({ ...one, by: inUnit(one.by) })) };
}
