import { contentStems } from "@parley/core/passage/ranking";
import { splitIdentifier, stem, wordsAsWritten } from "@parley/interpreter/language/inflection";
import type { Column, Table } from "@parley/datasource/types";

/** What a question says, to be compared with names, comments and values. */
export interface Asked {
  stems: ReadonlySet<string>;
  /** The question in lower case, with one space between its words and at both ends. */
  words: string;
}

/** The words of a text as values and questions are compared: in lower case, with one space between and at both ends. */
export const spaced = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;

/** Returns what a question says; stems of its words, without those that mean nothing. */
export const askedBy = (question: string): Asked => ({
  stems: new Set(contentStems(question)),
  words: spaced(question),
});

/** Stems of a name's words, in full and as they stand in it: "InvoiceLine" and "invoice_lines" have the same. */
export const nameStems = (name: string): string[] => [
  ...new Set([...splitIdentifier(name), ...wordsAsWritten(name)].map(stem)),
];

/** Stems of the words of a comment, each once. */
export const commentStems = (comment: string | null): readonly string[] =>
  comment === null ? [] : [...new Set(contentStems(comment.slice(0, 2_000)))];

const SHORTEST_VALUE = 3;
const LONGEST_VALUE = 80;

/** Values that a question may hold without meaning them. */
const MEANINGLESS =
  /^(?:the|and|for|all|not|yes|true|false|none|null|other|new|one|two|who|how|what|which|are|has|was)$/i;

/** True if the question names a value: as whole words, in any case. */
export function namesValue({ words }: Asked, value: string): boolean {
  if (value.length < SHORTEST_VALUE || value.length > LONGEST_VALUE || MEANINGLESS.test(value)) return false;
  // Most values fail here, and cost no regular expression.
  const first = value.charCodeAt(0);
  if (first < 128 && !words.includes(value.slice(0, SHORTEST_VALUE).toLowerCase().trim())) return false;
  const phrase = spaced(value);
  return phrase.length > SHORTEST_VALUE && words.includes(phrase);
}

/** Values of a column that the question names. */
export const namedValues = (asked: Asked, column: Column): string[] =>
  column.values.filter((value) => namesValue(asked, value));

/** True if the question touches a column: by its name, its comment or a value. */
export const touchesColumn = (asked: Asked, column: Column): boolean =>
  nameStems(column.name).some((word) => asked.stems.has(word)) ||
  commentStems(column.comment).some((word) => asked.stems.has(word)) ||
  column.values.some((value) => namesValue(asked, value));

/** How a table is called in SQL and to models, unquoted: PostgreSQL's usual schema is not said. */
export const tableNameOf = ({ schema, name }: Pick<Table, "schema" | "name">): string =>
  schema && schema !== "public" ? `${schema}.${name}` : name;
