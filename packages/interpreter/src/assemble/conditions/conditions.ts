import { isToOne } from "../../catalog/joins.ts";
import { ofNearestRows } from "./nearest-rows.ts";
import { either, emptyForm } from "../../form/visit.ts";
import { averagePer, averageTotalPer } from "../figures/averages.ts";
import type { Built } from "./both.ts";
import { isEquality, takeBoth } from "./both.ts";
import { saidMissing } from "../../catalog/said-missing.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { compareCondition, operandExpression, shareOf } from "./compare.ts";
import type { Place, Placed } from "./place.ts";
import { targetColumn } from "./target-column.ts";
import { columnExpression, measureExpression, measureSource } from "../../resolve/measures.ts";
import { aggregateOf } from "../outputs.ts";
import { betweenDates, monthAhead, periodColumn, periodCondition } from "./periods.ts";
import { yearlyCondition } from "./yearly.ts";
import type { Mention } from "../../link/mention.ts";
import { dateColumn } from "../../catalog/date-columns.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { columnOf } from "../../resolve/columns.ts";
import { explain, nearTable, tableOf } from "../../resolve/context.ts";
import { buyingTable } from "../../resolve/buying.ts";
import type { Condition, Expression } from "../../form/logical-form.ts";
import type { FilterWish } from "../../read/sketch.ts";
import { countedOfRows } from "./counted-rows.ts";
import { holderCondition } from "./holders.ts";
import { holdsOn } from "./running.ts";
import { sameCondition } from "./same.ts";
import { toldByValue } from "./told.ts";
import { throughOneKey, wayBetween } from "./toward.ts";
import { withWholeNames } from "./whole-names.ts";
import { valueCondition } from "./values.ts";
import { withNegations } from "./negations.ts";

export interface Conditions {
  where: Condition[];
  having: Condition[];
  /** Two conditions that one row cannot meet, and that must both hold. */
  both: [Condition, Condition] | null;
}

/** The groups in "only months above 80000", "by status, only those with more than 50". */
const groupWord = /^(?:(?:month|quarter|week|day|year)s|those|ones)$/i;

/** The conditions a question's filters stand for. */
export function conditionsOf(context: Context): Conditions {
  const built: Built[] = [];
  const having: Condition[] = [];
  let same: CatalogColumn | null = null;
  for (const wish of context.sketch.filters) {
    if (wish.kind === "count" || (wish.kind === "compare" && wish.fn !== null)) {
      const condition = havingOf(wish, context);
      const ofRows = countedOfRows(wish, condition, context);
      if (ofRows !== null) built.push(ofRows);
      else if (condition === null) context.notes.lost.push(comparisonAsSaid(context));
      else having.push(condition);
      continue;
    }
    const ofGroups = context.sketch.said.has("only groups") ? figureCondition(wish, context) : null;
    const made: Placed | null = ofGroups === null ? conditionOf(wish, context, same) : null;
    const figure = ofGroups ?? (made === null ? figureCondition(wish, context) : null);
    if (figure !== null) {
      having.push(figure);
      explain(context, (word) => groupWord.test(word.text));
      continue;
    }
    if (made === null) {
      context.notes.lost.push(
        wish.kind === "period"
          ? wish.period.label
          : wish.kind === "value" || wish.kind === "same"
            ? wish.mention.text
            : comparisonAsSaid(context),
      );
      continue;
    }
    built.push({ wish, ...ofNearestRows(wish, made, context) });
    same = made.column;
  }
  const whole = withWholeNames(built);
  const both = takeBoth(whole, context);
  return { where: distinct(withNegations(joined(whole), context)), having: distinct(having), both };
}

/** The words of a comparison that nothing could be compared by. */
function comparisonAsSaid({ sketch }: Context): string {
  return sketch.said.words("a comparison")[0] ?? "the comparison";
}

/** "customers by country, only countries with more than 20": the figure of the groups is compared. */
function figureCondition(wish: FilterWish, context: Context): Condition | null {
  const { sketch, subject } = context;
  if (wish.kind !== "compare" || wish.operand.kind !== "number" || subject === null) return null;
  const figures = sketch.outputs.filter((output) => output.kind !== "column" && output.kind !== "hint");
  const [figure] = figures;
  const column = wish.target === null ? null : columnOf(wish.target, context);
  const isGroup =
    wish.target === null
      ? sketch.groups.length > 0 || sketch.bucket !== null
      : column !== null &&
        !column.isNumber &&
        sketch.groups.some(({ mention }) => columnOf(mention, context) === column);
  if (figure === undefined || figures.length > 1 || !isGroup) return null;
  const left = aggregateOf(figure, emptyForm(subject.name), context);
  if (left === null) return null;
  return { kind: "compare", left, operator: wish.operator, right: { kind: "literal", value: wish.operand.value } };
}

