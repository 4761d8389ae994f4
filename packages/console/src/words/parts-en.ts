import type { Phrase } from "./phrase.ts";

/** What the parts say by themselves, in English. */
export const en = {
  "copy.copy": "Copy",
  "copy.copied": "Copied",
  "copy.failed": "This browser does not let the page copy.",
  "code.code": "Code",
  "sql.sql": "SQL",
  "markdown.table": "Table",
  "markdown.done": "Done",
  "markdown.open": "Not done",
  "dialog.close": "Close",
  "dialog.cancel": "Cancel",
  "problem.details": "Details",
  "problem.debugId": "Debug id",
  "problem.retry": "Try again",
  "suggestions.none": "Nothing matches",
  "field.required": "Required",
  "secret.set": "Set, not shown",
  "secret.replace": "Replace",
  "secret.keep": "Keep the old one",
  "secret.show": "Show",
  "secret.hide": "Hide",
  "table.noValue": "No value",
  "table.noRows": "No rows",
  "table.copiedCells": { one: "Copied one cell", other: "Copied {count} cells" },
  "table.sortedUp": "Sorted by {column}, ascending",
  "table.sortedDown": "Sorted by {column}, descending",
  "table.unsorted": "In the order of the database",
  "table.printed": "Printed: the first {shown} of {count} rows. The page shows them all.",
} as const satisfies Readonly<Record<string, Phrase>>;

export type PartsWords = Readonly<Record<keyof typeof en, Phrase>>;
