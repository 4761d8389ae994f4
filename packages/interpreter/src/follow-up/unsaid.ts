import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Expression, LogicalForm, Output } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf } from "../form/visit.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { nameOf } from "../assemble/output-names.ts";
import type { Mention } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import { columnExpression } from "../resolve/measures.ts";
import { figureInstead, isFigureAlone, sideBySide, withFigures } from "./figures-beside.ts";
import { moreOfRows } from "./more-of-rows.ts";
import { totalOf } from "./totals.ts";
import { sameFigureRanked } from "./ranked-the-same.ts";
import { isNamedIn, type ReadAlone } from "./read-alone.ts";
import { aboutRows, onlyShown, rowsCounted, rowsMeant } from "./rows-meant.ts";

/** A question of its own says of what it asks; a longer one does so all the more. */
const MOST_WORDS_UNSAID = 9;
const OF_EVERYTHING = /\b(?:all|every|each|our|overall|whole|entire|company|everything|anybody|anyone)\b/i;

/** False for a question that says itself of what it asks. */
export const mayLeaveUnsaid = (text: string, { filters }: Sketch): boolean =>
  filters.length === 0 && text.split(/\s+/).length <= MOST_WORDS_UNSAID && !OF_EVERYTHING.test(text);

/**
 * What goes on though no word says so, as it names nothing that it could be about: "what is the average weight" after some
 * animals, "how many owners", "show the owners", "who sold the most". Null for a question of its own.
 */
export function unsaidChange(before: LogicalForm, asked: ReadAlone): LogicalForm | null {
  const { text, sketch, form } = asked;
  if (!mayLeaveUnsaid(text, sketch) || before.combine !== null) return null;
  if (form.where.length + form.having.length > 0 || form.combine !== null) return null;
  for (const change of [
    numbersOfRows,
    figureOfNothingNamed,
    otherRowsCounted,
    sameFigureRanked,
    rowsOfThose,
    valuesOfThose,
  ]) {
    const changed = change(before, asked);
    if (changed !== null) return changed;
  }
  return null;
}

