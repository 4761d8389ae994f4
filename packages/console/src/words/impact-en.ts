import type { Phrase } from "./phrase.ts";

/** What the preview of a change says, in English. */
export const en = {
  impact: "Preview impact",
  "impact.again": "Preview again",
  "impact.hint": "The golden questions are asked as things are and with what is written here. Nothing is saved.",
  "impact.asked": { one: "1 question", other: "{count} questions" },
  "impact.stale": "It has been changed since. Preview it again to see what it does now.",
  "impact.none": "No answer changes.",
  "impact.cancelled": "Cancelled after {done} of {total}",
  "impact.whole": "See the whole run",
} as const satisfies Readonly<Record<string, Phrase>>;

export type ImpactWords = Readonly<Record<keyof typeof en, Phrase>>;
