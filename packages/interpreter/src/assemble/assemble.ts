import { columnExpression, countOf } from "../resolve/measures.ts";
import { isVerbOfRows } from "../link/mention.ts";
import { exceptCategories, isCategoryList } from "./categories.ts";
import { countedWithoutNothing, toldSeveral } from "./cells-of-texts.ts";
import { compareGroups } from "./compare-groups.ts";
import { showBirthdays } from "./conditions/yearly.ts";
import { conditionsOf } from "./conditions/conditions.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import { addGroups } from "./groups.ts";
import { distance, mayBelongToNone, isToOne, path } from "../catalog/joins.ts";
import { nameOf } from "./output-names.ts";
import { addBeside, addLabel, addOutputs, labelColumns } from "./outputs.ts";
import { fail } from "./figures/counts.ts";
import { figuresApart, countedWithout } from "./figures/apart.ts";
import { deedsInTime } from "./figures/deeds-in-time.ts";
import { doersInTime } from "./figures/doers-in-time.ts";
import { fewerThan } from "./fewer-than.ts";
import { compareGroupsWithAverage } from "./figures/groups-against-average.ts";
import { figuresSideBySide } from "./figures/side-by-side.ts";
import { inAskedTime, inAskedUnit } from "./figures/asked-unit.ts";
import { moreThanBefore } from "./figures/more-than-before.ts";
import { addRatio } from "./figures/ratios.ts";
import { relatePairs } from "./pairs.ts";
import { listRanked, nameRanked } from "./rank/ranked-list.ts";
import { addHaving, addOrders, addSuperlatives } from "./rank/ranking.ts";
import type { Context, Named } from "../resolve/context.ts";
import { concluded, unexplained } from "../resolve/context.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import type { Ways } from "./ways.ts";
import { preferredKeys, severalWays } from "./ways.ts";
import { addPart, withoutPart } from "./part-of-rows.ts";
import { withAverages } from "./figures/averages.ts";
import { addGrowth, addRunning } from "./growth.ts";
import { addShare, orderByShare, rankByShare, speaksOf } from "./shares.ts";
import { buyingTable } from "../resolve/buying.ts";
import { countChildren } from "./counted-children.ts";
import { countOfEach } from "./counted-of-each.ts";
import { comparePeriods } from "./compare-periods.ts";
import { isDoneWith } from "./done-with.ts";
import { nameRoles } from "./roles.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isTable } from "../read/reader.ts";
import { orderedByFigure } from "./ordered-by-figure.ts";
import { withAndWithout } from "./with-and-without.ts";
import { ofBothKinds } from "./both-kinds.ts";
import { askWhen } from "./when.ts";

/** A form, what it took for granted, and how much of the question it accounts for. */
export interface Assembled {
  form: LogicalForm;
  assumptions: string[];
  /** What must be said before the form can be an answer. */
  either: Ways | null;
  context: Context;
}

/** Turns what is known of a question into a form, part by part. Null when nothing in it names anything here. */
export function assemble(context: Context): Assembled | null {
  const { context: whole, part } = withoutPart(context);
  const assembled = assembleWhole(whole);
  if (assembled === null || part === null) return assembled;
  // Where there is no second figure, `honesty/` says so.
  addPart(assembled.form, part, context);
  return assembled;
}

