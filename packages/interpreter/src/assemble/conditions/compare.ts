import { columnExpression } from "../../resolve/measures.ts";
import type { CatalogColumn } from "../../catalog/catalog.ts";
import { holdsFractions, holdsNumbers, yesOf } from "../../catalog/columns.ts";
import { keyOfRow } from "../../catalog/guessed-primary.ts";
import { isBirth } from "../../catalog/persons.ts";
import { emptyForm } from "../../form/visit.ts";
import { stem } from "../../language/inflection.ts";
import { timesInUnit, unitNamed, unitOf } from "../../language/units.ts";
import { spoken } from "../../language/words.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import { datedComparison, periodColumn } from "./periods.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { selfKey } from "../../resolve/self-key.ts";
import { columnOf } from "../../resolve/columns.ts";
import { explain, tableOf } from "../../resolve/context.ts";
import type { ColumnExpression, Expression } from "../../form/logical-form.ts";
import type { Place, Placed } from "./place.ts";
import { rowsOperand } from "./rows-operand.ts";
import { OLDEST_PERSON_YEARS, targetColumn } from "./target-column.ts";
import type { FilterWish, Operand } from "../../read/sketch.ts";

/** A comparison, where its parts can be told. */
export function compareCondition(
  given: FilterWish & { kind: "compare" },
  context: Context,
  place: Place,
): Placed | null {
  const wish = ofAge(given, context, place);
  const row = rowOfNumber(wish, context);
  if (row !== null) return row;
  const { operand } = wish;
  const year =
    operand.kind === "period"
      ? operand.period
      : operand.kind === "number" && wish.hint === "date"
        ? operand.year
        : null;
  if (year !== null) {
    const column = periodColumn(wish.target, context, place.near);
    return column === null ? null : { condition: datedComparison(column, wish.operator, year), column };
  }
  if (wish.hint === "flag" && wish.target !== null) return flagCondition(wish.target, context, place);
  const column = targetColumn(wish, context, place);
  if (column === null) return null;
  if (isBeyond(wish, column, context)) return null;
  if (column.isDate && operand.kind === "number" && operand.year !== null)
    return { condition: datedComparison(column, wish.operator, operand.year), column };
  return operand.kind === "column"
    ? compareColumns(wish, operand, column, context)
    : compareWith(wish, operand, column, context);
}

/** Years before that are none that data is kept of. */
const FIRST_YEAR = 200;

/** "suppliers we paid more than 2000": nothing is more than a year, nor above a word. */
function isBeyond(
  { operator, operand, hint }: FilterWish & { kind: "compare" },
  column: CatalogColumn,
  { sketch }: Context,
): boolean {
  if (operator === "=" || operator === "!=") return false;
  if (hint === "date" && operand.kind === "rows" && isNoTime(column)) return true;
  const isAmount = /^(?:more|less|fewer|over|under)\b/i.test(sketch.said.words("a comparison")[0] ?? "");
  if (column.isDate) return isAmount && hint === null;
  if (isKeyCompared(column, operand)) return true;
  // "more than 3 opened": no year is compared with a number of things.
  if (column.isYear && operand.kind === "number" && operand.value < FIRST_YEAR && hint === null) return true;
  return operand.kind === "number" && column.isText && !column.isYear && !holdsNumbers(column);
}

/** No key to other rows is more than another, and no number of a row than an amount: "customers over their credit limit". */
const isKeyCompared = ({ isKey, isForeign }: CatalogColumn, operand: Operand): boolean =>
  isKey &&
  (operand.kind === "number"
    ? isForeign
    : operand.kind === "column" && operand.mention.columns.some((link) => !link.column.isKey));

/** "the 2 days before Saturday": no number of things is before a day. */
const isNoTime = ({ isDate, isYear, isNumber }: CatalogColumn): boolean => isNumber && !isDate && !isYear;

/** What is measured of people with a unit: a bare number is none of these. */
const ofBodies = /\b(?:height|weight|bmi|size|year|zip|postcode|latitude|longitude)\b/;

