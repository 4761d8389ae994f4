import type { EvaluatedAnswer, EvaluationCase } from "@parley/client";

/** What came of a question: its answer is right or wrong, there is none, or it could not be asked. */
export const verdicts = ["right", "wrong", "unanswered", "unasked"] as const;
export type Verdict = (typeof verdicts)[number];

/** The answer that counts: with the draft, where there is one. */
export const lastAnswer = ({ before, after }: EvaluationCase): EvaluatedAnswer | null => after ?? before;

export function verdictOf(asked: EvaluationCase): Verdict {
  const answer = lastAnswer(asked);
  if (!answer) return "unasked";
  if (answer.right) return "right";
  return answer.answered ? "wrong" : "unanswered";
}

/** How many questions came to what. */
export function verdictCounts(cases: readonly EvaluationCase[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { right: 0, wrong: 0, unanswered: 0, unasked: 0 };
  for (const asked of cases) counts[verdictOf(asked)] += 1;
  return counts;
}

/** How many of the answers are right in the end: with the draft, where there is one. */
export const rightOf = (evaluation: { right_before: number; right_after: number | null }): number =>
  evaluation.right_after ?? evaluation.right_before;