function assembleWhole(context: Context): Assembled | null {
  if (context.subject === null) return null;
  const form = emptyForm(context.subject.name);
  form.via = preferredKeys(context);
  form.distinct = context.sketch.distinct;
  const conditions = conditionsOf(context);
  form.where = conditions.where;
  const { late, elapsed, reached, picked, repeated, elsewhere } = context.meant;
  if (elsewhere !== null) form.where.unshift(elsewhere);
  if (reached !== null) form.where.unshift(reached);
  // What is overdue is not paid, and in no state in which nobody waits for it.
  if (late !== null)
    form.where.unshift(...(late.kind === "every" && context.sketch.share === null ? late.conditions : [late]));
  form.where.push(...picked);
  if (elapsed !== null && elapsed.condition !== null) form.where.push(elapsed.condition);
  const figured = addFigures(form, withAverages(context));
  const having = [...conditions.having, ...repeated];
  const grouped = addGroups(form, figured, having);
  addRatio(form, grouped);
  addHaving(form, grouped, having);
  for (const add of [addSuperlatives, addOrders, addRelations, addNames]) add(form, grouped);
  if (!takeShare(form, grouped)) return null;
  for (const change of changes) change(form, grouped);
  if (conditions.both !== null) splitBoth(form, conditions.both, grouped);
  countEach(form, grouped);
  form.joins = neededJoins(form);
  return {
    form,
    assumptions: context.notes.assumptions,
    either: severalWays(form, grouped),
    context: concluded(grouped),
  };
}

/** What changes a form whose parts are all there, in this order. */
const changes: readonly ((form: LogicalForm, context: Context) => void)[] = [
  exceptCategories,
  relatePairs,
  moreThanBefore,
  deedsInTime,
  doersInTime,
  comparePeriods,
  compareGroups,
  compareGroupsWithAverage,
  withAndWithout,
  addGrowth,
  addRunning,
  nameRoles,
  addRolesOfChildren,
  orderedByFigure,
  nameRanked,
  listRanked,
  showBirthdays,
  finish,
  ofBothKinds,
  figuresApart,
  figuresSideBySide,
  countedWithout,
  countOfEach,
  countChildren,
  fewerThan,
  inAskedUnit,
  inAskedTime,
  groupsFirst,
  countedWithoutNothing,
  toldSeveral,
];

/** What a figure is of stands before it: "how many sales did each seller have? Return their names". */
function groupsFirst(form: LogicalForm): void {
  const isKey = ({ expression }: Output) => form.groups.some((group) => sameExpression(group, expression));
  const [first] = form.outputs;
  if (first === undefined || isKey(first)) return;
  const keys = form.outputs.filter(isKey);
  form.outputs = [...keys, ...form.outputs.filter((output) => !keys.includes(output))];
}

/** The columns and figures that are asked for, the moment of "when" included. */
function addFigures(form: LogicalForm, context: Context): Context {
  const { sketch, subject } = context;
  addOutputs(form, context);
  addBeside(form, context);
  if (sketch.said.has("more of two") && form.outputs.length + sketch.outputs.length === 0 && subject !== null)
    form.outputs.push({ expression: countOf(subject), name: nameOf(countOf(subject)) });
  addElapsed(form, context);
  const aged = agedAlone(form, context);
  if (aged !== null)
    form.outputs.unshift(
      ...labelColumns(aged).map((column) => ({ expression: columnExpression(column), name: column.name })),
    );
  if (sketch.withLabel || isNumberOfEach(form, context)) {
    const extra = form.outputs;
    addLabel(form, subject ?? fail(), context);
    form.outputs.push(
      ...extra.filter((output) => !form.outputs.some((known) => sameExpression(known.expression, output.expression))),
    );
  }
  return sketch.when ? askWhen(form, context) : context;
}

/** How long something took: one figure, or the rows that are first by it. */
function addElapsed(form: LogicalForm, context: Context): void {
  const { figure = null, ranked } = context.meant.elapsed ?? {};
  if (figure === null) return;
  const subject = context.subject ?? fail();
  if (ranked !== undefined) {
    const own = subject.label.length > 0 ? labelColumns(subject) : subject.primaryKey;
    const shown = ranked.ofGroups === true ? [] : own;
    form.outputs.push(...shown.map((column) => ({ expression: columnExpression(column), name: column.name })));
    Object.assign(form, { order: [{ by: figure, direction: ranked.direction }], limit: ranked.limit });
  }
  form.outputs.push({ expression: figure, name: nameOf(figure) });
}

