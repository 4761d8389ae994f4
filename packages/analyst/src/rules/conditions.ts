import { averagePer } from "./averages.ts";
import type { Built } from "./both-conditions.ts";
import { isEquality, takeBoth } from "./both-conditions.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { compareCondition, operandExpression, targetColumn } from "./compare-conditions.ts";
import { tablesOfCondition } from "./form.ts";
import { isToOne } from "./joins.ts";
import { columnExpression, measureSource } from "./measure-expressions.ts";
import { betweenDates, periodColumn, periodCondition } from "./period-conditions.ts";
import { isTable } from "./reader.ts";
import type { Context } from "./resolve.ts";
import { columnOf, nearTable, tableOf, valueOf } from "./resolve.ts";
import { buyingTable, reportsTo } from "./special.ts";
import type { ColumnExpression, Condition, Expression } from "./types.ts";
import type { FilterWish } from "./wishes.ts";

export interface Conditions {
  where: Condition[];
  having: Condition[];
  /** Two conditions that one row cannot meet, and that must both hold. */
  both: [Condition, Condition] | null;
}

/** The conditions a question's filters stand for. */
export function conditionsOf(context: Context): Conditions {
  const built: Built[] = [];
  const having: Condition[] = [];
  let same: CatalogColumn | null = null;
  for (const wish of context.wishes.filters) {
    if (wish.kind === "count" || (wish.kind === "compare" && wish.fn !== null)) {
      const condition = havingOf(wish, context);
      if (condition === null) context.lost.push("a comparison");
      else having.push(condition);
      continue;
    }
    const made = conditionOf(wish, context, same);
    if (made === null) {
      context.lost.push(
        wish.kind === "period" ? wish.period.label : wish.kind === "value" ? wish.mention.text : "a comparison",
      );
      continue;
    }
    built.push({ wish, ...made });
    same = made.column;
  }
  const both = takeBoth(built, context);
  return { where: distinct(withNegations(joined(built), context)), having: distinct(having), both };
}

