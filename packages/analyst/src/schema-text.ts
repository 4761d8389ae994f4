import { cutText } from "@parley/contract/cut-text";
import { patience } from "@parley/datasource/introspection/patience";
import type { Column, Schema, Table } from "@parley/datasource/types";
import { contentStems } from "@parley/core/passage/ranking";
import { splitIdentifier, stem } from "@parley/interpreter/language/inflection";

const SCHEMA_VALUES = 8;
const SCHEMA_VALUE_CHARACTERS = 40;
/** Characters of a comment: some databases keep whole documents in one. */
const LONGEST_COMMENT = 500;
/** Characters of schema a prompt carries before it is narrowed. */
const SCHEMA_CHARACTERS = 24_000;
/** Schemas up to this many tables are described in full where there is room. */
const TABLES_IN_FULL = 60;
/** What separates two tables. */
const BETWEEN = "\n\n";

/** Text from a database stays on its line: a comment of several lines could look like a part of the prompt. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const remark = (comment: string) => cutText(oneLine(cutText(comment, 4 * LONGEST_COMMENT)), LONGEST_COMMENT);

const nameOf = (table: Table) =>
  oneLine(table.schema && table.schema !== "public" ? `${table.schema}.${table.name}` : table.name);

/** One line: name, size, comment. */
export const describeTableBriefly = (table: Table): string =>
  `${nameOf(table)} (about ${table.row_count} rows)${table.comment ? `: ${remark(table.comment)}` : ""}`;

/** A table with columns, keys and sample values. */
export function describeTable(table: Table): string {
  const keys = table.primary_key.length > 0 ? `  primary key (${table.primary_key.join(", ")})` : "";
  const links = table.foreign_keys.map(
    (key) =>
      `  (${key.columns.join(", ")}) refers to ${key.table} (${key.references.join(", ")})${key.inferred ? ", found by name and values" : ""}`,
  );
  return [`table ${describeTableBriefly(table)}`, ...table.columns.map(describeColumn), keys, ...links]
    .filter(Boolean)
    .join("\n");
}

function describeColumn(column: Column): string {
  const values = column.values
    .slice(0, SCHEMA_VALUES)
    .map((value) => JSON.stringify(cutText(value, SCHEMA_VALUE_CHARACTERS)));
  const complete = column.values_complete && column.values.length <= SCHEMA_VALUES;
  const range = column.min !== null && column.max !== null ? `, ${column.min} to ${column.max}` : "";
  const sample = values.length > 0 ? `, ${complete ? "values" : "such as"} ${values.join(", ")}` : "";
  const comment = column.comment ? ` -- ${remark(column.comment)}` : "";
  return `  ${oneLine(column.name)} ${column.type}${range}${sample}${comment}`;
}

/**
 * The schema as the prompt shows it. A large one is narrowed to the tables the question touches and those they refer to;
 * the text then says how many there are and names the rest, so that nothing is cut silently.
 */
export async function schemaText(schema: Schema, question: string): Promise<string> {
  const leftOut = schema.tables_left_out ?? 0;
  const whole = leftOut === 0 ? wholeText(schema) : null;
  if (whole !== null) return whole;

  const touched = await byRelevance(schema, question);
  const shown: Table[] = [];
  let length = 0;
  for (const table of touched) {
    const text = describeTable(table);
    if (shown.length > 0 && length + text.length > SCHEMA_CHARACTERS) break;
    shown.push(table);
    length += text.length;
  }
  const rest = schema.tables.filter((table) => !shown.includes(table)).map(nameOf);
  const named = rest.slice(0, 300).join(", ") + (rest.length > 300 ? `, and ${rest.length - 300} more` : "");
  return [
    `The database has ${schema.tables.length + leftOut} tables. The ${shown.length} that the question seems to touch are described here; call describe_tables for others.`,
    ...leftOutText(schema),
    ...shown.map(describeTable),
    `Other tables: ${named}`,
  ].join(BETWEEN);
}

/** What is said about tables that were not read. */
export const leftOutText = ({ tables, tables_left_out }: Schema): string[] =>
  tables_left_out === undefined
    ? []
    : [
        `It has more tables than can be described: ${tables_left_out} beyond the ${tables.length} largest are neither described nor named.`,
      ];

/** All tables in full; null if there are too many for that. */
function wholeText({ tables }: Schema): string | null {
  if (tables.length > TABLES_IN_FULL) return null;
  const texts: string[] = [];
  let length = 0;
  for (const table of tables) {
    const text = describeTable(table);
    length += text.length + (texts.length > 0 ? BETWEEN.length : 0);
    if (length > SCHEMA_CHARACTERS) return null;
    texts.push(text);
  }
  return texts.join(BETWEEN);
}

/** Tables in the order in which the question touches them: by name, columns and values, then those they are linked with. */
async function byRelevance(schema: Schema, question: string): Promise<Table[]> {
  const wanted = new Set(contentStems(question));
  const lower = question.toLowerCase();
  const hits = (name: string, weight: number) =>
    splitIdentifier(name).reduce((sum, word) => sum + (wanted.has(stem(word)) ? weight : 0), 0);
  const own = new Map<string, number>();
  const others = patience();
  for (const table of schema.tables) {
    const columns = table.columns.reduce((sum, column) => {
      const value = column.values.some((each) => each.length > 2 && lower.includes(each.toLowerCase())) ? 3 : 0;
      return sum + hits(column.name, 1) + value;
    }, 0);
    own.set(table.name, hits(table.name, 5) + columns);
    await others();
  }
  const linked = new Map<string, number>();
  const link = (to: string, score: number) => linked.set(to, Math.max(linked.get(to) ?? 0, score));
  for (const table of schema.tables) {
    for (const key of table.foreign_keys) {
      link(key.table, (own.get(table.name) ?? 0) / 2);
      link(table.name, (own.get(key.table) ?? 0) / 2);
    }
  }
  const score = (table: Table) => (own.get(table.name) ?? 0) + (linked.get(table.name) ?? 0);
  return schema.tables.toSorted((a, b) => score(b) - score(a) || b.row_count - a.row_count);
}
