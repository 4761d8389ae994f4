import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import type { AggregateFunction, Comparison, Condition, Expression } from "../form/logical-form.ts";

/** "average delivery time in days", "orders that took more than 5 days to ship". */
export interface Span {
  table: CatalogTable;
  aggregate: Expression | null;
  condition: Condition | null;
}

const spoken =
  /\b(days?|hours?|weeks?|how long|delivery time|lead time|turnaround|(resolution|response|shipping|processing|handling|closing|payment) time|time to|time between|time from)\b/i;
const compared =
  /\b(more than|longer than|over|at least|less than|fewer than|under|within|at most|up to) (\d+(?:\.\d+)?) (day|hour|week)s?\b/i;
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
  const text = sketch.text.toLowerCase();
  if (!spoken.test(text) || /\b(last|past|next|previous) \d* ?(days?|hours?|weeks?)\b/.test(text)) return null;
  const ends = endsOf(context);
  if (ends === null) return null;
  const limit = compared.exec(text);
  const fn = functionOf(text);
  if (limit === null && fn === null) return null;
  const unit = /\bhours?\b/.test(text) ? ("hour" as const) : ("day" as const);
  const elapsed: Expression = {
    kind: "elapsed",
    from: columnExpression(ends.from),
    to: columnExpression(ends.to),
    unit,
  };
  const number = Number(limit?.[2] ?? 0) * (limit?.[3] === "week" ? 7 : 1);
  const words = /^(time|days?|hours?|weeks?|long|take|takes|took|taken|until|delivery|lead|average)$/i;
  sketch.unknown = sketch.unknown.filter((word) => !words.test(word.text) && word.text !== limit?.[2]);
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
            operator: operators.get(limit[1] ?? "") ?? ">",
            right: { kind: "literal", value: number },
          },
  };
}

function functionOf(text: string): AggregateFunction | null {
  if (/\bmedian\b/.test(text)) return "median";
  if (/\b(average|mean|on average|avg)\b|\bhow long (does|do|did) it\b/.test(text)) return "avg";
  if (/\b(longest|maximum|slowest)\b/.test(text)) return "max";
  if (/\b(shortest|minimum|fastest)\b/.test(text)) return "min";
  return null;
}

/** The moments a row begins and ends at: the end is the one whose verb the question says. */
function endsOf(context: Context): { from: CatalogColumn; to: CatalogColumn } | null {
  const named = context.named.map((entry) => entry.table);
  const tables = [...new Set([...named, ...context.anchors.keys(), ...context.catalog.tables])];
  for (const table of tables) {
    const dates = table.columns.filter((column) => column.isDate);
    if (dates.length < 2) continue;
    const ended =
      /\b(took|take|takes|taken|lasted)\b/i.test(context.sketch.text) && named.includes(table) && dates.length === 2
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
  return context.sketch.text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(
      (said) => said.length >= 4 && (said.startsWith(root.slice(0, Math.max(4, root.length - 1))) || said === word),
    );
}
