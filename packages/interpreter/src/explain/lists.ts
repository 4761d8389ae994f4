import type { QueryResult } from "@parley/datasource/types";
import {
  columnWords,
  eventOf,
  isFirstName,
  isMomentColumn,
  isName,
  isOwnDoing,
  isOwnKey,
  labelWords,
  roleWords,
  rowWords,
  thing,
  things,
} from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { firstRows } from "./extremes.ts";
import { writerOf } from "./figures.ts";
import { groupWords, orderWords, restricted, rowsListed, standing, tense } from "./form-words.ts";
import { isMoment } from "./moments.ts";
import { sameExpression } from "../form/visit.ts";
import type { ColumnExpression, Expression, LogicalForm, Order, Output } from "../form/logical-form.ts";
import { joined, plural } from "../language/words.ts";

/** What a key's different values are called: "employees". */
export const counting = (key: Expression): string => plural(labelWords(key) ?? expressionWords(key));

/** Things: the one that was looked for, or how many there are with the first of them. */
export function listed(form: LogicalForm, result: QueryResult): string {
  const [order] = form.order;
  if (order && form.limit === 1 && !form.per) return foremost(form, order, result);
  if (order && (form.per || form.limit !== null) && !form.combine) return leading(form, order, result);
  if (result.row_count === 1) return onlyOne(form, result);
  const counted = `${limited(result)} ${listedThings(form)}`;
  const what = form.combine ? counted : restricted(counted, form, [...form.where, ...form.having]);
  return `${valuesOf(form)}${what}: ${named(form, result)}`;
}

/** True for what is there more than once: groups of more than one row, by what those rows say themselves. */
const isTwice = ({ subject, groups, where, having: [only, ...more] }: LogicalForm): boolean =>
  where.length === 0 &&
  groups.length > 0 &&
  groups.every((each) => each.kind !== "column" || each.table === subject) &&
  more.length === 0 &&
  only?.kind === "compare" &&
  only.operator === ">" &&
  only.right.kind === "literal" &&
  only.right.value === 1 &&
  only.left.kind === "aggregate" &&
  only.left.of === null &&
  only.left.table === subject;

/** What is said where no row came. */
export function nothingOf(form: LogicalForm): string {
  if (form.combine !== null) return "There is nothing in the data that matches";
  if (isTwice(form)) return `No two ${things(form.subject)} have the same ${groupWords(form.groups)}`;
  const role = roleListed(form);
  const rows = role === null ? things(rowsListed(form)) : `${role} of ${things(form.subject)}`;
  const what = restricted(`no ${rows}`, form, [...form.where, ...form.having]);
  return `There ${tense(form.where) === "was" ? "were" : "are"} ${what}`;
}

/** The first rows, each in words, and the figure that they stand out by where it is told: "Alder Desk (89)". */
function rowTexts(form: LogicalForm, result: QueryResult): string[] {
  const told = figuresTold(form, result);
  return labelTexts(form, result).map((label, row) => (told === null ? label : `${label} (${told[row] ?? ""})`));
}

function labelTexts(form: LogicalForm, result: QueryResult): string[] {
  const rows = result.rows.slice(0, 3);
  if (form.all_columns) return rows.map((row) => String(row[namingColumn(form, result)] ?? "unknown"));
  const expressions = form.outputs.map(({ expression }) => expression);
  const shown = expressions.slice(0, Math.min(figurePlace(form) ?? 4, isFirstName(expressions[2]) ? 4 : 3));
  const writers = form.outputs.map((output, place) => writerOf(result, place, output));
  return rows.map((row) =>
    rowWords(
      shown,
      row.slice(0, shown.length).map((cell, place) => writers[place]?.(cell) ?? String(cell)),
    ),
  );
}

/** The place of the figure that the first rows stand out by, where it is the last column. */
function figurePlace({ outputs, order: [first], limit }: LogicalForm): number | null {
  if (first === undefined || limit === null) return null;
  const at = outputs.findIndex(({ expression }) => sameExpression(expression, first.by));
  return at > 0 && at === outputs.length - 1 ? at : null;
}

/** The figures that the first rows stand out by; null where they are not told. */
function figuresTold(form: LogicalForm, result: QueryResult): string[] | null {
  const at = figurePlace(form);
  if (at === null || form.all_columns) return null;
  const write = writerOf(result, at, form.outputs[at]);
  return result.rows.slice(0, 3).map((row) => write(row[at] ?? null));
}

/** The number or day by which the first of whole rows comes first. */
function figureOfRow(form: LogicalForm, { by }: Order, result: QueryResult): string | undefined {
  if (!form.all_columns || by.kind !== "column" || by.table !== form.subject) return undefined;
  const at = result.columns.findIndex(({ name }) => name === by.column);
  const cell = result.rows[0]?.[at] ?? null;
  if (cell === null || at === namingColumn(form, result)) return undefined;
  return writerOf(result, at, { expression: by, name: by.column })(cell);
}

