import type { CatalogTable } from "../../catalog/catalog.ts";
import type { conditionsOf } from "../conditions/conditions.ts";
import { emptyForm, isAggregate, sameExpression, tablesOfCondition } from "../../form/visit.ts";
import { unique } from "../groups.ts";
import { rankOfBuyers, showRank, usualRank } from "./usual-rank.ts";
import { isToOne } from "../../catalog/joins.ts";
import { columnExpression, measureExpression } from "../../resolve/measures.ts";
import { measuresOf } from "../../catalog/measures.ts";
import { addFirstOfEach } from "./per-group.ts";
import { addLabel, aggregateOf } from "../outputs.ts";
import { countTarget, fail } from "../figures/counts.ts";
import { usualAggregate } from "../../read/implicit.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { columnOf } from "../../resolve/columns.ts";
import { hintedNear } from "../../resolve/hinted.ts";
import { nearTable } from "../../resolve/context.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import type { SuperlativeWish } from "../../read/sketch.ts";

/** The table whose rows one answer row stands for, when groups have to be made. */
function entityOf(form: LogicalForm, context: Context): CatalogTable {
  const column = form.outputs.find((output) => output.expression.kind === "column")?.expression;
  const name = column?.kind === "column" ? column.table : form.subject;
  return context.catalog.byName.get(name) ?? fail();
}

export function groupByEntity(form: LogicalForm, context: Context, byKey = true): void {
  if (form.outputs.every((output) => isAggregate(output.expression)) && form.groups.length === 0) {
    if (form.outputs.length === 0) addLabel(form, context.subject ?? fail(), context);
  }
  const plain = form.outputs.filter((output) => !isAggregate(output.expression));
  const entity = entityOf(form, context);
  const keyed = plain.some((output) => output.expression.kind === "column" && isIdentifying(output.expression, entity));
  const key = byKey && keyed && entity.primaryKey.length === 1 ? entity.primaryKey.map(columnExpression) : [];
  form.groups = unique([...form.groups, ...key, ...plain.map((output) => output.expression)]);
}

function isIdentifying(expression: ColumnExpression, entity: CatalogTable): boolean {
  if (expression.table !== entity.name) return false;
  return (
    entity.label.some((column) => column.name === expression.column) ||
    entity.primaryKey.some((column) => column.name === expression.column)
  );
}

export function addHaving(form: LogicalForm, context: Context, parts: ReturnType<typeof conditionsOf>): void {
  if (parts.having.length === 0) return;
  const onlyCount =
    form.outputs.length > 0 &&
    form.outputs.every((output) => isAggregate(output.expression)) &&
    form.groups.length === 0;
  if (onlyCount) {
    const counted = form.outputs[0]?.expression;
    const over =
      counted?.kind === "aggregate" && counted.fn === "count" && counted.distinct && counted.of?.kind === "column"
        ? counted.of
        : null;
    const subject = context.catalog.byName.get(over?.table ?? form.subject);
    const key = over === null ? subject?.primaryKey[0] : subject?.columns.find((column) => column.name === over.column);
    if (subject === undefined || key === undefined) return;
    const inner = emptyForm(subject.name);
    inner.outputs = [{ expression: columnExpression(key), name: key.name }];
    inner.groups = [columnExpression(key)];
    inner.having = parts.having;
    inner.via = form.via;
    // "how many customers placed more than 10 orders in 2025": the year is that of the orders counted.
    const compared = new Set(parts.having.flatMap(tablesOfCondition));
    const isTheirs = (condition: Condition) =>
      tablesOfCondition(condition).some((name) => name !== subject.name && compared.has(name));
    inner.where = form.where.filter(isTheirs);
    form.where = form.where.filter((condition) => !isTheirs(condition));
    form.where.push({ kind: "within", left: columnExpression(key), form: inner, negated: false });
    return;
  }
  if (form.outputs.length === 0) addLabel(form, context.subject ?? fail(), context);
  // "names that are there more than twice": a row's own key is there once.
  const entity = entityOf(form, context).name;
  const isOwn = parts.having.every(
    (condition) =>
      condition.kind === "compare" &&
      condition.left.kind === "aggregate" &&
      condition.left.fn === "count" &&
      condition.left.table === entity,
  );
  groupByEntity(form, context, !isOwn);
  form.having.push(...parts.having);
}

/** Orders and limits by "the most", "the highest", "top 5". */
export function addSuperlatives(form: LogicalForm, context: Context): void {
  for (const wish of context.sketch.superlatives) addSuperlative(form, wish, context);
}

