import type { GoldenQuestionWords } from "./golden-question-en.ts";

export const de: GoldenQuestionWords = {
  question: "Frage",
  "question.hint": "So, wie ein Mitglied sie stellen würde.",
  "question.create": "Hinzufügen",
  "question.save": "Speichern",
  "question.saved": "Gespeichert",
  "question.source": "Datenbank",
  "question.sql.hint": "Die Zeilen dieses SQL sind die richtige Antwort.",
  "question.sql.placeholder": "SELECT …",
  "question.class": "Klasse",
  "question.class.hint": "Welche Art von Frage es ist. Jede Klasse bekommt ihre eigene Linie.",
  "question.remove": "Löschen",
  "question.remove.title": "Diese Prüffrage löschen?",
  "question.remove.text":
    "Sie wird nicht mehr gestellt. Prüfungen, in denen sie gestellt wurde, bleiben, wie sie sind.",
};
