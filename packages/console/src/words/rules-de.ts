import type { RulesWords } from "./rules-en.ts";

export const de: RulesWords = {
  title: "Regeln",
  intro:
    "Jeder Agent bekommt sie mit jeder Frage. Schreiben Sie sie so, wie Sie sie einer neuen Kollegin sagen würden.",
  add: "Regel hinzufügen",
  placeholder: "Umsatz ist der Betrag abzüglich Erstattungen.",
  confirm: "Diese Regel löschen?",
  none: "Es gibt noch keine Regeln.",
};
