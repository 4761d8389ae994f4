import type { Phrase } from "./phrase.ts";

/** What the room of feedback says, in English. */
export const en = {
  title: "Feedback",
  list: "Answers that members have marked",
  none: "Nobody has marked an answer yet",
  "none.hint": "When members mark an answer as good or wrong, it comes here with its question and their note.",
  "none.filtered": "No answer is marked so.",
  status: "Which of them",
  "status.open": "Open",
  "status.done": "Done",
  "status.all": "All",
  value: "How they were marked",
  "value.all": "Any mark",
  "value.negative": "Wrong",
  "value.positive": "Good",
  more: "Show more",
  unknown: "There is no such answer here. It may have been deleted, or its mark taken back.",
  "rated.negative": "Marked as wrong by {name}, {when}",
  "rated.positive": "Marked as good by {name}, {when}",
  answer: "The answer",
  sql: "Its SQL",
  "sql.many": "Its statements",
  toQuestion: "Keep as a golden question",
  "toQuestion.title": "What is the right answer?",
  "toQuestion.done": "Kept as a golden question",
  toRule: "Write a rule",
  "toRule.placeholder": "What should every answer keep to?",
  "toRule.done": "The rule holds from the next question on",
  close: "Cancel",
  done: "Mark as done",
  reopen: "Open again",
} as const satisfies Readonly<Record<string, Phrase>>;

export type FeedbackWords = Readonly<Record<keyof typeof en, Phrase>>;
