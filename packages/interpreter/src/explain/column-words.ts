import { splitIdentifier, stem } from "../language/inflection.ts";
import type { ColumnExpression, Expression } from "../form/logical-form.ts";
import { withoutUnit } from "../language/units.ts";
import { plural, singular, spoken } from "../language/words.ts";

const PLACE = /^(country|city|state|region|province|county|continent|district|town|place|location)$/i;
/** What things do by themselves; everything else is done to them: a product "was launched". */
const BY_ITSELF = /^(ended|started|expired|joined|signed|began|happened|occurred|arrived|departed|churned|lapsed)\b/;
/** Events that only say that there is a row. */
const BEGINNING = /^(created|added|recorded|inserted|happened|occurred|made)$/;

/** What a table of values is called beside what it holds: "ref_colors" are colors. */
const TABLE_KIND = /^(ref|tbl|dim|fact|lookup|lkp) (?=.)/;

/** True for words that say the table again, whole or short: "cust" of customers, "class" of class types. */
function saysTable(words: readonly string[], table: string): boolean {
  const own = thing(table).split(" ");
  return words.every((word) => own.some((one) => one.startsWith(singular(word)) && word.length > 2));
}

/** Names of rows: "name" of products stands for the product. */
export function isName({ table, column }: ColumnExpression): boolean {
  if (/^(name|title|label|full_?name)$/i.test(column)) return true;
  const words = splitIdentifier(column);
  return words.length > 1 && words.at(-1) === "name" && saysTable(words.slice(0, -1), table);
}

/** True for the key of a table's own rows: "id", "order_id" of orders, "StuID" of students. */
export function isOwnKey(expression: Expression): boolean {
  if (expression.kind !== "column" || expression.role !== undefined) return false;
  const words = splitIdentifier(expression.column);
  return words.at(-1) === "id" && saysTable(words.slice(0, -1), expression.table);
}

/** True for columns whose numbers name and do not measure: keys, codes, years. */
export const isNaming = (expression: Expression): boolean =>
  expression.kind === "column" &&
  /^(id|key|code|year|zip|no|nr|number)$/.test(splitIdentifier(expression.column).at(-1) ?? "");

/** Columns whose values one is in: "in Germany". */
export const isPlace = ({ column }: ColumnExpression): boolean => PLACE.test(column);

/** What a table has a row for: "order". */
export const thing = (table: string): string => singular(spoken(table).replace(TABLE_KIND, ""));
export const things = (table: string): string => plural(thing(table));

/** What a foreign key leads to: "manager" of "manager_id". */
const roleWords = (role: string): string => spoken(role).replace(/(.) id$/, "$1");

/** A column as words: "manager_id" is the manager, "joined_on" the date joined, "weight_kg" the weight. */
export function columnWords(expression: ColumnExpression): string {
  const { table, column, role } = expression;
  if (isName({ kind: "column", table, column })) return `${role === undefined ? thing(table) : roleWords(role)} name`;
  if (isOwnKey(expression)) return "id";
  const words = spoken(column);
  const done = doneAt(words);
  const plain = done === undefined ? withoutUnit(words.replace(/(.) id$/, "$1")) : `date ${done}`;
  return role === undefined ? plain : `${roleWords(role)} ${plain}`;
}

/** What a group or a label is called: the thing for the name of a thing, else the column. */
export function labelWords(expression: Expression): string | null {
  if (expression.kind === "bucket")
    return expression.unit === "month_of_year" ? "month of the year" : spoken(expression.unit.replace(/_number$/, ""));
  if (expression.kind !== "column") return null;
  if (!isName(expression) && !isOwnKey(expression)) return columnWords(expression);
  return expression.role === undefined ? thing(expression.table) : roleWords(expression.role);
}

/** What is done at a moment, by the words of its column: "joined" of "joined on". */
const doneAt = (words: string): string | undefined =>
  /^(\w*(?:ed|paid|sent|spent|lent|left|held|sold|grown|known|shown|bought|caught|made|given|taken|seen|born)(?: (?!at\b|on\b|date\b)\w+)?) (?:at|on|date|time)$/.exec(
    words,
  )?.[1];

/** What happened at a moment: "signed up" of "signed_up_on"; empty where the row itself is what happened ("ordered_at" of orders). */
export function eventOf({ table, column }: ColumnExpression): string | null {
  const words = spoken(column);
  const verb = doneAt(words);
  const tableStems = spoken(table).split(" ").map(stem);
  const rest = words.replace(/ ?\b(date|time|timestamp|at|on|day)\b/g, "").trim();
  if (rest === "" || tableStems.includes(stem(rest))) return "";
  if (verb === undefined) return null;
  return BEGINNING.test(verb) ? "" : verb;
}

/** True for an event that a thing does itself: "ended", not "was shipped". */
export const isOwnDoing = (event: string): boolean => BY_ITSELF.test(event);

/** True for columns that hold days or moments, as far as their names tell. */
export const isMomentColumn = (column: ColumnExpression): boolean =>
  eventOf(column) !== null || /(^|_)(date|time|timestamp|birthday)$|_(at|on)$/i.test(column.column);
