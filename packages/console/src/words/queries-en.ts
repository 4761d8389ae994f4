import type { Phrase } from "./words.ts";

export const en = {
  title: "Saved queries",
  search: "Search saved queries",
  list: "Saved queries",
  none: "No saved query has these words.",
  empty: "No saved queries yet",
  "empty.hint": "Administrators keep questions here that are asked often.",
  gone: "There is no such query",
  "gone.hint": "It may have been deleted.",
  parameters: { one: "1 value", other: "{count} values" },
  source: "Database",
  "source.none": "There is no database to ask.",
  run: "Run",
  prompt: "What it asks",
  sql: "Its SQL",
  "sql.none": "It has no SQL of its own: the agent writes it from the words.",
  changed: "Changed {when}",
  changedBy: "Changed {when} by {name}",
} as const satisfies Readonly<Record<string, Phrase>>;

export type QueriesWords = Readonly<Record<keyof typeof en, Phrase>>;
