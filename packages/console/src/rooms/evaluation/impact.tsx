import type { Draft, Evaluation } from "@parley/client";
import { FlaskConical } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { Button } from "../../parts/button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Remote } from "../remote.tsx";
import { CaseList } from "./case-list.tsx";
import { Changes } from "./changes.tsx";
import { isRunning, useCancel, useCases, useEvaluation, useStart } from "./evaluation-state.ts";
import { RunProgress } from "./run-progress.tsx";
import { StartProblem } from "./start-problem.tsx";
import { de } from "../../words/impact-de.ts";
import { en, type ImpactWords } from "../../words/impact-en.ts";
import { wordsOf } from "../../words/words.ts";
import { useEvaluationWords } from "./use-evaluation-words.ts";
import "./evaluation.css";

const useWords = wordsOf<ImpactWords>({ en, de });

export interface ImpactProps {
  /** What would be saved; null while it cannot be. */
  draft: Draft | null;
}

/** What a change would do before it is saved: the answers to the golden questions that would be others, from what to what. */
export function Impact({ draft }: ImpactProps) {
  const say = useEvaluationWords();
  const sayHere = useWords();
  const [shown, setShown] = useState<{ id: string; draft: string } | null>(null);
  const now = JSON.stringify(draft);
  const asked = useRef(now);
  const { start, isStarting, failure } = useStart((id) => setShown({ id, draft: asked.current }));
  const evaluation = useEvaluation(shown?.id ?? null);
  const isBusy = isStarting || Boolean(evaluation.data && isRunning(evaluation.data));
  useCancelOnLeaving(evaluation.data);
  const preview = (): void => {
    if (!draft) return;
    asked.current = now;
    start({ draft });
  };
  return (
    <section class="impact" aria-label={say("impact.title")}>
      <div class="impact-begin">
        <Button icon={FlaskConical} disabled={draft === null || isBusy} aria-busy={isBusy} onClick={preview}>
          {sayHere(shown ? "impact.again" : "impact")}
        </Button>
        {!shown && <small>{sayHere("impact.hint")}</small>}
      </div>
      {failure && <StartProblem failure={failure} retry={preview} />}
      {shown && (
        <Remote query={evaluation}>
          {(found) => found && <Outcome evaluation={found} isStale={shown.draft !== now} />}
        </Remote>
      )}
    </section>
  );
}

/** Nobody waits for an evaluation whose change has been saved or left: it ends, so that another one can begin. */
function useCancelOnLeaving(evaluation: Evaluation | null | undefined): void {
  const cancel = useCancel();
  const left = useRef<(() => void) | null>(null);
  left.current = evaluation && isRunning(evaluation) ? () => void cancel(evaluation.id).catch(() => undefined) : null;
  useEffect(() => () => left.current?.(), []);
}

function Outcome({ evaluation, isStale }: { evaluation: Evaluation; isStale: boolean }) {
  const say = useEvaluationWords();
  const sayHere = useWords();
  const cases = useCases(evaluation);
  const { status, error, progress, changes } = evaluation;
  const changed = cases.data?.cases.filter(({ change }) => change !== "same") ?? [];
  const isWhole = status === "completed" && cases.data?.cases.length === progress.done;
  return (
    <div class="impact-outcome">
      <header>
        <b>{say("impact.title")}</b>
        <span>{sayHere("impact.asked", { count: progress.total })}</span>
      </header>
      {isStale && <p class="impact-stale">{sayHere("impact.stale")}</p>}
      {isRunning(evaluation) && <RunProgress evaluation={evaluation} />}
      {status === "cancelled" && (
        <p class="impact-stale">{sayHere("impact.cancelled", { done: progress.done, total: progress.total })}</p>
      )}
      {error && <Problem failure={error} />}
      {changes && progress.done > 0 && <Changes evaluation={evaluation} changes={changes} />}
      {isWhole && changed.length === 0 && <p role="status">{sayHere("impact.none")}</p>}
      {changed.length > 0 && <CaseList cases={changed} label={say("impact.changed")} />}
      {!isRunning(evaluation) && <Link href={`/admin/quality/${evaluation.id}`}>{sayHere("impact.whole")}</Link>}
    </div>
  );
}