/** "members under 30", whose age is kept, or whose birthday and no number but measures: how old they are. */
function ofAge(
  wish: FilterWish & { kind: "compare" },
  context: Context,
  { near }: Place,
): FilterWish & { kind: "compare" } {
  const { target, hint, operand, fn } = wish;
  const isOfRows = target === null || isTable(target);
  const [, word = ""] = context.sketch.said.words("over or under a number");
  if (word === "" || !isOfRows || hint !== null || fn !== null || operand.kind !== "number") return wish;
  // "members who borrowed more than 3" are no age: who is over 30 is named right before, or "is" so.
  const named = context.named.find(({ table }) => table.stems.at(-1) === stem(word.toLowerCase()))?.table;
  const people = named ?? (/^(?:are|is|were|was)$/i.test(word) ? (near ?? context.subject) : null);
  const kept = people?.columns.find(({ words, isNumber }) => isNumber && words.at(-1) === "age");
  if (kept !== undefined && operand.value <= OLDEST_PERSON_YEARS) return { ...wish, target: asMention(kept) };
  const born = people?.columns.find(isBirth);
  const isOther = people?.columns.some(
    ({ isNumber, isKey, isFlag, words }) => isNumber && !isKey && !isFlag && !ofBodies.test(words.join(" ")),
  );
  if (born === undefined || isOther === true || operand.value > OLDEST_PERSON_YEARS) return wish;
  return { ...wish, target: asMention(born), hint: "age" };
}

const asMention = (column: CatalogColumn): Mention =>
  mentionOf({ start: 0, end: 0, text: column.name, columns: [{ column, score: 1 }] });

/** "store 1": the row with that key. */
function rowOfNumber({ target, operator, operand }: FilterWish & { kind: "compare" }, context: Context): Placed | null {
  if (target === null || !isTable(target) || operator !== "=" || operand.kind !== "number") return null;
  const table = tableOf(target, context);
  const key = table === null ? undefined : keyOfRow(table);
  if (key === undefined || !key.isNumber) return null;
  // "release 3.3": no key is a fraction, and what rows are called may be.
  const [label] = Number.isInteger(operand.value) ? [] : (table?.label ?? []);
  if (label !== undefined) {
    const right: Expression = { kind: "literal", value: String(operand.value) };
    return { condition: { kind: "compare", left: columnExpression(label), operator: "=", right }, column: label };
  }
  const right: Expression = { kind: "literal", value: operand.value };
  return { condition: { kind: "compare", left: columnExpression(key), operator: "=", right }, column: key };
}

/** "plants that are evergreen": the flag is set. */
function flagCondition(target: Mention, context: Context, { near }: Place): Placed | null {
  const flag = columnOf(target, context, { near });
  if (flag === null || !flag.isFlag) return null;
  const right: Expression = { kind: "literal", value: yesOf(flag), yes: true };
  return { condition: { kind: "compare", left: columnExpression(flag), operator: "=", right }, column: flag };
}

/** A column compared with another, or with the same of the row referred to ("earn more than their manager"). */
function compareColumns(
  wish: FilterWish & { kind: "compare" },
  operand: Operand & { kind: "column" },
  column: CatalogColumn,
  context: Context,
): Placed | null {
  const other = columnOf(operand.mention, context, { near: column.table });
  const own = other === null ? null : selfKey(column.table, context);
  if (own !== null && own === other) {
    const left = columnExpression(column);
    const right = { ...left, role: own.name };
    return { condition: { kind: "compare", left, operator: wish.operator, right }, column };
  }
  // "patients who came on the day they booked": no day of theirs is that of other rows.
  if (wish.operator === "=" && wish.hint === "date" && other?.table !== column.table) return null;
  // "projects over budget" compares with what is not in the data.
  return other === column ? null : compareWith(wish, operand, column, context);
}

