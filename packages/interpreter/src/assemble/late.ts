import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import type { Condition } from "../form/logical-form.ts";

const promised = /\b(due|promised|deadline|required|expected|scheduled|planned|target|estimated|agreed)\b/;
const happened =
  /\b(paid|payment|delivered|delivery|closed|resolved|completed|finished|returned|shipped|arrived|arrival|done|actual|settled|handed|submitted)\b/;

interface Term {
  table: CatalogTable;
  due: CatalogColumn;
  done: CatalogColumn | null;
}

/** The day a row was promised for, and the day it happened, of the first of the tables that has both. */
function termOf(tables: readonly CatalogTable[]): Term | null {
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate);
    const due = dates.find((column) => promised.test(column.words.join(" ")));
    if (due === undefined) continue;
    const done = dates.find((column) => column !== due && happened.test(column.words.join(" "))) ?? null;
    return { table, due, done };
  }
  return null;
}

/**
 * "paid late", "delivered on time", "overdue invoices": what happened is compared with what was promised; overdue is what
 * has not happened although its day is past. Null where the data knows no such days.
 */
export function lateness(context: Context): Condition | null {
  const { sketch, catalog } = context;
  const [said] = sketch.said.words("lateness");
  if (said === undefined) return null;
  const named = context.named.map((entry) => entry.table);
  const term = termOf([...named, ...context.anchors.keys(), ...(named.length === 0 ? catalog.tables : [])]);
  if (term?.done === undefined || term.done === null) return null;
  const words = new Set(said.toLowerCase().split(" "));
  sketch.unknown = sketch.unknown.filter(
    (word) => !words.has(word.text.toLowerCase()) && word.text.toLowerCase() !== "too",
  );
  if (sketch.said.has("lateness first")) sketch.strangeHead = false;
  sketch.lost = sketch.lost.filter((lost) => !lost.toLowerCase().includes(said.toLowerCase()));
  sketch.outputs = sketch.outputs.filter(
    (output) => output.kind !== "column" || output.mention.columns[0]?.column !== term.done,
  );
  const due = columnExpression(term.due);
  const done = columnExpression(term.done);
  // "paid late" restricts to what was paid, whatever state it is in now.
  sketch.filters = sketch.filters.filter(
    (filter) =>
      filter.kind !== "value" ||
      (!term.done?.stems.some((stem) => stem === filter.mention.values[0]?.column.stems[0]) &&
        !isVerbOf(filter.mention.text, term.done)),
  );
  if (/overdue|past due/i.test(said)) {
    context.assumptions.push(`Overdue means without ${term.done.words.join(" ")} after ${term.due.words.join(" ")}.`);
    return {
      kind: "every",
      conditions: [
        { kind: "missing", left: done, negated: false },
        { kind: "period", left: due, from: null, to: sketch.today, label: "before today", negated: false },
      ],
    };
  }
  const isLate = /late|delayed/i.test(said);
  context.assumptions.push(
    `${isLate ? "Late" : "On time"} means ${term.done.words.join(" ")} ${isLate ? "after" : "not after"} ${term.due.words.join(" ")}.`,
  );
  return {
    kind: "compare",
    left: { kind: "bucket", unit: "day", of: done },
    operator: isLate ? ">" : "<=",
    right: { kind: "bucket", unit: "day", of: due },
  };
}

function isVerbOf(text: string, column: CatalogColumn | null): boolean {
  const verb = text.toLowerCase().slice(0, 4);
  return column?.words.some((word) => word.startsWith(verb)) ?? false;
}
