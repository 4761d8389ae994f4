import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { sameExpression } from "../../form/visit.ts";
import type { Condition, Expression, LogicalForm } from "../../form/logical-form.ts";
import { buyingTable } from "../../resolve/buying.ts";
import { columnOf } from "../../resolve/columns.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression, countOf, measureExpression, timeColumn } from "../../resolve/measures.ts";
import { tellOpen } from "../compare-periods.ts";
import { conditionsOf } from "../conditions/conditions.ts";
import { nameOf } from "../output-names.ts";
import { labelColumns } from "../outputs.ts";
import { sideBySide, type PeriodCondition } from "./two-periods.ts";

/** "customers who bought more this year than last": those whose one figure exceeds the other, with both. */
export function moreThanBefore(form: LogicalForm, context: Context): void {
  const [, more] = context.sketch.said.words("more in one time than in another");
  const thing = context.named.find(({ table, mention }) => mention.zone === "focus" && table.label.length > 0)?.table;
  const kind = thing === undefined ? kindAsked(context) : null;
  const figure = more === undefined || (thing === undefined && kind === null) ? null : figureOf(thing, context);
  if (more === undefined || figure === null) return;
  const periods = periodsOf(figure, context);
  const [first, second] = sideBySide({ expression: figure, name: nameOf(figure) }, periods);
  if (first === undefined || second === undefined || periods.length > 2) return;
  tellOpen(periods, context);
  const { sketch } = context;
  const filters = sketch.filters.filter((filter) => filter.kind !== "period");
  const others = conditionsOf({ ...context, sketch: { ...sketch, filters, buying: null } }).where;
  const shown = thing === undefined ? (kind === null ? [] : [kind]) : labelColumns(thing);
  const label = shown.map((column) => ({ expression: columnExpression(column), name: column.name }));
  const keys = [...(thing?.primaryKey ?? []).map(columnExpression), ...label.map(({ expression }) => expression)];
  const exceeds: Condition = {
    kind: "compare",
    left: first.expression,
    operator: more.toLowerCase() === "more" ? ">" : "<",
    right: second.expression,
  };
  Object.assign(form, {
    subject: figure.table,
    outputs: [...label, first, second],
    all_columns: false,
    distinct: false,
    where: [{ kind: "either", conditions: periods }, ...others],
    groups: keys.filter((key, i) => keys.findIndex((other) => sameExpression(other, key)) === i),
    having: [exceeds],
    order: [],
    limit: null,
    joins: [],
  } satisfies Partial<LogicalForm>);
}

/** "which countries", "which kinds of payment": the column whose values are asked for. */
function kindAsked(context: Context): CatalogColumn | null {
  const [only, ...others] = context.sketch.outputs.filter(({ kind }) => kind !== "measure");
  const column = only?.kind === "column" && others.length === 0 ? columnOf(only.mention, context) : null;
  return column !== null && column.isText && !column.isKey ? column : null;
}

type Aggregate = Extract<Expression, { kind: "aggregate" }>;

/** What is compared: a measure, how many there are of what is named, or what was bought. */
function figureOf(thing: CatalogTable | undefined, context: Context): Aggregate | null {
  const { outputs, buying } = context.sketch;
  const bought = buyingTable(context);
  const measured = outputs.find((output) => output.kind === "measure");
  const counted = context.named.find(({ table }) => table !== thing)?.table;
  const isCount = measured === undefined && buying === null && counted !== undefined && saysNoun(context);
  if (isCount) {
    const count = countOf(counted);
    return count.kind === "aggregate" ? count : null;
  }
  const { said } = context.sketch;
  const isBought = buying !== null || said.has("ordering") || (counted !== undefined && counted === bought);
  const usual = said.begins("sold") ? "quantity" : isBought ? "money" : null;
  const measure = measured?.kind === "measure" ? measured.measure : usual;
  const sum = measure === null ? null : measureExpression(measure, null, context);
  return sum?.kind === "aggregate" ? sum : null;
}

/** "more orders in 2025 than in 2024", rather than "ordered more in 2025 than in 2024". */
const saysNoun = ({ sketch }: Context): boolean =>
  (sketch.said.words("more in one time than in another")[2] ?? "") !== "";

function periodsOf({ table }: Aggregate, context: Context): PeriodCondition[] {
  const source = context.catalog.byName.get(table);
  const date = source === undefined ? null : timeColumn(source, context);
  if (date?.isDate !== true) return [];
  const left = columnExpression(date);
  return context.sketch.filters.flatMap((filter): PeriodCondition[] => {
    if (filter.kind !== "period" || filter.negated) return [];
    const { from, to, label } = filter.period;
    return [{ kind: "period", left, from, to, label, negated: false }];
  });
}
