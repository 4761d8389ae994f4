import type { Catalog } from "../catalog/catalog.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";

const isCents = (name: string, catalog: Catalog, table: string): boolean =>
  catalog.byName
    .get(table)
    ?.columns.find((column) => column.name === name)
    ?.words.some((word) => /^(cents?|pence|pennies|ore|centimes)$/.test(word)) ?? false;

/** True for an amount that is kept in cents: a column of them, or what is made of such columns alone. */
function holdsCents(expression: Expression, catalog: Catalog): boolean {
  switch (expression.kind) {
    case "column":
      return isCents(expression.column, catalog, expression.table);
    case "aggregate":
      return expression.fn !== "count" && expression.of !== null && holdsCents(expression.of, catalog);
    case "arithmetic": {
      // Of an earlier answer: in whole units already.
      if (expression.operator === "/" && expression.right.kind === "literal" && expression.right.value === 100)
        return false;
      const [left, right] = [holdsCents(expression.left, catalog), holdsCents(expression.right, catalog)];
      if (expression.operator === "*") return left !== right;
      return left && right !== (expression.operator === "/");
    }
    case "literal":
    case "bucket":
    case "previous":
    case "running":
    case "belonging":
    case "elapsed":
    case "defined":
    case "query":
      return false;
  }
}

/**
 * Amounts kept in cents are shown, and compared with what the question says, in whole units of money. Null where there are
 * none. `withConditions` is false where the conditions are those of an earlier answer, and in cents already.
 */
export function inWholeMoney(form: LogicalForm, catalog: Catalog, withConditions: boolean): LogicalForm | null {
  let changed = false;
  const hundred: Expression = { kind: "literal", value: 100 };
  const outputs = form.outputs.map((output): Output => {
    if (!holdsCents(output.expression, catalog)) return output;
    changed = true;
    return {
      ...output,
      name: output.name.replace(/_?(cents?|pence)(?=$|_per_)/i, ""),
      unit: "money",
      expression: { kind: "arithmetic", operator: "/", left: output.expression, right: hundred },
    };
  });
  const compared = (condition: Condition): Condition => {
    if (condition.kind === "either" || condition.kind === "every")
      return { ...condition, conditions: condition.conditions.map(compared) };
    if (condition.kind === "related") return { ...condition, where: condition.where.map(compared) };
    if (condition.kind !== "compare" || condition.right.kind !== "literal") return condition;
    const { value } = condition.right;
    if (typeof value !== "number" || !holdsCents(condition.left, catalog)) return condition;
    changed = true;
    return { ...condition, right: { kind: "literal", value: value * 100 } };
  };
  const conditions = withConditions ? { where: form.where.map(compared), having: form.having.map(compared) } : {};
  return changed ? { ...form, outputs, ...conditions } : null;
}
