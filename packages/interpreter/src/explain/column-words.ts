import { stem } from "../language/inflection.ts";
import type { ColumnExpression, Expression } from "../form/logical-form.ts";
import { plural, singular, spoken } from "../language/words.ts";

const PLACE = /^(country|city|state|region|province|county|continent|district|town|place|location)$/i;
/** What things do by themselves; everything else is done to them: a product "was launched". */
const BY_ITSELF = /^(ended|started|expired|joined|signed|began|happened|occurred|arrived|departed|churned|lapsed)\b/;
/** Events that only say that there is a row. */
const BEGINNING = /^(created|added|recorded|inserted|happened|occurred|made)$/;

/** Names of rows: "name" of products stands for the product. */
export const isName = ({ table, column }: ColumnExpression): boolean =>
  /^(name|title|label|full_?name)$/i.test(column) || column.toLowerCase() === `${singular(table.toLowerCase())}_name`;

/** Columns whose values one is in: "in Germany". */
export const isPlace = ({ column }: ColumnExpression): boolean => PLACE.test(column);

/** What a table has a row for: "order". */
export const thing = (table: string): string => singular(spoken(table));
export const things = (table: string): string => plural(thing(table));

/** A column as words, without the preposition of a moment or the key of another table: "manager_id" → "manager". */
export function columnWords({ table, column, role }: ColumnExpression): string {
  if (isName({ kind: "column", table, column }))
    return role === undefined ? `${thing(table)} name` : `${spoken(role).replace(/ id$/, "")} name`;
  const words = spoken(column);
  const plain = words.replace(/(.) id$/, "$1");
  return role === undefined ? plain : `${spoken(role)} ${plain}`;
}

/** What a group or a label is called: the thing for the name of a thing, else the column. */
export function labelWords(expression: Expression): string | null {
  if (expression.kind === "bucket")
    return expression.unit === "month_of_year" ? "month of the year" : spoken(expression.unit.replace(/_number$/, ""));
  if (expression.kind !== "column") return null;
  if (!isName(expression)) return columnWords(expression);
  return expression.role === undefined ? thing(expression.table) : spoken(expression.role).replace(/ id$/, "");
}

/** What happened at a moment: "signed up" of "signed_up_on"; empty where the row itself is what happened ("ordered_at" of orders). */
export function eventOf({ table, column }: ColumnExpression): string | null {
  const words = spoken(column);
  const verb = /^(\w+(?:ed|id|ent|own|old|ght)(?: \w+)?) (?:at|on|date|time)$/.exec(words)?.[1];
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