/** "and clicks" after the cost of each campaign: as much of these is made of that. */
function numbersOfRows(before: LogicalForm, { text, sketch, form: read, catalog }: ReadAlone): LogicalForm | null {
  const opened = /^\s*(and|plus|also|with|what about|how about|what(?:'s| is| was| are| were) the)\b/i
    .exec(text)?.[1]
    ?.toLowerCase();
  const form = withTheirColumn(before, { sketch, form: read });
  const isFragment = opened !== undefined || !/\b(?:what|which|who|how|show|list|give|is|are|do|does)\b/i.test(text);
  if (!isFragment || form.groups.length > 0 || form.order.length > 0) return null;
  const isNumber = ({ expression }: Output) => columnOf(expression, catalog)?.isNumber === true;
  if (form.outputs.length === 0 || !form.outputs.every(isNumber)) return null;
  const figure = before.outputs.find(({ expression }) => isAggregate(expression))?.expression;
  if (figure === undefined) {
    // "what are the weights" of some animals: each beside its name.
    const rows = rowsMeant(before, catalog);
    return rows === null ? null : moreOfRows(before, form, { rows, catalog });
  }
  const addUp = form.outputs.every(({ expression }) => addsUp(columnOf(expression, catalog)));
  const usual = addUp ? "sum" : "avg";
  const fn = figure.kind === "aggregate" && figure.fn !== "count" && (addUp || figure.fn !== "sum") ? figure.fn : usual;
  const outputs = form.outputs.map(({ expression, ...output }): Output => {
    const made: Expression = {
      kind: "aggregate",
      fn,
      of: expression,
      distinct: false,
      table: tablesOf(expression)[0] ?? form.subject,
    };
    return { ...output, expression: made, name: nameOf(made) };
  });
  const figures = { ...form, distinct: false, outputs };
  const isInstead = /^(?:what|how)/.test(opened ?? "");
  return isInstead
    ? figureInstead(before, figures, catalog)
    : (withFigures(before, figures, catalog) ?? figureInstead(before, figures, catalog));
}

/** "and the cost" after some repairs: theirs, where other rows have costs, too. */
function withTheirColumn(before: LogicalForm, { sketch, form }: Pick<ReadAlone, "sketch" | "form">): LogicalForm {
  const [wish, ...more] = sketch.outputs;
  const table = tableReadBy(before);
  if (wish?.kind !== "column" || more.length > 0 || form.outputs.length !== 1 || sketch.tables.length > 0) return form;
  if (form.subject === table) return form;
  const column = numberCalled(wish.mention, table);
  if (column === null) return form;
  return { ...form, subject: table, joins: [], outputs: [{ expression: columnExpression(column), name: column.name }] };
}

/** The number of a table's rows that a word means best; null where several may be meant. */
function numberCalled({ columns }: Mention, table: string): CatalogColumn | null {
  const [best, next] = columns.filter(({ column, score }) => column.table.name === table && score >= 0.5);
  return best === undefined || best.score === next?.score || !best.column.isNumber ? null : best.column;
}

/** False for marks, rates and prices of one, whose sum says nothing. */
const addsUp = (column: CatalogColumn | undefined): boolean =>
  column !== undefined &&
  !/\b(?:ratings?|scores?|grades?|stars|satisfaction|\w+ness|quality|age|rate|percent|percentage|pct|unit|temperature|level)\b/.test(
    column.words.join(" "),
  );

const columnOf = (expression: Expression, { byName }: Catalog) => {
  if (expression.kind !== "column") return undefined;
  const column = byName.get(expression.table)?.columns.find(({ name }) => name === expression.column);
  return column?.isKey === true || column?.isForeign === true || column?.isYear === true ? undefined : column;
};

/** "what is the average weight": of the rows that were spoken of, where they have one. */
function figureOfNothingNamed(
  before: LogicalForm,
  { text, said, sketch, form, catalog }: ReadAlone,
): LogicalForm | null {
  const [asked] = form.outputs;
  if (asked === undefined || !isFigureAlone(form) || sketch.tables.length > 0) return null;
  const isOfRows = sketch.outputs.some((output) => output.kind === "count" && output.mention !== null);
  const [table] = tablesOf(asked.expression);
  if (isOfRows || table === undefined || saysOfWhat(text, catalog.byName.get(table))) return null;
  if (table !== tableReadBy(before)) return figureOfTheirs(before, { text, said, sketch, form, catalog });
  const figure = before.outputs.find(({ expression }) => isAggregate(expression));
  if (figure !== undefined && sameExpression(figure.expression, asked.expression)) return totalOf(before);
  return figure === undefined || before.limit !== null
    ? ofRows(before, form, catalog)
    : figureInstead(before, form, catalog);
}

/** "what is the average price of tickets" is a question of its own. */
const saysOfWhat = (text: string, table: CatalogTable | undefined): boolean =>
  table !== undefined && /\b(?:what|which|how|show|give|tell)\b|\bof\b/i.test(text) && isNamedIn(text, table);

/** "average price" after some vehicles: of theirs, where other rows have prices, too. */
function figureOfTheirs(before: LogicalForm, { text, said, sketch, form, catalog }: ReadAlone): LogicalForm | null {
  const [wish, ...more] = sketch.outputs;
  const rows = tableReadBy(before);
  if (wish?.kind !== "aggregate" || wish.mention === null || more.length > 0) return null;
  const column = numberCalled(wish.mention, rows);
  if (column === null) return null;
  const of = columnExpression(column);
  const expression: Expression = { kind: "aggregate", fn: wish.fn, of, distinct: wish.distinct, table: rows };
  const own = { ...form, subject: rows, outputs: [{ expression, name: nameOf(expression) }] };
  return figureOfNothingNamed(before, { text, said, sketch, form: own, catalog });
}

/** "how many owners", without a word of what they do or whose they are. */
function otherRowsCounted(before: LogicalForm, { text, form, catalog }: ReadAlone): LogicalForm | null {
  if (
    !/^\s*(?:and )?how many \w+(?: (?!in\b)\w+)?(?: in total| altogether| overall)?$/i.test(text) ||
    !isFigureAlone(form)
  )
    return null;
  if (!isRestricted(before) && before.groups.length === 0) return null;
  const isOfFigures = before.outputs.some(({ expression }) => isAggregate(expression)) && before.limit === null;
  return isOfFigures ? figureInstead(before, form, catalog) : ofRows(before, form, catalog);
}

/** "show the owners", "which owners" after some of their animals: the owners of these. */
function rowsOfThose(before: LogicalForm, { text, form, catalog }: ReadAlone): LogicalForm | null {
  const isAsked =
    /^\s*(?:and )?(?:(?:show|list|give|see|name|get)(?: me)? the [\w-]+(?: [\w-]+)?|which [\w-]+(?: [\w-]+)?|(?:what|who) (?:are|were|is|was) the [\w-]+(?: [\w-]+)?|who(?: \w+ed)?)$/i.test(
      text,
    );
  if (!isAsked || form.groups.length > 0 || form.order.length > 0 || form.limit !== null || !isRestricted(before))
    return null;
  if (form.outputs.some(({ expression }) => expression.kind !== "column") || form.subject === tableReadBy(before))
    return null;
  return ofRows(before, form, catalog);
}

/** A longer question that names a column alone may be of all rows. */
const MOST_WORDS_OF_VALUES = 4;

/** "show the comments", "who paid" after some of the reviews: those of these, rather than of all. */
function valuesOfThose(before: LogicalForm, { text, sketch, form, catalog }: ReadAlone): LogicalForm | null {
  if (text.trim().split(/\s+/).length > MOST_WORDS_OF_VALUES || sketch.tables.length > 0 || !isRestricted(before))
    return null;
  if (form.groups.length > 0 || form.order.length > 0 || form.limit !== null || form.all_columns) return null;
  const isOwn = ({ expression }: Output) => expression.kind === "column" && expression.table === form.subject;
  if (form.subject !== tableReadBy(before) || form.outputs.length === 0 || !form.outputs.every(isOwn)) return null;
  const rows = before.groups.length > 0 ? rowsCounted(before, catalog) : rowsMeant(before, catalog);
  return rows === null || rows.table.name !== form.subject ? null : aboutRows(form, rows, catalog);
}

/** A form of the rows that were shown, or that were counted. */
function ofRows(before: LogicalForm, form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const counted = countedInShown(before, form, catalog);
  if (counted !== null) return counted;
  const [shown, behind] = [rowsMeant(before, catalog), rowsCounted(before, catalog)];
  // Rooms of the tickets that were counted by hotel, rather than all of these hotels.
  const isOfEach = behind !== null && isToOneNamed(catalog, behind.table, form.subject);
  for (const rows of isOfEach ? [behind, shown] : [shown, behind]) {
    const told = rows === null || rows.table.name === form.subject ? sameRows(rows, form) : rows;
    const changed = told === null ? null : aboutRows(form, told, catalog);
    if (changed !== null) return changed;
  }
  return null;
}

/** "how many pupils is that" after the best course by marks: of those whose marks they are. */
function countedInShown(before: LogicalForm, form: LogicalForm, catalog: Catalog): LogicalForm | null {
  const [output] = form.outputs;
  if (before.limit === null || before.groups.length === 0 || output === undefined || !isFigureAlone(form)) return null;
  const shown = onlyShown(before);
  const beside = sideBySide(output, before, catalog);
  if (shown === null || beside === null) return null;
  const { chart: _, ...rest } = before;
  return {
    ...rest,
    outputs: [beside],
    where: [...before.where, ...shown],
    groups: [],
    having: [],
    order: [],
    limit: null,
  };
}

/** Figures of the very rows; a list of these again would be no change. */
const sameRows = (rows: ReturnType<typeof rowsMeant>, form: LogicalForm): ReturnType<typeof rowsMeant> =>
  rows !== null && form.outputs.some(({ expression }) => isAggregate(expression)) ? rows : null;

const isRestricted = ({ where, having, limit }: LogicalForm): boolean =>
  where.length + having.length > 0 || limit !== null;

/** The table whose rows an answer is of: that of its figure, else its subject. */
export function tableReadBy({ outputs, order, subject }: LogicalForm): string {
  const figure = [...outputs.map(({ expression }) => expression), ...order.map(({ by }) => by)].find(isAggregate);
  return (figure === undefined ? undefined : tablesOf(figure)[0]) ?? subject;
}
