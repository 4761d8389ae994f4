import { isToOne } from "../catalog/joins.ts";
import { timeColumn } from "../resolve/measures.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { explain } from "../resolve/context.ts";
import type { Context } from "../resolve/context.ts";
import { buyingTable } from "../resolve/buying.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";

/** "When did Ann join?": the day of her row, by the verb where a day bears it. */
function showMoment(form: LogicalForm, context: Context): void {
  const { subject, sketch } = context;
  const isShown = form.outputs.some(({ expression }) => {
    if (expression.kind === "bucket") return true;
    const table = expression.kind === "column" ? context.catalog.byName.get(expression.table) : undefined;
    return (
      table?.columns.some((one) => expression.kind === "column" && one.name === expression.column && one.isDate) ??
      false
    );
  });
  if (subject === null || isShown || sketch.outputs.length > 0 || sketch.bucket !== null || sketch.whichBucket) return;
  const parts = sketch.when ? partsOfDay(subject) : null;
  if (parts !== null) {
    form.outputs = parts.map(({ name }) => ({
      expression: { kind: "column", table: subject.name, column: name },
      name,
    }));
    return;
  }
  const column = timeColumn(subject, context);
  if (column === null || column.table !== subject) return;
  form.outputs = [{ expression: { kind: "column", table: subject.name, column: column.name }, name: column.name }];
}

/** A day that is kept in three columns, its year, its month and its day, of rows that have no other. */
function partsOfDay({ columns }: CatalogTable): CatalogColumn[] | null {
  if (columns.some(({ isDate }) => isDate)) return null;
  const parts = ["year", "month", "day"].flatMap((part) => {
    const [only, ...more] = columns.filter(({ words }) => words.at(-1) === part);
    return only === undefined || more.length > 0 ? [] : [only];
  });
  return parts.length === 3 ? parts : null;
}

/** "When was the first order?", "When did each customer last order?": the earliest or latest moment. */
export function askWhen(form: LogicalForm, context: Context): Context {
  const { sketch } = context;
  const said = sketch.said.words("an end of time")[1];
  if (form.all_columns) return context;
  if (said === undefined) {
    showMoment(form, context);
    return context;
  }
  const column = momentOf(form, context);
  if (column === null || column.isPrimary) return context;
  if (sketch.unknown.length <= 2 && isOneRow(form, column)) {
    form.outputs = [
      { expression: { kind: "column", table: column.table.name, column: column.name }, name: column.name },
    ];
    explain(context, (word) => word.text.toLowerCase() === said.toLowerCase());
    return context;
  }
  const isFirst = /first|earliest/i.test(said);
  const expression: Expression = {
    kind: "aggregate",
    fn: isFirst ? "min" : "max",
    of: { kind: "column", table: column.table.name, column: column.name },
    distinct: false,
    table: column.table.name,
  };
  form.subject = column.table.name;
  form.outputs = [{ expression, name: `${isFirst ? "first" : "last"}_${column.name}` }];
  explain(context, (word) => word.text.toLowerCase() === said.toLowerCase());
  const superlatives = sketch.superlatives.filter((wish) => wish.target.kind !== "hint");
  return {
    ...context,
    subject: column.table,
    sketch: { ...sketch, superlatives, limit: null, orders: [], strangeHead: false },
  };
}

/** The day that is asked for: one that is shown, else that of the event named. */
function momentOf(form: LogicalForm, context: Context): CatalogColumn | null {
  const { sketch, catalog, named } = context;
  const dated = form.outputs.flatMap(({ expression }) => {
    const table = expression.kind === "column" ? catalog.byName.get(expression.table) : undefined;
    return table?.columns.find((one) => expression.kind === "column" && one.name === expression.column) ?? [];
  });
  const shown = dated.find((column) => column.isDate);
  if (shown !== undefined) return shown;
  const events = named
    .map((entry) => entry.table)
    .filter((table) => !sketch.groups.some((group) => group.mention.tables[0]?.table === table));
  const buying = sketch.said.has("ordering") ? buyingTable(context) : null;
  const own = named.length === 0 ? context.subject : null;
  const dayOf = events.filter((one) => timeColumn(one, context)?.table === one);
  // "when did the members last visit": their visits, though members have a day of their own.
  const ofOthers = dayOf.find((one) => dayOf.some((other) => other !== one && isToOne(catalog, one, other)));
  const table =
    ofOthers ?? dayOf[0] ?? buying ?? (own !== null && timeColumn(own, context)?.table === own ? own : null);
  return table === null ? null : timeColumn(table, context);
}

/** "when did Ann Lee first come": the day of the one row that bears the whole name. */
function isOneRow({ subject, where, groups }: LogicalForm, { table }: CatalogColumn): boolean {
  const isNamed = ({ name }: CatalogColumn) =>
    where.some(
      (one) =>
        one.kind === "compare" &&
        one.operator === "=" &&
        one.left.kind === "column" &&
        one.left.column === name &&
        one.left.table === table.name,
    );
  return subject === table.name && groups.length === 0 && table.label.length === 2 && table.label.every(isNamed);
}