/** The column that names whole rows: their name, else the first; the table beside the sentence shows the rest. */
function namingColumn({ subject }: LogicalForm, { columns }: QueryResult): number {
  return Math.max(
    0,
    columns.findIndex(({ name }) => isName({ kind: "column", table: subject, column: name })),
  );
}

/** What whole rows are named by, where that is no name: "ids 3, 8 and 12". */
function keyWord(form: LogicalForm, result: QueryResult): string {
  const column = result.columns[namingColumn(form, result)]?.name;
  const isKey = form.all_columns && column !== undefined && isOwnKey({ kind: "column", table: form.subject, column });
  return isKey ? (result.row_count === 1 ? "id " : "ids ") : "";
}

/** The first rows, and how many more there are. */
function named(form: LogicalForm, result: QueryResult): string {
  const shown = rowTexts(form, result);
  const isPlain = shown.every((each) => !each.includes(", "));
  return `${keyWord(form, result)}${shown.join(isPlain ? ", " : "; ")}${moreText(result, shown.length)}`;
}

/** The first ones of an order: "the 3 cities with the most customers". */
function leading(form: LogicalForm, order: Order, result: QueryResult): string {
  if (form.per) {
    const per = perShown(form);
    const each = per.length === 0 ? "" : ` for each ${groupWords(per)}`;
    return `${restricted(`${standing(order)}${each}`, form)}: ${named(form, result)}`;
  }
  const rows = firstRows(plural(listedThing(form)), order, orderWords(order), form.offset);
  const first = `the ${result.row_count} ${rows}`;
  return `${restricted(first, form, [...form.where, ...form.having])}: ${named(form, result)}`;
}

/** A list of one row. */
function onlyOne(form: LogicalForm, result: QueryResult): string {
  const [row = ""] = rowTexts(form, result);
  const conditions = [...form.where, ...form.having];
  if (form.combine || (conditions.length === 0 && !form.all_columns)) return row;
  const whole = form.all_columns ? wholeRow(form, result) : null;
  if (whole !== null) return whole;
  if (form.all_columns) {
    const one = restricted(`1 ${thing(form.subject)}`, form, conditions).replace(/\bthat are\b/, "that is");
    return `${one}: ${keyWord(form, result)}${row}`;
  }
  const [only, ...others] = form.outputs.map(({ expression }) => expression);
  if (only?.kind !== "column" || only.table !== form.subject || others.length > 0) return row;
  const event = isMoment(result.rows[0]?.[0]) ? eventOf(only) : null;
  if (event)
    return `${restricted(`the ${thing(form.subject)}`, form)} ${isOwnDoing(event) ? "" : "was "}${event} on ${row}`;
  if (!isName(only))
    return `the ${expressionWords(only)} of ${restricted(`the ${thing(form.subject)}`, form)} is ${row}`;
  const one = restricted(`1 ${thing(form.subject)}`, form, conditions);
  return `${one.replace(/\bthat are\b/, "that is")}: ${row}`;
}

/** Values of a row that are told of it where it is looked for by its number or its name. */
const MOST_TOLD_OF_A_ROW = 5;

/** "Order 12: status paid, total amount 80": what a row says that was looked for by its number or its name; null for any other. */
function wholeRow({ subject, where, having }: LogicalForm, result: QueryResult): string | null {
  const [only, ...more] = where;
  if (only?.kind !== "compare" || more.length + having.length > 0 || only.operator !== "=") return null;
  const { left, right } = only;
  if (left.kind !== "column" || left.table !== subject || right.kind !== "literal") return null;
  if (!isOwnKey(left) && !isName(left)) return null;
  const told = result.columns.flatMap(({ name }, place) => {
    const expression = { kind: "column", table: subject, column: name } as const;
    const cell = result.rows[0]?.[place] ?? null;
    // Addresses stand in the table alone.
    const isPlain = cell !== null && !/^$|@/.test(String(cell));
    const isTold = isPlain && !/(?:^|_)id$|Id$|ID$/.test(name) && name !== left.column;
    return isTold ? [`${columnWords(expression)} ${writerOf(result, place, { expression, name })(cell)}`] : [];
  });
  return told.length === 0
    ? null
    : `${thing(subject)} ${String(right.value)}: ${joined(told.slice(0, MOST_TOLD_OF_A_ROW))}`;
}

/** A moment of rows that are grouped one by one, with their key: it is told of them, and they are not called after it. */
export const isMomentOfRows = (expression: Expression, { groups }: LogicalForm): expression is ColumnExpression =>
  expression.kind === "column" &&
  isMomentColumn(expression) &&
  groups.some((group) => isOwnKey(group) && group.kind === "column" && group.table === expression.table);

/** What the rows of a list are called: things, or what they are grouped by: "states". */
function listedThing(form: LogicalForm): string {
  const { subject, outputs, groups } = form;
  const [first] = outputs.map(({ expression }) => expression);
  const isOfGroup =
    first !== undefined && groups.some((group) => sameExpression(group, first)) && !isMomentOfRows(first, form);
  const isAlone = outputs.length === 1 || (first?.kind === "column" && isName(first));
  const isLabel = first?.kind === "bucket" || (isOfGroup && isAlone);
  return (isLabel ? labelWords(first) : null) ?? thing(subject);
}