function compareWith(
  wish: FilterWish & { kind: "compare" },
  operand: Operand,
  column: CatalogColumn,
  context: Context,
): Placed | null {
  // "older" means born earlier where the column holds a birth date.
  const isTurned = wish.hint === "age" && (column.isDate || column.isYear);
  const aged = isTurned && column.isDate ? agedCondition(wish, column, context) : null;
  if (aged !== null) return aged;
  const isAge = isTurned && column.isYear && !column.isDate && operand.kind === "number" && operand.year === null;
  if (isAge && operand.kind === "number" && operand.value <= OLDEST_YEARS)
    return bornBefore(wish, operand.value, column, context);
  const operator = isTurned ? turned[wish.operator] : wish.operator;
  const right =
    operand.kind === "rows"
      ? rowsOperand(operand, { column, operator, isTurned }, context)
      : operandExpression(inUnitsOf(operand, column, context), column, context);
  if (right === null) return null;
  const left = columnExpression(column);
  // "closed on the day they were opened": at whatever hour.
  if (wish.hint === "date" && operator === "=" && right.kind === "column")
    return { condition: { kind: "compare", left: dayOf(left), operator, right: dayOf(right) }, column };
  return { condition: { kind: "compare", left, operator, right }, column };
}

const dayOf = (of: ColumnExpression): Expression => ({ kind: "bucket", unit: "day", of });

