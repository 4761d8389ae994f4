import type { Draft, Evaluation, EvaluationCase } from "@parley/client";
import { lastAnswer, rightOf } from "../../evaluation/verdict.ts";

const draftKinds = ["rule", "memory", "query", "definition"] as const;

/** What a draft is of. */
export const draftKind = (draft: Draft): (typeof draftKinds)[number] =>
  draftKinds.find((kind) => draft[kind]) ?? "rule";

/** When a run was begun, in the reader's time zone. */
export const momentOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(Date.parse(iso));

/** Which part of the questions has a right answer, as a fraction of one. */
export const shareOf = (run: Evaluation): number => rightOf(run) / Math.max(1, run.progress.done);

/** How questions fared in a run, compared with an earlier one. */
export interface Comparison {
  /** Wrong then, right now. */
  fixed: EvaluationCase[];
  /** Right then, wrong now. */
  broken: EvaluationCase[];
  /** As right, or as wrong, as then. */
  same: number;
  /** Asked in one of them only. */
  alone: number;
}

/** Compares the cases of a run with those of an earlier one, question by question. */
export function compare(now: readonly EvaluationCase[], then: readonly EvaluationCase[]): Comparison {
  const before = new Map(then.map((asked) => [asked.question_id, lastAnswer(asked)?.right === true]));
  const found: Comparison = { fixed: [], broken: [], same: 0, alone: 0 };
  for (const asked of now) {
    const wasRight = before.get(asked.question_id);
    const isRight = lastAnswer(asked)?.right === true;
    if (wasRight === undefined) found.alone += 1;
    else if (wasRight === isRight) found.same += 1;
    else (isRight ? found.fixed : found.broken).push(asked);
  }
  const asked = new Set(now.map(({ question_id }) => question_id));
  found.alone += then.filter(({ question_id }) => !asked.has(question_id)).length;
  return found;
}

/** A time as charts read it: `2026-01-31 10:00:00`, in the reader's time zone. */
export function chartTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}
