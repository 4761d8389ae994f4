import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { singular } from "../../language/words.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { distance, isToOne } from "../../catalog/joins.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../../form/visit.ts";
import { areToldByName, groupKeys, unique } from "../groups.ts";
import { showRank } from "./usual-rank.ts";
import { directionOf, lostRank, rankOf } from "./rank-of.ts";
import { columnExpression } from "../../resolve/measures.ts";
import { restrictToFirst } from "./first-of-others.ts";
import type { Ranked } from "./per-group.ts";
import { addFirstOfEach } from "./per-group.ts";
import { addLabel, aggregateOf } from "../outputs.ts";
import { fail } from "../figures/counts.ts";
import { usualAggregate } from "../../read/figures/implicit.ts";
import { isTable } from "../../read/reader.ts";
import { type Mention, stemsOf } from "../../link/mention.ts";
import { heldCount } from "../../resolve/held-counts.ts";
import type { Context } from "../../resolve/context.ts";
import { hintedNear } from "../../resolve/hinted.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm, Output } from "../../form/logical-form.ts";
import type { OutputWish, SuperlativeWish } from "../../read/sketch.ts";

/** The table whose rows one answer row stands for, when groups have to be made. */
function entityOf(form: LogicalForm, context: Context): CatalogTable {
  const column = form.outputs.find((output) => output.expression.kind === "column")?.expression;
  const name = column?.kind === "column" ? column.table : form.subject;
  return context.catalog.byName.get(name) ?? fail();
}

/** What rows are told apart for: each row of the table shown, by its key, or whatever has the same values. */
interface Grouping {
  byKey?: boolean;
  /** The figures of each group. */
  figures?: readonly Expression[];
}

/** "the payment method of the customer with the most orders": each customer for itself, not each method. */
function isHolder(entity: CatalogTable, figures: readonly Expression[], { named, sketch }: Context): boolean {
  // "which kind of jug sells the most": the kinds are asked for, and no jug.
  const [asked] = sketch.outputs;
  const isKind =
    asked?.kind === "column" &&
    asked.mention.start === 1 &&
    asked.mention.columns.some(({ column }) => column.table === entity && holdsKinds(column));
  if (isKind) return false;
  const isNamed = named.some(
    ({ table, mention }) =>
      table === entity &&
      !mention.each &&
      mention.zone === "focus" &&
      // "the faculty rank": the table only tells which rank.
      (!mention.mention.owners.includes(table) || / of /i.test(mention.mention.text)),
  );
  const isOfOthers = figures.length > 0 && figures.every((figure) => !tablesOf(figure).includes(entity.name));
  return isNamed && isOfOthers && sketch.groups.length === 0;
}

export function groupByEntity(
  form: LogicalForm,
  context: Context,
  { byKey = true, figures = [] }: Grouping = {},
): void {
  if (form.outputs.every((output) => isAggregate(output.expression)) && form.groups.length === 0) {
    if (form.outputs.length === 0) addLabel(form, context.subject ?? fail(), context);
  }
  const plain = form.outputs.filter((output) => !isAggregate(output.expression));
  const entity = entityOf(form, context);
  const keyed =
    isHolder(entity, figures, context) ||
    plain.some((output) => output.expression.kind === "column" && isIdentifying(output.expression, entity));
  const all = [...figures, ...form.outputs.map((output) => output.expression)];
  const key =
    byKey && keyed && entity.primaryKey.length === 1 && !areToldByName(entity, all, context)
      ? entity.primaryKey.map(columnExpression)
      : [];
  form.groups = unique([...form.groups, ...key, ...plain.map((output) => output.expression)]);
}

function isIdentifying(expression: ColumnExpression, entity: CatalogTable): boolean {
  if (expression.table !== entity.name) return false;
  return (
    entity.label.some((column) => column.name === expression.column) ||
    entity.primaryKey.some((column) => column.name === expression.column)
  );
}

