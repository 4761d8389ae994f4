import { toldAs } from "../catalog/called.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { addGroups } from "../assemble/groups.ts";
import { isToOne, path } from "../catalog/joins.ts";
import { addSuperlatives } from "../assemble/rank/ranking.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { conditionsOf } from "../assemble/conditions/conditions.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Mention } from "../link/mention.ts";
import { columnExpression, countOf, measureExpression } from "../resolve/measures.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { nameOf } from "../assemble/output-names.ts";
import { preferredKeys } from "../assemble/ways.ts";
import type { Context } from "../resolve/context.ts";
import { columnOf } from "../resolve/columns.ts";
import { takeGrowth } from "../rewrite/growth.ts";
import { rowsInside } from "../assemble/rows-inside.ts";
import { concluded, contextOf, tableOf } from "../resolve/context.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";
import { ofTheirDay, toldByTheirRows } from "./each-of-those.ts";
import { figureInstead } from "./figures-beside.ts";
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
  return { form, assumptions: context.notes.assumptions, either: null, context: concluded(grouped) };
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

/** "by vet" of appointments that have a vet_id: of the rows that are spoken of, a key's name says enough. */
function withKeysNamed(sketch: Sketch, rows: CatalogTable | null): Sketch {
  const isNamed = ({ table, isForeign, words, stems }: CatalogColumn, text: string) =>
    table === rows &&
    isForeign &&
    (words.filter((word) => word !== "id").join(" ") === singular(text.toLowerCase()) ||
      // "by lead" of tours that have a led_by
      (/ by(?: id)?$/.test(words.join(" ")) && stems[0] === stem(text.toLowerCase())));
  const inFull = (mention: Mention): Mention => ({
    ...mention,
    columns: mention.columns.map((link) => (isNamed(link.column, mention.text) ? { ...link, score: 1 } : link)),
  });
  return {
    ...sketch,
    groups: sketch.groups.map((group) => ({ ...group, mention: inFull(group.mention) })),
    names: sketch.names.map(inFull),
  };
}

