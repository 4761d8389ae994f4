import type { Assembled } from "../assemble/assemble.ts";
import { addSuperlatives } from "../assemble/rank/ranking.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { conditionsOf } from "../assemble/conditions/conditions.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { preferredKeys, severalWays } from "../assemble/ways.ts";
import { type Context, concluded, contextOf } from "../resolve/context.ts";
import { rowsInside } from "../assemble/rows-inside.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";
import { ofTheirDay, toldByTheirRows } from "./each-of-those.ts";
import {
  inYearSpokenOf,
  giveWay,
  limitsOfFigure,
  ofRowsMeasured,
  replaceCondition,
  replaceInFigures,
  replaceInWholes,
  withoutComparison,
} from "./changed-conditions.ts";
import { keepGroupedOrders, orderAnew } from "./changed-orders.ts";
import type { Wording } from "./wording.ts";
import {
  changeMeasure,
  ranksOtherwise,
  ranksTopBy,
  changeToCount,
  takeFirst,
  addsColumns,
  addColumns,
  countsInstead,
  takeBottom,
} from "./figures-changed.ts";
import { withKeysNamed, groupsApart, changeGroups } from "./groups-changed.ts";

/** Words that open a change to the question before, whatever follows. */
const continues =
  /^\s*(?:ok,? |okay,? |now,? |then,? |please )*(?:and|only|just|what about|how about|but|same|also|instead|break (?:(?:it|that|this|them) )?down|split(?: (?:it|that|this|them))?|(?:now |and )?for (?=\w+$)|(?:now |and )?for (?:each|every) (?=\w+(?: \w+){0,2}[?.!\s]*$)|show (?:it|that|them)|excluding|without|exclude|by|per|group(?:ed)?)\b/i;
/** A question of its own begins so; what names no rows and does not ask is a change: "last year", "over 500", "top 3". */
const ASKS =
  /\b(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|list|tell|give|find|compared?|versus|vs)\b/i;

/** The sketch of a question that only makes sense as a change to the one before. Null for any other. */
export function followUpOf(
  text: string,
  sketch: Sketch,
  { replaces, adds }: Pick<Wording, "replaces" | "adds">,
): Sketch | null {
  if (text.split(/\s+/).length > 12) return null;
  if (/^\s*(?:and )?(?:the )?same (?:thing |again )?(?:for|by|per|with)\b/i.test(text)) {
    const table = sketch.tables.find((mention) => !mention.negated);
    if (sketch.groups.length + sketch.filters.length > 0) return sketch;
    if (table !== undefined) return { ...sketch, groups: [{ at: table.at, mention: table.mention }] };
    return sketch.bucket === null ? null : sketch;
  }
  return changesTheOneBefore(text, sketch, replaces || adds) ? sketch : null;
}

function changesTheOneBefore(text: string, sketch: Sketch, isSaid: boolean): boolean {
  const namesThings = sketch.tables.some((table) => table.zone === "focus") || sketch.outputs.length > 0;
  const isFragment = !namesThings && !ASKS.test(text);
  if (!isSaid && !continues.test(text) && !isFragment) return false;
  if (addsColumns(sketch) || countsInstead(sketch) !== null) return true;
  const asks = sketch.outputs.some((output) => output.kind !== "measure") || sketch.share !== null;
  const changes =
    sketch.filters.length +
      sketch.groups.length +
      sketch.superlatives.length +
      sketch.orders.length +
      sketch.outputs.length >
      0 ||
    sketch.bucket !== null ||
    sketch.limit !== null;
  return !asks && changes;
}

/** "and porcelain", "what about Oslo": not of what was spoken of before. */
const SPEAKS_OF_OTHERS = /^\s*(?:and(?! (?:only|just)\b)|what about|how about)\b/i;

