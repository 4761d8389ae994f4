import type { Assembled } from "../assemble/assemble.ts";
import { assemble } from "../assemble/assemble.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { continueForm, followUpOf } from "./by-schema.ts";
import { figureInstead, someOfGroups, withFigures, withOtherFigure } from "./figures-beside.ts";
import { countOfRows } from "./rows-behind.ts";
import { atTheirDay } from "./each-of-those.ts";
import { moreOfRows } from "./more-of-rows.ts";
import { besideOther, bothValues, periodOf } from "./other-times.ts";
import { asShares } from "./of-groups.ts";
import { OF_A_PERSON, referringBack } from "./pronouns.ts";
import type { Referring } from "./referring.ts";
import { aboutRows, onlyShown, rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";
import { ofTheSamePeople } from "./same-people.ts";
import { rankedByOther, withNames } from "./names-unsaid.ts";
import { comparesValues, eachOfValues } from "./values-compared.ts";
import { mayLeaveUnsaid, tableReadBy, unsaidChange } from "./unsaid.ts";
import { type Wording, wordingOf } from "./wording.ts";

/** How a question goes on from the one before. */
export interface GoingOn {
  before: LogicalForm;
  /** The answers before that, the latest first. */
  longBefore: readonly LogicalForm[];
  wording: Wording;
  /** The rows of the answer before that it speaks of. */
  referring: Referring | null;
}

/** A question after an answer, and how it is read: without the words that only say so, and with names where it has pronouns. */
export function goingOnFrom(
  earlier: readonly LogicalForm[],
  said: string,
  catalog: Catalog,
): { goingOn: GoingOn | null; text: string } | null {
  const same = ofTheSamePeople(said, earlier.toReversed(), catalog);
  const [before, ...longBefore] = same.latestFirst;
  if (before === undefined) return null;
  const wording = wordingOf(
    same.text,
    before.outputs.some(({ expression }) => isAggregate(expression)) || before.order.some(({ by }) => isAggregate(by)),
  );
  const ranked = wording.replaces ? rankedByOther(wording.text, before, catalog) : null;
  if (ranked !== null) return { goingOn: null, text: ranked };
  const named = withNames(wording, before, catalog);
  const referring = named === null ? referringBack(wording.text, before, catalog) : null;
  const isOpen = named === null && (referring === null || referring.rows === null);
  const further = isOpen ? referringFurther(wording.text, before, longBefore, catalog) : null;
  const goingOn = further ?? { before: referring?.at ?? before, longBefore, referring };
  return { goingOn: { ...goingOn, wording }, text: named ?? goingOn.referring?.text ?? wording.text };
}

/** Answers before the last one that a pronoun may lead back to. */
const MOST_ANSWERS_BACK = 3;

/**
 * "how many orders do they have" after what share one of them has: a figure is nobody, so they are those of the answer before it. "how
 * much did it make" after the reasons why the first product came back: that product.
 */
function referringFurther(
  text: string,
  before: LogicalForm,
  longBefore: readonly LogicalForm[],
  catalog: Catalog,
): Pick<GoingOn, "before" | "longBefore" | "referring"> | null {
  const isFigure =
    before.groups.length === 0 &&
    before.outputs.length > 0 &&
    before.outputs.every(({ expression }) => isAggregate(expression));
  for (const [at, further] of longBefore.slice(0, MOST_ANSWERS_BACK).entries()) {
    if (further.limit !== 1 && (at > 0 || !isFigure) && !OF_A_PERSON.test(text)) continue;
    const referring = referringBack(text, further, catalog);
    if (referring !== null && referring.rows !== null)
      return { before: referring.at ?? further, longBefore: longBefore.slice(at + 1), referring };
  }
  return null;
}

/** A question as it was read, against what. */
export interface ReadAfter {
  catalog: Catalog;
  text: string;
  metric: MeasureSource | null;
  sketch: Sketch;
  context: Context;
}

/** The form before as a question changes it. Null for a question of its own, or of the rows of the one before. */
export function continued(goingOn: GoingOn, asked: ReadAfter): Assembled | null {
  const { before, referring } = goingOn;
  if (referring !== null && (referring.rows !== null || referring.isPlace === true)) return null;
  for (const change of [comparedWith, valuesCompared, besideOrInstead, shareOfOne, changedBySchema, unsaid]) {
    const changed = change(before, asked, goingOn);
    if (changed !== null) return changed;
  }
  return null;
}

/** "compare web with phone" after the number of rentals: of that figure, rather than of what comes in. */
function valuesCompared(before: LogicalForm, { catalog, metric, text, sketch }: ReadAfter): Assembled | null {
  if (!comparesValues(sketch) || !before.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const changed = continueForm(before, { ...sketch, versus: false }, { catalog, metric, text });
  return changed === null ? null : eachOfValues(before, changed);
}

/** "what share does Germany have" of revenue by country. */
function shareOfOne(before: LogicalForm, { catalog, metric, text, sketch, context }: ReadAfter): Assembled | null {
  const isOfOne = sketch.share !== null && sketch.tables.length === 0 && sketch.filters.length > 0;
  const shares = isOfOne && sketch.filters.every(({ kind }) => kind === "value") ? asShares(before) : null;
  // Of figures that have no one whole, it is no share of anything else.
  if (isOfOne && shares === null && before.groups.length > 0 && /^(?:and )?what share (?:does|did|has)\b/i.test(text))
    context.notes.lost.push(text);
  return shares === null
    ? null
    : continueForm(shares, { ...sketch, share: null, outputs: [] }, { catalog, metric, text });
}

function changedBySchema(
  before: LogicalForm,
  { catalog, metric, text, sketch }: ReadAfter,
  { wording, longBefore }: GoingOn,
): Assembled | null {
  // "just the Student plan": the plan names no column that is asked for.
  const isNarrowed = wording.narrows && sketch.filters.length > 0;
  const outputs = isNarrowed ? sketch.outputs.filter(({ kind }) => kind !== "column") : sketch.outputs;
  const change = followUpOf(text, { ...sketch, outputs }, wording);
  if (change === null) return null;
  const figure =
    change.bucket === null && change.groups.length === 0 ? null : figureNarrowed(before, longBefore, catalog);
  const changed = continueForm(figure ?? before, change, { catalog, metric, text });
  // "waiting for parts, I mean", which it was: something else is meant by it. "Make it monthly" says what it is to be.
  const isRestricted = wording.replaces && change.bucket === null;
  if (changed !== null && isRestricted && isUnchanged(changed.form, before)) changed.context.notes.lost.push(text);
  const counted = changed !== null && wording.counts ? countOfRows(changed.form, catalog) : null;
  return changed === null || counted === null ? changed : { ...changed, form: counted };
}

/** True for the same question, in whatever order its conditions stand. */
function isUnchanged(...forms: readonly [LogicalForm, LogicalForm]): boolean {
  const [one, other] = forms.map((form) =>
    JSON.stringify({ ...form, via: [], where: form.where.map((each) => JSON.stringify(each)).toSorted() }),
  );
  return one === other;
}

/** "make it monthly" after which of the groups are in Croatia: the figure of these groups. Null after any other answer. */
function figureNarrowed(before: LogicalForm, [further]: readonly LogicalForm[], catalog: Catalog): LogicalForm | null {
  if (
    further === undefined ||
    further.groups.length === 0 ||
    before.outputs.some(({ expression }) => isAggregate(expression))
  )
    return null;
  const isOfGroups = (one: LogicalForm["where"][number]) =>
    one.kind === "within" &&
    !one.negated &&
    JSON.stringify(one.form.groups) === JSON.stringify(keysOfGroups(further, catalog));
  if (before.limit !== null || !before.where.some(isOfGroups)) return null;
  return { ...further, where: [...further.where, ...before.where.filter((one) => !isOfGroups(one))] };
}

const keysOfGroups = (form: LogicalForm, catalog: Catalog) => rowsMeant(form, catalog)?.keys.groups;

function unsaid(
  before: LogicalForm,
  { catalog, text, sketch, context }: ReadAfter,
  { wording }: GoingOn,
): Assembled | null {
  const alone = mayLeaveUnsaid(text, sketch) ? assemble(context) : null;
  const form =
    alone === null ? null : unsaidChange(before, { text, said: wording.text, sketch, form: alone.form, catalog });
  return alone === null || form === null ? null : changeOf(alone, form);
}

const changeOf = (alone: Assembled, form: LogicalForm): Assembled => ({
  ...alone,
  form,
  assumptions: [...alone.assumptions, CHANGES_THE_ONE_BEFORE],
});

const COMPARES =
  /^(?:and )?(?:how (?:does|did|do) (?:that|this|it|they) compare|compare[ds]?(?: (?:that|this|it|them|those))?|versus|vs\.?|against) ?(?:to|with|against)? (?=\S)/i;

/** "vs 2023", "vs France", "compare that to March 2024": the figures of that time or value beside those before. */
function comparedWith(before: LogicalForm, { text, sketch, catalog, metric, context }: ReadAfter): Assembled | null {
  const [only, ...more] = sketch.filters;
  const isOther = only?.kind === "period" || (only?.kind === "value" && !only.negated);
  if (!COMPARES.test(text) || !isOther || more.length + sketch.tables.length + sketch.groups.length > 0) return null;
  const change = { ...sketch, versus: false, outputs: [], superlatives: [], orders: [] };
  const moved = continueForm(before, change, { catalog, metric, text });
  if (moved === null) return null;
  const other = only.kind === "period" ? periodOf(moved.form) : undefined;
  const form = other === undefined ? bothValues(moved.form, before) : besideOther(before, other, sketch.today);
  return form === null || context.notes.lost.length > 0 ? null : { ...moved, form };
}

/** What is asked beside what was shown, or in its place. Null where it cannot stand there. */
function besideOrInstead(
  before: LogicalForm,
  { catalog, context }: ReadAfter,
  { wording, longBefore }: GoingOn,
): Assembled | null {
  if (!wording.adds && !wording.replaces && !wording.narrows) return null;
  const alone = assemble(context);
  const rows = wording.adds ? rowsMeant(before, catalog) : null;
  const form =
    alone === null
      ? null
      : wording.narrows
        ? someOfGroups(before, alone.form)
        : wording.replaces
          ? withFigureOf([before, ...(wording.goesBack ? longBefore : [])], alone.form, catalog)
          : (withFigures(before, alone.form, catalog) ??
            (rows === null ? null : moreOfRows(before, alone.form, { rows, catalog })));
  return alone === null || form === null ? null : changeOf(alone, form);
}

/** "back to revenue": of the last answer that has groups or rows of which there is such a figure. */
function withFigureOf(answers: readonly LogicalForm[], asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  for (const answer of answers) {
    const changed = withOtherFigure(answer, asked, catalog);
    if (changed !== null) return changed;
  }
  return null;
}

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
