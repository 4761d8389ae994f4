/**
 * Which of a form's groups are told by yes and no: `animals.insured`.
 *
 * Cells of such a column are 1 and 0, "Y" and "N" or true and false; with this the words for them are "insured" and "not insured".
 */
import type { Catalog } from "../catalog/catalog.ts";
import { isAggregate } from "../form/visit.ts";
import type { LogicalForm } from "../form/logical-form.ts";

export function withFlagsTold(form: LogicalForm, { byName }: Catalog): LogicalForm {
  const { flags: before, ...bare } = form;
  const flags = form.outputs.flatMap(({ expression }) => {
    if (expression.kind !== "column" || expression.role !== undefined) return [];
    const column = byName.get(expression.table)?.columns.find(({ name }) => name === expression.column);
    return column?.isFlag === true ? [`${expression.table}.${expression.column}`] : [];
  });
  const isOfGroups = form.outputs.some(({ expression }) => isAggregate(expression));
  if (isOfGroups && flags.length > 0) return { ...bare, flags };
  return before === undefined ? form : bare;
}
