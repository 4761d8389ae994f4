import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isAggregate, sameExpression, tablesOfCondition } from "../form/visit.ts";
import { isToOne } from "../catalog/joins.ts";
import { columnExpression, countOf } from "./figures/measures.ts";
import { measuresOf, purchasesOf } from "../catalog/measures.ts";
import type { Context } from "./resolve.ts";
import type { BucketUnit, Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

/** The foreign key by which a table's rows refer to rows of the same table, if it has one. */
export function selfKey(table: CatalogTable, context: Context): CatalogColumn | null {
  for (const link of context.catalog.links) {
    const from = link.from[0];
    if (link.from.length === 1 && from !== undefined && from.table === table && link.to[0]?.table === table)
      return from;
  }
  return null;
}

/** "their managers": the names behind a self-referring key, rather than its numbers. */
export function nameRoles(form: LogicalForm, context: Context): void {
  const asked = context.wishes.text.toLowerCase();
  if (/\b(ids?|codes?|numbers?)\b/.test(asked)) return;
  const { subject } = context;
  const own = subject === null ? null : selfKey(subject, context);
  const boss = context.wishes.unknown.findIndex((word) =>
    /^(managers?|supervisors?|boss|bosses|superiors?)$/i.test(word.text),
  );
  const shown = form.outputs.some(
    (output) => output.expression.kind === "column" && output.expression.column === own?.name,
  );
  if (
    boss >= 0 &&
    subject !== null &&
    own !== null &&
    !shown &&
    !form.outputs.some((output) => isAggregate(output.expression))
  ) {
    context.wishes.unknown.splice(boss, 1);
    form.outputs.push({ expression: columnExpression(own), name: own.name });
  }
  form.outputs = form.outputs.flatMap((output): Output[] => {
    const { expression } = output;
    const grouped = form.groups.findIndex((group) => sameExpression(group, expression));
    if (expression.kind !== "column" || expression.role !== undefined) return [output];
    const table = context.catalog.byName.get(expression.table);
    const key = table === undefined ? null : selfKey(table, context);
    if (table === undefined || key === null || key.name !== expression.column || table.label.length === 0)
      return [output];
    const named = table.label.map((column) => ({
      expression: { ...columnExpression(column), role: key.name },
      name: `${key.words[0] ?? "parent"}_${column.name}`,
    }));
    // Two of one name are two: the key stays among the groups.
    if (grouped >= 0) form.groups.push(...named.map((one) => one.expression));
    return named;
  });
}

/** "employees who report to X": X is the name of the row referred to. */
export function reportsTo(column: CatalogColumn, context: Context): string | null {
  const key = selfKey(column.table, context);
  if (key === null || !column.table.label.includes(column)) return null;
  const towards =
    /\b(reports?|reporting) to\b|\b(managed|supervised|led|headed) by\b|\bworks? (for|under)\b|\bworking (for|under)\b/i;
  return towards.test(context.wishes.text) ? key.name : null;
}

/** The table whose rows are made when somebody buys: orders where there are some. */
export function buyingTable(context: Context): CatalogTable | null {
  return purchasesOf(context.catalog);
}

/** What is bought: the table that the lines of an order speak of beside the order itself. */
export function boughtTable(context: Context): CatalogTable | null {
  const lines = measuresOf(context.catalog).quantity[0]?.table;
  if (lines === undefined) return null;
  const header = buyingTable(context);
  const parents = context.catalog.links.flatMap((link) =>
    link.from[0]?.table === lines ? (link.to[0]?.table ?? []) : [],
  );
  return (
    parents.find((table) => table !== header && table !== lines && table.label.length > 0 && !table.isCustomer) ?? null
  );
}

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
  const kept = form.where.filter((condition) => condition.kind === "period");
  const parts = form.where
    .filter((condition) => condition.kind !== "period")
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

/** "this year vs last year", "in 2022 and 2023": either period, told apart by a bucket where there is a measure. */
export function comparePeriods(form: LogicalForm, context: Context): void {
  const periods = form.where.filter((condition) => condition.kind === "period");
  const first = periods[0];
  if (first === undefined || periods.length < 2) return;
  const same = periods.filter(
    (period) =>
      !period.negated &&
      period.from !== null &&
      period.to !== null &&
      JSON.stringify(period.left) === JSON.stringify(first.left),
  );
  if (same.length < 2 || !disjoint(same)) return;
  form.where = [
    ...form.where.filter((condition) => !same.includes(condition as (typeof same)[number])),
    { kind: "either", conditions: same },
  ];
  const aggregated = form.outputs.some((output) => isAggregate(output.expression));
  if (!aggregated || context.wishes.bucket !== null || first.left.kind !== "column") return;
  const unit = unitOf(first);
  if (unit === null) {
    const measured = form.outputs.filter((output) => isAggregate(output.expression));
    form.outputs = measured.flatMap((output) =>
      same.map((period): Output => ({
        expression: restricted(output.expression, period),
        name: period.label.replaceAll(" ", "_"),
        ...(output.unit === undefined ? {} : { unit: output.unit }),
      })),
    );
    return;
  }
  const bucket: Expression = { kind: "bucket", unit, of: first.left };
  form.outputs.unshift({ expression: bucket, name: unit });
  form.groups.unshift(bucket);
  form.order = [{ by: bucket, direction: "ascending" }];
  if (context.wishes.versus)
    context.assumptions.push(`The periods are compared as whole ${unit}s, also where one is not over.`);
}

function restricted(expression: Expression, condition: Condition): Expression {
  return expression.kind === "aggregate"
    ? { ...expression, where: [...(expression.where ?? []), condition] }
    : expression;
}

type PeriodCondition = Extract<Condition, { kind: "period" }>;

function disjoint(periods: PeriodCondition[]): boolean {
  const sorted = periods.toSorted((a, b) => (a.from ?? "").localeCompare(b.from ?? ""));
  return sorted.every((period, i) => i === 0 || (sorted[i - 1]?.to ?? "") <= (period.from ?? ""));
}

function unitOf(period: PeriodCondition): BucketUnit | null {
  const from = new Date(`${period.from ?? ""}T00:00:00Z`);
  const to = new Date(`${period.to ?? ""}T00:00:00Z`);
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (days === 1) return "day";
  if (days === 7) return "week";
  if (from.getUTCDate() !== 1) return null;
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (months === 12 && from.getUTCMonth() === 0) return "year";
  if (months === 3 && from.getUTCMonth() % 3 === 0) return "quarter";
  return months === 1 ? "month" : null;
}

/** "cumulative revenue by month": each month's with all before it. */
export function addRunning(form: LogicalForm): void {
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  if (bucket === undefined) return;
  form.outputs = form.outputs.map((output) =>
    isAggregate(output.expression)
      ? {
          ...output,
          expression: { kind: "running", of: output.expression, over: bucket.expression },
          name: `cumulative_${output.name}`,
        }
      : output,
  );
}

/** "growth by month": the change against the bucket before, as a share of it. */
export function addGrowth(form: LogicalForm): void {
  const bucket = form.outputs.find((output) => output.expression.kind === "bucket");
  const measured = form.outputs.find((output) => isAggregate(output.expression));
  if (bucket === undefined || measured === undefined) return;
  const previous: Expression = { kind: "previous", of: measured.expression, over: bucket.expression };
  const change: Expression = { kind: "arithmetic", operator: "-", left: measured.expression, right: previous };
  form.outputs.push({
    expression: { kind: "arithmetic", operator: "/", left: change, right: previous },
    name: "growth",
    unit: "growth",
  });
}