/** "goal of each campaign", where nothing else is shown: whose goal each is. */
function isNumberOfEach(
  { outputs: [only, ...more], groups, where }: LogicalForm,
  { sketch, subject }: Context,
): boolean {
  const number = only?.expression;
  if (number === undefined || more.length + groups.length > 0 || where.length > 0 || subject === null) return false;
  const column = number.kind === "column" ? subject.columns.find(({ name }) => name === number.column) : undefined;
  const isOfEach = sketch.outputs.length === 1 && sketch.groups.length === 1 && sketch.tables.every(({ each }) => each);
  return (
    isOfEach &&
    column?.isNumber === true &&
    !column.isKey &&
    !column.isYear &&
    subject.label.length > 0 &&
    number.kind === "column" &&
    number.table === subject.name
  );
}

/** "how old are the cats", where nothing else is shown: each of them by its name. */
function agedAlone({ outputs: [only, ...more], groups }: LogicalForm, { catalog }: Context): CatalogTable | null {
  const age = only?.expression;
  if (age?.kind !== "elapsed" || age.to.kind !== "literal" || age.unit !== "year" || more.length + groups.length > 0)
    return null;
  return catalog.byName.get(age.from.table) ?? null;
}

/** Rows of which nothing is asked are shown by their names; those that have none, whole. */
function addNames(form: LogicalForm, context: Context): void {
  const subject = context.subject ?? fail();
  if (form.outputs.length > 0 || context.sketch.share !== null) return;
  const isWhole = subject.label.length === 0 || isOneByName(form, subject, context);
  if (isWhole && form.groups.length === 0) form.all_columns = true;
  if (!form.all_columns) addLabel(form, subject, context);
}

/** "customer Mira Holt", of whom nothing else is said: the name alone would be no answer. */
function isOneByName({ where }: LogicalForm, { name, label }: CatalogTable, context: Context): boolean {
  const isName = (condition: Condition) =>
    condition.kind === "compare" &&
    condition.operator === "=" &&
    condition.right.kind === "literal" &&
    condition.left.kind === "column" &&
    condition.left.role === undefined &&
    condition.left.table === name &&
    label.some((column) => condition.left.kind === "column" && column.name === condition.left.column);
  const isBare = context.sketch.names.every(isTable) && unexplained(context).length === 0;
  return isBare && where.length === label.length && where.every(isName);
}

/** Makes a share of the figures where one is asked for. False where that cannot be. */
function takeShare(form: LogicalForm, context: Context): boolean {
  const { late, rankedShare } = context.meant;
  const { share } = context.sketch;
  if (share !== null && !addShare(form, context, share.percent)) return false;
  if (rankedShare !== null) rankByShare(form, rankedShare);
  orderByShare(form, context);
  // The share of what was delivered on time is one of what was delivered.
  if (share !== null && late?.kind === "compare" && late.left.kind === "bucket")
    form.where.push({ kind: "missing", left: late.left.of, negated: true });
  return true;
}

/** Each once; what must not be there is not joined. */
function neededJoins(form: LogicalForm): string[] {
  const absent = new Set(
    form.where.flatMap((one) => (one.kind === "related" && one.negated && one.where.length === 0 ? [one.table] : [])),
  );
  return [...new Set(form.joins)]
    .filter((name) => !absent.has(name))
    .filter((name) => name !== form.subject || form.joins.length > 0);
}