export function addHaving(form: LogicalForm, context: Context, having: readonly Condition[]): void {
  if (having.length === 0) return;
  const onlyFigures =
    form.outputs.length > 0 &&
    form.outputs.every((output) => isAggregate(output.expression)) &&
    form.groups.length === 0;
  if (onlyFigures) return restrictCounted(form, context, having);
  if (form.outputs.length === 0) addLabel(form, context.subject ?? fail(), context);
  // "names that are there more than twice": a row's own key is there once.
  const entity = entityOf(form, context).name;
  const isOwn = having.every(
    (condition) =>
      condition.kind === "compare" &&
      condition.left.kind === "aggregate" &&
      condition.left.fn === "count" &&
      condition.left.table === entity,
  );
  groupByEntity(form, context, { byKey: !isOwn });
  form.having.push(...having);
}

/** "how many members made more than 10 visits": a figure over the rows whose own figures pass. */
function restrictCounted(form: LogicalForm, context: Context, having: readonly Condition[]): void {
  const key = countedKey(form, context);
  if (key === null) return;
  const { table } = key;
  const inner = emptyForm(table.name);
  inner.outputs = [{ expression: columnExpression(key), name: key.name }];
  inner.groups = [columnExpression(key)];
  inner.having = [...having];
  inner.via = form.via;
  // "how many customers placed more than 10 orders in 2025": the year is that of the orders counted.
  const compared = new Set(having.flatMap(tablesOfCondition));
  const isTheirs = (condition: Condition) =>
    tablesOfCondition(condition).some((name) => name !== table.name && compared.has(name)) ||
    isOfCompared(condition, compared, table, context);
  inner.where = form.where.filter(isTheirs);
  form.where = form.where.filter((condition) => !isTheirs(condition));
  form.where.push({ kind: "within", left: columnExpression(key), form: inner, negated: false });
}

/** "how many singers have a part in more than 2 operas by Ada Holt": what is nearer to the operas than to the singers is said of these. */
function isOfCompared(
  condition: Condition,
  compared: ReadonlySet<string>,
  counted: CatalogTable,
  { catalog }: Context,
): boolean {
  if (condition.kind !== "compare" && condition.kind !== "among") return false;
  const others = tablesOfCondition(condition).flatMap((name) => catalog.byName.get(name) ?? []);
  const near = [...compared].flatMap((name) => (name === counted.name ? [] : (catalog.byName.get(name) ?? [])));
  return (
    others.length > 0 &&
    others.every(
      (other) =>
        !isToOne(catalog, counted, other) &&
        near.some((one) => distance(catalog, one, other) < distance(catalog, counted, other)),
    )
  );
}

/** What tells the rows of a figure apart: the column it counts, else the subject's key. */
function countedKey(form: LogicalForm, { catalog }: Context): CatalogColumn | null {
  const counted = form.outputs[0]?.expression;
  const isDistinct = counted?.kind === "aggregate" && counted.fn === "count" && counted.distinct;
  if (!isDistinct || counted.of?.kind !== "column") return catalog.byName.get(form.subject)?.primaryKey[0] ?? null;
  const over = counted.of;
  return catalog.byName.get(over.table)?.columns.find((column) => column.name === over.column) ?? null;
}

/** Orders and limits by "the most", "the highest", "top 5". */
export function addSuperlatives(form: LogicalForm, context: Context): void {
  for (const wish of context.sketch.superlatives) addSuperlative(form, wish, context);
}

function addSuperlative(form: LogicalForm, wish: SuperlativeWish, context: Context): void {
  const isTop = wish.target.kind === "hint" && wish.target.hint === "top";
  const limit = wish.limit ?? context.sketch.limit ?? (wish.several === true ? 10 : 1);
  if (isTop) limitRows(form, wish, limit);
  const found = rankOf(form, wish, context);
  if (found === null) {
    if (!isTop) context.notes.lost.push(lostRank(wish));
    return;
  }
  const { direction, isShown } = found;
  const by = asShown(onAverage(found.by, wish, context), wish, form);
  if (isShown) showRank(form, by, context);
  const ranked: Ranked = { by, direction, limit, wish };
  if (rankBuckets(form, ranked, context)) return;
  if (addFirstOfEach(form, ranked, context)) return;
  if (context.sketch.offset !== null) form.offset = context.sketch.offset;
  const isFigure = ranksFigures(form, by, context);
  if (restrictToFirst(form, ranked, isFigure, context) || isFigure) return;
  if (isOfDenied(wish, context)) context.notes.lost.push(lostRank(wish));
  context.notes.lost.push(...rankLost(form, ranked));
  showRanked(form, by, context);
  if (isAggregate(by)) groupByEntity(form, context, { byKey: !ranksNames(wish), figures: [by] });
  if (isOfKinds(wish, by)) leaveOutNothing(form, context);
  if (isTop || (wish.several === true && isAggregate(by))) showRank(form, by, context);
  form.order = [{ by, direction }];
  form.limit = limit;
  tellOthers(wish, limit, context);
}