/** The earlier form with what the follow-up changes: its filters, its grouping, its order, its measure. */
export function continueForm(
  earlier: LogicalForm,
  given: Sketch,
  { catalog, metric, text }: { catalog: Catalog; metric: MeasureSource | null; text: string },
): Assembled | null {
  const isOfOtherTime = given.filters.some(({ kind }) => kind === "period");
  const form: LogicalForm = structuredClone(isOfOtherTime ? withoutComparison(earlier) : earlier);
  const happened = measuredTable(form, catalog);
  const { rest, limits } = limitsOfFigure(inYearSpokenOf(form, given), form);
  const sketch = withKeysNamed(rest, happened);
  const subject = catalog.byName.get(form.subject);
  if (subject === undefined) return null;
  const context = anchoredTo(
    form,
    contextOf(sketch, catalog, { metric, subject, happened, formOf: rowsInside(catalog, metric) }),
  );
  const added = conditionsOf(context).where.map((one) =>
    ofRowsMeasured(ofTheirDay(ofDaySpokenOf(one, form, sketch, catalog), form, sketch, catalog), form, happened?.name),
  );
  for (const condition of added) {
    if (SPEAKS_OF_OTHERS.test(text)) giveWay(form, condition, catalog);
    if (!replaceInFigures(form, condition)) replaceCondition(form, condition);
    replaceInWholes(form, condition);
  }
  form.having.push(...limits);
  changeMeasure(form, added, context);
  const grouped = ranksOtherwise(form, context) ?? ranksTopBy(form, context) ?? changeGroups(form, context);
  if (sketch.groups.length > 0) groupsApart(form, measuredTable(form, catalog), context);
  form.via = keysMeant(form, grouped);
  if (addsColumns(sketch)) addColumns(form, context);
  changeToCount(form, context);
  takeBottom(form, sketch);
  addSuperlatives(form, grouped);
  orderAnew(form, grouped, text);
  keepGroupedOrders(form, context);
  takeFirst(form, sketch);
  const measured = measuredTable(form, catalog);
  if (measured !== null && happened === null) Object.assign(form, toldByTheirRows(form, measured.name, catalog));
  // Whatever was said, nothing came of it.
  const isSame = JSON.stringify({ ...form, via: [] }) === JSON.stringify({ ...earlier, via: [] });
  const { filters, groups, orders, bucket } = sketch;
  // "make it monthly" of what is by month says what it is to be, and so it is.
  if (isSame && bucket === null && filters.length + groups.length + orders.length === 0) context.notes.lost.push(text);
  context.notes.assumptions.push(CHANGES_THE_ONE_BEFORE);
  return {
    form,
    assumptions: context.notes.assumptions,
    either: groupOpen(form, grouped),
    context: concluded(grouped),
  };
}

/** "by depot", of shipments that have two: which of them is meant must be said. */
function groupOpen(form: LogicalForm, context: Context): Assembled["either"] {
  const open = context.sketch.groups.length === 0 ? null : severalWays(form, context);
  return open?.said === "group" ? open : null;
}

/**
 * "and last year?" after those that were cancelled this year, or ever: of the same day, rather than of the one that rows are told by.
 */
function ofDaySpokenOf(condition: Condition, { where }: LogicalForm, { filters }: Sketch, catalog: Catalog): Condition {
  const periods = where.flatMap((one) => (one.kind === "period" && !one.negated ? [one.left] : []));
  const spoken = periods.length > 0 ? periods : where.flatMap((one) => dayThatCame(one, catalog) ?? []);
  const [day] = spoken;
  const isPlain = filters.filter(({ kind }) => kind === "period").length === 1 && filters.length === 1;
  if (condition.kind !== "period" || spoken.length !== 1 || day?.kind !== "column" || !isPlain) return condition;
  const [filter] = filters;
  const isNamed = filter?.kind === "period" && (filter.target?.columns[0]?.score ?? 0) >= 0.9;
  const isOther = condition.left.kind === "column" && condition.left.table === day.table;
  return isOther && !isNamed ? { ...condition, left: day } : condition;
}

/** What tells that something has happened to rows: they have its day. */
function dayThatCame(condition: Condition, { byName }: Catalog): Expression | null {
  if (condition.kind !== "missing" || !condition.negated || condition.left.kind !== "column") return null;
  const { table, column } = condition.left;
  return byName.get(table)?.columns.find(({ name }) => name === column)?.isDate === true ? condition.left : null;
}

/** The keys that a question names go before those that the one before it named. */
function keysMeant({ via }: LogicalForm, context: Context): string[] {
  const said = preferredKeys(context);
  const tables = new Set(said.flatMap((key) => (key.includes(".") ? [key.split(".")[0]] : [])));
  return [...new Set([...said, ...via.filter((key) => !key.includes(".") || !tables.has(key.split(".")[0]))])];
}

/** What the earlier form speaks of is near: of several columns with a name, those of its tables are meant. */
function anchoredTo(form: LogicalForm, context: Context): Context {
  const { catalog } = context;
  const anchors = new Map(context.anchors);
  const used = new Set([
    form.subject,
    ...form.outputs.flatMap((output) => tablesOf(output.expression)),
    ...form.where.flatMap(tablesOfCondition),
  ]);
  for (const name of used) {
    const table = catalog.byName.get(name);
    if (table !== undefined) anchors.set(table, Math.max(anchors.get(table) ?? 0, 0.8));
  }
  return { ...context, anchors };
}

/** The table whose rows the figures of a form are made of: they happened then, not what they are grouped by. */
function measuredTable(form: LogicalForm, catalog: Catalog): CatalogTable | null {
  const measured = [...form.outputs.map((output) => output.expression), ...form.order.map((order) => order.by)].find(
    isAggregate,
  );
  const [name] = measured === undefined ? [] : tablesOf(measured);
  return name === undefined ? null : (catalog.byName.get(name) ?? null);
}