const turned = { ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!=" } as const;

/** "older than 70", of whom only the year of birth is known. */
function bornBefore(
  { operator }: FilterWish & { kind: "compare" },
  age: number,
  column: CatalogColumn,
  { sketch, notes }: Context,
): Placed {
  const year = Number(sketch.today.slice(0, 4)) - age;
  notes.assumptions.push(`An age of ${age} means ${spoken(column.name)} ${year}.`);
  const right: Expression = { kind: "literal", value: column.isText ? String(year) : year };
  return { condition: { kind: "compare", left: columnExpression(column), operator: turned[operator], right }, column };
}

/** Years that somebody or something may be old. */
const OLDEST_YEARS = 500;

/** "older than 65", "at least 18": born so many years before today, or earlier. */
function agedCondition(
  { operator, operand }: FilterWish & { kind: "compare" },
  column: CatalogColumn,
  context: Context,
): Placed | null {
  const { sketch, notes } = context;
  if (operand.kind !== "number" || operand.year !== null || operand.value > OLDEST_YEARS) return null;
  const [, number, unit = "year"] = sketch.said.words("an age in days");
  const isInDays = Number(number) === operand.value;
  const day = (later: number): string => {
    const date = new Date(`${sketch.today}T00:00:00Z`);
    if (!isInDays) date.setUTCFullYear(date.getUTCFullYear() - operand.value);
    else if (unit === "month") date.setUTCMonth(date.getUTCMonth() - operand.value);
    else date.setUTCDate(date.getUTCDate() - operand.value * (unit === "week" ? 7 : 1));
    date.setUTCDate(date.getUTCDate() + later);
    return date.toISOString().slice(0, 10);
  };
  const ends = {
    ">": { from: null, to: day(0), label: `before ${day(0)}` },
    ">=": { from: null, to: day(1), label: `until ${day(0)}` },
    "<": { from: day(1), to: null, label: `after ${day(0)}` },
    "<=": { from: day(0), to: null, label: `since ${day(0)}` },
  };
  if (operator === "=" || operator === "!=") return null;
  explain(context, ({ text }) => text.toLowerCase().replace(/s$/, "") === (isInDays ? unit : "year"));
  notes.assumptions.push(
    `An age of ${operand.value}${isInDays ? ` ${unit}s` : ""} today means ${spoken(column.name)} on ${day(0)}.`,
  );
  return { condition: { kind: "period", left: columnExpression(column), ...ends[operator], negated: false }, column };
}

function numberExpression(
  { value, percent }: Operand & { kind: "number" },
  column: CatalogColumn | null,
): Expression | null {
  if (column === null) return { kind: "literal", value };
  if (percent === true && holdsFractions(column)) return shareOf(value);
  // "orders over 20 %": no amount is more than a part of a hundred.
  if (percent === true && isBeyondHundred(column)) return null;
  const isYear = column.isYear && value >= FIRST_YEAR;
  return { kind: "literal", value: column.isText ? asStored(value, column) : value, ...(isYear && { year: true }) };
}

const isBeyondHundred = ({ isNumber, source }: CatalogColumn): boolean =>
  isNumber && typeof source.max === "number" && source.max > 1000;

/** So many of a hundred. */
export const shareOf = (percent: number): Expression => ({
  kind: "literal",
  // 2.8 of a hundred are no 0.027999999999999997
  value: Number((percent / 100).toPrecision(12)),
  share: true,
});

/** What a column is compared with. */
export function operandExpression(operand: Operand, column: CatalogColumn | null, context: Context): Expression | null {
  switch (operand.kind) {
    case "number":
      return numberExpression(operand, column);
    case "period":
      return operand.period.from === null ? null : { kind: "literal", value: operand.period.from };
    case "text":
      return { kind: "literal", value: operand.text };
    case "column": {
      const other = columnOf(operand.mention, context, { near: column?.table ?? null, kind: "measured" });
      return other === null || (column !== null && !isAlike(column, other)) ? null : columnExpression(other);
    }
    case "aggregate":
      return aggregateOperand(operand, column, context);
    case "rows":
      return null;
  }
}

/** A price is above no winery's name. */
function isAlike(column: CatalogColumn, other: CatalogColumn): boolean {
  const isMeasured = (one: CatalogColumn) => one.isNumber || one.isDate || one.isYear;
  return (
    (column.isNumber === other.isNumber || column.isYear === other.isYear) &&
    column.isDate === other.isDate &&
    isMeasured(column) === isMeasured(other)
  );
}

/** "the average", "the average price": of all rows. */
function aggregateOperand(
  { mention, fn }: Operand & { kind: "aggregate" },
  column: CatalogColumn | null,
  context: Context,
): Expression | null {
  const of =
    mention === null || isTable(mention)
      ? column
      : (columnOf(mention, context, { near: column?.table ?? null, kind: "number" }) ?? column);
  // "which country is above average": names have none, and a number may be kept as text.
  if (of === null || (fn === "avg" && of.isText && !holdsNumbers(of))) return null;
  const form = emptyForm(of.table.name);
  const expression: Expression = {
    kind: "aggregate",
    fn,
    of: columnExpression(of),
    distinct: false,
    table: of.table.name,
  };
  form.outputs = [{ expression, name: fn }];
  return { kind: "query", form };
}

/** "more than 10 minutes" of a column that holds seconds, "taller than 2 metres" of heights in centimetres. */
function inUnitsOf(operand: Operand, column: CatalogColumn, context: Context): Operand {
  if (operand.kind !== "number") return operand;
  const { unitOf: timed, keptIn } = context.sketch.said;
  const said = timed(operand.value) ?? keptIn(operand.value);
  const held =
    column.words.map((word) => word.replace(/s$/, "")).find((word) => CLOCK_UNITS.has(word)) ?? unitOf(column.name);
  const times = said === null || held === undefined ? null : timesInUnit(said, held);
  if (times === null) return operand;
  explain(context, (word) => word.text.toLowerCase().replace(/s$/, "") === said);
  explain(context, (word) => unitNamed(word.text.toLowerCase()) === said);
  // 1.1 kilometres are no 1100.0000000000002 metres
  return { ...operand, value: Number((operand.value * times).toPrecision(12)) };
}

const CLOCK_UNITS = new Set(["millisecond", "second", "minute", "hour"]);

/** "code 3" or "code 003", where it is stored as "003": what is stored, if one value alone is that number. */
function asStored(value: number, { source: { values } }: CatalogColumn): string {
  const text = String(value);
  const [only, ...more] = values.includes(text)
    ? []
    : values.filter((one) => /^0\d+$/.test(one) && Number(one) === value);
  return only === undefined || more.length > 0 ? text : only;
}