function addSuperlative(form: LogicalForm, wish: SuperlativeWish, context: Context): void {
  const subject = context.subject ?? fail();
  const { target } = wish;
  const near = nearTable(context, wish.at) ?? subject;
  let direction: "ascending" | "descending" = wish.direction === "most" ? "descending" : "ascending";
  const limit = wish.limit ?? context.sketch.limit ?? (wish.several === true ? 10 : 1);
  let by: Expression | null = null;
  switch (target.kind) {
    case "column": {
      const column = columnOf(target.mention, context, { near, kind: "measured" });
      if (column === null) {
        context.lost.push(target.mention.text);
        return;
      }
      // "top 3 employees by expense amount": all that belongs to each.
      if (
        target.by === true &&
        target.fn === null &&
        column.isNumber &&
        !isToOne(context.catalog, subject, column.table)
      ) {
        by = { kind: "aggregate", fn: "sum", of: columnExpression(column), distinct: false, table: column.table.name };
        showRank(form, by, context);
        break;
      }
      // "who took the most sick days": all of a person's; "who has the best rating": on average.
      const isMany =
        context.sketch.said.has("who") && column.isNumber && !isToOne(context.catalog, subject, column.table);
      if (target.fn === null && isMany) {
        const fn = usualAggregate(target.mention);
        by = { kind: "aggregate", fn, of: columnExpression(column), distinct: false, table: column.table.name };
        break;
      }
      by =
        target.fn === null
          ? columnExpression(column)
          : {
              kind: "aggregate",
              fn: target.fn,
              of: columnExpression(column),
              distinct: false,
              table: column.table.name,
            };
      break;
    }
    case "hint": {
      if (target.hint === "top") {
        form.limit = limit;
        const measured = form.outputs.find((output) => isAggregate(output.expression));
        if (measured !== undefined && form.groups.length > 0 && form.order.length === 0)
          form.order.push({ by: measured.expression, direction });
        by = measured === undefined ? usualRank(form, context) : null;
        if (by === null) return;
        break;
      }
      if (target.hint === "sold")
        by = measureExpression("quantity", null, context) ?? measureExpression("money", null, context);
      else if (target.hint === "profit" && measuresOf(context.catalog).profit.length > 0)
        by = measureExpression("profit", null, context);
      else {
        const column = hintedNear([near, subject], target.hint, context);
        by = column === null ? rankOfBuyers(target.hint, context) : columnExpression(column);
        // The oldest was born first.
        if (target.hint === "age" && column !== null && (column.isDate || column.isYear))
          direction = direction === "descending" ? "ascending" : "descending";
      }
      break;
    }
    case "measure":
      by = measureExpression(target.measure, null, context);
      break;
    case "count":
    case "common":
      by = countTarget(target.mention, target.kind, form, context);
      break;
  }
  if (context.sketch.whichBucket && by !== null) {
    const bucket = [...form.groups, ...form.outputs.map((output) => output.expression)].find(
      (group) => group.kind === "bucket",
    );
    if (bucket !== undefined) {
      if (by.kind === "column") by = { kind: "aggregate", fn: "sum", of: by, distinct: false, table: by.table };
      form.groups = [bucket];
      form.outputs = form.outputs.filter((output) => sameExpression(output.expression, bucket));
      form.order = [{ by, direction }];
      form.limit = limit;
      return;
    }
  }
  if (by === null) {
    context.lost.push(wish.said ?? "what is compared");
    return;
  }
  if (addFirstOfEach(form, { by, direction, limit, wish }, context)) return;
  if (context.sketch.offset !== null) form.offset = context.sketch.offset;
  // "which … has the highest average, and what is it": shown beside the name.
  const shownToo =
    isAggregate(by) && form.outputs.some((output) => by !== null && sameExpression(output.expression, by));
  const onlyAggregates =
    !shownToo &&
    !context.sketch.showOrder &&
    form.outputs.length > 0 &&
    form.outputs.every((output) => isAggregate(output.expression)) &&
    form.groups.length === 0;
  if (onlyAggregates) {
    restrictTo(form, by, direction, limit, wish, context);
    return;
  }
  // A row that has no name is shown whole.
  if (
    form.outputs.length === 0 &&
    subject.label.length === 0 &&
    !isAggregate(by) &&
    context.sketch.outputs.length === 0
  )
    form.all_columns = true;
  if (!form.all_columns && form.outputs.every((output) => isAggregate(output.expression)) && form.groups.length === 0) {
    const shown = form.outputs;
    addLabel(form, subject, context);
    form.outputs.push(...shown);
  }
  // "the most common first name": equal names are counted together.
  const byName =
    target.kind === "common" &&
    target.mention !== null &&
    !isTable(target.mention) &&
    /\bnames?\b/i.test(target.mention.text);
  if (isAggregate(by)) groupByEntity(form, context, !byName);
  if ((target.kind === "hint" && target.hint === "top") || (wish.several === true && isAggregate(by)))
    showRank(form, by, context);
  form.order = [{ by, direction }];
  form.limit = limit;
}

/** An aggregate over the rows of "the most …": the rows are picked first. */
function restrictTo(
  form: LogicalForm,
  by: Expression,
  direction: "ascending" | "descending",
  limit: number,
  wish: SuperlativeWish,
  context: Context,
): void {
  const subject = context.subject ?? fail();
  const entity = nearTable(context, wish.at) ?? subject;
  const key = entity.primaryKey.length === 1 ? entity.primaryKey[0] : undefined;
  if (key === undefined || limit !== 1) return;
  const inner = emptyForm(entity.name);
  inner.outputs = [{ expression: columnExpression(key), name: key.name }];
  if (isAggregate(by)) inner.groups = [columnExpression(key)];
  inner.order = [{ by, direction }];
  inner.limit = 1;
  inner.via = form.via;
  form.where.push({
    kind: "compare",
    left: columnExpression(key),
    operator: "=",
    right: { kind: "query", form: inner },
  });
}

/** Orders by what the question says. */
export function addOrders(form: LogicalForm, context: Context): void {
  for (const order of context.sketch.orders) {
    const found = aggregateOf(order.target, form, context);
    if (found === null) continue;
    // "in order of the number of hosts", where that number is a column of the rows listed.
    const held =
      order.target.kind === "count" &&
      found.kind === "aggregate" &&
      found.fn === "sum" &&
      found.table === form.subject &&
      form.groups.length === 0 &&
      !form.outputs.some((output) => isAggregate(output.expression));
    const by = held && found.of !== null ? found.of : found;
    if (form.outputs.length === 0 && !form.all_columns) addLabel(form, context.subject ?? fail(), context);
    if (isAggregate(by) && form.groups.length === 0) groupByEntity(form, context);
    form.order = form.order.filter((known) => known.by.kind !== "bucket");
    if (!form.order.some((known) => sameExpression(known.by, by))) form.order.push({ by, direction: order.direction });
  }
  if (form.limit === null && context.sketch.limit !== null) form.limit = context.sketch.limit;
}