/** The one that was looked for: "the state with the most customers is Utah". */
function foremost(form: LogicalForm, order: Order, result: QueryResult): string {
  const ahead = standing(order, form.offset);
  const [row = ""] = labelTexts(form, result);
  const figure = figuresTold(form, result)?.[0] ?? figureOfRow(form, order, result);
  const told = figure === undefined ? row : `${row}: ${figure}`;
  const [only, ...others] = form.outputs
    .slice(0, figurePlace(form) ?? form.outputs.length)
    .map(({ expression }) => expression);
  // What is looked for is the figure itself.
  if (only && others.length === 0 && sameExpression(only, order.by))
    return `${restricted(`${ahead} of ${things(form.subject)}`, form)} is ${told}`;
  const first = firstRows(listedThing(form), order, orderWords(order), form.offset);
  const one = restricted(`the ${first}`, form).replace(/\bthat are\b/, "that is");
  const isOwn = only?.kind === "column" && only.table === form.subject && !isName(only) && !isOwnKey(only);
  const isGroup = form.groups.some((group) => only !== undefined && sameExpression(group, only));
  const key = keyWord(form, result);
  if (key !== "")
    return `${thing(form.subject)} ${row} has ${restricted(ahead, form)}${figure === undefined ? "" : `: ${figure}`}`;
  const isValue = isOwn && others.length === 0 && (!isGroup || isMomentOfRows(only, form));
  return isValue ? `the ${expressionWords(only)} of ${one} is ${told}` : `${one} is ${told}`;
}

/** Groups of which each has its first rows, as far as the result shows them. */
export const perShown = ({ per = [], outputs }: LogicalForm): Expression[] =>
  per.filter((key) => outputs.some((output) => sameExpression(output.expression, key)));

/** How many rows there are beside those that were told. */
export function moreText({ row_count, truncated }: QueryResult, told: number): string {
  if (row_count <= told) return "";
  return ` and ${truncated ? "at least " : ""}${(row_count - told + (truncated ? 1 : 0)).toLocaleString("en-US")} more`;
}

/** "the clicks of", where a list is of one column that does not name its rows. */
function valuesOf(form: LogicalForm): string {
  if (form.all_columns) return "";
  const [only, ...others] = form.outputs.map(({ expression }) => expression);
  if (only?.kind !== "column" || others.length > 0 || form.distinct || form.combine || areCategories(form)) return "";
  return isName(only) || isOwnKey(only) || isIdentifying(only) ? "" : `the ${plural(expressionWords(only))} of `;
}

/** "plate", "tracking number", "company": what rows are known by, although it is no name; "9 vans" are listed, not their plates. */
const isIdentifying = (column: ColumnExpression): boolean =>
  column.role === undefined &&
  /^(?:plate|licen[cs]e plate|company|(?:.* )?(?:name|code|serial number)|(?:tracking|invoice|order|ticket|serial|reference|policy|room|flight|contract|case|file|docket) number|reference)$/.test(
    columnWords(column),
  ) &&
  !/^(?:first|last|middle|family|user|street|contact|file) name$|^(?:zip|post|postal|area|country|currency) code$/.test(
    columnWords(column),
  );

const namesRows = (only: Output | undefined): boolean =>
  only?.expression.kind === "column" && (isName(only.expression) || isOwnKey(only.expression));

/** "3 countries with more orders than average": groups that are told by one value, which each has once. */
function areCategories({ outputs: [only, ...others], groups: [group, ...more], having }: LogicalForm): boolean {
  if (only?.expression.kind !== "column" || group === undefined || others.length + more.length > 0) return false;
  return having.length > 0 && sameExpression(group, only.expression) && !namesRows(only);
}

/** What the rows of a list are: things, or different values of one column. */
function listedThings(form: LogicalForm): string {
  const [only] = form.outputs;
  // What both have is there once, and so is what one has of values that name none of its rows.
  const isOnce = form.combine?.operation === "union" || (form.combine !== null && !namesRows(only));
  if (isOnce && only !== undefined && form.outputs.length === 1) return `different ${counting(only.expression)}`;
  const role = roleListed(form);
  if (role !== null) return role;
  if (only !== undefined && areCategories(form)) return counting(only.expression);
  if (!form.distinct || form.outputs.length !== 1 || !only)
    return form.distinct ? "different rows" : things(rowsListed(form));
  return `different ${counting(only.expression)}`;
}

/** "supervisors": those above the rows, each once. */
function roleListed({ outputs, distinct }: LogicalForm): string | null {
  const [only] = outputs;
  const role = only?.expression.kind === "column" ? only.expression.role : undefined;
  const isOfRole = ({ expression }: Output) => expression.kind === "column" && expression.role === role;
  return distinct && role !== undefined && outputs.every(isOfRole) ? plural(roleWords(role)) : null;
}

export const limited = (result: QueryResult): string =>
  `${result.truncated ? "more than " : ""}${result.row_count.toLocaleString("en-US")}`;
