import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { emptyForm, isAggregate, sameExpression, tablesOfCondition } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { conditionsOfWhole } from "./figures/share-base.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson } from "../catalog/persons.ts";
import { mayBelongToNone, isToOne } from "../catalog/joins.ts";
import { columnExpression, countOf, timeColumn } from "../resolve/measures.ts";
import type { SuperlativeWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { comparedColumn } from "./compare-groups.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** "what share of orders were returned", "share of revenue by category". */
export function addShare(form: LogicalForm, context: Context, percent: boolean): boolean {
  const subject = context.subject;
  if (subject === null) return false;
  shareOfPicked(form, subject);
  const scale = (ratio: Expression): Expression =>
    percent ? { kind: "arithmetic", operator: "*", left: { kind: "literal", value: 100 }, right: ratio } : ratio;
  const figure = form.outputs.find((one) => isAggregate(one.expression));
  const measured = figure?.expression;
  const output = (ratio: Expression): Output =>
    percent
      ? { expression: scale(ratio), name: shareName("percentage", figure) }
      : { expression: ratio, name: shareName("share", figure), unit: "share" };
  const whole: Expression = measured?.kind === "aggregate" ? measured : countOf(subject);
  if (whole.kind !== "aggregate" || (whole.fn !== "sum" && whole.fn !== "count")) return false;
  const base = context.catalog.byName.get(whole.table) ?? subject;
  const ofWhole = new Set(conditionsOfWhole(context).map((condition) => JSON.stringify(condition)));
  // "what share of customers ordered in 2024": a period of what belongs to them tells the part.
  const isOwnPeriod = (condition: Condition) =>
    condition.kind === "period" && asPart(condition, base, context).kind === "period";
  const isPeriodPart = isOnlyPeriodSaid(form, context);
  const compared = comparedInShare(form, context, ofWhole);
  const isKept = (condition: Condition) =>
    (isOwnPeriod(condition) && !isPeriodPart) ||
    ofWhole.has(JSON.stringify(condition)) ||
    (condition === compared?.condition && !compared.isPart);
  form.where = form.where.map((condition) =>
    condition === compared?.condition ? condition : dated(condition, base, form, context),
  );
  const kept = form.where.filter(isKept).flatMap((condition) => ofBase(condition, base, context));
  const parts = form.where
    .filter((condition) => !isKept(condition) && condition !== compared?.condition)
    .map((condition) => asPart(condition, base, context));
  for (const name of form.joins)
    parts.push({ kind: "related", subject: base.name, table: name, where: [], negated: false });
  const grouped = new Set(form.groups.flatMap((group) => (group.kind === "column" ? [group.table] : [])));
  for (const { table, mention } of context.named) {
    const isOther = table !== base && !mention.each && !grouped.has(table.name);
    if (isOther && isPart(table, base, context) && !parts.some((part) => speaksOf(part, table.name)))
      parts.push({ kind: "related", subject: base.name, table: table.name, where: [], negated: mention.negated });
  }
  form.joins = [];
  const all = parts.length === 0 ? wholeOf(whole, base) : null;
  if (all !== null) {
    context.notes.assumptions.push(`The share is of ${all.words.join(" ")}.`);
    const right: Expression = { ...whole, of: columnExpression(all) };
    const ratio: Expression = { kind: "arithmetic", operator: "/", left: whole, right };
    form.outputs = [...form.outputs.filter((one) => !isAggregate(one.expression)), output(ratio)];
    return true;
  }
  if (parts.length === 0) {
    if (form.groups.length === 0) return false;
    const total: LogicalForm = {
      ...form,
      outputs: [{ expression: whole, name: "total" }],
      groups: [],
      order: [],
      limit: null,
      where: kept,
    };
    const ratio: Expression = { kind: "arithmetic", operator: "/", left: whole, right: { kind: "query", form: total } };
    const isKeptBeside = (one: Output) => !isAggregate(one.expression) || (one === figure && isRankedFigure(context));
    form.outputs = [...form.outputs.filter(isKeptBeside), output(ratio)];
    return true;
  }
  form.where = [...kept, ...whereKnown(parts, context)];
  const ratio: Expression = { kind: "arithmetic", operator: "/", left: { ...whole, where: parts }, right: whole };
  form.outputs = [...form.outputs.filter((one) => !isAggregate(one.expression)), output(ratio)];
  return true;
}

/**
 * "share of cancelled orders in Norway vs Chile", "share of orders by card vs invoice": what is compared, and whether that is
 * all that the part is told by. Its groups are made here, as each is told by its own share.
 */
function comparedInShare(
  form: LogicalForm,
  { sketch }: Context,
  ofWhole: ReadonlySet<string>,
): { condition: Condition; isPart: boolean } | null {
  if (!sketch.versus || form.groups.length + form.having.length > 0) return null;
  const condition = form.where.find((one) => comparedColumn(one) !== null);
  const column = condition === undefined ? null : comparedColumn(condition);
  if (condition === undefined || column === null) return null;
  const isPart = form.where.every(
    (one) => one === condition || one.kind === "period" || ofWhole.has(JSON.stringify(one)),
  );
  if (isPart) {
    form.groups = [column];
    form.outputs = [{ expression: column, name: column.column }, ...form.outputs];
  }
  return { condition, isPart };
}

/** "what percentage of visits were in March": the period is what is said of the visits, and there is nothing else. */
function isOnlyPeriodSaid({ where, groups }: LogicalForm, { sketch }: Context): boolean {
  const { share, filters } = sketch;
  const [only, ...more] = where;
  const [said, ...others] = filters;
  const isTime = said?.kind === "period" || (said?.kind === "compare" && said.hint === "date");
  if (only?.kind !== "period" || !isTime || more.length + others.length + groups.length > 0) return false;
  return share !== null && share.predicate !== null && said.at > share.predicate;
}

/** What is not known before the end. */
const OUTCOME = /^(?:pass(?:ed)?|fail(?:ed)?|won|success(?:ful)?|succeeded|approved|accepted|rejected|correct)$/;

/** "pass rate", where some exams are passed, some not, and of others it is not known yet: of those of which it is. */
function whereKnown(parts: readonly Condition[], { catalog, notes }: Context): Condition[] {
  const [only, ...more] = parts;
  if (more.length > 0 || only?.kind !== "compare" || only.operator !== "=" || only.left.kind !== "column") return [];
  const { left } = only;
  const flag = catalog.byName.get(left.table)?.columns.find(({ name }) => name === left.column);
  const isEither = flag?.isFlag === true && flag.source.nullable && flag.source.distinct_count === 2;
  if (flag === undefined || !isEither || !flag.words.some((word) => OUTCOME.test(word))) return [];
  notes.assumptions.push(`Rows without ${toldAs(flag)} are left out.`);
  return [{ kind: "missing", left, negated: true }];
}

/** "revenue_share": of what it is a share, where that has a name of the business. */
const shareName = (kind: "percentage" | "share", figure: Output | undefined): string =>
  figure?.unit === "money" ? `${figure.name}_${kind}` : kind;

/** "the top 5 products by revenue, with their share": the figure they are ranked by is asked for, too. */
const isRankedFigure = ({ sketch: { superlatives, share } }: Context): boolean =>
  superlatives.some(({ at, limit, target }) => limit !== null && target.kind !== "hint" && at < (share?.at ?? 0));

/** Rows that only some of others have. */
const isPart = (table: CatalogTable, of: CatalogTable, { catalog }: Context): boolean =>
  !isToOne(catalog, of, table) || mayBelongToNone(catalog, of, table);

/** "percentage of stems wasted": wasted_stems are a part of the stems of the same rows. */
function wholeOf(
  { of, fn }: Extract<Expression, { kind: "aggregate" }>,
  { columns }: CatalogTable,
): CatalogColumn | null {
  const part = fn === "sum" && of?.kind === "column" ? columns.find(({ name }) => name === of.column) : undefined;
  const deed = part?.words.find((word) => /(?:ed|sold|lost|paid)$/.test(word));
  if (part === undefined || deed === undefined) return null;
  const rest = part.words.filter((word) => word !== deed).map(stem);
  const isWhole = ({ isNumber, isKey, stems }: CatalogColumn) =>
    isNumber && !isKey && stems.length === rest.length && stems.every((one) => rest.includes(one));
  return rest.length === 0 ? null : (columns.find(isWhole) ?? null);
}

/** "what share of customers ordered more than once": those of whom that holds are a part of all, none a group of its own. */
function shareOfPicked(form: LogicalForm, subject: CatalogTable): void {
  const [key, ...more] = subject.primaryKey;
  const isOfSubject = (group: Expression) => group.kind === "column" && group.table === subject.name;
  const figures = form.outputs.filter((output) => isAggregate(output.expression));
  if (form.having.length === 0 || figures.length > 0 || key === undefined || more.length > 0) return;
  if (form.groups.length === 0 || !form.groups.every(isOfSubject)) return;
  const picked = columnExpression(key);
  const { where, groups, having, joins, via } = form;
  const inner: LogicalForm = { ...emptyForm(subject.name), where, groups, having, joins, via };
  inner.outputs = [{ expression: picked, name: key.name }];
  form.where = [{ kind: "within", left: picked, form: inner, negated: false }];
  [form.outputs, form.groups, form.having, form.joins] = [[], [], [], []];
}

/** "what share of orders in 2024 were returned": the year is one of orders, which happen, too; customers do not happen. */
function dated(condition: Condition, base: CatalogTable, form: LogicalForm, context: Context): Condition {
  if (condition.kind !== "period" || isPerson(base)) return condition;
  // "cancellation rate this year": of what is of this year, rather than of what was cancelled then.
  const { left } = condition;
  const isOfPart = form.where.some((one) => one.kind === "missing" && one.negated && sameExpression(one.left, left));
  if (!isOfPart && asPart(condition, base, context).kind === "period") return condition;
  // "return rate in 2024": of what was sold then, by the day of its order.
  const own = dateColumn(base) ?? (context.sketch.said.has("a rate") ? timeColumn(base, context) : null);
  return own === null ? condition : { ...condition, left: columnExpression(own) };
}

/** "return rate of kettles": of the kettles sold, whose lines belong to them themselves, and not of those that came back. */
function ofBase(condition: Condition, base: CatalogTable, { catalog }: Context): Condition[] {
  if (condition.kind !== "related" || condition.negated || condition.where.length === 0) return [condition];
  const isOwn = condition.where.flatMap(tablesOfCondition).every((name) => {
    const table = catalog.byName.get(name);
    return table !== undefined && isToOne(catalog, base, table);
  });
  return isOwn ? condition.where : [condition];
}

/** True where a part says already that there are rows of a table. */
export const speaksOf = (part: Condition, table: string): boolean =>
  (part.kind === "related" && part.table === table) ||
  (part.kind === "within" && [...part.form.joins, ...part.form.having.flatMap(tablesOfCondition)].includes(table));

/** A condition on rows that belong to the base row becomes "it has such a row". */
function asPart(condition: Condition, base: CatalogTable, context: Context): Condition {
  if (condition.kind === "related") return condition;
  const far = tablesOfCondition(condition).find((name) => {
    const table = context.catalog.byName.get(name);
    return table !== undefined && !isToOne(context.catalog, base, table);
  });
  return far === undefined
    ? condition
    : { kind: "related", subject: base.name, table: far, where: [condition], negated: false };
}

/** The first by its share. */
export function rankByShare(form: LogicalForm, ranked: SuperlativeWish): void {
  const share = form.outputs.at(-1);
  if (share === undefined) return;
  form.order = [{ by: share.expression, direction: ranked.direction === "most" ? "descending" : "ascending" }];
  form.limit = ranked.limit ?? 1;
}

/** "return rate by product, highest first". */
export function orderByShare(form: LogicalForm, { sketch: { orders } }: Context): void {
  const share = form.outputs.at(-1);
  const asked = orders.find(({ target }) => target.kind === "hint" && target.hint === "share");
  if (share !== undefined && asked !== undefined)
    form.order = [{ by: share.expression, direction: asked.direction }, ...form.order];
}
