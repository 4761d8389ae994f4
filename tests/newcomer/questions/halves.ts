import { createHash } from "node:crypto";

export type Half = "tune" | "held";

const hash = (question: string): string => createHash("sha256").update(question).digest("hex");

/**
 * Deals the questions into two halves: within each class they lie in the order of a hash of their words and go to the one and
 * the other half in turn, so that both halves have as much of every class and nobody chose.
 */
export function halvesOf(questions: readonly { question: string; class: string }[]): Map<string, Half> {
  const dealt = questions
    .map((one) => ({ ...one, hash: hash(one.question) }))
    .toSorted((one, other) => compare(one.class, other.class) || compare(one.hash, other.hash));
  return new Map(dealt.map(({ question }, at) => [question, at % 2 === 0 ? "tune" : "held"]));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
