import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm, Output } from "../form/logical-form.ts";
import { emptyForm } from "../form/visit.ts";
import type { Mention } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";

/** Columns that are called so about as well as the best. */
const AS_WELL = 0.1;

/** "the phones of guests and hosts": those of the one, and also those of the other. */
export function ofBothKinds(form: LogicalForm, { sketch, named, subject }: Context): void {
  const [other, ...more] = named.filter(({ mention }) => mention.listed === true);
  if (other === undefined || more.length > 0 || subject === null || other.table === subject || !isPlain(form)) return;
  const wishes = sketch.outputs.flatMap((wish) => (wish.kind === "column" ? [wish.mention] : []));
  const isOfSubject = ({ expression }: Output) => expression.kind === "column" && expression.table === subject.name;
  if (wishes.length !== form.outputs.length || !form.outputs.every(isOfSubject)) return;
  const columns = wishes.map((mention) => columnIn(mention, other.table));
  const second = emptyForm(other.table.name);
  for (const column of columns) {
    if (column === null) return;
    second.outputs.push({ expression: columnExpression(column), name: column.name });
  }
  form.combine = { operation: "union", form: second };
}

/** Nothing restricts, ranks or groups: it would be said of both. */
const isPlain = ({ where, having, groups, order, limit, combine, per, joins, all_columns }: LogicalForm): boolean =>
  where.length + having.length + groups.length + order.length + joins.length === 0 &&
  limit === null &&
  combine === null &&
  per === undefined &&
  !all_columns;

function columnIn({ columns }: Mention, table: CatalogTable): CatalogColumn | null {
  const best = columns[0]?.score ?? 0;
  return columns.find(({ column, score }) => column.table === table && score >= best - AS_WELL)?.column ?? null;
}
