import type { CatalogTable } from "../../catalog/catalog.ts";
import { emptyForm } from "../../form/visit.ts";
import { columnExpression, countOf, measureSource, timeColumn } from "../../resolve/measures.ts";
import type { MeasureSource } from "../../catalog/measures.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { tableOf } from "../../resolve/context.ts";
import type { ColumnExpression, Expression } from "../../form/logical-form.ts";
import type { OutputWish } from "../../read/sketch.ts";

/** "average number of orders per customer": all of the one over all of the other. Null for any other average. */
export function averageCount(wish: OutputWish & { kind: "aggregate" }, context: Context): Expression | null {
  const { sketch } = context;
  const [group, ...more] = sketch.groups;
  const perTime = group === undefined ? averagePerTime(wish, context) : null;
  if (perTime !== null) return perTime;
  if (wish.fn !== "avg" || wish.mention === null || group === undefined || more.length > 0) return null;
  if (!isTable(group.mention) || !sketch.said.has("number of")) return null;
  const per = tableOf(group.mention, context);
  const counted = isTable(wish.mention) ? tableOf(wish.mention, context) : null;
  if (per === null || per === counted) return null;
  const total = counted === null ? null : unitsOr(counted, wish.mention.text, per, context);
  if (total === null) return null;
  sketch.groups = [];
  const all = emptyForm(per.name);
  all.outputs = [{ expression: countOf(per), name: "all" }];
  context.assumptions.push(`Averaged over all ${per.name}, those with none included.`);
  if (context.subject === per && counted !== null) context.subject = counted;
  return { kind: "arithmetic", operator: "/", left: total, right: { kind: "query", form: all } };
}

/** "average number of orders per day": all of them over the days that have any. */
function averagePerTime(wish: OutputWish & { kind: "aggregate" }, context: Context): Expression | null {
  const { sketch } = context;
  if (wish.fn !== "avg" || wish.mention === null || sketch.bucket === null || !isTable(wish.mention)) return null;
  const table = tableOf(wish.mention, context);
  const date = table === null ? null : timeColumn(table, context);
  if (table === null || date === null || !date.isDate) return null;
  const moments: Expression = { kind: "bucket", unit: sketch.bucket, of: columnExpression(date) };
  const right: Expression = { kind: "aggregate", fn: "count", of: moments, distinct: true, table: date.table.name };
  context.assumptions.push(`Averaged over every ${sketch.bucket} that has any.`);
  sketch.bucket = null;
  return { kind: "arithmetic", operator: "/", left: countOf(table), right };
}

/** "average revenue per customer": what each of them brought in, on average, rather than what a row did for each. */
export function averageOfTotals(context: Context): Expression | null {
  const { sketch, catalog } = context;
  const [group, ...more] = sketch.groups;
  const source = measureSource(context, "money");
  if (source === null || more.length > 0) return null;
  const total: Expression = {
    kind: "aggregate",
    fn: "sum",
    of: source.value,
    distinct: false,
    table: source.table.name,
  };
  const over = (of: ColumnExpression | Expression, table: string): Expression => ({
    kind: "arithmetic",
    operator: "/",
    left: total,
    right: { kind: "aggregate", fn: "count", of, distinct: true, table },
  });
  if (group === undefined) {
    const date = sketch.bucket === null ? null : timeColumn(source.table, context);
    if (date === null || sketch.bucket === null || !date.isDate) return null;
    const of: Expression = { kind: "bucket", unit: sketch.bucket, of: columnExpression(date) };
    context.assumptions.push(`Averaged over every ${sketch.bucket} that has any.`);
    sketch.bucket = null;
    return over(of, date.table.name);
  }
  const per = isTable(group.mention) ? tableOf(group.mention, context) : null;
  const key = catalog.links.find((link) => link.from[0]?.table === source.table && link.to[0]?.table === per)?.from[0];
  if (per === null || key === undefined || !per.isCustomer) return null;
  sketch.groups = [];
  if (context.subject === per) context.subject = source.table;
  context.assumptions.push(`Averaged over the ${per.name} with any.`);
  return over(columnExpression(key), source.table.name);
}

/** Items of an order are its units, where lines say how many. */
function unitsOr(counted: CatalogTable, text: string, per: CatalogTable, context: Context): Expression {
  const source = /\b(items?|units?|pieces|products?)\b/i.test(text) ? measureSource(context, "quantity") : null;
  const isLine = source !== null && /\b(order|invoice|sale|purchase|basket)s?$/.test(per.words.join(" "));
  return isLine
    ? { kind: "aggregate", fn: "sum", of: source.value, distinct: false, table: source.table.name }
    : countOf(counted);
}

/** The average number of rows of `counted` that belong to a row of `subject`, of those that have any. */
export function averagePer(counted: CatalogTable, subject: CatalogTable, context: Context): Expression | null {
  return averageOver(countOf(counted), counted, subject, context);
}

/** What belongs to a row of `subject` on average, of those that have any. */
export function averageTotalPer(source: MeasureSource, subject: CatalogTable, context: Context): Expression | null {
  const { table, value } = source;
  const total: Expression = { kind: "aggregate", fn: "sum", of: value, distinct: false, table: table.name };
  const average = averageOver(total, table, subject, context);
  if (average !== null) context.assumptions.push(`The average is that of ${subject.name} with any.`);
  return average;
}

function averageOver(
  total: Expression,
  table: CatalogTable,
  subject: CatalogTable,
  context: Context,
): Expression | null {
  const link = context.catalog.links.find(
    (one) => one.from[0]?.table === table && one.to[0]?.table === subject && one.from.length === 1,
  );
  const key = link?.from[0];
  if (key === undefined) return null;
  const form = emptyForm(table.name);
  const owners: Expression = {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(key),
    distinct: true,
    table: table.name,
  };
  form.outputs = [{ expression: { kind: "arithmetic", operator: "/", left: total, right: owners }, name: "average" }];
  form.where = [{ kind: "missing", left: columnExpression(key), negated: true }];
  return { kind: "query", form };
}
