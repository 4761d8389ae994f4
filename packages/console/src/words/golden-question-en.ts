import type { Phrase } from "./phrase.ts";

/** What the form of a golden question says, in English. */
export const en = {
  question: "Question",
  "question.hint": "As a member would ask it.",
  "question.create": "Add",
  "question.save": "Save",
  "question.saved": "Saved",
  "question.source": "Database",
  "question.sql.hint": "The rows of this SQL are the right answer.",
  "question.sql.placeholder": "SELECT …",
  "question.class": "Class",
  "question.class.hint": "What kind of question it is. Each class has a line of its own.",
  "question.remove": "Delete",
  "question.remove.title": "Delete this golden question?",
  "question.remove.text": "It is asked no more. Runs that have asked it stay as they are.",
} as const satisfies Readonly<Record<string, Phrase>>;

export type GoldenQuestionWords = Readonly<Record<keyof typeof en, Phrase>>;
