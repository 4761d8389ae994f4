import type { Cell, QueryResult } from "@parley/datasource/types";
import { asCalled } from "../form/called.ts";
import { changeOf, withoutTold } from "./changes.ts";
import { comparedPeriods, span } from "./compared-periods.ts";
import { writerOf } from "./figures.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { restricted } from "./form-words.ts";
import { labelsOf } from "./group-labels.ts";
import { changeWords, measureWords, ofOnePeriod } from "./measure-words.ts";
import { listed, nothingOf } from "./lists.ts";
import { amongShown, besides, ranked } from "./ranked-groups.ts";
import { totals } from "./totals.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { capitalized } from "../language/words.ts";

/**
 * A readable sentence with the numbers in it, from what was asked and the actual result. It ends with a full stop and
 * says nothing that is not in the result.
 */
export function verbalize(asked: LogicalForm, result: QueryResult): string {
  const form = asCalled(asked);
  if (result.row_count === 0) return `${nothingOf(form)}.`;
  const text = form.combine || form.all_columns ? listed(form, result) : answered(form, result);
  // A cell that begins the sentence stays as it is in the table.
  const [cell] = result.rows[0] ?? [];
  return text.startsWith(String(cell)) ? `${text}.` : `${capitalized(text)}.`;
}

function answered(asked: LogicalForm, result: QueryResult): string {
  const form = withoutTold(asked);
  const { outputs } = form;
  const aggregates = outputs.filter((output) => isAggregate(output.expression));
  if (result.row_count === 1 && aggregates.length === outputs.length) return totals(form, result);
  const ofFirst = toldOfFirst(form, result);
  if (ofFirst !== null) return ofFirst;
  const compared = comparedPeriods(form, result);
  if (compared !== null) return compared;
  const growth = outputs.findIndex(({ unit }) => unit === "growth");
  const measure = figureTold(form);
  const isFirstByOther = form.limit === 1 && measure >= 0 && measure !== growth;
  if (growth >= 0 && !isFirstByOther) return grown(form, result, growth);
  if (growth >= 0) return `${ranked(form, result, measure)}${growthBeside(form, result, growth)}`;
  if (measure >= 0 && outputs.length > 1) return `${ranked(form, result, measure)}${besides(form, result, measure)}`;
  return listed(form, result);
}

/** "Scale: there are 6 accounts of the plan with the highest price": who is first, and then the figures. */
function toldOfFirst(form: LogicalForm, result: QueryResult): string | null {
  const isOfFirst = isOfFirstGroup(form);
  const places = form.outputs.flatMap(({ expression }, place) =>
    expression.kind === "query" || (isOfFirst && !isAggregate(expression)) ? [place] : [],
  );
  const [row, ...more] = result.rows;
  if (row === undefined || more.length > 0 || places.length === 0 || places.length === form.outputs.length) return null;
  const where = isOfFirst ? form.where.filter((one) => !isOneOfGroups(one)) : form.where;
  const isFigure = <T>(_: T, place: number) => !places.includes(place);
  const figures = {
    ...result,
    columns: result.columns.filter(isFigure),
    rows: [row.filter(isFigure)],
  };
  const name = places.map((place) => String(row[place] ?? "")).join(" ");
  return `${name}: ${totals({ ...form, where, groups: [], outputs: form.outputs.filter(isFigure) }, figures)}`;
}

const isOneOfGroups = (one: Condition): boolean => one.kind === "within" && !one.negated && one.form.limit === 1;

/** "how many of them were cancelled", of the one that came first: it alone is told by its name, whatever made it the first. */
const isOfFirstGroup = ({ groups, where, having, limit, per }: LogicalForm): boolean =>
  groups.length > 0 && having.length === 0 && limit === null && per === undefined && where.some(isOneOfGroups);

