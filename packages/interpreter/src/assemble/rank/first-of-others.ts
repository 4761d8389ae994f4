import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import { emptyForm, isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../../form/visit.ts";
import { isToOne } from "../../catalog/joins.ts";
import { stem } from "../../language/inflection.ts";
import { plural } from "../../language/words.ts";
import type { Mention } from "../../link/mention.ts";
import { isTable } from "../../read/reader.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context, Named } from "../../resolve/context.ts";
import { nearTable, tableOf } from "../../resolve/context.ts";
import { columnExpression, countOf } from "../../resolve/measures.ts";
import { negate } from "../conditions/negations.ts";
import { fail } from "../figures/counts.ts";
import type { Ranked } from "./per-group.ts";

/**
 * "drivers of the depot that opened first", "how many members are on the cheapest plan": the one that is first is picked,
 * and the rows asked for belong to it. False where the rows asked for are ranked themselves.
 */
export function restrictToFirst(form: LogicalForm, ranked: Ranked, isFigure: boolean, context: Context): boolean {
  if (ranked.limit !== 1 || form.groups.length > 0) return false;
  const usual = usualValue(form, ranked, isFigure, context);
  if (usual !== null) {
    form.where.push(usual);
    return true;
  }
  const subject = context.subject ?? fail();
  // "the biggest town in the province with the highest summit": the rows themselves are ranked already.
  const isRanked = form.order.length > 0 && form.limit !== null;
  const other = isFigure || isRanked || asksForMany(subject, context) ? otherTable(subject, ranked, context) : null;
  const entity =
    other ?? (isFigure ? (nearTable(context, ranked.wish.at) ?? subject) : withSeveralOthers(form, ranked, context));
  if (entity === null) return false;
  const { within, others } = partedBy(entity, form.where, context);
  const first = firstOf(entity, { ...ranked, key: keyTo(entity, subject, context) }, { ...form, where: within });
  if (first === null) return false;
  form.where = ranked.wish.negated ? notOfFirst(first, entity, others, context) : [...others, first];
  if (isFigure && isAskedFirst(ranked, entity, context)) showFirst(form, first, entity);
  return true;
}

/** "pilots who are not on the longest flight": those who have nothing to do with that one, whatever others they are on. */
function notOfFirst(
  first: Condition,
  entity: CatalogTable,
  where: readonly Condition[],
  { subject, catalog, named }: Context,
): Condition[] {
  if (subject === null || subject === entity) return [...where, negate(first)];
  const denied = new Set(named.flatMap(({ table, mention }) => (mention.negated ? [table.name] : [])));
  // That there is none at all says the same of every one of them.
  const isNoneAtAll = (one: Condition) =>
    (one.kind === "related" && one.negated && one.where.length === 0 && denied.has(one.table)) ||
    (one.kind === "missing" && !one.negated && sameExpression(one.left, leftOf(first)));
  const isOwn = isToOne(catalog, subject, entity);
  const not: Condition = isOwn
    ? negate(first)
    : { kind: "related", subject: subject.name, table: entity.name, where: [first], negated: true };
  return [...where.filter((one) => !isNoneAtAll(one)), not];
}

const leftOf = (one: Condition): Expression => ("left" in one ? one.left : { kind: "literal", value: "" });

/** "the newest harbour and the names of its boats": of the harbour that is first all boats, and not the first of them. */
function withSeveralOthers({ outputs }: LogicalForm, { by }: Ranked, { catalog }: Context): CatalogTable | null {
  const entity = by.kind === "column" ? catalog.byName.get(by.table) : undefined;
  const shown = new Set(outputs.flatMap(({ expression }) => (expression.kind === "column" ? [expression.table] : [])));
  if (entity === undefined || !shown.has(entity.name)) return null;
  const isSeveral = [...shown].some((name) => {
    const other = catalog.byName.get(name);
    return other !== undefined && !isToOne(catalog, entity, other);
  });
  return isSeveral ? entity : null;
}

/** "the newest harbour and how many boats it has": the harbour is asked for, and then how many. */
function isAskedFirst({ wish }: Ranked, entity: CatalogTable, { sketch, named }: Context): boolean {
  const [counted, ...more] = sketch.outputs;
  const isSaid = named.some(({ table, mention }) => table === entity && mention.at <= wish.at + 1);
  return (
    counted?.kind === "count" && more.length === 0 && counted.at > wish.at && isSaid && sketch.said.has("and how many")
  );
}

/** The name of the one that is first, beside the figure of what belongs to it. */
function showFirst(form: LogicalForm, first: Condition, { label }: CatalogTable): void {
  if (first.kind !== "compare" || first.right.kind !== "query") return;
  const { right } = first;
  const names = label.map((column) => ({
    expression: {
      kind: "query" as const,
      form: { ...right.form, outputs: [{ expression: columnExpression(column), name: column.name }] },
    },
    name: column.name,
  }));
  form.outputs.unshift(...names);
}

/** "who drove the first trip of 2025": what is said of the trips is said of those among which one is the first. */
function partedBy(
  entity: CatalogTable,
  where: readonly Condition[],
  { subject, catalog }: Context,
): { within: Condition[]; others: Condition[] } {
  const isOfEntity = (name: string) => {
    const table = catalog.byName.get(name);
    if (table === undefined || name === entity.name) return table !== undefined;
    return (
      subject !== null && table !== subject && isToOne(catalog, entity, table) && !isToOne(catalog, subject, table)
    );
  };
  const [within, others]: [Condition[], Condition[]] = [[], []];
  for (const one of where) {
    const isRelated = one.kind === "related" && one.table === entity.name && one.subject === subject?.name;
    const names = isRelated || one.kind === "related" ? [] : [...tablesOfCondition(one)];
    if (isRelated && !one.negated) within.push(...one.where);
    else if (entity !== subject && names.length > 0 && names.every(isOfEntity)) within.push(one);
    else others.push(one);
  }
  return { within, others };
}

/** True where several rows are asked for: "drivers", "people", "who". */
function asksForMany(subject: CatalogTable, { named, sketch }: Context): boolean {
  if (sketch.said.has("who")) return true;
  const asked = named.find(({ table, mention }) => table === subject && mention.zone === "focus");
  const head = asked === undefined ? undefined : headOf(asked);
  return head !== undefined && plural(head) === head;
}

/** The table whose first row is meant, where it is another than that of the rows asked for. */
function otherTable(subject: CatalogTable, { by, wish }: Ranked, context: Context): CatalogTable | null {
  const { catalog, named } = context;
  if (by.kind === "column" && by.table !== subject.name) {
    const table = catalog.byName.get(by.table);
    const isKeyed = wish.target.kind === "column" && wish.target.hint !== undefined;
    return table !== undefined && (isKeyed || named.some((entry) => entry.table === table && isOne(entry)))
      ? table
      : null;
  }
  if (!isAggregate(by)) return null;
  const counted = new Set(wish.target.kind === "count" ? tablesOf(by) : []);
  const before = named.findLast(
    ({ table, mention }) =>
      mention.at <= wish.at && table !== subject && !(counted.has(table.name) && mention.at >= wish.at),
  );
  return before !== undefined && isOne(before) && !before.mention.negated ? before.table : null;
}

/** The word of a name that says whether they are several: "classes" of "gym classes". */
const headOf = ({ table, mention }: Named): string | undefined =>
  mention.mention.text
    .toLowerCase()
    .split(/\W+/)
    .findLast((word) => table.stems.includes(stem(word)));

/** "the depot", rather than "depots". */
function isOne(named: Named): boolean {
  const head = headOf(named);
  return head === undefined || plural(head) !== head;
}

/** That a row belongs to the first of a table: by its key, else by the figure that makes it the first. */
function firstOf(
  entity: CatalogTable,
  { by, direction, key: own }: Ranked & { key: CatalogColumn | null },
  { via, where }: LogicalForm,
): Condition | null {
  const [key, ...more] = entity.primaryKey;
  const inner = { ...emptyForm(entity.name), via, where };
  if (key === undefined || more.length > 0) {
    if (by.kind !== "column") return null;
    const fn = direction === "descending" ? ("max" as const) : ("min" as const);
    const extreme: Expression = { kind: "aggregate", fn, of: by, distinct: false, table: by.table };
    const form = { ...inner, subject: by.table, outputs: [{ expression: extreme, name: fn }] };
    return { kind: "compare", left: by, operator: "=", right: { kind: "query", form } };
  }
  const left = columnExpression(key);
  const form: LogicalForm = {
    ...inner,
    outputs: [{ expression: left, name: key.name }],
    groups: isAggregate(by) ? [left] : [],
    order: [{ by, direction }],
    limit: 1,
  };
  const right: Expression = { kind: "query", form };
  return { kind: "compare", left: own === null ? left : columnExpression(own), operator: "=", right };
}

/** The rows' own key to the table, where there is just one. */
function keyTo(entity: CatalogTable, subject: CatalogTable, { catalog }: Context): CatalogColumn | null {
  const [only, ...more] = catalog.links.filter(
    ({ from, to }) => from[0]?.table === subject && to[0]?.table === entity && entity !== subject,
  );
  return only !== undefined && more.length === 0 && only.to[0] === entity.primaryKey[0] ? (only.from[0] ?? null) : null;
}

/** "users with the most common role", where a role is a table: the key that leads to it. */
function keyOfUsual(mention: Mention, context: Context): CatalogColumn | null {
  const { subject } = context;
  const table = tableOf(mention, context);
  const [link, ...more] = context.catalog.links.filter(
    ({ from, to }) => from.length === 1 && from[0]?.table === subject && to[0]?.table === table && table !== subject,
  );
  return more.length === 0 ? (link?.from[0] ?? null) : null;
}

/** "customers who use the most common payment method": the value that occurs most often is picked, where it is not asked for. */
function usualValue(
  form: LogicalForm,
  { direction, wish }: Ranked,
  isFigure: boolean,
  context: Context,
): Condition | null {
  const { target, zone } = wish;
  if (target.kind !== "common" || target.mention === null || (zone !== "modifier" && !isFigure)) return null;
  const column = isTable(target.mention)
    ? keyOfUsual(target.mention, context)
    : columnOf(target.mention, context, { near: nearTable(context, wish.at) });
  if (column === null || (column.table !== context.subject && !isFigure) || column.table.label.includes(column))
    return null;
  const left = columnExpression(column);
  if (form.outputs.some(({ expression }) => sameExpression(expression, left))) return null;
  const inner: LogicalForm = {
    ...emptyForm(column.table.name),
    outputs: [{ expression: left, name: column.name }],
    groups: [left],
    order: [{ by: countOf(column.table), direction }],
    limit: 1,
  };
  return { kind: "compare", left, operator: "=", right: { kind: "query", form: inner } };
}
