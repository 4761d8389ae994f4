import type { NotesWords } from "./notes-en.ts";

export const de: NotesWords = {
  edit: "Bearbeiten",
  remove: "Löschen",
  keep: "Behalten",
  save: "Speichern",
  discard: "Verwerfen",
  content: "Text",
  handle: "Verschieben. Alt und Pfeiltasten bewegen den Eintrag nach oben oder unten",
  moved: "Auf Platz {place} von {total} verschoben",
  saved: "Gespeichert",
  removed: "Gelöscht",
  loading: "Wird geladen",
  count: "{used} von {limit}",
  tooMany: "Mehr als {limit} gehen nicht. Löschen Sie etwas, um Neues hinzuzufügen.",
  by: "{name}, {when}",
};