function addRelations(form: LogicalForm, context: Context): void {
  const used = new Set<string>([
    ...form.outputs.flatMap((output) => tablesOf(output.expression)),
    ...form.where.flatMap(tablesOfCondition),
    ...form.order.flatMap((order) => tablesOf(order.by)),
    ...form.groups.flatMap(tablesOf),
    ...form.having.flatMap(tablesOfCondition),
  ]);
  const handled = new Set(form.where.flatMap(tableTold));
  const subject = context.subject ?? fail();
  restrictMeasured(form, used, context);
  used.add(form.subject);
  for (const entry of context.named) {
    const { table, mention } = entry;
    if (mention.negated || used.has(table.name) || handled.has(table.name)) continue;
    const isPart = isPartOfRows(entry, form) || isPartBelonging(entry, form, context);
    const isDone = handled.size === 0 && isDoneWith(entry, context);
    const isMeant = mention.required || isPart || isDone || isOfThoseAsked(entry, form, context);
    if (!isMeant && !isLeftToRelate(entry, form, context)) continue;
    if (distance(context.catalog, subject, table) === Number.POSITIVE_INFINITY) {
      if (isPart) context.notes.lost.push(mention.mention.text);
      continue;
    }
    used.add(table.name);
    form.where.push({ kind: "related", subject: form.subject, table: table.name, where: [], negated: false });
  }
}

/** "total deposit of upcoming bookings": a view that is named in full leaves rows out, whatever column is asked for. */
const isPartOfRows = ({ table, mention }: Named, form: LogicalForm): boolean =>
  table.isView && table.name !== form.subject && !mention.each && (mention.mention.tables[0]?.score ?? 0) >= 0.9;

/** "which clients got a refund", "who complained but also ordered": what the rows asked for have, and nothing of it is shown. */
function isOfThoseAsked(
  { table, mention }: Named,
  form: LogicalForm,
  { catalog, subject, named, sketch }: Context,
): boolean {
  if (!sketch.said.has("those who did")) return false;
  if (subject === null || mention.each || mention.listed === true || form.groups.length + sketch.groups.length > 0)
    return false;
  if (form.outputs.some(({ expression }) => isAggregate(expression)) || sketch.outputs.length > 0) return false;
  // "physicians trained in procedures that cost more": those are told already, by way of these.
  const isToldBy = (name: string) => {
    const other = catalog.byName.get(name);
    return other !== undefined && other !== subject && isToOne(catalog, table, other);
  };
  if (form.where.flatMap(tablesOfCondition).some(isToldBy)) return false;
  const isFirst = named[0]?.table === subject && mention.at > named[0].mention.at;
  const isSaid = (mention.mention.tables[0]?.score ?? 0) >= 0.95;
  return isFirst && isSaid && isToOne(catalog, table, subject) && !isToOne(catalog, subject, table);
}

/** "cities where pupils live", "pupils who attended some courses": rows that restrict what is asked for, as nothing else is said of them. */
function isLeftToRelate({ table, mention }: Named, form: LogicalForm, context: Context): boolean {
  const { subject, sketch, catalog, named } = context;
  const isPlain = sketch.groups.length + sketch.superlatives.length === 0 && form.groups.length === 0;
  if (subject === null || !isPlain || sketch.said.stem("or") || mention.zone !== "modifier") return false;
  if (mention.each || mention.listed === true || mention.beside === true || table.isView) return false;
  if ((mention.mention.tables[0]?.score ?? 0) < 0.95 || isToOne(catalog, subject, table)) return false;
  if (form.outputs.some(({ expression }) => isAggregate(expression))) return false;
  if (
    named.filter((one) => one.mention.zone === "modifier" && (one.mention.mention.tables[0]?.score ?? 0) >= 0.95)
      .length > 1
  )
    return false;
  return form.where.length === 0;
}

/** "receipts from members", of which only some are anybody's. */
function isPartBelonging({ table, mention }: Named, { outputs }: LogicalForm, { catalog, subject }: Context): boolean {
  const isFigure = outputs.length > 0 && outputs.every(({ expression }) => isAggregate(expression));
  if ((mention.zone !== "modifier" && !isFigure) || mention.each || subject === null || table === subject) return false;
  return !isToOne(catalog, table, subject) && mayBelongToNone(catalog, subject, table);
}

