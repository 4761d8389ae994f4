import type { CatalogTable } from "../../catalog/catalog.ts";
import { isToOne, keyTo } from "../../catalog/joins.ts";
import { isPerson } from "../../catalog/persons.ts";
import type { Expression, LogicalForm } from "../../form/logical-form.ts";
import { sameExpression } from "../../form/visit.ts";
import { buyingTable } from "../../resolve/buying.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression, timeColumn } from "../../resolve/measures.ts";
import { nameOf } from "../output-names.ts";

/**
 * "how many customers bought something per month", "users with sessions by day": those who did so in each month, of whom everybody may be in
 * several, rather than those who came in that month and did so some time.
 */
export function doersInTime(form: LogicalForm, context: Context): void {
  const { sketch, subject, catalog } = context;
  const [bucket, ...others] = form.groups;
  if (sketch.bucket === null || subject === null || bucket?.kind !== "bucket" || others.length > 0) return;
  if (bucket.of.table !== subject.name || isDaySaid(bucket.of.column, subject, context)) return;
  const count = form.outputs.find(({ expression }) => isCountOf(expression, subject));
  const isOther = form.outputs.some((one) => one !== count && !sameExpression(one.expression, bucket));
  const deeds = count === undefined || isOther ? null : deedsOf(subject, context);
  const day = deeds === null ? null : timeColumn(deeds, context);
  const key = deeds === null ? null : keyTo(catalog, deeds, subject);
  if (count === undefined || deeds === null || day === null || key === null) return;
  const then: Expression = { ...bucket, of: columnExpression(day) };
  const people: Expression = {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(key),
    distinct: true,
    table: deeds.name,
  };
  form.subject = deeds.name;
  form.groups = [then];
  form.outputs = form.outputs.map((one) =>
    one === count ? { expression: people, name: one.name } : { expression: then, name: nameOf(then) },
  );
  form.order = form.order.map((one) =>
    sameExpression(one.by, bucket) ? { ...one, by: then } : { ...one, by: people },
  );
  form.where = form.where.filter(
    (one) => !(one.kind === "related" && !one.negated && one.table === deeds.name && one.where.length === 0),
  );
  form.joins = form.joins.filter((name) => name !== deeds.name);
}

/** "users by the month they were created": their own day is meant. */
const isDaySaid = (day: string, { columns }: CatalogTable, { sketch }: Context): boolean =>
  columns.find(({ name }) => name === day)?.essential.some((name) => sketch.said.stem(name)) === true;

const isCountOf = (expression: Expression, { name }: CatalogTable): boolean =>
  expression.kind === "aggregate" &&
  expression.fn === "count" &&
  expression.of === null &&
  expression.where === undefined &&
  expression.table === name;

/** The only rows that say what such people did, and that there must be. */
function deedsOf(people: CatalogTable, context: Context): CatalogTable | null {
  const { sketch, catalog, named } = context;
  if (!isPerson(people) && !people.isCustomer) return null;
  const bought = sketch.buying === null || sketch.buying.negated ? null : buyingTable(context);
  const others = named.filter(({ table }) => table !== people);
  if (others.some(({ mention }) => mention.negated || mention.each)) return null;
  const [only, ...more] = new Set([...(bought === null ? [] : [bought]), ...others.map(({ table }) => table)]);
  if (only === undefined || more.length > 0 || only.isView || only === people) return null;
  return isToOne(catalog, only, people) && sketch.filters.every(({ negated }) => !negated) ? only : null;
}
