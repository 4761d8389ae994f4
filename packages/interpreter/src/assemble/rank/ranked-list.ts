import type { Expression, LogicalForm } from "../../form/logical-form.ts";
import { sameExpression } from "../../form/visit.ts";
import { plural, singular } from "../../language/words.ts";
import { nameOf } from "../output-names.ts";
import { labelColumns } from "../outputs.ts";
import { columnExpression } from "../../resolve/measures.ts";
import type { Context } from "../../resolve/context.ts";

/**
 * "which barns hold the most hay, sorted by it": an order is that of a list, so that all of them are meant, with the figure
 * they are put in order by. One barn has no order.
 */
export function listRanked(form: LogicalForm, { sketch, named }: Context): void {
  const [ranked, ...others] = sketch.superlatives;
  const [first, ...rest] = form.order;
  const asked = named[0]?.mention;
  if (ranked === undefined || first === undefined || others.length + rest.length > 0 || asked === undefined) return;
  const text = asked.mention.text.toLowerCase();
  const isSeveral = singular(text) !== text && plural(text) === text;
  const isList = sketch.said.has("a list in order") && isSeveral && asked.zone === "focus" && asked.at < ranked.at;
  if (!isList || ranked.limit !== null || sketch.limit !== null || form.limit !== 1 || form.per !== undefined) return;
  form.limit = null;
  form.order = [{ ...first, direction: sketch.orders[0]?.direction ?? first.direction }];
  const isShown = (one: Expression) => form.outputs.some(({ expression }) => sameExpression(expression, one));
  if (!isShown(first.by) && !form.all_columns) form.outputs.push({ expression: first.by, name: nameOf(first.by) });
}

/** "which barn is the highest, and how high is it": the height alone is no barn. */
export function nameRanked(form: LogicalForm, { sketch, named }: Context): void {
  const [ranked, ...others] = sketch.superlatives;
  const asked = named[0];
  const [shown, ...more] = form.outputs;
  if (ranked === undefined || asked === undefined || shown === undefined || others.length + more.length > 0) return;
  const isAsked =
    sketch.said.has("which rows") && asked.mention.mention.start <= 2 && form.subject === asked.table.name;
  const isRank = form.order.length === 1 && form.order.every(({ by }) => sameExpression(by, shown.expression));
  if (!isAsked || !isRank || shown.expression.kind !== "column" || form.groups.length > 0) return;
  const label = labelColumns(asked.table).map((column) => ({
    expression: columnExpression(column),
    name: column.name,
  }));
  if (label.some(({ expression }) => sameExpression(expression, shown.expression))) return;
  form.outputs = [...label, shown];
}
