import { columnExpression } from "../../resolve/measures.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { emptyForm } from "../../form/visit.ts";
import { distance, isToOne } from "../../catalog/joins.ts";
import type { Mention } from "../../link/mention.ts";
import { datedComparison, periodColumn } from "./periods.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { selfKey } from "../../resolve/self-key.ts";
import { columnOf } from "../../resolve/columns.ts";
import { hinted } from "../../resolve/hinted.ts";
import { tableOf } from "../../resolve/context.ts";
import type { Condition, Expression } from "../../form/logical-form.ts";
import type { FilterWish, Operand } from "../../read/sketch.ts";

const comparedHints = new Map([
  ["higher", "height"],
  ["taller", "height"],
  ["longer", "length"],
  ["shorter", "length"],
  ["deeper", "depth"],
  ["heavier", "weight"],
  ["older", "age"],
  ["younger", "age"],
  ["faster", "speed"],
]);

/** The column a comparison without a named one means. */
export function targetColumn(
  target: Mention | null,
  hint: string | null,
  context: Context,
  near: CatalogTable | null,
  same: CatalogColumn | null,
): CatalogColumn | null {
  if (target !== null) {
    const column = columnOf(target, context, { near, kind: "measured" });
    if (column !== null) return column;
  }
  const { subject } = context;
  if (hint !== null) {
    const found = (near === null ? null : hinted(near, hint)) ?? (subject === null ? null : hinted(subject, hint));
    if (found !== null) return found;
    for (const anchor of context.anchors.keys()) {
      const other = hinted(anchor, hint);
      if (other !== null) return other;
    }
    for (const other of context.catalog.tables) {
      const column =
        subject !== null && distance(context.catalog, subject, other) === 1 && isToOne(context.catalog, subject, other)
          ? hinted(other, hint)
          : null;
      if (column !== null) return column;
    }
  }
  if (same !== null && same.isNumber) return same;
  const table = near ?? subject;
  if (table === null) return null;
  const numbers = table.columns.filter((column) => column.isNumber && !column.isKey && !column.isYear);
  const usual = numbers.find((column) => /\b(total|amount|price|value|cost)\b/.test(column.words.join(" ")));
  const said = context.sketch.said.words("bigger")[1];
  const meant = said === undefined ? null : hinted(table, comparedHints.get(said.toLowerCase()) ?? "size");
  const guess = meant ?? usual ?? (numbers.length === 1 ? numbers[0] : undefined);
  if (guess !== undefined) context.assumptions.push(`The number is compared with ${guess.words.join(" ")}.`);
  return guess ?? null;
}