/** "sales to members", of which only some are: the money of those alone. */
function restrictMeasured(form: LogicalForm, used: ReadonlySet<string>, { catalog, subject, named }: Context): void {
  const figures = new Set(form.outputs.flatMap(({ expression }) => tablesOf(expression)));
  const [name, ...more] = figures;
  const measured = name === undefined || more.length > 0 ? undefined : catalog.byName.get(name);
  const isNamed = named.some(({ table, mention }) => table === subject && !mention.each && !mention.negated);
  if (measured === undefined || subject === null || used.has(subject.name) || !isNamed) return;
  if (mayBelongToNone(catalog, measured, subject))
    form.where.push({ kind: "related", subject: measured.name, table: subject.name, where: [], negated: false });
}

/** The table whose rows a condition speaks of already, in a query of its own. */
function tableTold(condition: Condition): string[] {
  if (condition.kind === "related") return [condition.table];
  if (condition.kind !== "compare" || condition.operator !== "=" || condition.right.kind !== "query") return [];
  return [condition.right.form.subject];
}

/** "names of entrepreneurs": the name is a person's, the rows are entrepreneurs'. */
function addRolesOfChildren(form: LogicalForm, context: Context): void {
  if (context.sketch.share !== null) return;
  const shown = new Set(form.outputs.flatMap((output) => tablesOf(output.expression)));
  const used = new Set([
    ...shown,
    ...form.joins,
    ...form.where.flatMap(tablesOfCondition),
    ...form.groups.flatMap(tablesOf),
    ...form.order.flatMap((order) => tablesOf(order.by)),
    ...form.having.flatMap(tablesOfCondition),
  ]);
  for (const { table, mention } of context.named) {
    if (mention.zone !== "focus" || mention.negated || used.has(table.name) || table.isBridge) continue;
    // "which books did Kim borrow": the verb of loans, which names no rows beside them.
    if (form.where.length > 0 && isVerbOfRows(mention.mention)) continue;
    const parents = [...shown].flatMap((name) => context.catalog.byName.get(name) ?? []);
    if (
      parents.length > 0 &&
      !isOfThoseAsked({ table, mention }, form, context) &&
      parents.every(
        (parent) =>
          parent !== table && distance(context.catalog, table, parent) === 1 && isToOne(context.catalog, table, parent),
      )
    )
      form.joins.push(table.name);
  }
}

/** Both conditions must hold, each for a row of its own. */
function splitBoth(form: LogicalForm, both: [Condition, Condition], context: Context): void {
  const subject = context.subject ?? fail();
  const [a, b] = both;
  const tables = [...tablesOfCondition(a), ...tablesOfCondition(b)].map(
    (name) => context.catalog.byName.get(name) ?? fail(),
  );
  const far = tables.find((table) => !isToOne(context.catalog, subject, table));
  const aggregated = form.outputs.some((output) => isAggregate(output.expression));
  if (far !== undefined) {
    const { theirs, others } = partedByRows(form, far, context);
    form.where = others;
    for (const condition of both) {
      const where = [condition, ...theirs];
      form.where.push({ kind: "related", subject: subject.name, table: far.name, where, negated: false });
    }
    // The purchase itself is part of the way there.
    form.joins = form.joins.filter(
      (name) => name !== far.name && !(context.sketch.buying !== null && name === buyingTable(context)?.name),
    );
    return;
  }
  if (aggregated) return;
  form.combine = { operation: "intersect", form: { ...form, where: [...form.where, b], order: [], limit: null } };
  form.where = [...form.where, a];
}