/** "pilots who are not on the newest plane": planes are ranked, and never the pilots who are on none. */
const isOfDenied = ({ negated, at }: SuperlativeWish, { named, subject }: Context): boolean =>
  negated &&
  named.some(({ table, mention }) => mention.negated && table !== subject && mention.at >= at && mention.at <= at + 2);

/** "which members borrowed the most books": several may be meant, and one is told. */
function tellOthers({ limit: said }: SuperlativeWish, limit: number, { sketch, notes }: Context): void {
  const [asked] = sketch.tables;
  const noun = asked?.mention.text.toLowerCase() ?? "";
  const isPlural = asked?.mention.start === 1 && asked.zone === "focus" && singular(noun) !== noun;
  if (limit !== 1 || said !== null || sketch.limit !== null || sketch.offset !== null || !isPlural) return;
  notes.assumptions.push("Only the first is told: ask for the “top 5” to see those after it.");
}

/** "top 5 towns by number of schools", of rows in which a school may stand twice: in the order of the number that is shown. */
function asShown(by: Expression, { target }: SuperlativeWish, { outputs }: LogicalForm): Expression {
  const [only, ...more] = outputs.flatMap(({ expression }) => (isAggregate(expression) ? [expression] : []));
  const isCounted = target.kind === "count" && by.kind === "aggregate" && by.fn === "count" && by.of === null;
  if (!isCounted || only?.kind !== "aggregate" || only.fn !== "count" || more.length > 0) return by;
  return only.distinct && only.table === by.table ? only : by;
}

/** Another ranking would take the place of the one before. */
function rankLost({ order, limit }: LogicalForm, { by, direction, wish }: Ranked): string[] {
  const isTop = wish.target.kind === "hint" && wish.target.hint === "top";
  const isOther =
    order.length > 0 &&
    limit !== null &&
    !order.some((known) => known.direction === direction && sameExpression(known.by, by));
  return isOther && !isTop ? [lostRank(wish)] : [];
}

/** "the hotel with the worst reviews": of many ratings each has, their average tells, not the lowest of them. */
function onAverage(by: Expression, { target }: SuperlativeWish, { subject, catalog }: Context): Expression {
  const isRating = target.kind === "hint" && target.hint === "rating" && by.kind === "column";
  const table = isRating ? catalog.byName.get(by.table) : undefined;
  if (!isRating || table === undefined || subject === null || isToOne(catalog, subject, table)) return by;
  return { kind: "aggregate", fn: "avg", of: by, distinct: false, table: by.table };
}

const isOfKinds = ({ target }: SuperlativeWish, by: Expression): boolean =>
  target.kind === "common" ||
  (target.kind === "hint" && target.hint === "top" && by.kind === "aggregate" && by.fn === "count");

/** "the most common reason", "top 3 reasons": that there is none is no reason. */
function leaveOutNothing(form: LogicalForm, { catalog }: Context): void {
  for (const { expression } of form.outputs) {
    if (expression.kind !== "column" || expression.role !== undefined) continue;
    const column = catalog.byName.get(expression.table)?.columns.find((one) => one.name === expression.column);
    if (column?.source.nullable === true && !column.isPrimary && (column.source.distinct_count ?? 0) > 0)
      form.where.push({ kind: "missing", left: expression, negated: true });
  }
}

/** What is ranked is shown by its name, before its figures; a row that has no name is shown whole. */
function showRanked(form: LogicalForm, by: Expression, context: Context): void {
  const subject = context.subject ?? fail();
  const isNameless = form.outputs.length === 0 && subject.label.length === 0;
  if (isNameless && !isAggregate(by) && context.sketch.outputs.length === 0) form.all_columns = true;
  const isNamed = form.outputs.some((output) => !isAggregate(output.expression)) || form.groups.length > 0;
  if (form.all_columns || isNamed) return;
  const shown = form.outputs;
  addLabel(form, subject, context);
  form.outputs.push(...shown);
}

