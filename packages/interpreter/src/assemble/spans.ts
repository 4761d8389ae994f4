import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import type { Said } from "../read/sayings.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import type { AggregateFunction, Comparison, Condition, Expression } from "../form/logical-form.ts";

/** "average delivery time in days", "orders that took more than 5 days to ship". */
export interface Span {
  table: CatalogTable;
  aggregate: Expression | null;
  condition: Condition | null;
}

const operators = new Map<string, Comparison>([
  ["more than", ">"],
  ["longer than", ">"],
  ["over", ">"],
  ["at least", ">="],
  ["less than", "<"],
  ["fewer than", "<"],
  ["under", "<"],
  ["within", "<="],
  ["at most", "<="],
  ["up to", "<="],
]);

/** The time between two moments of a row that a question speaks of; takes its words out of the sketch. */
export function spanOf(context: Context): Span | null {
  const { sketch } = context;
  const { said } = sketch;
  if (!said.has("time taken") || said.has("recent days")) return null;
  const ends = endsOf(context);
  if (ends === null) return null;
  const limit = limitOf(said);
  const fn = functionOf(said);
  if (limit === null && fn === null) return null;
  const unit = said.has("hours") ? ("hour" as const) : ("day" as const);
  const elapsed: Expression = {
    kind: "elapsed",
    from: columnExpression(ends.from),
    to: columnExpression(ends.to),
    unit,
  };
  const words = /^(time|days?|hours?|weeks?|long|take|takes|took|taken|until|delivery|lead|average)$/i;
  sketch.unknown = sketch.unknown.filter((word) => !words.test(word.text) && word.text !== limit?.said);
  sketch.outputs = sketch.outputs.filter((output) => output.kind === "count" && limit !== null);
  sketch.lost = [];
  context.lost = [];
  sketch.superlatives = [];
  sketch.bucket = sketch.bucket === "day" || sketch.bucket === "week" ? null : sketch.bucket;
  sketch.when = false;
  sketch.strangeHead = false;
  const verb = ends.to.words[0]?.slice(0, 4) ?? "";
  sketch.filters = sketch.filters.filter(
    (filter) =>
      (filter.kind === "value" && !filter.mention.text.toLowerCase().startsWith(verb)) ||
      filter.kind === "period" ||
      filter.kind === "like",
  );
  context.assumptions.push(`Time is counted from ${ends.from.name} to ${ends.to.name}.`);
  return {
    table: ends.from.table,
    aggregate:
      limit === null && fn !== null
        ? { kind: "aggregate", fn, of: elapsed, distinct: false, table: ends.from.table.name }
        : null,
    condition:
      limit === null
        ? null
        : {
            kind: "compare",
            left: elapsed,
            operator: limit.operator,
            right: { kind: "literal", value: limit.number },
          },
  };
}

/** "more than 2 weeks": the comparison, and the number in days or hours; `said` is the number's own word. */
function limitOf(said: Said): { operator: Comparison; number: number; said: string } | null {
  const [, comparison, number, unit] = said.words("a limit of time");
  if (comparison === undefined || number === undefined) return null;
  return {
    operator: operators.get(comparison.toLowerCase()) ?? ">",
    number: Number(number) * (unit?.toLowerCase() === "week" ? 7 : 1),
    said: number,
  };
}

function functionOf(said: Said): AggregateFunction | null {
  if (said.has("median")) return "median";
  if (said.has("average")) return "avg";
  if (said.has("longest")) return "max";
  return said.has("shortest") ? "min" : null;
}

/** The moments a row begins and ends at: the end is the one whose verb the question says. */
function endsOf(context: Context): { from: CatalogColumn; to: CatalogColumn } | null {
  const named = context.named.map((entry) => entry.table);
  const tables = [...new Set([...named, ...context.anchors.keys(), ...context.catalog.tables])];
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate);
    if (dates.length < 2) continue;
    const ended =
      context.sketch.said.has("took") && named.includes(table) && dates.length === 2
        ? dates.find((column) => !isStart(column))
        : undefined;
    const to = dates.find((column) => column.words.some((word) => isSaid(word, context)) && !isStart(column)) ?? ended;
    const from =
      dates.find((column) => column !== to && isStart(column)) ??
      dates.find((column) => column !== to && column === dateColumn(table));
    if (to !== undefined && from !== undefined) return { from, to };
  }
  return null;
}

function isStart(column: CatalogColumn): boolean {
  return /\b(order|ordered|created|opened|issued|booked|started|start|placed|requested|rented|rental|received|submitted|invoice)\b/.test(
    column.words.join(" "),
  );
}

/** "ship" or "shipping" of shipped_date, "delivery" of delivered_on. */
function isSaid(word: string, context: Context): boolean {
  if (word.length < 4 || ["date", "time"].includes(word)) return false;
  const root = word.replace(/(ped|sed|ed|d)$/, "").slice(0, 6);
  return context.sketch.said.begins(root.slice(0, Math.max(4, root.length - 1)));
}