function distinct(conditions: Condition[]): Condition[] {
  const seen = new Set<string>();
  return conditions.filter((condition) => {
    const key = JSON.stringify(condition);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** "or" joins neighbours; two values of one column cannot both hold, so "and" between them means either. */
function joined(built: Built[]): Built[] {
  const result: Built[] = [];
  for (const next of withCommasOfPeriods(built)) {
    const previous = result.at(-1);
    const sameColumn = previous !== undefined && previous.column !== null && previous.column === next.column;
    const alike =
      sameColumn &&
      isEquality(previous.condition) &&
      isEquality(next.condition) &&
      !next.wish.negated &&
      !previous.wish.negated;
    const through = sameColumn ? throughOneKey(previous.condition, next.condition) : null;
    if (previous !== undefined && through !== null) previous.condition = through;
    else if (previous !== undefined && isNameDenied(previous, next))
      previous.condition = { kind: "every", conditions: [previous.condition, next.condition] };
    else if (
      previous !== undefined &&
      ((next.wish.connector === "or" && next.wish.negated === previous.wish.negated) || alike)
    ) {
      previous.condition = either(previous.condition, next.condition);
    } else result.push({ ...next });
  }
  return result;
}

/** "in June 2025, July 2025 or October 2025": the last word of a list of periods stands for its commas, too. */
function withCommasOfPeriods(built: readonly Built[]): Built[] {
  const result = [...built];
  for (let i = result.length - 1; i >= 2; i--) {
    const [first, second, third] = result.slice(i - 2, i + 1);
    if (first === undefined || second === undefined || third === undefined) continue;
    const arePeriods = [first, second, third].every(
      ({ wish, column }) => wish.kind === "period" && column === third.column,
    );
    if (arePeriods && third.wish.connector === "or" && second.wish.connector === "and")
      result[i - 1] = { ...second, wish: { ...second.wish, connector: "or" } };
  }
  return result;
}

/** "not Mira Holt", whose name stands in two columns: anybody but the one who is called both, and not those called neither. */
const isNameDenied = (first: Built, second: Built): boolean =>
  first.wish.kind === "value" &&
  second.wish.kind === "value" &&
  first.wish.negated &&
  second.wish.negated &&
  second.wish.connector === null &&
  first.wish.mention.end === second.wish.mention.start &&
  first.column !== second.column &&
  first.column?.table === second.column?.table;

function havingOf(wish: FilterWish, context: Context): Condition | null {
  if (wish.kind === "count") return countedCondition(wish, context);
  if (wish.kind !== "compare" || wish.fn === null) return null;
  const right = operandExpression(wish.operand, null, context) ?? averageTotal(wish, context);
  if (right === null) return null;
  const margin = marginCondition(wish, context);
  if (margin !== null) return margin;
  if (wish.measure !== null) {
    const source = measureSource(context, wish.measure);
    if (source === null) return null;
    return {
      kind: "compare",
      left: { kind: "aggregate", fn: wish.fn, of: source.value, distinct: false, table: source.table.name },
      operator: wish.operator,
      right,
    };
  }
  const column =
    wish.target === null ? null : columnOf(wish.target, context, { near: nearTable(context, wish.at), kind: "number" });
  if (column === null) return null;
  const against = wish.operand.kind === "number" ? operandExpression(wish.operand, column, context) : right;
  if (against === null) return null;
  return {
    kind: "compare",
    left: { kind: "aggregate", fn: wish.fn, of: columnExpression(column), distinct: false, table: column.table.name },
    operator: wish.operator,
    right: against,
  };
}

/** "more than 3 orders": of the rows that are named, or of what the clause speaks of. */
function countedCondition(wish: FilterWish & { kind: "count" }, context: Context): Condition | null {
  const table =
    wish.mention === null
      ? countedTable(context)
      : isTable(wish.mention)
        ? tableOf(wish.mention, context)
        : (columnOf(wish.mention, context)?.table ?? null);
  if (table === null) return null;
  const count: Expression = { kind: "aggregate", fn: "count", of: null, distinct: false, table: table.name };
  if (wish.average === true) {
    const average = context.subject === null ? null : averagePer(table, context.subject, context);
    return average === null ? null : { kind: "compare", left: count, operator: wish.operator, right: average };
  }
  return { kind: "compare", left: count, operator: wish.operator, right: { kind: "literal", value: wish.number } };
}

/** A time of the day that is meant; of any year where that comes again each year. */
function timeCondition(
  { target, period, at }: FilterWish & { kind: "period" },
  context: Context,
  { near }: Place,
): Placed | null {
  const column = dayApart(periodColumn(target, context, near), { target, at }, context);
  if (column === null) return null;
  if (isNumberUnplaced(target, column, context)) context.notes.lost.push(target?.text ?? "");
  const condition =
    yearlyCondition(column, period, context) ?? periodCondition(column, monthAhead(column, period, context));
  return condition === null ? null : { condition, column };
}

/** "orders placed in 2023 that were shipped in 2024": a day that a later period is said of is that one's alone. */
function dayApart(
  day: CatalogColumn | null,
  { target, at }: Pick<FilterWish & { kind: "period" }, "target" | "at">,
  context: Context,
): CatalogColumn | null {
  const isOfLater = (one: FilterWish): boolean =>
    one.kind === "period" &&
    one.at > at &&
    one.connector === null &&
    one.target !== null &&
    !isTable(one.target) &&
    columnOf(one.target, context, { kind: "date" }) === day;
  if (day === null || target !== null || !context.sketch.filters.some(isOfLater)) return day;
  const plain = dateColumn(day.table);
  return plain === day ? (day.table.columns.find((one) => one.isDate && one !== day) ?? day) : plain;
}

/** "income from membership fees this year": the fees, which nothing else speaks of, have no time. */
function isNumberUnplaced(target: Mention | null, day: CatalogColumn, { sketch }: Context): boolean {
  if (target === null || isTable(target) || target.columns.some(({ column }) => column === day)) return false;
  const [best] = target.columns;
  if (best === undefined || !best.column.isNumber || best.column.isYear || best.column.isKey) return false;
  // Of what else is asked for, the word may be a part.
  const [only, ...more] = sketch.outputs;
  return only?.kind === "measure" && more.length === 0 && sketch.ratio === null && sketch.superlatives.length === 0;
}

/** "a margin under 20 %": of what was taken. An amount is compared with the profit. */
function marginCondition(
  { measure, operand, operator }: FilterWish & { kind: "compare" },
  context: Context,
): Condition | null {
  if (measure !== "margin" || operand.kind !== "number" || operand.percent !== true) return null;
  const left = measureExpression(measure, null, context);
  return left === null ? null : { kind: "compare", left, operator, right: shareOf(operand.value) };
}

/** "customers who spent more than average": than what each of them spent on average. */
function averageTotal(wish: FilterWish & { kind: "compare" }, context: Context): Expression | null {
  const { operand, measure, fn } = wish;
  if (operand.kind !== "aggregate" || operand.fn !== "avg" || measure === null || fn !== "sum") return null;
  // The average would have to be of the same rows.
  if (context.sketch.filters.length > 1 || context.subject === null) return null;
  const source = measureSource(context, measure);
  return source === null ? null : averageTotalPer(source, context.subject, context);
}

/** "more than once": of the rows the clause speaks of, else the subject's own. */
function countedTable(context: Context): CatalogTable | null {
  const { subject, catalog, named, sketch } = context;
  const others = named.filter((entry) => entry.table !== subject);
  // "who rented more than 5 times": what they did, wherever it is said.
  const other =
    others.find((entry) => entry.mention.zone === "modifier") ??
    others.find((entry) => subject !== null && isToOne(catalog, entry.table, subject));
  const bought = sketch.buying === null || sketch.buying.negated ? null : buyingTable(context);
  // "guests who stayed more than once": what they did is not known, and how many they are is another question.
  const own = sketch.unknown.some(({ role }) => role === "doing") ? null : subject;
  return other?.table ?? bought ?? toldByValue(context) ?? toldByVerb(context) ?? own;
}

/** "members who gave more than once": the rows that have a day called so, and belong to those who are asked for. */
function toldByVerb({ sketch, subject, catalog }: Context): CatalogTable | null {
  const tables = sketch.names.flatMap(({ columns: [best] }) =>
    best !== undefined && best.score >= 0.9 && best.column.isDate ? [best.column.table] : [],
  );
  const rows = subject === null ? undefined : tables.find((one) => one !== subject && isToOne(catalog, one, subject));
  return rows ?? null;
}

/** "items without supplier": those where it is empty, or that say "none". */
function orSaidSo(missing: Condition & { kind: "missing" }, column: CatalogColumn): Condition {
  const values = saidMissing(column);
  const among: Condition = { kind: "among", left: missing.left, values, negated: false };
  return values.length === 0 ? missing : { kind: "either", conditions: [missing, among] };
}

/** "members whose town is Oslo, by club", where clubs have a town, too: that of the rows right before what restricts them. */
function ofRowsBefore<T extends FilterWish>(wish: T, { named }: Context): T {
  const target = "target" in wish ? wish.target : null;
  if (target === null || wish.zone !== "modifier") return wish;
  const before = named.findLast(
    ({ mention: { mention } }) => mention.end <= target.start && target.start - mention.end <= LED_BY_WORDS,
  );
  if (before === undefined || before.mention.each) return wish;
  const columns = target.columns.filter(({ column, score }) => column.table === before.table && score >= 0.9);
  if (columns.length === 0) return wish;
  const own = { ...wish, target: { ...target, columns } };
  if (own.kind !== "value") return own;
  const values = own.mention.values.filter(({ column }) => columns.some((link) => link.column === column));
  return values.length === 0 ? own : { ...own, mention: { ...own.mention, values } };
}

/** So many words may lead from rows to a column of theirs: "with a", "that have". */
const LED_BY_WORDS = 2;

function conditionOf(asked: FilterWish, context: Context, same: CatalogColumn | null): Placed | null {
  const wish = ofRowsBefore(asked, context);
  const place = { near: nearTable(context, wish.at), same };
  switch (wish.kind) {
    case "value":
      return valueCondition(wish, context, place);
    case "missing": {
      const column = columnOf(wish.target, context, place);
      if (column === null) return null;
      const left = columnExpression(column);
      const missing: Condition = { kind: "missing", left, negated: false };
      if (wish.orAhead !== true) return { condition: orSaidSo(missing, column), column };
      const [only = missing, ...more] = holdsOn(column.table, context.sketch.today);
      return { condition: more.length === 0 ? only : { kind: "every", conditions: [only, ...more] }, column };
    }
    case "same":
      return sameCondition(wish, context, place);
    case "holder":
      return holderCondition(wish, context);
    case "like":
      return likeCondition(wish, context, place);
    case "period":
      return timeCondition(wish, context, place);
    case "weekday":
      return ofTime("weekday", wish.days, context, place);
    case "hours":
      return ofTime("hour_of_day", wish.hours, context, place);
    case "between":
      return betweenCondition(wish, context, place);
    case "compare":
      return compareCondition(wish, context, place);
    case "count":
      return null;
  }
}

/** "on Mondays", "before 8 am": of the day by which rows are told. */
function ofTime(
  unit: "weekday" | "hour_of_day",
  values: readonly string[],
  context: Context,
  { near }: Place,
): Placed | null {
  const column = periodColumn(null, context, near);
  if (column === null || !column.isDate) return null;
  const left: Expression = { kind: "bucket", unit, of: columnExpression(column) };
  return { condition: { kind: "among", left, values: [...values], negated: false }, column };
}

/** "whose title contains sea", "that begin with A": of the column named, else of the name. */
function likeCondition(wish: FilterWish & { kind: "like" }, context: Context, { near }: Place): Placed | null {
  const { target, place, text } = wish;
  const column =
    target === null
      ? context.subject?.label[0]
      : (columnOf(target, context, { near, kind: "text" }) ?? tableOf(target, context)?.label[0]);
  if (column === undefined) return null;
  return { condition: { kind: "like", left: columnExpression(column), place, text, negated: false }, column };
}

function betweenCondition(wish: FilterWish & { kind: "between" }, context: Context, place: Place): Placed | null {
  const dated =
    wish.low.kind === "period" || (wish.low.kind === "number" && wish.low.year !== null && wish.target === null);
  if (dated) return betweenDates(wish, context, place.near);
  const there = wayBetween(wish.low, wish.high, context);
  if (there !== null) return there;
  // "between 300 and 400 km": the unit of both is said after the second.
  const { said } = context.sketch;
  const isUnitLast =
    wish.low.kind === "number" &&
    wish.high.kind === "number" &&
    said.keptIn(wish.low.value) === null &&
    said.keptIn(wish.high.value) !== null;
  const operand = isUnitLast ? wish.high : wish.low;
  const column = targetColumn(
    { target: wish.target, hint: wish.hint ?? null, operand, operator: "between" },
    context,
    place,
  );
  const low = operandExpression(wish.low, column, context);
  const high = operandExpression(wish.high, column, context);
  if (column === null || low === null || high === null) return null;
  // No number lies between two names, nor does a day.
  if ((column.isNumber || column.isDate) && (wish.low.kind === "text" || wish.high.kind === "text")) return null;
  const left = columnExpression(column);
  return {
    condition: {
      kind: "every",
      conditions: [
        { kind: "compare", left, operator: ">=", right: low },
        { kind: "compare", left, operator: "<=", right: high },
      ],
    },
    column,
  };
}