/** "top 5", of whatever figure there is. */
function limitRows(form: LogicalForm, wish: SuperlativeWish, limit: number): void {
  form.limit = limit;
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (measured === undefined || form.groups.length === 0 || form.order.length > 0) return;
  form.order.push({ by: measured.expression, direction: directionOf(wish) });
}

/** "which month had the most visits": the buckets are ranked. True where they are. */
function rankBuckets(form: LogicalForm, { by, direction, limit }: Ranked, context: Context): boolean {
  const { sketch } = context;
  if (!sketch.whichBucket) return false;
  const bucket = [...form.groups, ...form.outputs.map((output) => output.expression)].find(
    (group) => group.kind === "bucket",
  );
  if (bucket === undefined) return false;
  const total: Expression =
    by.kind === "column" ? { kind: "aggregate", fn: "sum", of: by, distinct: false, table: by.table } : by;
  // "the busiest month for each club": the first of each
  const keys = sketch.groups.map(({ mention }) => groupKeys(mention, form, context));
  const per = unique(keys.flatMap(({ expressions }) => expressions)).filter((key) => !sameExpression(key, bucket));
  form.groups = [...per, bucket];
  // "which month had the most visits, and how many visits were there": the number is shown, too.
  const isAsked = sketch.outputs.some(({ kind }) => kind === "count" || kind === "aggregate");
  form.outputs = form.outputs.filter(
    ({ expression }) => sameExpression(expression, bucket) || (isAsked && sameExpression(expression, total)),
  );
  if (per.length > 0) {
    form.per = per;
    form.outputs = [...keys.flatMap(({ outputs }) => outputs), ...form.outputs];
    showRank(form, total, context);
  }
  form.order = [{ by: total, direction }];
  form.limit = limit;
  return true;
}

/** True where a figure is asked for of the rows that are first, and not the ranking itself. */
function ranksFigures(form: LogicalForm, by: Expression, { sketch }: Context): boolean {
  // "which … has the highest average, and what is it": shown beside the name.
  const shownToo = isAggregate(by) && form.outputs.some((output) => sameExpression(output.expression, by));
  return (
    !shownToo &&
    !sketch.showOrder &&
    form.outputs.length > 0 &&
    form.outputs.every((output) => isAggregate(output.expression)) &&
    form.groups.length === 0
  );
}

/** "the most common first name": equal names are counted together. */
function ranksNames({ target }: SuperlativeWish): boolean {
  return (
    target.kind === "common" &&
    target.mention !== null &&
    !isTable(target.mention) &&
    /\bnames?\b/i.test(target.mention.text)
  );
}

/** "in alphabetical order": nothing says of what. */
const isOfShown = (target: Context["sketch"]["outputs"][number]): boolean =>
  target.kind === "hint" && target.hint === "shown";

/** The first text that is shown of the rows, or whatever is shown first. */
function firstShown(form: LogicalForm, context: Context): Expression | null {
  if (form.all_columns) return null;
  if (form.outputs.length === 0) addLabel(form, context.subject ?? fail(), context);
  const shown = form.outputs.filter((output) => !isAggregate(output.expression));
  const isText = ({ expression }: Output) => isTextColumn(expression, context);
  return (shown.find(isText) ?? shown[0])?.expression ?? null;
}

const isTextColumn = (expression: Expression, { catalog }: Context): boolean =>
  expression.kind === "column" &&
  catalog.byName.get(expression.table)?.columns.find(({ name }) => name === expression.column)?.isText === true;

