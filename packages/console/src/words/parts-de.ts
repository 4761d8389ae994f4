import type { PartsWords } from "./parts-en.ts";

export const de: PartsWords = {
  "copy.copy": "Kopieren",
  "copy.copied": "Kopiert",
  "copy.failed": "Dieser Browser lässt die Seite nicht kopieren.",
  "code.code": "Code",
  "sql.sql": "SQL",
  "markdown.table": "Tabelle",
  "markdown.done": "Erledigt",
  "markdown.open": "Offen",
  "table.noValue": "Kein Wert",
  "table.noRows": "Keine Zeilen",
  "table.copiedCells": { one: "Eine Zelle kopiert", other: "{count} Zellen kopiert" },
  "table.sortedUp": "Nach {column} aufsteigend sortiert",
  "table.sortedDown": "Nach {column} absteigend sortiert",
  "table.unsorted": "In der Reihenfolge der Datenbank",
};