/** "who bought both desks and rugs in 2024": the time is that of both, and so is all else that is said of the rows on the way there. */
function partedByRows(
  { where, via }: LogicalForm,
  far: CatalogTable,
  { subject, catalog }: Context,
): { theirs: Condition[]; others: Condition[] } {
  const own = subject ?? fail();
  const way = new Set((path(catalog, [own], far, new Set(via)) ?? []).map(({ table }) => table));
  const isTheirs = (name: string) => {
    const table = catalog.byName.get(name);
    if (table === undefined || table === own || isToOne(catalog, own, table)) return false;
    return table === far || way.has(table) || isToOne(catalog, far, table);
  };
  const [theirs, others]: [Condition[], Condition[]] = [[], []];
  for (const one of where) {
    const isRelated = one.kind === "related" && !one.negated && one.subject === own.name;
    const names = isRelated ? [one.table] : one.kind === "related" ? [] : [...tablesOfCondition(one)];
    if (names.length === 0 || !names.every(isTheirs)) others.push(one);
    else theirs.push(...(isRelated ? one.where : [one]));
  }
  return { theirs, others };
}

/** "how many are pending and how many are shipped", "the mean age of male and female swimmers": a figure for each of the values. */
function countEach(form: LogicalForm, context: Context): void {
  const isOfEach = ({ expression }: LogicalForm["outputs"][number]) =>
    expression.kind === "aggregate" && (expression.fn !== "sum" || context.sketch.said.has("which of two"));
  const [only] = form.outputs;
  if (only === undefined || !form.outputs.every(isOfEach)) return;
  const isCount = only.expression.kind === "aggregate" && only.expression.fn === "count";
  const isForEach = context.sketch.filters.some((filter) => filter.kind === "value" && filter.preposition === "for");
  const isCompared = context.sketch.said.has("which of two") && form.outputs.length === 1;
  if (isCount ? form.outputs.length > 1 : !isForEach && !isCompared) return;
  if (form.groups.length > 0 || context.sketch.share !== null) return;
  const index = form.where.findIndex((condition) => condition.kind === "either");
  const either = form.where[index];
  if (either?.kind !== "either" || (context.sketch.said.has("or") && !isCompared)) return;
  const [first] = either.conditions;
  if (first?.kind !== "compare" || first.left.kind !== "column") return;
  const column = first.left;
  const same = either.conditions.every(
    (condition) =>
      condition.kind === "compare" &&
      condition.operator === "=" &&
      JSON.stringify(condition.left) === JSON.stringify(column),
  );
  if (!same) return;
  form.groups = [column];
  form.outputs = [{ expression: column, name: column.column }, ...form.outputs];
}

function finish(form: LogicalForm, context: Context): void {
  if (
    form.groups.length > 0 &&
    !form.outputs.some((output) => isAggregate(output.expression)) &&
    form.having.length === 0 &&
    !form.order.some((order) => isAggregate(order.by))
  )
    form.groups = [];
  if (form.distinct && (form.groups.length > 0 || form.outputs.every((output) => isAggregate(output.expression))))
    form.distinct = false;
  if (isCategoryList(form, context)) form.distinct = true;
  // "customers who ordered more than once" have orders, as is said already.
  const isSaidAgain = (one: Condition) =>
    one.kind === "related" &&
    !one.negated &&
    one.where.length === 0 &&
    form.where.some((other) => other.kind === "within" && !other.negated && speaksOf(other, one.table));
  form.where = form.where.filter((one) => !isSaidAgain(one));
  if (context.sketch.distinct) orderEachOnce(form);
}

/** Each once, in the order of something that is not shown: of several rows with the same values, the first one counts. */
function orderEachOnce(form: LogicalForm): void {
  const isShown = (by: Expression) => form.outputs.some(({ expression }) => sameExpression(expression, by));
  if (!form.distinct || form.order.every(({ by }) => isShown(by))) return;
  form.distinct = false;
  const isPlain = form.order.every(({ by }) => by.kind === "column") && form.outputs.length > 0;
  if (!isPlain || form.groups.length > 0 || form.limit === 1) return;
  form.groups = form.outputs.map(({ expression }) => expression);
  form.order = form.order.map(({ by, direction }) => {
    if (by.kind !== "column" || isShown(by)) return { by, direction };
    const fn = direction === "ascending" ? "min" : "max";
    return { by: { kind: "aggregate", fn, of: by, distinct: false, table: by.table }, direction };
  });
}
