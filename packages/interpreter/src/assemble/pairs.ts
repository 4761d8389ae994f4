import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { emptyForm, isAggregate } from "../form/visit.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";

/** A table that relates rows of one kind to one another: borders, friends, follows. */
interface Pair {
  table: CatalogTable;
  /** Names the one. */
  one: CatalogColumn;
  /** Names the other. */
  other: CatalogColumn;
}

const found = new WeakMap<CatalogTable, Pair | null>();

/** Text columns of a table that are compared with one another: one that relates rows has few. */
const MOST_TEXTS = 100;

/** Two text columns of a table over the same values. */
function pairIn(table: CatalogTable): Pair | null {
  const known = found.get(table);
  if (known !== undefined) return known;
  const texts = table.columns
    .filter((column) => column.isText && column.source.values.length >= 3)
    .slice(0, MOST_TEXTS);
  let pair: Pair | null = null;
  for (const one of texts) {
    const other = texts.find((column) => column !== one && overlap(one, column) >= 0.6);
    if (other === undefined) continue;
    pair = { table, one, other };
    break;
  }
  found.set(table, pair);
  return pair;
}

/** Share of one column's values that the other holds too. */
export function overlap(a: CatalogColumn, b: CatalogColumn): number {
  const values = new Set(b.source.values.map((value) => value.toLowerCase()));
  const shared = a.source.values.filter((value) => values.has(value.toLowerCase())).length;
  return shared / Math.max(1, a.source.values.length);
}

/** "which states border Texas": Texas is the one, what is asked for are the others. */
export function relatePairs(form: LogicalForm, context: Context): void {
  const named = new Set(context.named.map((entry) => entry.table));
  const pair = context.catalog.tables
    .filter((table) => named.has(table))
    .map(pairIn)
    .find((each) => each !== null);
  if (pair === undefined) return;
  const filter = context.sketch.filters.find(
    (wish) =>
      wish.kind === "value" &&
      !wish.negated &&
      wish.mention.values.some((link) => link.column === pair.one) &&
      wish.mention.values.some((link) => link.column === pair.other),
  );
  if (filter?.kind !== "value") return;
  const value = filter.mention.values.find((link) => link.column === pair.one)?.value ?? "";
  const said = (condition: Condition) =>
    condition.kind === "compare" &&
    condition.right.kind === "literal" &&
    String(condition.right.value).toLowerCase() === value.toLowerCase();
  const index = form.where.findIndex(said);
  if (index < 0) return;
  const known: Condition = {
    kind: "compare",
    left: columnExpression(pair.one),
    operator: "=",
    right: { kind: "literal", value },
  };
  const subject = context.subject;
  form.where = form.where.filter(
    (condition, i) => i !== index && !(condition.kind === "related" && condition.table === pair.table.name),
  );
  form.joins = form.joins.filter((name) => name !== pair.table.name);
  const key = subject?.columns.find((column) => column.isText && overlap(pair.other, column) >= 0.6);
  const plain = form.outputs.every(
    (output) =>
      output.expression.kind === "column" &&
      (output.expression.table === pair.table.name ||
        subject?.label.some(
          (column) => output.expression.kind === "column" && column.name === output.expression.column,
        )),
  );
  if (
    subject === null ||
    subject === pair.table ||
    key === undefined ||
    (plain && form.order.length === 0 && form.outputs.length > 0)
  ) {
    form.subject = pair.table.name;
    if (!form.outputs.some((output) => isAggregate(output.expression)))
      form.outputs = [{ expression: columnExpression(pair.other), name: pair.other.name }];
    form.where.push(known);
    return;
  }
  const inner = {
    ...emptyForm(pair.table.name),
    outputs: [{ expression: columnExpression(pair.other), name: pair.other.name }],
    where: [known],
  };
  form.where.push({ kind: "within", left: columnExpression(key), form: inner, negated: false });
}
