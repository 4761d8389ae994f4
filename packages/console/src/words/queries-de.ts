import type { QueriesWords } from "./queries-en.ts";

export const de: QueriesWords = {
  title: "Gespeicherte Abfragen",
  search: "Abfragen durchsuchen",
  list: "Gespeicherte Abfragen",
  none: "Keine Abfrage enthält diese Worte.",
  empty: "Noch keine gespeicherten Abfragen",
  "empty.hint": "Die Administration bewahrt hier Fragen auf, die oft gestellt werden.",
  gone: "Diese Abfrage gibt es nicht",
  "gone.hint": "Vielleicht wurde sie gelöscht.",
  parameters: { one: "1 Wert", other: "{count} Werte" },
  source: "Datenbank",
  "source.none": "Es gibt keine Datenquelle, die gefragt werden kann.",
  run: "Ausführen",
  prompt: "Was sie fragt",
  sql: "Ihr SQL",
  "sql.none": "Sie hat kein eigenes SQL: Der Agent schreibt es aus den Worten.",
  changed: "Geändert {when}",
  changedBy: "Geändert {when} von {name}",
};
