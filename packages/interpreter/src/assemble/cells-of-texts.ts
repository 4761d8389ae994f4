import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { saidMissing } from "../catalog/said-missing.ts";
import { severalIn } from "../catalog/several-values.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import type { Context } from "../resolve/context.ts";

const columnIn = (expression: Expression | null, { catalog }: Context): CatalogColumn | null =>
  expression?.kind !== "column"
    ? null
    : (catalog.byName.get(expression.table)?.columns.find(({ name }) => name === expression.column) ?? null);

/** "how many suppliers", of which some rows say "none": that is no supplier. */
export function countedWithoutNothing(form: LogicalForm, context: Context): void {
  const [only, ...more] = form.outputs.map(({ expression }) => expression);
  if (only?.kind !== "aggregate" || only.fn !== "count" || !only.distinct || more.length > 0) return;
  const column = columnIn(only.of, context);
  const values = column === null ? [] : saidMissing(column);
  if (only.of === null || values.length === 0) return;
  form.where.push({ kind: "among", left: only.of, values, negated: true });
}

/**
 * Groups by cells that hold several values each are told to be so: "Phone, Mail" is a group of its own. Which value is there most
 * often, they do not tell.
 */
export function toldSeveral({ groups, limit }: LogicalForm, context: Context): void {
  for (const group of groups) {
    const column = columnIn(group, context);
    const cell = column === null ? null : severalIn(column);
    if (column === null || cell === null) continue;
    if (limit !== null) context.notes.lost.push("each of several values");
    else
      context.notes.assumptions.push(
        `Cells of ${toldAs(column)} hold several values: one such as “${cell}” is counted as a value of its own.`,
      );
  }
}
