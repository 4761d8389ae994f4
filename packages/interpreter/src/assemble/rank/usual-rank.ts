import { amountColumn } from "../../catalog/amounts.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { referringTable } from "../figures/counts.ts";
import { emptyForm, sameExpression } from "../../form/visit.ts";
import { isToOne } from "../../catalog/joins.ts";
import { isPaidOut, measuresOf } from "../../catalog/measures.ts";
import { columnExpression, countOf, measureSource } from "../../resolve/measures.ts";
import { rankOutput } from "../output-names.ts";
import type { Context } from "../../resolve/context.ts";
import { hinted } from "../../resolve/hinted.ts";
import type { Expression, LogicalForm } from "../../form/logical-form.ts";

/** The rows by which the things asked for are ranked: "top products last month" is by the orders of last month. */
export function rankedTable(context: Context): CatalogTable | null {
  const [ranked, ...more] = context.sketch.superlatives;
  const { subject, catalog } = context;
  if (ranked === undefined || more.length > 0 || subject === null) return null;
  const { target } = ranked;
  const facts = (measure: "money" | "quantity") => measureSource(context, measure)?.table ?? null;
  const isOwn = target.kind === "hint" && target.hint !== "sold" && hinted(subject, target.hint) !== null;
  const table =
    target.kind === "common"
      ? referringTable(emptyForm(subject.name), subject, context)
      : target.kind !== "hint" || isOwn
        ? null
        : target.hint === "sold"
          ? (facts("quantity") ?? facts("money"))
          : ["top", "rating", "size", "value"].includes(target.hint)
            ? (boughtOf(subject, catalog)?.table ?? facts("money"))
            : null;
  return table === null || table === subject || !isToOne(catalog, table, subject) ? null : table;
}

/** All the money that came in by each row of what is asked for: a customer's orders, a product's lines. */
function moneyOf(context: Context): Expression | null {
  const { subject, catalog } = context;
  const bought = subject === null ? null : boughtOf(subject, catalog);
  if (bought !== null) {
    const { table, words } = bought;
    context.notes.assumptions.push(`Ranked by what was bought, which is ${words.join(" ")} in ${table.name}.`);
    return { kind: "aggregate", fn: "sum", of: columnExpression(bought), distinct: false, table: table.name };
  }
  const source = subject === null ? null : measureSource(context, "money");
  if (source === null || subject === null || source.table === subject || !isToOne(catalog, source.table, subject))
    return null;
  context.notes.assumptions.push(`Ranked by revenue, which is ${source.label} in ${source.table.name}.`);
  return { kind: "aggregate", fn: "sum", of: source.value, distinct: false, table: source.table.name };
}

/** "our biggest suppliers": what was bought from each, rather than what came in for their goods. */
function boughtOf(subject: CatalogTable, { links }: Catalog): CatalogColumn | null {
  for (const { from, to, cost } of links) {
    const table = from[0]?.table;
    if (table === undefined || table.isView || to[0]?.table !== subject || cost >= 2) continue;
    const amount =
      isPaidOut(table) && /^(?:vendor|supplier|payee)/.test(from[0]?.words[0] ?? "") ? amountColumn(table) : null;
    if (amount !== null) return amount;
  }
  return null;
}

/** What "the top 5" are ranked by where nothing says so: money, else an amount of their own, else how often they occur. */
export function usualRank(form: LogicalForm, context: Context): Expression | null {
  const { subject, catalog, sketch } = context;
  if (subject === null || sketch.orders.length > 0 || sketch.superlatives.length > 1 || form.all_columns) return null;
  if (sketch.outputs.some((output) => output.kind !== "column")) return null;
  const money = moneyOf(context) ?? moneyOfKinds(form, context);
  if (money !== null) return money;
  if (areKinds(form, subject)) return countOf(subject);
  const amount = subject.columns.find(
    (column) => column.isNumber && !column.isKey && /\b(total|amount|value|revenue)\b/.test(column.words.join(" ")),
  );
  if (amount !== undefined) return columnExpression(amount);
  const children = catalog.links.flatMap((link) =>
    link.to[0]?.table === subject && link.from[0] !== undefined && link.from[0].table !== subject
      ? [link.from[0].table]
      : [],
  );
  const most = children.toSorted((a, b) => b.source.row_count - a.source.row_count)[0];
  if (most === undefined) return null;
  context.notes.assumptions.push(`Ranked by the number of ${most.name}.`);
  return countOf(most);
}

/** "top 3 reasons for returns": values that many rows share, of which those come first that most have. */
function areKinds({ outputs: [only, ...more] }: LogicalForm, subject: CatalogTable): boolean {
  const { expression } = only ?? {};
  if (expression?.kind !== "column" || more.length > 0 || expression.table !== subject.name) return false;
  const column = subject.columns.find(({ name }) => name === expression.column);
  return column !== undefined && holdsKinds(column);
}

/** Whom or what a sale is told by, where a sheet has no rows for them. */
const DEALT_WITH =
  /^(?:customers?|clients?|accounts?|buyers?|products?|items?|brands?|articles?|suppliers?|vendors?|sellers?|reps?|salespersons?|salesreps?|stores?|shops?|branch(?:es)?|agents?)$/;

/** "top 5 customers", "our biggest customers", of a sheet whose every row is a sale: by all that came in from each, and not by one sale. */
export function moneyOfKinds(form: LogicalForm, context: Context): Expression | null {
  const { subject, catalog } = context;
  if (subject === null || !areKinds(form, subject)) return null;
  const [shown] = form.outputs.flatMap(({ expression }) => (expression.kind === "column" ? [expression.column] : []));
  const column = subject.columns.find(({ name }) => name === shown);
  const source = measuresOf(catalog).money.find(({ table }) => table === subject);
  if (source === undefined || column?.words.some((word) => DEALT_WITH.test(word)) !== true) return null;
  context.notes.assumptions.push(`Ranked by revenue, which is ${source.label} in ${subject.name}.`);
  return { kind: "aggregate", fn: "sum", of: source.value, distinct: false, table: subject.name };
}

/** "our best customers", "the biggest customers": by what they spent, where they have no such number of their own. */
export function rankOfBuyers(hint: string, context: Context): Expression | null {
  return ["rating", "size", "value"].includes(hint) ? moneyOf(context) : null;
}

/** What rows are ranked by stands beside them. */
export function showRank(form: LogicalForm, by: Expression, context: Context): void {
  if (form.outputs.some((output) => sameExpression(output.expression, by)) || form.all_columns) return;
  form.outputs.push(rankOutput(by, context.notes.assumptions));
}
