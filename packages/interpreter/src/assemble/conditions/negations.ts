import type { Built } from "./both.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { tablesOfCondition } from "../../form/visit.ts";
import { isToOne } from "../../catalog/joins.ts";
import { columnExpression } from "../../resolve/measures.ts";
import type { Context } from "../../resolve/context.ts";
import type { Condition } from "../../form/logical-form.ts";

/** Negated conditions on rows that belong to the subject mean that it has no such row. */
export function withNegations(built: Built[], context: Context): Condition[] {
  const isSaid = (table: CatalogTable) => built.some(({ column }) => column?.table === table);
  const { catalog, subject } = context;
  const where: Condition[] = [];
  const absent = new Map<string, Condition[]>();
  for (const { wish, condition } of built) {
    const table = tablesOfCondition(condition)[0];
    const far = table === undefined ? undefined : catalog.byName.get(table);
    if (!wish.negated) where.push(condition);
    else if (subject !== null && far !== undefined && !isToOne(catalog, subject, far))
      absent.set(far.name, [...(absent.get(far.name) ?? []), condition]);
    else where.push(negate(condition));
  }
  const unused = subject === null ? null : unusedBy(subject, context);
  if (unused !== null) absent.set(unused.name, []);
  for (const { table, mention } of context.named) {
    if (!mention.negated || subject === null || table === subject || absent.has(table.name)) continue;
    const far = [...absent.keys()].some((name) => {
      const other = catalog.byName.get(name);
      return other !== undefined && (isToOne(catalog, table, other) || isToOne(catalog, other, table));
    });
    if (!far && !isToOne(catalog, subject, table)) absent.set(table.name, []);
    // "tickets without an agent": the ticket's own key is empty.
    // "people who are not gymnasts": at most one row belongs to each of them.
    if (!far && isToOne(catalog, subject, table) && refersTo(table, subject, context) && !isSaid(table))
      absent.set(table.name, []);
    const key = emptyKey(subject, table, context);
    if (key !== null && !built.some(({ column }) => column?.table === table))
      where.push({ kind: "missing", left: columnExpression(key), negated: false });
  }
  if (subject !== null)
    for (const [table, conditions] of absent)
      where.push({ kind: "related", subject: subject.name, table, where: conditions, negated: true });
  return where;
}

/** "services that have never been used": nothing is named that could be missing but the one table that refers to them. */
function unusedBy(subject: CatalogTable, context: Context): CatalogTable | null {
  const { sketch, catalog } = context;
  const isNegated =
    sketch.filters.some((filter) => filter.negated || filter.kind === "missing" || filter.kind === "count") ||
    sketch.tables.some((table) => table.negated) ||
    sketch.superlatives.some((wish) => wish.negated) ||
    sketch.buying?.negated === true;
  if (sketch.negation === null || isNegated || sketch.filters.length > 0) return null;
  const children = catalog.links.flatMap((link) => {
    const from = link.from[0]?.table;
    return link.to[0]?.table === subject && from !== undefined && from !== subject ? [from] : [];
  });
  const [only, ...more] = new Set(children);
  if (/\b(?:never|not|nobody|no one)\b/i.test(sketch.negation) && only !== undefined && more.length === 0) {
    context.assumptions.push(`That is read as: without ${only.name}.`);
    sketch.unknown = sketch.unknown.filter((word) => word.capitalised);
    return only;
  }
  context.lost.push(sketch.negation);
  return null;
}

function refersTo(from: CatalogTable, to: CatalogTable, context: Context): boolean {
  return context.catalog.links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
}

/** The key by which rows of one table refer to another, where it may be empty. */
function emptyKey(from: CatalogTable, to: CatalogTable, context: Context): CatalogColumn | null {
  const link = context.catalog.links.find(
    (one) => one.from.length === 1 && one.from[0]?.table === from && one.to[0]?.table === to,
  );
  const key = link?.from[0];
  return key?.source.nullable === true ? key : null;
}

/** The opposite of a condition. */
export function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case "compare": {
      const opposite = { "=": "!=", "!=": "=", ">": "<=", ">=": "<", "<": ">=", "<=": ">" } as const;
      return { ...condition, operator: opposite[condition.operator] };
    }
    case "among":
    case "like":
    case "missing":
    case "period":
    case "within":
    case "related":
      return { ...condition, negated: !condition.negated };
    case "either":
      return { kind: "every", conditions: condition.conditions.map(negate) };
    case "every":
      return { kind: "either", conditions: condition.conditions.map(negate) };
  }
}
