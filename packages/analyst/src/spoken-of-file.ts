import type { Schema } from "@parley/datasource/types";
import { splitIdentifier, stem } from "@parley/interpreter/language/inflection";
import type { QueryReading } from "@parley/interpreter/question";
import { contentStems } from "@parley/core/passage/ranking";

/** Words for times, which a file's column may be called: "last month" speaks of none, "which month" does. */
const WORDS_FOR_TIMES = new Set(["day", "week", "month", "quarter", "year"].map(stem));
const ASKS_FOR_TIMES = /\b(?:which|what|per|by|each|every) (?:day|week|month|quarter|year)s?\b/i;

/** Words of a question that say what it is about. */
function topicOf(text: string): string[] {
  const asksForTimes = ASKS_FOR_TIMES.test(text);
  return contentStems(text).filter((word) => asksForTimes || !WORDS_FOR_TIMES.has(word));
}

const stemsOf = (names: readonly string[]): Set<string> => new Set(names.flatMap(splitIdentifier).map(stem));

/** The names of the rows that a reading is of, and of what tells or restricts them: not of what its figures are made of. */
function namesRead({ form }: QueryReading): string[] {
  const written = JSON.stringify([form.groups, form.where, form.having]);
  const told = [...written.matchAll(/"(?:column|table|subject)":"([^"]+)"/g)].map(([, name = ""]) => name);
  return [form.subject, ...form.joins, ...told];
}

/**
 * True where a question has a word of a file's columns and none of what the database is read by: "total profit in July" after answers from a
 * file with a profit, which the profit of all orders would not answer.
 */
export function speaksOfFile(text: string, file: Schema, database: QueryReading): boolean {
  const topic = topicOf(text);
  const inFile = stemsOf(file.tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]));
  const inDatabase = stemsOf(namesRead(database));
  return topic.some((word) => inFile.has(word)) && !topic.some((word) => inDatabase.has(word));
}