function distinct(conditions: Condition[]): Condition[] {
  const seen = new Set<string>();
  return conditions.filter((condition) => {
    const key = JSON.stringify(condition);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** "or" joins neighbours; two values of one column cannot both hold, so "and" between them means either. */
function joined(built: Built[]): Built[] {
  const result: Built[] = [];
  for (const next of built) {
    const previous = result.at(-1);
    const sameColumn = previous !== undefined && previous.column !== null && previous.column === next.column;
    const alike =
      sameColumn &&
      isEquality(previous.condition) &&
      isEquality(next.condition) &&
      !next.wish.negated &&
      !previous.wish.negated;
    if (
      previous !== undefined &&
      ((next.wish.connector === "or" && next.wish.negated === previous.wish.negated) || alike)
    ) {
      previous.condition = either(previous.condition, next.condition);
    } else result.push({ ...next });
  }
  return result;
}

export function either(a: Condition, b: Condition): Condition {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  return {
    kind: "either",
    conditions: [...(a.kind === "either" ? a.conditions : [a]), ...(b.kind === "either" ? b.conditions : [b])],
  };
}

/** Negated conditions on rows that belong to the subject mean that it has no such row. */
function withNegations(built: Built[], context: Context): Condition[] {
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
  const { wishes, catalog } = context;
  const isNegated =
    wishes.filters.some((filter) => filter.negated || filter.kind === "missing" || filter.kind === "count") ||
    wishes.tables.some((table) => table.negated) ||
    wishes.superlatives.some((wish) => wish.negated) ||
    wishes.buying?.negated === true;
  if (wishes.negation === null || isNegated || wishes.filters.length > 0) return null;
  const children = catalog.links.flatMap((link) => {
    const from = link.from[0]?.table;
    return link.to[0]?.table === subject && from !== undefined && from !== subject ? [from] : [];
  });
  const [only, ...more] = new Set(children);
  if (/\b(?:never|not|nobody|no one)\b/i.test(wishes.negation) && only !== undefined && more.length === 0) {
    context.assumptions.push(`That is read as: without ${only.name}.`);
    wishes.unknown = wishes.unknown.filter((word) => word.capitalised);
    return only;
  }
  context.lost.push(wishes.negation);
  return null;
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

function havingOf(wish: FilterWish, context: Context): Condition | null {
  if (wish.kind === "count") {
    const table =
      wish.mention === null
        ? countedTable(context)
        : isTable(wish.mention)
          ? tableOf(wish.mention, context)
          : (columnOf(wish.mention, context)?.table ?? null);
    if (table === null) return null;
    const count: Expression = { kind: "aggregate", fn: "count", of: null, distinct: false, table: table.name };
    if (wish.average === true) {
      const average = context.subject === null ? null : averagePer(table, context.subject, context);
      return average === null ? null : { kind: "compare", left: count, operator: wish.operator, right: average };
    }
    return { kind: "compare", left: count, operator: wish.operator, right: { kind: "literal", value: wish.number } };
  }
  if (wish.kind !== "compare" || wish.fn === null) return null;
  const right = operandExpression(wish.operand, null, context);
  if (right === null) return null;
  if (wish.measure !== null) {
    const source = measureSource(context, wish.measure);
    if (source === null) return null;
    return {
      kind: "compare",
      left: { kind: "aggregate", fn: wish.fn, of: source.value, distinct: false, table: source.table.name },
      operator: wish.operator,
      right,
    };
  }
  const column =
    wish.target === null ? null : columnOf(wish.target, context, { near: nearTable(context, wish.at), kind: "number" });
  if (column === null) return null;
  return {
    kind: "compare",
    left: { kind: "aggregate", fn: wish.fn, of: columnExpression(column), distinct: false, table: column.table.name },
    operator: wish.operator,
    right,
  };
}

/** "more than once": of the rows the clause speaks of, else the subject's own. */
function countedTable(context: Context): CatalogTable | null {
  const other = context.named.find((entry) => entry.mention.zone === "modifier" && entry.table !== context.subject);
  const bought = context.wishes.buying === null || context.wishes.buying.negated ? null : buyingTable(context);
  return other?.table ?? bought ?? context.subject;
}

function conditionOf(
  wish: FilterWish,
  context: Context,
  same: CatalogColumn | null,
): { condition: Condition; column: CatalogColumn | null } | null {
  const near = nearTable(context, wish.at);
  switch (wish.kind) {
    case "value":
      return valueCondition(wish, context, near, same);
    case "missing": {
      const column = columnOf(wish.target, context, { near });
      return column === null
        ? null
        : { condition: { kind: "missing", left: columnExpression(column), negated: false }, column };
    }
    case "like": {
      const column =
        wish.target === null
          ? (context.subject?.label[0] ?? null)
          : (columnOf(wish.target, context, { near, kind: "text" }) ?? tableOf(wish.target, context)?.label[0] ?? null);
      return column === null
        ? null
        : {
            condition: {
              kind: "like",
              left: columnExpression(column),
              place: wish.place,
              text: wish.text,
              negated: false,
            },
            column,
          };
    }
    case "period": {
      const column = periodColumn(wish.target, context, near);
      return column === null ? null : { condition: periodCondition(column, wish.period), column };
    }
    case "weekday": {
      const column = periodColumn(null, context, near);
      if (column === null || !column.isDate) return null;
      const left: Expression = { kind: "bucket", unit: "weekday", of: columnExpression(column) };
      return { condition: { kind: "among", left, values: wish.days, negated: false }, column };
    }
    case "between": {
      const dated =
        wish.low.kind === "period" || (wish.low.kind === "number" && wish.low.year !== null && wish.target === null);
      if (dated) return betweenDates(wish, context, near);
      const column = targetColumn(wish.target, null, context, near, same);
      const low = operandExpression(wish.low, column, context);
      const high = operandExpression(wish.high, column, context);
      if (column === null || low === null || high === null) return null;
      const left = columnExpression(column);
      return {
        condition: {
          kind: "every",
          conditions: [
            { kind: "compare", left, operator: ">=", right: low },
            { kind: "compare", left, operator: "<=", right: high },
          ],
        },
        column,
      };
    }
    case "compare":
      return compareCondition(wish, context, near, same);
    case "count":
      return null;
  }
}

/** Names of rows that the question's own rows belong to, where there are more of them than were looked at. */
function namedElsewhere(context: Context): CatalogColumn | null {
  const { subject, catalog } = context;
  if (subject === null) return null;
  const parents = catalog.tables.filter(
    (table) =>
      table !== subject &&
      table.label.length === 1 &&
      table.label[0]?.source.values_complete === false &&
      isToOne(catalog, subject, table),
  );
  return parents.length === 1 ? (parents[0]?.label[0] ?? null) : null;
}

function valueCondition(
  wish: FilterWish & { kind: "value" },
  context: Context,
  near: CatalogTable | null,
  same: CatalogColumn | null,
): { condition: Condition; column: CatalogColumn | null } | null {
  const found = valueOf(
    wish.mention,
    wish.target,
    context,
    near,
    wish.connector === null ? null : same,
    wish.preposition,
  );
  if (found !== null) {
    const role = reportsTo(found.column, context);
    const left: ColumnExpression = { ...columnExpression(found.column), ...(role === null ? {} : { role }) };
    const [only] = found.values;
    if (found.values.length === 1 && only !== undefined)
      return {
        condition: { kind: "compare", left, operator: "=", right: { kind: "literal", value: only } },
        column: found.column,
      };
    return { condition: { kind: "among", left, values: found.values, negated: false }, column: found.column };
  }
  // Not among the sampled values: the column named beside it, or the name of the table named beside it.
  const column =
    wish.target !== null
      ? (columnOf(wish.target, context, { near, kind: "text" }) ?? tableOf(wish.target, context)?.label[0] ?? null)
      : (near?.label[0] ?? context.subject?.label[0] ?? namedElsewhere(context));
  if (column === null) return null;
  if (column.isNumber) {
    const value = Number(wish.mention.text);
    return Number.isNaN(value)
      ? null
      : {
          condition: {
            kind: "compare",
            left: columnExpression(column),
            operator: "=",
            right: { kind: "literal", value },
          },
          column,
        };
  }
  return {
    condition: {
      kind: "like",
      left: columnExpression(column),
      place: "equals",
      text: wish.mention.text,
      negated: false,
    },
    column,
  };
}