/** What is grouped by is what the rows have one of, or what has one of them; not what only shares something with them. */
function groupsApart(form: LogicalForm, rows: CatalogTable | null, { catalog, notes }: Context): void {
  for (const group of form.groups) {
    const table = group.kind === "column" ? catalog.byName.get(group.table) : undefined;
    if (rows === null || table === undefined || table === rows || isToOne(catalog, rows, table)) continue;
    const steps = path(catalog, [rows], table, new Set()) ?? [];
    if (steps.some(({ toMany }, i) => toMany && steps.slice(0, i).some((step) => !step.toMany)))
      notes.lost.push(toldAs(table));
  }
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

/** "and profit?": another measure takes the place of the figures. */
function changeMeasure(form: LogicalForm, added: readonly Condition[], context: Context): void {
  const measure = context.sketch.outputs.find((output) => output.kind === "measure");
  if (measure === undefined)
    return measureBelow(form, [...added.flatMap(tablesOfCondition), ...tablesOfGroups(context)], context);
  const expression = measureExpression(measure.measure, measure.fn, context);
  // "what about income", where no rows say what came in
  if (expression === null) return;
  form.outputs = [
    ...form.outputs.filter((output) => !isAggregate(output.expression)),
    {
      expression,
      name: measure.measure === "money" ? "revenue" : measure.measure,
      ...(measure.measure === "quantity" ? {} : { unit: "money" as const }),
    },
  ];
  // "and by revenue?" of the first 5 by how many they did: the first 5 by that.
  form.order =
    form.limit !== null
      ? form.order.map((order) => (isAggregate(order.by) ? { ...order, by: expression } : order))
      : form.order.filter((order) => !isAggregate(order.by));
}

/** "by quantity" of the best products by revenue: another figure that they are ranked by. Null where it tells groups. */
function ranksOtherwise(form: LogicalForm, context: Context): Context | null {
  const [only, ...more] = context.sketch.groups;
  if (only === undefined || more.length > 0 || context.sketch.bucket !== null || form.limit === null) return null;
  const summed = sumOfNumber(columnOf(only.mention, context));
  const figures = form.outputs.filter(({ expression }) => isAggregate(expression));
  if (summed === null || figures.length !== 1 || !form.order.some(({ by }) => isAggregate(by))) return null;
  form.outputs = [...form.outputs.filter((one) => !figures.includes(one)), summed];
  form.order = form.order.map((one) => (isAggregate(one.by) ? { ...one, by: summed.expression } : one));
  return context;
}

/** "top 5 by weight" of the best by how many rows they have: the first by what these rows weigh. Null where it is no number of theirs. */
function ranksTopBy(form: LogicalForm, context: Context): Context | null {
  const [ranked, ...more] = context.sketch.superlatives;
  const by = form.order.find((one) => isAggregate(one.by))?.by;
  const isTop = ranked?.target.kind === "column" && ranked.target.by === true && context.sketch.groups.length === 0;
  if (!isTop || more.length > 0 || by === undefined || form.limit === null || context.sketch.bucket !== null)
    return null;
  const mention = ranked.target.kind === "column" ? ranked.target.mention : null;
  const column = mention === null ? null : columnOf(mention, context);
  const summed = sumOfNumber(column);
  // Nothing tells it by what has several of them each.
  if (summed === null || tablesOf(by)[0] !== column?.table.name) return null;
  form.outputs = [...form.outputs.filter(({ expression }) => !isAggregate(expression)), summed];
  form.order = [{ by: summed.expression, direction: ranked.direction === "least" ? "ascending" : "descending" }];
  form.limit = ranked.limit ?? form.limit;
  return { ...context, sketch: { ...context.sketch, superlatives: [] } };
}

/** What a number comes to; null for what is no amount. */
function sumOfNumber(column: CatalogColumn | null): Output | null {
  if (column === null || !column.isNumber || column.isKey || column.isForeign || column.isYear || column.isFlag)
    return null;
  const table = column.table.name;
  const expression: Expression = { kind: "aggregate", fn: "sum", of: columnExpression(column), distinct: false, table };
  return { expression, name: nameOf(expression) };
}

/** "by country", "the same by country": other groups; the same of them also keeps how many there were. */
function changeGroups(form: LogicalForm, context: Context): Context {
  const { groups, bucket, said } = context.sketch;
  const { order, limit } = form;
  const isRanked = said.has("same") && limit !== null && order.every(({ by }) => isAggregate(by));
  const grouped = groups.length > 0 || bucket !== null ? regroup(form, takeGrowth(context)) : context;
  if (isRanked && groups.length > 0) Object.assign(form, { order, limit });
  return grouped;
}

/** "and orders?": a count takes the place of the figures. */
function changeToCount(form: LogicalForm, context: Context): void {
  const counted = countsInstead(context.sketch);
  const table = counted === null ? null : tableOf(counted, context);
  if (table === null || !form.outputs.some((output) => isAggregate(output.expression))) return;
  const expression = countOf(table);
  const asked = { ...emptyForm(table.name), outputs: [{ expression, name: nameOf(expression) }] };
  const beside = figureInstead(form, asked, context.catalog);
  if (beside === null) context.notes.lost.push(toldAs(table));
  else Object.assign(form, beside);
}

/** "top 3": of groups those with the most, unless they are ordered otherwise. */
function takeFirst(form: LogicalForm, { limit }: Sketch): void {
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (limit === null || (form.groups.length === 0 && measured !== undefined)) return;
  form.limit = limit;
  if (measured !== undefined && form.order.every((order) => order.by.kind === "bucket"))
    form.order = [{ by: measured.expression, direction: "descending" }];
}

/**
 * "only for Electronics" after revenue of orders: the orders with such a line are more than what was paid for it. Money is
 * then measured where each row has one of what is asked for, in the lines.
 */
function measureBelow(form: LogicalForm, named: readonly string[], context: Context): void {
  const { catalog, happened } = context;
  const output = form.outputs.find(({ expression, unit }) => unit === "money" && isAggregate(expression));
  if (happened === null || output?.expression.kind !== "aggregate" || output.expression.fn !== "sum") return;
  const isOfEachRow = (name: string) => {
    const table = catalog.byName.get(name);
    return table === undefined || isToOne(catalog, happened, table);
  };
  if (named.every(isOfEachRow)) return;
  const before = output.expression;
  const expression = measureExpression("money", "sum", context);
  if (expression === null) return;
  output.expression = expression;
  form.order = form.order.map((order) => (sameExpression(order.by, before) ? { ...order, by: expression } : order));
  form.subject = tablesOf(expression)[0] ?? form.subject;
}

/** Tables of what a question groups by. */
const tablesOfGroups = (context: Context): string[] =>
  context.sketch.groups.flatMap(
    ({ mention }) => tableOf(mention, context)?.name ?? columnOf(mention, context)?.table.name ?? [],
  );

/** "and their email": more of the same rows. */
function addsColumns(sketch: Sketch): boolean {
  return (
    sketch.said.has("more columns") &&
    sketch.outputs.length > 0 &&
    sketch.outputs.every((output) => output.kind === "column")
  );
}

function addColumns(form: LogicalForm, context: Context): void {
  const plain = form.outputs.filter((output) => !isAggregate(output.expression));
  for (const output of context.sketch.outputs) {
    const column = output.kind === "column" ? columnOf(output.mention, context) : null;
    const [first] = plain;
    if (column === null || first?.expression.kind !== "column" || first.expression.table !== column.table.name) {
      context.notes.lost.push(output.kind === "column" ? output.mention.text : "their");
      continue;
    }
    const expression = columnExpression(column);
    form.outputs.splice(plain.length, 0, { expression, name: column.name });
    if (form.groups.length > 0) form.groups.push(expression);
  }
}

/** "and orders?": how many of those, by what the answer before was by. Null for anything else. */
function countsInstead(sketch: Sketch): Mention | null {
  const [only] = sketch.tables;
  if (!sketch.said.has("another count") || only === undefined) return null;
  const isAlone =
    sketch.filters.length + sketch.groups.length + sketch.outputs.length + sketch.superlatives.length === 0;
  return isAlone && sketch.tables.length === 1 && sketch.bucket === null ? only.mention : null;
}

/** "the bottom 5" turns the order around. */
function takeBottom(form: LogicalForm, sketch: Sketch): void {
  const isLow = sketch.said.has("the low end of a list");
  if (!isLow && !sketch.said.has("an end of a list")) return;
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (measured === undefined || sketch.tables.length > 0) return;
  form.order = [{ by: measured.expression, direction: isLow ? "ascending" : "descending" }];
}

/** The table whose rows the figures of a form are made of: they happened then, not what they are grouped by. */
function measuredTable(form: LogicalForm, catalog: Catalog): CatalogTable | null {
  const measured = [...form.outputs.map((output) => output.expression), ...form.order.map((order) => order.by)].find(
    isAggregate,
  );
  const [name] = measured === undefined ? [] : tablesOf(measured);
  return name === undefined ? null : (catalog.byName.get(name) ?? null);
}

function regroup(form: LogicalForm, context: Context): Context {
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  const table = context.subject;
  if (measured.length === 0 && table !== null)
    measured.push({ expression: countOf(table), name: `${table.name}_count` });
  const compared = comparedValues(form, context);
  form.outputs = measured;
  form.all_columns = false;
  form.distinct = false;
  form.groups = [];
  form.order = [];
  form.limit = null;
  const grouped = addGroups(form, context);
  if (compared !== null && form.groups.length === 1) {
    form.groups.push(compared.expression);
    form.outputs.splice(1, 0, compared);
  }
  return grouped;
}

/** As many lines as one chart shows. */
const MOST_LINES = 8;

/** "and by month", of sessions by device: each device by month, where that is still to be looked at. */
function areFew(group: Expression, { byName }: Catalog): boolean {
  const table = group.kind === "column" ? byName.get(group.table) : undefined;
  const column = table?.columns.find(({ name }) => group.kind === "column" && name === group.column);
  const { distinct_count: count } = column?.source ?? { distinct_count: null };
  return column?.isText === true && count !== null && count <= MOST_LINES;
}

/** "by month", after Germany was compared with France: each of them by month. Null where no few values are compared. */
function comparedValues({ groups, outputs, where }: LogicalForm, { sketch, catalog }: Context): Output | null {
  const [group, ...more] = groups;
  if (sketch.bucket === null || sketch.groups.length > 0 || group?.kind !== "column" || more.length > 0) return null;
  const isOfGroup = (one: Condition) =>
    one.kind === "compare" && one.operator === "=" && sameExpression(one.left, group);
  const areChosen = where.some(
    (one) =>
      (one.kind === "either" && one.conditions.every(isOfGroup)) ||
      (one.kind === "among" && !one.negated && one.values.length > 1 && sameExpression(one.left, group)),
  );
  return areChosen || (sketch.said.has("also by") && areFew(group, catalog))
    ? (outputs.find(({ expression }) => sameExpression(expression, group)) ?? null)
    : null;
}
