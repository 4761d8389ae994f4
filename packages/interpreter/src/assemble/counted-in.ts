import { fractionOf } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { unitOf, unitSaid } from "../language/units.ts";
import type { ColumnExpression, Expression, LogicalForm } from "../form/logical-form.ts";

/** The form with what its figures are counted in, where the schema's comments or a table's only currency say it. */
export const countedIn = (form: LogicalForm, catalog: Catalog): LogicalForm => ({
  ...form,
  outputs: form.outputs.map((output) => {
    if (output.unit === "share" || output.unit === "growth" || output.unit === "thousands") return output;
    if (output.unit === undefined && isFractionOfRows(output.expression, catalog)) return { ...output, unit: "share" };
    const units = new Set(amountsOf(output.expression).map((column) => unitOfColumn(column, catalog)));
    const [unit] = units;
    return units.size !== 1 || unit === undefined ? output : { ...output, counted_in: unit };
  }),
});

/** "the average discount", kept as 0.05: rows of it are shares, and so is what is typical of them. */
function isFractionOfRows(expression: Expression, catalog: Catalog): boolean {
  if (expression.kind !== "aggregate" || expression.of?.kind !== "column") return false;
  if (expression.fn === "count" || expression.fn === "sum") return false;
  const { table, column } = expression.of;
  const found = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
  return found !== undefined && fractionOf(found) !== undefined && !/exchange|currency|conversion/i.test(column);
}

/** The columns whose amounts a figure adds up or compares, not those it is multiplied with or divided by. */
function amountsOf(expression: Expression): ColumnExpression[] {
  switch (expression.kind) {
    case "column":
      return [expression];
    case "aggregate":
      return expression.fn === "count" || expression.of === null ? [] : amountsOf(expression.of);
    case "previous":
    case "running":
    case "belonging":
      return amountsOf(expression.of);
    case "arithmetic":
      if (expression.operator === "+" || expression.operator === "-")
        return [...amountsOf(expression.left), ...amountsOf(expression.right)];
      return expression.operator === "/" && isCount(expression.right) ? amountsOf(expression.left) : [];
    case "literal":
    case "bucket":
    case "elapsed":
    case "defined":
    case "query":
      return [];
  }
}

const isCount = (expression: Expression): boolean => expression.kind === "aggregate" && expression.fn === "count";

function unitOfColumn({ table, column }: ColumnExpression, catalog: Catalog): string | undefined {
  const found = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
  if (found === undefined || !found.isNumber || found.isKey || found.isYear) return undefined;
  return unitOf(column) ?? unitSaid(found.source.comment ?? "") ?? onlyCurrency(found);
}

const AMOUNT = /(^|_)(amount|price|cost|revenue|fee|value|total|salary|payment|refund)(_|$)/i;

/** "EUR" for an amount whose table has a currency column with that value alone. */
function onlyCurrency({ name, table }: CatalogColumn): string | undefined {
  if (!AMOUNT.test(name)) return undefined;
  const currency = table.columns.find((column) => /(^|_)currency(_code)?$/i.test(column.name))?.source;
  const [only, ...others] = currency?.values_complete === true ? currency.values : [];
  return others.length === 0 && only !== undefined && /^[A-Z]{3}$/.test(only) ? only : undefined;
}
