import type { Assembled } from "./assemble.ts";
import { addGroups } from "./groups.ts";
import { addOrders, addSuperlatives } from "./ranking.ts";
import type { Catalog } from "./catalog.ts";
import { conditionsOf } from "./conditions.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "./form.ts";
import { countOf, measureExpression } from "./measure-expressions.ts";
import type { MeasureSource } from "./measures.ts";
import { contextOf } from "./resolve.ts";
import type { Condition, LogicalForm } from "./types.ts";
import type { Wishes } from "./wishes.ts";

/** Words that open a change to the question before, whatever follows. */
const continues =
  /^\s*(?:ok,? |okay,? |now,? |then,? |please )*(?:and|only|just|what about|how about|but|same|also|instead|break (?:it|that|this|them) down|split (?:it|that|this|them)|show (?:it|that|them)|excluding|without|exclude|by|per|group(?:ed)?)\b/i;
/** Words that open one only where nothing of its own is asked for: "top 3", but not "top 3 products". */
const mayContinue =
  /^\s*(?:ok,? |okay,? |now,? |then,? |please )*(?:now|for|in|during|since|show me only|sort|order|top \d+|limit)\b/i;

/** True when a question only makes sense as a change to the one before. */
export function isFollowUp(text: string, wishes: Wishes): boolean {
  if (text.split(/\s+/).length > 12) return false;
  const namesThings = wishes.tables.some((table) => table.zone === "focus") || wishes.outputs.length > 0;
  if (!continues.test(text) && !(mayContinue.test(text) && !namesThings)) return false;
  const asks = wishes.outputs.some((output) => output.kind !== "measure") || wishes.share !== null;
  const changes =
    wishes.filters.length +
      wishes.groups.length +
      wishes.superlatives.length +
      wishes.orders.length +
      wishes.outputs.length >
      0 ||
    wishes.bucket !== null ||
    wishes.limit !== null;
  return !asks && changes;
}

/** The earlier form with what the follow-up changes: its filters, its grouping, its order, its measure. */
export function continueForm(
  earlier: LogicalForm,
  wishes: Wishes,
  catalog: Catalog,
  metric: MeasureSource | null,
): Assembled | null {
  const form: LogicalForm = structuredClone(earlier);
  const context = contextOf(wishes, catalog);
  context.metric = metric;
  context.subject = catalog.byName.get(form.subject) ?? null;
  if (context.subject === null) return null;
  const used = new Set([
    form.subject,
    ...form.outputs.flatMap((output) => tablesOf(output.expression)),
    ...form.where.flatMap(tablesOfCondition),
  ]);
  for (const name of used) {
    const table = catalog.byName.get(name);
    if (table !== undefined) context.anchors.set(table, Math.max(context.anchors.get(table) ?? 0, 0.8));
  }
  for (const condition of conditionsOf(context).where) replaceCondition(form, condition);
  const measure = wishes.outputs.find((output) => output.kind === "measure");
  if (measure?.kind === "measure") {
    const expression = measureExpression(measure.measure, measure.fn, context);
    if (expression !== null)
      form.outputs = [
        ...form.outputs.filter((output) => !isAggregate(output.expression)),
        {
          expression,
          name: measure.measure === "money" ? "revenue" : measure.measure,
          ...(measure.measure === "quantity" ? {} : { unit: "money" as const }),
        },
      ];
    form.order = form.order.filter((order) => !isAggregate(order.by));
  }
  if (wishes.groups.length > 0 || wishes.bucket !== null) regroup(form, context);
  addSuperlatives(form, context);
  addOrders(form, context);
  if (
    wishes.limit !== null &&
    (form.groups.length > 0 || form.outputs.every((output) => !isAggregate(output.expression)))
  ) {
    form.limit = wishes.limit;
    const measured = form.outputs.find((output) => isAggregate(output.expression));
    if (measured !== undefined && form.order.every((order) => order.by.kind === "bucket"))
      form.order = [{ by: measured.expression, direction: "descending" }];
  }
  context.assumptions.push("Understood as a change to the question before.");
  return { form, assumptions: context.assumptions, context };
}

function regroup(form: LogicalForm, context: Parameters<typeof addGroups>[1]): void {
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  const table = context.subject;
  if (measured.length === 0 && table !== null)
    measured.push({ expression: countOf(table), name: `${table.name}_count` });
  form.outputs = measured;
  form.all_columns = false;
  form.distinct = false;
  form.groups = [];
  form.order = [];
  form.limit = null;
  addGroups(form, context);
}

/** A new condition on a column takes the place of the old one on it. */
function replaceCondition(form: LogicalForm, condition: Condition): void {
  const column = columnOfCondition(condition);
  form.where = form.where.filter((known) => column === null || columnOfCondition(known) !== column);
  form.where.push(condition);
}

function columnOfCondition(condition: Condition): string | null {
  switch (condition.kind) {
    case "either":
    case "every": {
      const columns = new Set(condition.conditions.map(columnOfCondition));
      return columns.size === 1 ? ([...columns][0] ?? null) : null;
    }
    case "related":
      return condition.where.length === 0
        ? null
        : `${condition.table}:${condition.where.map(columnOfCondition).join(",")}`;
    case "compare":
    case "among":
    case "like":
    case "missing":
    case "period":
    case "within":
      return JSON.stringify(condition.left);
  }
}
