import type { Phrase } from "./phrase.ts";

/** What runs of golden questions say, wherever they are shown, in English. */
export const en = {
  "verdict.right": "Right",
  "verdict.wrong": "Wrong",
  "verdict.unanswered": "Not answered",
  "verdict.unasked": "Could not be asked",
  "change.same": "Same",
  "change.number": "Other rows",
  "change.sql": "Other SQL, same rows",
  "change.abstains": "No answer any more",
  "change.answers": "Answered now",
  "figure.none": "no answer",
  "figure.text": "in words",
  "figure.rows": { one: "{count} row", other: "{count} rows" },
  "figure.becomes": "becomes",
  "case.deleted": "A question that was deleted",
  "side.before": "As things are",
  "side.after": "With the draft",
  progress: "{done} of {total} asked",
  "progress.label": "Questions that have been asked",
  cancel: "Cancel",
  "start.none": "There are no golden questions to ask.",
  "start.addQuestion": "Add one",
  "start.running": "An evaluation is already running. One runs at a time.",
  "start.seeRuns": "See how far it is",
  "start.wait": { one: "Another one can be begun in a second.", other: "Another one can be begun in {count} seconds." },
  "start.waited": "Another one can be begun now.",
  "impact.title": "Impact of this change",
  "impact.changed": "Answers that change",
  "impact.better": { one: "1 answer more is right", other: "{count} answers more are right" },
  "impact.worse": { one: "1 answer fewer is right", other: "{count} answers fewer are right" },
  "impact.even": "As many answers are right as before",
  "impact.right": "{right} of {total} right",
} as const satisfies Readonly<Record<string, Phrase>>;

export type EvaluationWords = Readonly<Record<keyof typeof en, Phrase>>;
