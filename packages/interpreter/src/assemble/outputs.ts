import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isPercentage, yesOf } from "../catalog/columns.ts";
import { countExpression } from "./figures/counts.ts";
import { isToOne } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import { isUniqueCode } from "../catalog/labels.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { columnExpression, countOf, measureExpression } from "../resolve/measures.ts";
import { amountColumn, fractionOf, paidColumn } from "../catalog/amounts.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Context } from "../resolve/context.ts";
import { peopleNamed } from "../resolve/subject.ts";
import { columnOf } from "../resolve/columns.ts";
import { hinted, hintedNear } from "../resolve/hinted.ts";
import { ageOf } from "./figures/ages.ts";
import { measureName, nameOf } from "./output-names.ts";
import { durationOf } from "../catalog/durations.ts";
import { nearTable, tableOf } from "../resolve/context.ts";
import { referred } from "../resolve/referred.ts";
import type { AggregateFunction, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import type { OutputWish, Sketch } from "../read/sketch.ts";
import { expressionWords } from "../explain/expression-words.ts";
import { singular } from "../language/words.ts";

export function addOutputs(form: LogicalForm, context: Context): void {
  const { sketch } = context;
  if (sketch.everything && sketch.outputs.every((output) => output.kind === "column")) {
    form.all_columns = true;
    return;
  }
  for (const wish of sketch.outputs) {
    const found = outputsOf(wish, form, context);
    if (found.length === 0) context.notes.lost.push(...lostOf(wish, context));
    for (const output of found) {
      if (!form.outputs.some((known) => sameExpression(known.expression, output.expression))) form.outputs.push(output);
    }
  }
}

const askedWith = new Map([
  ["length", "how long"],
  ["age", "how old"],
  ["distance", "how far"],
  ["height", "how tall"],
  ["size", "how big"],
  ["weight", "how heavy"],
  ["price", "how expensive"],
  ["speed", "how fast"],
  ["depth", "how deep"],
  ["population", "how many people"],
  ["place", "where"],
]);

/** The words that asked for what a hint means: nobody said “length” who asked how long. */
const asAsked = (hint: string): string => askedWith.get(hint) ?? hint;

/** The words of a wish that nothing in the data answers. */
function lostOf(wish: Sketch["outputs"][number], context: Context): string[] {
  const { sketch, named } = context;
  // "the top five towns by income" are not those of the highest number, where nobody's income is known.
  const isRankedBy = sketch.superlatives.some(({ target }) => target.kind === "hint" && target.hint === "top");
  const isAll = (sketch.outputs.length === 1 && sketch.superlatives.length === 0) || isRankedBy;
  switch (wish.kind) {
    case "aggregate":
      return wish.mention === null ? [] : [nameAsSaid(wish.mention, context)];
    case "hint":
      return [asAsked(wish.hint)];
    case "measure":
      if (wish.measure === "profit" || wish.measure === "margin")
        return [sketch.said.words("profit")[0] ?? wish.measure];
      // "how many did we sell", where nothing says how many: whatever else there is would be no answer.
      if (wish.measure === "quantity") return named.length === 0 || sketch.outputs.length > 1 ? ["what was sold"] : [];
      return isAll ? [wish.measure === "money" ? "revenue" : "order value"] : [];
    case "column":
    case "count":
      return [];
  }
}

/** "nurses and the wards they work in": what each row belongs to, shown beside it. */
export function addBeside(form: LogicalForm, context: Context): void {
  const subject = context.subject;
  if (subject === null || form.all_columns || form.outputs.some((output) => isAggregate(output.expression))) return;
  for (const { table, mention } of context.named) {
    const isNear =
      isToOne(context.catalog, subject, table) ||
      isToOne(context.catalog, table, subject) ||
      meetInLinks(subject, table, context);
    const isOther = table.label.length > 0 && (table === subject ? form.outputs.length > 0 : isNear);
    if (mention.beside !== true || !isOther) continue;
    if (table !== subject && form.outputs.some((output) => tablesOf(output.expression).includes(table.name))) continue;
    if (form.outputs.length === 0) form.outputs = outputsFor(labelColumns(subject));
    form.outputs.push(...outputsFor(labelColumns(table)));
  }
}

/** "divers and their wrecks", of which one table of nothing but links says who has to do with which. */
function meetInLinks(one: CatalogTable, other: CatalogTable, { catalog }: Context): boolean {
  const leads = (from: CatalogTable, to: CatalogTable) =>
    catalog.links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
  const between = catalog.tables.filter((table) => !table.isView && leads(table, one) && leads(table, other));
  return between.length === 1 && between[0]?.isBridge === true;
}

const outputsFor = (columns: readonly CatalogColumn[]): Output[] =>
  columns.map((column) => ({ expression: columnExpression(column), name: column.name }));

/** "shipping cost", where only "shipping" is known: all that was said of it. */
function nameAsSaid(mention: Mention, { sketch }: Context): string {
  const next = sketch.unknown.find((word) => word.token === mention.end);
  return next === undefined ? mention.text : `${mention.text} ${next.text}`;
}

/** A column that is shown, or what it stands for. */
function columnsOf(wish: OutputWish & { kind: "column" }, form: LogicalForm, context: Context): Output[] {
  const named = nameOfThing(wish, context);
  if (named !== null) return named.map((one) => ({ expression: columnExpression(one), name: one.name }));
  const column = columnOf(wish.mention, context, { near: nearTable(context, wish.at) });
  if (column === null) return [];
  context.notes.last = column.table;
  if (isOfRowsCounted(wish, column, context)) {
    const sum = aggregateOfColumn("sum", column, context);
    return sum === null ? [] : [{ expression: sum, name: nameOf(sum) }];
  }
  const person = personBehind(wish.mention, column, context);
  // "heads of departments": of all staff those alone to whom departments refer.
  if (person !== null) form.joins.push(column.table.name);
  const shown = namedByKey(wish.mention, column, context) ?? person ?? sharedColumns(wish.mention, column);
  return shown.map((one) => ({ expression: columnExpression(one), name: one.name }));
}

function outputsOf(wish: Sketch["outputs"][number], form: LogicalForm, context: Context): Output[] {
  switch (wish.kind) {
    case "column":
      return columnsOf(wish, form, context);
    case "hint": {
      const expression = aggregateOf(wish, form, context);
      return expression === null ? [] : [{ expression, name: nameOf(expression) }];
    }
    case "aggregate":
    case "count":
    case "measure": {
      const expression = aggregateOf(wish, form, context);
      return expression === null
        ? []
        : [
            {
              expression,
              name:
                wish.kind === "measure"
                  ? measureName(wish, context)
                  : wish.kind === "aggregate" && expression.kind === "arithmetic"
                    ? `average_${wish.mention?.text.toLowerCase().replaceAll(" ", "_") ?? "value"}`
                    : nameOf(expression),
              ...(wish.kind === "measure" && wish.measure !== "quantity"
                ? { unit: wish.measure === "margin" ? ("share" as const) : ("money" as const) }
                : {}),
            },
          ];
    }
  }
}

/** "the number of invoices and the invoice total": the amounts of the rows that are counted, of which no group is made. */
function isOfRowsCounted(wish: OutputWish, column: CatalogColumn, context: Context): boolean {
  const { outputs, distinct } = context.sketch;
  if (distinct || column !== amountColumn(column.table)) return false;
  return outputs.some(
    (one) =>
      one !== wish && one.kind === "count" && one.mention !== null && tableOf(one.mention, context) === column.table,
  );
}

/** "the name of the party", where the column that names parties is called something else. */
function nameOfThing(wish: OutputWish & { kind: "column" }, context: Context): readonly CatalogColumn[] | null {
  if (!/^names?$/i.test(wish.mention.text)) return null;
  const people = peopleNamed(wish, context);
  if (people !== null) return people.label;
  const next = context.named.find((entry) => entry.mention.at > wish.at && entry.mention.at <= wish.at + 2);
  if (next === undefined || next.table.label.length === 0 || (next.mention.mention.tables[0]?.score ?? 0) < 0.9)
    return null;
  if (next.table.label.every(isUniqueCode)) return null;
  if (wish.mention.columns.some((link) => link.column.table === next.table)) return null;
  return next.table.label;
}

/** "branch names" where only a key is called after branches: what names the rows of that key. */
function namedByKey(
  mention: { text: string },
  column: CatalogColumn,
  context: Context,
): readonly CatalogColumn[] | null {
  if (!/\bnames?$/i.test(mention.text) || !column.isKey || column.words.some((word) => /name|title/.test(word)))
    return null;
  if (column.table.label.includes(column)) return null;
  const target = column.isPrimary
    ? column.table
    : context.catalog.links.find((link) => link.from.length === 1 && link.from[0] === column)?.to[0]?.table;
  return target === undefined || target.label.length === 0 ? null : target.label;
}

/** "the account manager of Ness": her name, where a number refers to her. */
function personBehind({ text }: Mention, column: CatalogColumn, context: Context): readonly CatalogColumn[] | null {
  const rows = rowsCalled(text, column, context);
  if (rows !== null) return rows.label;
  const target = context.sketch.distinct ? null : referred(column, text, context);
  if (target === null) return null;
  // "which destinations", where a place is kept by its key in that role
  const [role, ...more] = column.essential;
  const isRole = role !== undefined && more.length === 0 && !target.stems.includes(role);
  // "which plan is the most popular", of a plan_code: by the name of the plan
  const isRanked = context.sketch.superlatives.some(({ target: { kind } }) => kind === "common");
  return isPerson(target) || isRole || isRanked ? target.label : null;
}

/** "names of nurses and wards", of duties with a ward: these are rows by their plural, and are told by what they are called. */
function rowsCalled(text: string, key: CatalogColumn, { sketch, catalog }: Context): CatalogTable | null {
  const said = text.toLowerCase();
  if (sketch.distinct || !key.isForeign || singular(said) === said) return null;
  const target = catalog.links.find(({ from }) => from.length === 1 && from[0] === key)?.to[0]?.table;
  const isCalled = target?.words.map(singular).join(" ") === singular(said);
  return target !== undefined && isCalled && target !== key.table && target.label.length > 0 ? target : null;
}

/** "names" of a table with first and last names are both. */
function sharedColumns(mention: { text: string }, column: CatalogColumn): CatalogColumn[] {
  const { label } = column.table;
  const words = mention.text.toLowerCase();
  if (
    label.length === 2 &&
    label.includes(column) &&
    /\bnames?\b/.test(words) &&
    !/first|last|given|family|sur|fore|middle/.test(words)
  )
    return label;
  return [column];
}

/** The expression for an aggregate, a count or a measure. */
export function aggregateOf(wish: Sketch["outputs"][number], form: LogicalForm, context: Context): Expression | null {
  const average = context.meant.averages.get(wish);
  if (average !== undefined) return average;
  switch (wish.kind) {
    case "column": {
      const column = columnOf(wish.mention, context, { near: nearTable(context, wish.at) });
      return column === null ? null : columnExpression(column);
    }
    case "measure":
      return measureExpression(wish.measure, wish.fn, context) ?? rowsSold(wish, context);
    case "hint": {
      const column = hintedColumn(wish.hint, context);
      if (column === null) return null;
      const age = ageOf(wish.hint, wish.fn, column, context);
      return age ?? (wish.fn === null ? columnExpression(column) : aggregateOfColumn(wish.fn, column, context));
    }
    case "aggregate":
      return wish.mention === null ? null : aggregateOfMention(wish, wish.mention, context);
    case "count":
      return countExpression(wish, form, context);
  }
}

/** "how many policies did she sell", where nothing else says how many were sold: as many as there are. */
function rowsSold({ measure, fn }: OutputWish & { kind: "measure" }, context: Context): Expression | null {
  const { outputs, superlatives, tables } = context.sketch;
  const [only, ...more] = tables.filter(({ negated }) => !negated);
  if (measure !== "quantity" || fn !== "sum" || outputs.length > 1 || superlatives.length > 0) return null;
  const table = only === undefined || more.length > 0 ? null : tableOf(only.mention, context);
  return table === null ? null : countOf(table);
}

/** "total payments", "average price": of the amounts of what is named, else of its column. */
function aggregateOfMention(
  wish: OutputWish & { kind: "aggregate" },
  mention: Mention,
  context: Context,
): Expression | null {
  const { fn } = wish;
  const whole = isTable(mention) ? tableOf(mention, context) : null;
  const amount = whole === null ? null : (amountColumn(whole) ?? paidColumn(whole));
  const isNumberNamed = mention.columns.some(
    ({ score, column }) => score >= 0.3 && column.isNumber && !column.isKey && column.table === whole,
  );
  const after = context.sketch.unknown.find(({ token }) => token === mention.end)?.text ?? "";
  // "average repair time" is no amount of money.
  if (amount !== null && /^(?:time|length|duration|size|weight|age|distance|score|rating)s?$/i.test(after)) return null;
  if (amount !== null && !isNumberNamed)
    return { kind: "aggregate", fn, of: columnExpression(amount), distinct: false, table: amount.table.name };
  const column = columnOf(mention, context, {
    near: nearTable(context, wish.at),
    kind: fn === "sum" || fn === "avg" ? "number" : "measured",
  });
  if (column !== null) return aggregateOfColumn(fn, column, context);
  // "the average visit in minutes": how long each took.
  const isTimed = whole !== null && fn !== "sum" && context.sketch.said.has("a unit of time asked for");
  const duration = isTimed ? durationOf(whole) : null;
  if (duration !== null) return aggregateOfColumn(fn, duration, context);
  // "total payments" of a table that holds no amounts: how many there are.
  return whole !== null && fn === "sum" && !context.sketch.said.has("amount") ? countOf(whole) : null;
}

function aggregateOfColumn(fn: AggregateFunction, column: CatalogColumn, context: Context): Expression | null {
  const table = column.table.name;
  // Fractions do not add up: what a discount comes to is a part of each line's price.
  const fraction = fn === "sum" ? fractionOf(column) : undefined;
  if (fraction === null) return null;
  if (fraction !== undefined) {
    context.notes.assumptions.push(`The ${toldAs(column)} in money is ${expressionWords(fraction)}.`);
    return { kind: "aggregate", fn: "sum", of: fraction, distinct: false, table };
  }
  if (fn === "sum" && isPercentage(column)) return null;
  // There is no sum and no mean of days or of names.
  if (fn !== "min" && fn !== "max" && !column.isNumber && !isCounted(column)) return null;
  return { kind: "aggregate", fn, of: columnExpression(column), distinct: false, table };
}

/** A flag that is kept as 0 and 1: the mean of such is a share. */
const isCounted = (column: CatalogColumn): boolean => column.isFlag && !(column.isText && yesOf(column) !== "1");

function hintedColumn(hint: string, context: Context): CatalogColumn | null {
  for (const table of [context.subject, ...context.named.map((entry) => entry.table), ...context.anchors.keys()]) {
    const column = table === null ? null : hinted(table, hint);
    if (column !== null) return column;
  }
  // "how old are the members of the club", of whom only the persons have an age
  return context.subject === null || hint !== "age" ? null : hintedNear([context.subject], hint, context);
}

/** Columns that stand for a row of a table in an answer. */
export function labelColumns(table: CatalogTable): CatalogColumn[] {
  if (table.label.length > 0) return table.label;
  if (table.primaryKey.length > 0) return table.primaryKey;
  const first = table.columns[0];
  return first === undefined ? [] : [first];
}

export function addLabel(form: LogicalForm, table: CatalogTable, context: Context): void {
  const focus = context.named.find((entry) => entry.mention.zone === "focus")?.table ?? table;
  form.outputs = labelColumns(focus).map((column) => ({ expression: columnExpression(column), name: column.name }));
}