/** The place of the figure that is told first: that by which rows are ordered, else the first one. */
function figureTold({ outputs, order: [first] }: LogicalForm): number {
  const isOrdered = (expression: Expression) => first !== undefined && sameExpression(expression, first.by);
  const ordered = outputs.findIndex(({ expression }) => isAggregate(expression) && isOrdered(expression));
  return ordered >= 0 ? ordered : outputs.findIndex(({ expression }) => isAggregate(expression));
}

/** How a measure grew from one span of time to the next: the latest, and the most and the least. */
function grown(form: LogicalForm, result: QueryResult, growth: number): string {
  const output = form.outputs[growth];
  const { by, label, isTime, counted } = labelsOf(form, result);
  const measure = form.outputs.find((each) => isAggregate(each.expression) && each !== output);
  const between = output === undefined ? null : changeWords(output, measure);
  const what = restricted(`${between ?? `growth of ${measure ? measureWords(measure) : "it"}`} by ${by}`, form);
  const write = writerOf(result, growth, output);
  const rows = result.rows.filter((row) => typeof row[growth] === "number");
  const ordered = rows.toSorted((left, right) => Number(right[growth]) - Number(left[growth]));
  const [latest, highest, lowest] = [rows.at(-1), ordered[0], ordered.at(-1)];
  if (!latest || !highest || !lowest) return `${what}: there is nothing before to compare with`;
  const told = (row: readonly Cell[]) => `${write(row[growth] ?? null)} (${label(row)})`;
  if (rows.length === 1)
    return firstByGrowth(form, result, growth, { label: label(latest), what }) ?? `${what}: ${told(latest)}`;
  const ends = `the highest is ${told(highest)}, the lowest ${told(lowest)}`;
  // Of years by region the last row is that of one region alone.
  const isSeries = isTime && form.groups.filter(({ kind }) => kind === "bucket").length === form.groups.length;
  if (!isSeries || result.truncated) return `${what}: ${amongShown(result, counted)}${ends}`;
  return `${what}: the latest is ${told(latest)}, the highest ${told(highest)}, the lowest ${told(lowest)}`;
}

/** " (growth +12 %)", of the one that comes first by another figure. */
function growthBeside({ outputs }: LogicalForm, { rows: [row], ...result }: QueryResult, growth: number): string {
  const cell = row?.[growth];
  if (row === undefined || typeof cell !== "number") return "";
  return ` (growth ${writerOf({ ...result, rows: [row] }, growth, outputs[growth])(cell)})`;
}

/** "Kitchen has the highest growth of revenue: +30 %, from 57 (2023) to 74 (2024)"; null where nothing was ranked by it. */
function firstByGrowth(
  form: LogicalForm,
  result: QueryResult,
  growth: number,
  { label, what }: { label: string; what: string },
): string | null {
  const [order] = form.order;
  const [row] = result.rows;
  const by = form.outputs[growth]?.expression;
  if (form.limit !== 1 || !row || !order || !by || !sameExpression(order.by, by)) return null;
  const at = form.outputs.findIndex(({ expression }) => isAggregate(expression));
  const figure = (place: number) => writerOf(result, place, form.outputs[place])(row[place] ?? null);
  const which = order.direction === "descending" ? "highest" : "lowest";
  const between = at + 1 === growth ? `to ${figure(at)}` : `from ${figure(at)} to ${figure(at + 1)}`;
  const change = changeOf(by);
  const measure = form.outputs[at];
  const bare = measure === undefined ? null : ofOnePeriod(measure)?.bare;
  if (change !== null && bare && at + 1 !== growth) {
    const grew = restricted(`growth of ${measureWords(bare)}`, form);
    const [from, to] = [change.from, change.to].map(span);
    return `${label} has the ${which} ${grew}: ${figure(growth)}, from ${figure(at)} (${from ?? ""}) to ${figure(at + 1)} (${to ?? ""})`;
  }
  return `${label} has the ${which} ${what.replace(/ by .*$/, "")}: ${figure(growth)}, ${between}`;
}