/** "from youngest to oldest": by the column that says so, else by a figure or a number that is shown first; names tell nothing of it. */
function orderByQuality(
  form: LogicalForm,
  hint: string,
  direction: "ascending" | "descending",
  context: Context,
): void {
  const subject = context.subject ?? fail();
  const column = hintedNear([subject], hint, context);
  if (form.outputs.length === 0 && !form.all_columns) addLabel(form, subject, context);
  const first = form.outputs[0]?.expression;
  if (column === null && first?.kind === "column" && isTextColumn(first, context)) {
    context.notes.lost.push(`the order by ${hint}`);
    return;
  }
  const by = column === null ? first : columnExpression(column);
  if (by === undefined || form.order.some((known) => sameExpression(known.by, by))) return;
  // Who was born later is younger.
  const isTurned = hint === "age" && (column?.isDate === true || column?.isYear === true);
  const turned = direction === "ascending" ? "descending" : "ascending";
  form.order.push({ by, direction: isTurned ? turned : direction });
}

/** "in order of the number of hosts", where that number is a column of the rows listed. */
function heldNumber(found: Expression, mention: Mention | null, form: LogicalForm, { subject }: Context): Expression {
  const isList = form.groups.length === 0 && !form.outputs.some((output) => isAggregate(output.expression));
  const own = mention === null || !isList ? null : heldCount(mention, subject);
  if (own !== null) return columnExpression(own);
  const isHeld =
    found.kind === "aggregate" &&
    found.fn === "sum" &&
    found.table === form.subject &&
    form.groups.length === 0 &&
    !form.outputs.some((output) => isAggregate(output.expression));
  return isHeld && found.of !== null ? found.of : found;
}

/** "average wall height by room, sorted by average height": the figure that is shown, where its name has all that was said. */
function figureShown(target: OutputWish, form: LogicalForm, { catalog }: Context): Expression | null {
  if (target.kind !== "aggregate" || target.mention === null) return null;
  const said = [...stemsOf(target.mention)];
  const [only, ...more] = form.outputs.filter(({ expression }) => {
    if (expression.kind !== "aggregate" || expression.fn !== target.fn || expression.of?.kind !== "column")
      return false;
    const { table, column } = expression.of;
    const of = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
    return of !== undefined && said.length > 0 && said.every((word) => of.stems.includes(word));
  });
  return more.length === 0 ? (only?.expression ?? null) : null;
}

/** "campaigns ordered by cost", of which each has many: all of it, as a row is listed once. */
function summedOf(found: Expression, target: OutputWish, form: LogicalForm, { catalog, subject }: Context): Expression {
  const table = found.kind === "column" ? catalog.byName.get(found.table) : undefined;
  const isList = form.groups.length === 0 && !form.outputs.some(({ expression }) => isAggregate(expression));
  if (found.kind !== "column" || target.kind !== "column" || table === undefined || subject === null || !isList)
    return found;
  // Where they are no more than those that are listed, each has one.
  if (table.source.row_count <= subject.source.row_count) return found;
  const isShown = form.outputs.some(({ expression }) => tablesOf(expression).includes(table.name));
  const column = table.columns.find(({ name }) => name === found.column);
  if (isShown || column?.isNumber !== true || column.isYear || isToOne(catalog, subject, table)) return found;
  return { kind: "aggregate", fn: usualAggregate(target.mention), of: found, distinct: false, table: table.name };
}

/** Orders by what the question says. */
export function addOrders(form: LogicalForm, context: Context): void {
  for (const order of context.sketch.orders) {
    if (order.target.kind === "hint" && order.target.hint === "share") continue;
    if (order.target.kind === "hint" && !isOfShown(order.target)) {
      orderByQuality(form, order.target.hint, order.direction, context);
      continue;
    }
    const found = isOfShown(order.target)
      ? firstShown(form, context)
      : (figureShown(order.target, form, context) ?? aggregateOf(order.target, form, context));
    if (found === null) continue;
    const figure = summedOf(found, order.target, form, context);
    const by = order.target.kind === "count" ? heldNumber(figure, order.target.mention, form, context) : figure;
    if (form.outputs.length === 0 && !form.all_columns) addLabel(form, context.subject ?? fail(), context);
    if (isAggregate(by) && form.groups.length === 0) groupByEntity(form, context);
    form.order = form.order.filter((known) => known.by.kind !== "bucket");
    if (!form.order.some((known) => sameExpression(known.by, by))) form.order.push({ by, direction: order.direction });
  }
  if (form.limit === null && context.sketch.limit !== null) form.limit = context.sketch.limit;
}
