import type { CatalogTable } from "../catalog/catalog.ts";
import { isAggregate, tablesOfCondition } from "../form/visit.ts";
import { conditionsOfWhole } from "./figures/share-base.ts";
import { isToOne } from "../catalog/joins.ts";
import { countOf } from "../resolve/measures.ts";
import type { SuperlativeWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** "what share of orders were returned", "share of revenue by category". */
export function addShare(form: LogicalForm, context: Context, percent: boolean): boolean {
  const subject = context.subject;
  if (subject === null) return false;
  const scale = (ratio: Expression): Expression =>
    percent ? { kind: "arithmetic", operator: "*", left: { kind: "literal", value: 100 }, right: ratio } : ratio;
  const output = (ratio: Expression): Output =>
    percent ? { expression: scale(ratio), name: "percentage" } : { expression: ratio, name: "share", unit: "share" };
  const measured = form.outputs.find((one) => isAggregate(one.expression))?.expression;
  const whole: Expression = measured?.kind === "aggregate" ? measured : countOf(subject);
  if (whole.kind !== "aggregate" || (whole.fn !== "sum" && whole.fn !== "count")) return false;
  const base = context.catalog.byName.get(whole.table) ?? subject;
  const ofWhole = new Set(conditionsOfWhole(context).map((condition) => JSON.stringify(condition)));
  const isKept = (condition: Condition) => condition.kind === "period" || ofWhole.has(JSON.stringify(condition));
  const kept = form.where.filter(isKept);
  const parts = form.where
    .filter((condition) => !isKept(condition))
    .map((condition) => asPart(condition, base, context));
  for (const name of form.joins)
    parts.push({ kind: "related", subject: base.name, table: name, where: [], negated: false });
  const grouped = new Set(form.groups.flatMap((group) => (group.kind === "column" ? [group.table] : [])));
  for (const { table, mention } of context.named) {
    const far = table !== base && !mention.each && !grouped.has(table.name) && !isToOne(context.catalog, base, table);
    if (far && !parts.some((part) => part.kind === "related" && part.table === table.name))
      parts.push({ kind: "related", subject: base.name, table: table.name, where: [], negated: mention.negated });
  }
  form.joins = [];
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
    form.outputs = [...form.outputs.filter((one) => !isAggregate(one.expression)), output(ratio)];
    return true;
  }
  form.where = kept;
  const ratio: Expression = { kind: "arithmetic", operator: "/", left: { ...whole, where: parts }, right: whole };
  form.outputs = [...form.outputs.filter((one) => !isAggregate(one.expression)), output(ratio)];
  return true;
}

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
