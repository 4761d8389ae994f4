import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import type { ColumnExpression } from "../form/logical-form.ts";
import { isTable } from "../read/reader.ts";
import { type Context, tableOf } from "./context.ts";

const COST =
  /^(?:(?:unit|purchase|buying|wholesale|production|standard) cost|cost|(?:purchase|buying|wholesale|cost) price)$/;
const PRICE = /^(?:(?:unit|sale|sales|selling|retail|list|monthly|standard) )?(?:price|fee)$/;

/** "margin per lamp", of lamps with a cost and a price, where no sales say what was earned: of one of each. */
export function listedMargin(context: Context): MeasureSource | null {
  const [group, ...more] = context.sketch.groups;
  if (group === undefined || more.length > 0 || !isTable(group.mention)) return null;
  const table = tableOf(group.mention, context);
  const called = (name: RegExp) =>
    table?.columns.filter(({ isNumber, isKey, words }) => isNumber && !isKey && name.test(words.join(" "))) ?? [];
  const [cost, ...costs] = called(COST);
  const [price, ...prices] = called(PRICE).filter((one) => one !== cost);
  if (table === null || cost === undefined || price === undefined || costs.length + prices.length > 0) return null;
  const revenue = expressionOf(price);
  return {
    table,
    value: { kind: "arithmetic", operator: "-", left: revenue, right: expressionOf(cost) },
    revenue,
    label: `${toldAs(price)} less ${toldAs(cost)}`,
    score: 0.8,
  };
}

const expressionOf = ({ table, name }: CatalogColumn): ColumnExpression => ({
  kind: "column",
  table: table.name,
  column: name,
});
