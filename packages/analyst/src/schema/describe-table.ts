import { cutText } from "@parley/contract/cut-text";
import type { Column, Dialect, Table } from "@parley/datasource/types";
import { isMeantByName } from "@parley/interpreter/sql/meant-schema";
import { tableNameOf } from "./asked.ts";
import { nameInSql } from "./name-in-sql.ts";

const SCHEMA_VALUES = 8;
const SCHEMA_VALUE_CHARACTERS = 40;
/** Values of a closed list are shown with every table: what a status may be is no question of relevance. */
const CLOSED_LIST_CHARACTERS = 120;
/** Characters of a comment: some databases keep whole documents in one. */
const LONGEST_COMMENT = 500;
const SHORT_COMMENT = 100;

/** How much is said of a table. */
export interface Detail {
  dialect: Dialect;
  /** Columns whose samples are shown; of the others only closed lists are. All where absent. */
  touched?: ReadonlySet<Column>;
  /** Columns beyond these many that nothing touches are counted instead of described. */
  columns?: number;
  /** Comments are short. */
  short?: boolean;
}

/** Text from a database stays on its line: a comment of several lines could look like a part of the prompt. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const remark = (comment: string, most = LONGEST_COMMENT) => cutText(oneLine(cutText(comment, 4 * most)), most);

/** A table's name on one line, without quotes. */
export const plainName = (table: Table): string => oneLine(tableNameOf(table));

/** A table's name as SQL writes it. */
const written = (table: Table, dialect: Dialect): string => {
  const name = nameInSql(oneLine(table.name), dialect);
  return table.schema && !isMeantByName(table.schema, dialect)
    ? `${nameInSql(oneLine(table.schema), dialect)}.${name}`
    : name;
};

const head = (table: Table, name: string, most?: number) =>
  `${name} (about ${table.row_count} rows${table.is_view ? ", a view" : ""})${table.comment ? `: ${remark(table.comment, most)}` : ""}`;

/** One line: name, size, comment. */
export const describeTableBriefly = (table: Table): string => head(table, plainName(table));

/** One line: name and names of columns, with short comments where the names do not speak. */
export function listTable(table: Table, dialect: Dialect, touched: ReadonlySet<Column>): string {
  const said = (column: Column) =>
    column.comment && touched.has(column) ? ` /* ${remark(column.comment, SHORT_COMMENT).replaceAll("*/", "")} */` : "";
  const columns = fitting(table, touched, LISTED_COLUMNS);
  const rest = table.columns.length - columns.length;
  const names = columns.map((column) => `${nameInSql(oneLine(column.name), dialect)}${said(column)}`);
  if (rest > 0) names.push(`and ${rest} more`);
  const comment = table.comment ? ` -- ${remark(table.comment, SHORT_COMMENT)}` : "";
  return `${written(table, dialect)}(${names.join(", ")})${comment}`;
}

const LISTED_COLUMNS = 20;

/** One line: a table that has the columns of one that is shown. */
export const describeCopy = (table: Table, shown: string): string =>
  `${plainName(table)}: columns as ${shown}${table.comment ? ` -- ${remark(table.comment, SHORT_COMMENT)}` : ""}`;

/** At most `most` columns in their order: keys and those that are touched before others. */
function fitting(table: Table, touched: ReadonlySet<Column> | undefined, most: number): Column[] {
  if (table.columns.length <= most) return table.columns;
  const keys = new Set([...table.primary_key, ...table.foreign_keys.flatMap(({ columns }) => columns)]);
  const weight = (column: Column) => (touched?.has(column) ? 2 : 0) + (keys.has(column.name) ? 1 : 0);
  const kept = new Set(table.columns.toSorted((a, b) => weight(b) - weight(a)).slice(0, most));
  return table.columns.filter((column) => kept.has(column));
}

/** A table with columns, keys and sample values. */
export function describeTable(table: Table, detail: Detail): string {
  const { dialect } = detail;
  const list = (names: readonly string[]) => names.map((name) => nameInSql(oneLine(name), dialect)).join(", ");
  const keys = table.primary_key.length > 0 ? `  primary key (${list(table.primary_key)})` : "";
  const links = table.foreign_keys.map(
    (key) =>
      `  (${list(key.columns)}) refers to ${nameInSql(oneLine(key.table), dialect)} (${list(key.references)})${key.inferred ? ", found by name and values" : ""}`,
  );
  const columns = fitting(table, detail.touched, detail.columns ?? Infinity);
  const rest = table.columns.length - columns.length;
  return [
    `table ${head(table, written(table, dialect), detail.short ? SHORT_COMMENT : undefined)}`,
    ...columns.map((column) => describeColumn(column, table, detail)),
    rest > 0 ? `  and ${rest} more columns` : "",
    keys,
    ...links,
  ]
    .filter(Boolean)
    .join("\n");
}

function describeColumn(column: Column, table: Table, { dialect, touched, short }: Detail): string {
  const needed = !column.nullable && !table.primary_key.includes(column.name) ? " not null" : "";
  const comment = column.comment ? ` -- ${remark(column.comment, short ? SHORT_COMMENT : undefined)}` : "";
  const masked = column.masked ? ", masked: it can be shown, and used for nothing else" : "";
  const shown = touched === undefined || touched.has(column);
  return `  ${nameInSql(oneLine(column.name), dialect)} ${typeText(column)}${needed}${masked}${shown ? rangeText(column) : ""}${valuesText(column, shown)}${comment}`;
}

/** A column's type, with its zone where moments depend on it. */
function typeText({ type, native_type }: Column): string {
  if (type !== "timestamp") return type;
  if (/with time zone|timestamptz/i.test(native_type)) return "timestamp with time zone";
  return /without time zone/i.test(native_type) ? "timestamp without time zone" : type;
}

const rangeText = ({ min, max }: Column) => (min !== null && max !== null ? `, ${min} to ${max}` : "");

function valuesText(column: Column, shown: boolean): string {
  const values = column.values
    .slice(0, SCHEMA_VALUES)
    .map((value) => JSON.stringify(cutText(value, SCHEMA_VALUE_CHARACTERS)));
  const complete = column.values_complete && column.values.length <= SCHEMA_VALUES;
  const text = values.join(", ");
  if (values.length === 0 || (!shown && !(complete && text.length <= CLOSED_LIST_CHARACTERS))) return "";
  const distinct = !complete && column.distinct_count !== null ? `, ${column.distinct_count} different` : "";
  return `${distinct}, ${complete ? "values" : "such as"} ${text}`;
}
