import { isAggregate, sameExpression } from "../form/visit.ts";
import { columnExpression } from "../resolve/measures.ts";
import { explain, unexplained } from "../resolve/context.ts";
import type { Context } from "../resolve/context.ts";
import type { LogicalForm, Output } from "../form/logical-form.ts";
import { selfKey } from "../resolve/self-key.ts";

/** "their managers": the names behind a self-referring key, rather than its numbers. */
export function nameRoles(form: LogicalForm, context: Context): void {
  if (context.sketch.said.has("ids")) return;
  const { subject } = context;
  const own = subject === null ? null : selfKey(subject, context);
  const boss = unexplained(context).find((word) =>
    /^(managers?|supervisors?|boss|bosses|superiors?)$/i.test(word.text),
  );
  const shown = form.outputs.some(
    (output) => output.expression.kind === "column" && output.expression.column === own?.name,
  );
  if (
    boss !== undefined &&
    subject !== null &&
    own !== null &&
    !shown &&
    !form.outputs.some((output) => isAggregate(output.expression))
  ) {
    explain(context, (word) => word === boss);
    form.outputs.push({ expression: columnExpression(own), name: own.name });
  }
  form.outputs = form.outputs.flatMap((output): Output[] => {
    const { expression } = output;
    const grouped = form.groups.findIndex((group) => sameExpression(group, expression));
    if (expression.kind !== "column" || expression.role !== undefined) return [output];
    const table = context.catalog.byName.get(expression.table);
    const key = table === undefined ? null : selfKey(table, context);
    if (table === undefined || key === null || key.name !== expression.column || table.label.length === 0)
      return [output];
    const named = table.label.map((column) => ({
      expression: { ...columnExpression(column), role: key.name },
      name: `${key.words[0] ?? "parent"}_${column.name}`,
    }));
    // Two of one name are two: the key stays among the groups.
    if (grouped >= 0) form.groups.push(...named.map((one) => one.expression));
    return named;
  });
}
