import type { CatalogTable } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { definedIn } from "../form/defined.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { countOf } from "../resolve/measures.ts";
import type { Assembled } from "./assemble.ts";
import { nameOf } from "./output-names.ts";

/** What a question names beside a metric. */
interface Beside {
  /** The question, in which a word for money stands for its metrics. */
  text: string;
  metric: MeasureSource | null;
  /** Other metrics of the same table: "net revenue and active buyers by month". */
  others: readonly MeasureSource[];
}

/**
 * Puts figures beside the metric that a form was made with: other metrics, and how many rows there are ("net revenue and orders").
 * Where the metric is not shown by itself (a growth, a share, a condition on it), or something else is named beside it, it would not
 * be clear what the others are: they are said to be lost.
 */
export function addMetricsBeside(assembled: Assembled, { text, metric, others }: Beside): void {
  if (metric === null || metric.value.kind !== "defined") return;
  const { form, assumptions, context } = assembled;
  const lost = [...measuresLost(assembled), ...countBeside(assembled, text, metric)];
  context.notes.lost.push(...lost);
  if (others.length === 0) return;
  const made = form.outputs.filter(({ expression }) => definedIn(expression) !== null);
  const [shown] = made;
  const values = others.map(({ value }) => value).filter((value) => value.kind === "defined");
  if (shown?.expression.kind !== "aggregate" || made.length > 1 || form.having.length > 0) {
    context.notes.lost.push(...values.map(({ name }) => name));
    return;
  }
  const { expression } = shown;
  const outputs = values.map((of) => ({ ...shown, expression: { ...expression, of } }));
  form.outputs.splice(form.outputs.indexOf(shown) + 1, 0, ...outputs);
  const ranking = rankedBy(form);
  if (ranking !== null) assumptions.push(`Ranked by “${ranking}”.`);
}

/** The metric that the first rows are told by. */
function rankedBy({ order, limit }: LogicalForm): string | null {
  const names = order.map(({ by }) => definedIn(by)?.name);
  return limit === null ? null : (names.find((name) => name !== undefined) ?? null);
}

/** "net revenue and average order value": other figures of money are the metric's, too, and would not be shown. */
function measuresLost({ form, context }: Assembled): string[] {
  const measures = context.sketch.outputs.flatMap((wish) => (wish.kind === "measure" ? [wish.measure] : []));
  const shown = form.outputs.filter(({ expression }) => isAggregate(expression));
  return measures.length > Math.max(1, shown.length)
    ? measures.slice(1).map((measure) => measure.replaceAll("_", " "))
    : [];
}

const MONEY_WORD = "(?:revenue|gmv|turnover|earnings)";
const AND = "\\s*(?:\\band\\b|\\bvs\\b\\.?|\\bversus\\b|,|&)\\s*(?:the |number of )?";

/** "net revenue and orders": how many rows the metric is of. Returns the words for other rows, which it cannot count. */
function countBeside({ form, context }: Assembled, text: string, { table }: MeasureSource): string[] {
  const named = context.sketch.tables.filter(({ negated, mention }) => {
    const words = mention.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return (
      !negated && new RegExp(`\\b${MONEY_WORD}${AND}${words}\\b|\\b${words}${AND}${MONEY_WORD}\\b`, "i").test(text)
    );
  });
  return named.flatMap(({ mention }) => {
    const found = mention.tables.map((one) => one.table);
    const isShown = form.outputs.some(({ expression }) => found.some((one) => tells(expression, one)));
    if (isShown) return [];
    if (!found.includes(table)) return [mention.text];
    const expression = countOf(table);
    if (!form.outputs.some((output) => sameExpression(output.expression, expression)))
      form.outputs.push({ expression, name: nameOf(expression) });
    return [];
  });
}

/** Whether an output tells rows of a table: by their names, or by a figure of them. */
function tells(expression: Expression, { name, label }: CatalogTable): boolean {
  if (expression.kind === "column")
    return expression.table === name && label.some((column) => column.name === expression.column);
  return isAggregate(expression) && definedIn(expression) === null && tablesOf(expression).includes(name);
}
