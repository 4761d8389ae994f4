import type { Phrase } from "./words.ts";

export const en = {
  title: "Queries",
  add: "Add a query",
  "empty.hint":
    "Save questions that are asked often: people run them with their own values, and always get the same SQL.",
  name: "Title",
  "name.hint": "What people look for.",
  description: "Description",
  "description.hint": "What its answer shows.",
  prompt: "Question",
  "prompt.hint": "What the agent is asked, in plain words.",
  keywords: "Keywords",
  "keywords.hint": "Words by which questions are matched to it, with commas between them.",
  source: "Database",
  "source.hint":
    "The only one in which the query is found and run. With “Any”, it is checked for and tried on the first.",
  "source.any": "Any",
  sql: "SQL",
  "sql.placeholder": "SELECT … WHERE year = {{year}}",
  "sql.none": "Without SQL the agent writes it from the question.",
  "sql.checking": "Checking …",
  "sql.fine": "This can be saved.",
  "sql.problemAt": "Line {line}, character {column}: {message}",
  "sql.problemIn": "Line {line}: {message}",
  "sql.parameters": "Values it needs",
  save: "Save",
  saved: "Saved",
  create: "Add",
  remove: "Delete",
  "remove.title": "Delete “{title}”?",
  "remove.text": "Nobody can run it any more. Answers that it gave stay.",
  "remove.action": "Delete the query",
  removed: "Deleted",
  try: "Try it",
  "try.run": "Run on 20 rows",
  "try.label": "First rows",
  "try.rows": { one: "1 row in {ms} ms", other: "{count} rows in {ms} ms" },
  "try.more": "First {count} rows in {ms} ms; there are more.",
} as const satisfies Readonly<Record<string, Phrase>>;

export type QueryEditorWords = Readonly<Record<keyof typeof en, Phrase>>;
