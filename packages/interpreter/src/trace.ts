/** The stages a question passes through, in their order. */
export const stages = [
  "language",
  "catalog",
  "guidance",
  "link",
  "read",
  "assemble",
  "honesty",
  "sql",
  "explain",
] as const;
export type Stage = (typeof stages)[number];

/** Hears what each stage made of the question, once a stage at the most. */
export type Trace = (stage: Stage, made: unknown) => void;
