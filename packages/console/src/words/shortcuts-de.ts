import type { ShortcutWords } from "./shortcuts-en.ts";

export const de: ShortcutWords = {
  "shortcuts.title": "Tastenkürzel",
  "shortcuts.new": "Neue Frage",
  "shortcuts.focus": "Frage schreiben",
  "shortcuts.send": "Senden",
  "shortcuts.line": "Neue Zeile",
  "shortcuts.last": "Letzte Frage bearbeiten",
  "shortcuts.queries": "Gespeicherte Abfragen",
  "shortcuts.projects": "Dokumentsammlungen",
  "shortcuts.close": "Schließen oder ein Feld verlassen",
  "shortcuts.help": "Diese Liste",
  "shortcuts.enabled": "Einzelne Tasten sind Kürzel",
  "shortcuts.done": "Schließen",
};
