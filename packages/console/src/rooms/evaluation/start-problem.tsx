import { ApiError } from "@parley/client";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { failureOf, Problem } from "../../parts/problem.tsx";
import type { StartFailure } from "./evaluation-state.ts";
import { useEvaluationWords } from "./use-evaluation-words.ts";

const SECOND_MS = 1_000;

/** Seconds that are left until a moment of `performance.now()`. */
function useSecondsUntil(until: number): number {
  const left = (): number => Math.max(0, Math.ceil((until - performance.now()) / SECOND_MS));
  const [seconds, set] = useState(left);
  useEffect(() => {
    set(left());
    const timer = setInterval(() => set(left()), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

/** Why an evaluation was not begun, what can be done about it, and how long it takes until another one may be. */
export function StartProblem({ failure: { error, at }, retry }: { failure: StartFailure; retry: () => void }) {
  const say = useEvaluationWords();
  const known = error instanceof ApiError ? error : null;
  const wait = useSecondsUntil(at + (known?.retryAfter ?? 0) * SECOND_MS);
  if (known?.code === "NO_GOLDEN_QUESTIONS") {
    return (
      <p class="evaluation-hint" role="alert">
        {say("start.none")} <Link href="/admin/quality/questions/new">{say("start.addQuestion")}</Link>
      </p>
    );
  }
  if (known?.code === "EVALUATION_RUNNING") {
    return (
      <Problem failure={{ message: say("start.running") }} onRetry={retry}>
        <Link href="/admin/quality">{say("start.seeRuns")}</Link>
      </Problem>
    );
  }
  const isLimit = known !== null && known.retryAfter !== null;
  return (
    <Problem failure={isLimit ? { message: known.message, retryable: wait === 0 } : failureOf(error)} onRetry={retry}>
      {isLimit && (wait > 0 ? say("start.wait", { count: wait }) : say("start.waited"))}
    </Problem>
  );
}