export function compareCondition(
  wish: FilterWish & { kind: "compare" },
  context: Context,
  near: CatalogTable | null,
  same: CatalogColumn | null,
): { condition: Condition; column: CatalogColumn | null } | null {
  const { operand } = wish;
  // "store 1": the row with that key.
  const row =
    wish.target !== null && isTable(wish.target) && wish.operator === "=" && operand.kind === "number"
      ? tableOf(wish.target, context)
      : null;
  const [key] = row?.primaryKey ?? [];
  if (operand.kind === "number" && row?.primaryKey.length === 1 && key?.isNumber === true) {
    return {
      condition: {
        kind: "compare",
        left: columnExpression(key),
        operator: "=",
        right: { kind: "literal", value: operand.value },
      },
      column: key,
    };
  }
  const year =
    operand.kind === "period"
      ? operand.period
      : operand.kind === "number" && operand.year !== null && (wish.hint === "date" || wish.target === null)
        ? operand.year
        : null;
  if (year !== null && (wish.hint === "date" || operand.kind === "period")) {
    const column = periodColumn(wish.target, context, near);
    if (column === null) return null;
    return { condition: datedComparison(column, wish.operator, year), column };
  }
  if (wish.hint === "flag" && wish.target !== null) {
    const flag = columnOf(wish.target, context, { near });
    if (flag === null || !flag.isFlag) return null;
    const holds = flag.source.type === "boolean" ? true : flag.isText ? "1" : 1;
    return {
      condition: {
        kind: "compare",
        left: columnExpression(flag),
        operator: "=",
        right: { kind: "literal", value: holds },
      },
      column: flag,
    };
  }
  const column = targetColumn(wish.target, wish.hint, context, near, same);
  if (column === null) return null;
  if (column.isDate && operand.kind === "number" && operand.year !== null)
    return { condition: datedComparison(column, wish.operator, operand.year), column };
  if (
    column.isText &&
    !column.isYear &&
    operand.kind === "number" &&
    wish.operator !== "=" &&
    wish.operator !== "!=" &&
    !holdsNumbers(column)
  )
    return null;
  // "earn more than their manager": the same column of the row referred to.
  const other = operand.kind === "column" ? columnOf(operand.mention, context, { near: column.table }) : null;
  const own = other === null ? null : selfKey(column.table, context);
  if (own !== null && own === other) {
    const left = columnExpression(column);
    return {
      condition: { kind: "compare", left, operator: wish.operator, right: { ...left, role: own.name } },
      column,
    };
  }
  // "projects over budget" compares with what is not in the data.
  if (operand.kind === "column" && other === column) return null;
  const right = operandExpression(inUnitsOf(operand, column, context), column, context);
  if (right === null) return null;
  // "older" means born earlier where the column holds a birth date.
  const operator =
    wish.hint === "age" && (column.isDate || column.isYear)
      ? ({ ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!=" } as const)[wish.operator]
      : wish.operator;
  return { condition: { kind: "compare", left: columnExpression(column), operator, right }, column };
}

function holdsNumbers(column: CatalogColumn): boolean {
  return column.source.values.every((value) => value.trim() === "" || /\d/.test(value));
}

export function operandExpression(operand: Operand, column: CatalogColumn | null, context: Context): Expression | null {
  switch (operand.kind) {
    case "number":
      return { kind: "literal", value: column !== null && column.isText ? String(operand.value) : operand.value };
    case "period":
      return operand.period.from === null ? null : { kind: "literal", value: operand.period.from };
    case "text":
      return { kind: "literal", value: operand.text };
    case "column": {
      const other = columnOf(operand.mention, context, { near: column?.table ?? null, kind: "measured" });
      // A price is above no winery's name.
      const isAlike =
        other !== null &&
        (column === null || column.isNumber === other.isNumber || column.isYear === other.isYear) &&
        (column === null || column.isDate === other.isDate) &&
        (column === null ||
          (column.isNumber || column.isDate || column.isYear) === (other.isNumber || other.isDate || other.isYear));
      return other === null || !isAlike ? null : columnExpression(other);
    }
    case "aggregate": {
      const of =
        operand.mention === null || isTable(operand.mention)
          ? column
          : (columnOf(operand.mention, context, { near: column?.table ?? null, kind: "number" }) ?? column);
      if (of === null) return null;
      const form = emptyForm(of.table.name);
      form.outputs = [
        {
          expression: {
            kind: "aggregate",
            fn: operand.fn,
            of: columnExpression(of),
            distinct: false,
            table: of.table.name,
          },
          name: operand.fn,
        },
      ];
      return { kind: "query", form };
    }
  }
}

const seconds = new Map([
  ["millisecond", 0.001],
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
]);

/** "more than 10 minutes" of a column that holds seconds. */
function inUnitsOf(operand: Operand, column: CatalogColumn, context: Context): Operand {
  if (operand.kind !== "number") return operand;
  const said = context.sketch.said.unitOf(operand.value);
  const held = column.words.map((word) => word.replace(/s$/, "")).find((word) => seconds.has(word));
  const [from, to] = [seconds.get(said ?? ""), seconds.get(held ?? "")];
  if (from === undefined || to === undefined) return operand;
  context.sketch.unknown = context.sketch.unknown.filter((word) => word.text.toLowerCase().replace(/s$/, "") !== said);
  return { ...operand, value: (operand.value * from) / to };
}
