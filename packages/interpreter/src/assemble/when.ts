import { timeColumn } from "./figures/measures.ts";
import type { Context } from "./resolve.ts";
import { buyingTable } from "./comparisons.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";

/** "When did Ann join?": the day of her row, by the verb where a day bears it. */
function showMoment(form: LogicalForm, context: Context): void {
  const { subject, wishes } = context;
  const isShown = form.outputs.some(({ expression }) => {
    if (expression.kind === "bucket") return true;
    const table = expression.kind === "column" ? context.catalog.byName.get(expression.table) : undefined;
    return (
      table?.columns.some((one) => expression.kind === "column" && one.name === expression.column && one.isDate) ??
      false
    );
  });
  if (subject === null || isShown || wishes.outputs.length > 0 || wishes.bucket !== null || wishes.whichBucket) return;
  const column = timeColumn(subject, context);
  if (column === null || column.table !== subject) return;
  form.outputs = [{ expression: { kind: "column", table: subject.name, column: column.name }, name: column.name }];
}

/** "When was the first order?", "When did each customer last order?": the earliest or latest moment. */
export function askWhen(form: LogicalForm, context: Context): void {
  const { wishes } = context;
  const said = /\b(first|earliest|last|latest|most recent|most recently|newest)\b/i.exec(wishes.text)?.[1];
  if (form.all_columns) return;
  if (said === undefined) return showMoment(form, context);
  const events = context.named
    .map((entry) => entry.table)
    .filter((table) => !wishes.groups.some((group) => group.mention.tables[0]?.table === table));
  const buying = /\b(order(ed)?|buy|bought|purchased?)\b/i.test(wishes.text) ? buyingTable(context) : null;
  const table = events.find((one) => timeColumn(one, context)?.table === one) ?? buying;
  const dated = form.outputs.flatMap((output) => {
    const { expression } = output;
    const column =
      expression.kind === "column"
        ? context.catalog.byName.get(expression.table)?.columns.find((one) => one.name === expression.column)
        : undefined;
    return column?.isDate === true ? [column] : [];
  })[0];
  const column = dated ?? (table === null || table === undefined ? null : timeColumn(table, context));
  if (column === null || column.isPrimary) return;
  const isFirst = /first|earliest/i.test(said);
  const expression: Expression = {
    kind: "aggregate",
    fn: isFirst ? "min" : "max",
    of: { kind: "column", table: column.table.name, column: column.name },
    distinct: false,
    table: column.table.name,
  };
  form.subject = column.table.name;
  context.subject = column.table;
  form.outputs = [{ expression, name: `${isFirst ? "first" : "last"}_${column.name}` }];
  wishes.superlatives = wishes.superlatives.filter((wish) => wish.target.kind !== "hint");
  wishes.limit = null;
  wishes.orders = [];
  wishes.unknown = wishes.unknown.filter((word) => word.text.toLowerCase() !== said.toLowerCase());
}
