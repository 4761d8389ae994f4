import type { Assembled } from "../assemble/assemble.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import { figureInstead } from "./figures-beside.ts";
import { atTheirDay } from "./each-of-those.ts";
import { moreOfRows } from "./more-of-rows.ts";
import type { Referring } from "./referring.ts";
import { aboutRows, onlyShown, rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";
import { tableReadBy } from "./unsaid.ts";
import type { Wording } from "./wording.ts";
import type { GoingOn, ReadAfter } from "./going-on.ts";

/**
 * A question of its own after an answer: restricted to the rows that the answer spoke of, where it speaks of them. What cannot be
 * told of them is noted as lost.
 */
export function ofRowsBefore(assembled: Assembled, { before, wording, referring }: GoingOn, asked: ReadAfter): void {
  const { form, assumptions, context } = assembled;
  // "excluding returns" of a figure of orders: not the returns.
  if (wording.excludes || (referring === null && onlyChanges(wording, asked.text, form)))
    context.notes.lost.push(asked.text);
  if (referring === null) return;
  const dated = atTheirDay(form, before, asked.sketch, asked.catalog);
  if (dated !== null) {
    Object.assign(form, dated);
    assumptions.push(CHANGES_THE_ONE_BEFORE);
    return;
  }
  const told = isOneOfSeveral(referring, form, asked)
    ? null
    : formOfRows(before, form, { referring, catalog: asked.catalog });
  const isNothing = told !== null && referring.rows !== null && countsTheOne(before, told, referring.rows);
  const isSame = told !== null && !ASKS_TO_SEE_THEM.test(asked.text) && isSameAnswer(before, told);
  if (told === null || isSame || isNothing)
    context.notes.lost.push(isSame || isNothing ? asked.text : referring.pronoun);
  else Object.assign(form, told);
  assumptions.push(CHANGES_THE_ONE_BEFORE);
}

/** "which of them sold more": words that change nothing were not understood, unless they ask for no more. */
const ASKS_TO_SEE_THEM =
  /^(?:and )?(?:list|show|give|see|name|view|display|who (?:are|were)|what (?:are|were|is|was)|which (?:ones|are|were)|where)\b/i;

/** "how many are in stock" after one product: how many products that one is was not asked. */
function countsTheOne(before: LogicalForm, { outputs, groups }: LogicalForm, { table }: RowsMeant): boolean {
  const [only, ...more] = outputs;
  return (
    before.limit === 1 &&
    groups.length + more.length === 0 &&
    only?.expression.kind === "aggregate" &&
    only.expression.fn === "count" &&
    only.expression.of === null &&
    only.expression.table === table.name
  );
}

function isSameAnswer(before: LogicalForm, told: LogicalForm): boolean {
  const answer = ({ subject, outputs, where, groups, having, order, limit, all_columns }: LogicalForm) =>
    JSON.stringify([subject, outputs, where, groups, having, order, limit, all_columns]);
  return answer(before) === answer(told);
}

/** "only piano", "also the weight", "and clicks": nothing that would be asked first. */
function onlyChanges(
  { narrows, adds, replaces }: Wording,
  text: string,
  { outputs, where, groups, order }: LogicalForm,
): boolean {
  const isList =
    where.length + groups.length + order.length === 0 && outputs.every(({ expression }) => !isAggregate(expression));
  return (
    narrows ||
    adds ||
    (isList && (replaces || /^\s*(?:and|but)\b(?! (?:show|list|which|who|what|how|where|when)\b)/i.test(text)))
  );
}

/** "who handles them", where nothing says what that is, or those that are found are not theirs. */
function isOneOfSeveral(
  { rows, asksForOthers, pronoun }: Referring,
  form: LogicalForm,
  { sketch, catalog }: ReadAfter,
): boolean {
  const [, deed] = /^who (\w+)/i.exec(pronoun) ?? [];
  if (deed === undefined || !asksForOthers || rows === null) return false;
  if (!isToOneNamed(catalog, rows.table, form.subject)) return true;
  const isRead = sketch.names.some(({ text }) => stem(text.toLowerCase()) === stem(deed.toLowerCase()));
  const people = catalog.tables.filter(
    (table) =>
      table !== rows.table && !table.isView && isPerson(table) && isToOneNamed(catalog, rows.table, table.name),
  );
  return !isRead && people.length > 1;
}

function formOfRows(
  before: LogicalForm,
  form: LogicalForm,
  { referring, catalog }: { referring: Referring; catalog: Catalog },
): LogicalForm | null {
  const { rows, asksForOthers } = referring;
  if (rows === null) return null;
  if (referring.isPlace === true) return aboutRows(form, rows, catalog);
  // "who owns them": not they themselves.
  if (asksForOthers && form.subject === rows.table.name && form.groups.length === 0) return null;
  const counted = rowsCounted(before, catalog);
  const ofGroups = toldByGroups(before, form, { rows, counted, catalog });
  if (ofGroups !== null) return ofGroups;
  if (isOfCounted(form, rows, counted, catalog)) return counted === null ? null : aboutRows(form, counted, catalog);
  if (lacksThose(form, rows, counted, catalog)) return null;
  const told = aboutRows(form, rows, catalog);
  if (told === null) return counted === null ? null : aboutRows(form, counted, catalog);
  return before.limit === null ? told : inTimeBefore(before, told);
}

/** The answer before with more of its groups or rows, or another figure of them. */
function toldByGroups(
  before: LogicalForm,
  form: LogicalForm,
  { rows, counted, catalog }: { rows: RowsMeant; counted: RowsMeant | null; catalog: Catalog },
): LogicalForm | null {
  // "how much did they spend" after orders by customer: each of them.
  const isOfSame = before.limit === null && tableReadBy(form) === tableReadBy(before);
  const ofEach = isOfSame ? figureInstead(before, form, catalog) : null;
  if (ofEach !== null) return ofEach;
  const partOfGroups = counted?.table === rows.table ? partOfEach(before, form) : null;
  if (partOfGroups !== null) return partOfGroups;
  return rowsMeant(before, catalog)?.table === rows.table ? moreOfRows(before, form, { rows, catalog }) : null;
}

/** "which rooms" of tickets by hotel: those of the tickets, rather than of the hotels. */
const isOfCounted = (form: LogicalForm, rows: RowsMeant, counted: RowsMeant | null, catalog: Catalog): boolean =>
  counted !== null &&
  counted.table !== rows.table &&
  form.subject !== rows.table.name &&
  form.outputs.every(({ expression }) => !isAggregate(expression)) &&
  isToOneNamed(catalog, counted.table, form.subject);

/** "which ones have nobody assigned" after how many each has: nobody of these, so other rows are meant. */
function lacksThose({ where }: LogicalForm, rows: RowsMeant, counted: RowsMeant | null, { links }: Catalog): boolean {
  if (counted === null || counted.table === rows.table) return false;
  return where.some(
    (one) =>
      (one.kind === "related" && one.negated && one.where.length === 0 && one.table === counted.table.name) ||
      (one.kind === "missing" &&
        !one.negated &&
        links.some(
          ({ from: [key], to: [to] }) =>
            to?.table === rows.table &&
            key?.table === counted.table &&
            one.left.kind === "column" &&
            key.table.name === one.left.table &&
            key.name === one.left.column,
        )),
  );
}

/** "how much commission did they get" after the first of last month: in that month, where it is of the same rows. */
function inTimeBefore(before: LogicalForm, form: LogicalForm): LogicalForm {
  if (tableReadBy(before) !== tableReadBy(form) || form.where.some(({ kind }) => kind === "period")) return form;
  return { ...form, where: [...form.where, ...before.where.filter(({ kind }) => kind === "period")] };
}

/** "how many were cancelled" after those that are active, by plan: nothing is in two states at once. */
function isOtherState(one: Condition, other: Condition): boolean {
  if (one.kind !== "compare" || other.kind !== "compare" || one.operator !== "=" || other.operator !== "=")
    return false;
  const areValues = one.right.kind === "literal" && other.right.kind === "literal";
  return areValues && sameExpression(one.left, other.left) && !sameExpression(one.right, other.right);
}

/** "how many of them were won" after leads by source: of each. */
function partOfEach(before: LogicalForm, form: LogicalForm): LogicalForm | null {
  const figure = before.outputs.find(({ expression }) => isAggregate(expression));
  const [asked, ...more] = form.outputs;
  if (figure === undefined || asked === undefined || more.length > 0 || form.where.length === 0) return null;
  if (!sameExpression(figure.expression, asked.expression) || form.groups.length > 0) return null;
  // Of the first by all of them: not of whichever is the first by these.
  const some = before.limit === null ? [] : onlyShown(before);
  if (some === null) return null;
  const { offset: _, ...rest } = before;
  const kept = before.where.filter((one) => !form.where.some((other) => isOtherState(one, other)));
  const where = [...kept, ...form.where, ...some];
  return { ...rest, where, limit: null, joins: [...new Set([...before.joins, ...form.joins])] };
}
