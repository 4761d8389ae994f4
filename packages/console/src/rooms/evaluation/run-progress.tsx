import type { Evaluation } from "@parley/client";
import { Square } from "lucide-preact";
import { Button } from "../../parts/button.tsx";
import { useAttempt } from "../notes/attempt.ts";
import { useCancel } from "./evaluation-state.ts";
import { useEvaluationWords } from "./use-evaluation-words.ts";

/** How far an evaluation is, and the button that ends it. */
export function RunProgress({ evaluation: { id, progress } }: { evaluation: Evaluation }) {
  const say = useEvaluationWords();
  const cancel = useCancel();
  const { attempt, failure, isBusy } = useAttempt();
  const { done, total } = progress;
  return (
    <div class="run-progress">
      <progress max={total} value={done} aria-label={say("progress.label")} />
      <span role="status">{failure ?? say("progress", { done, total })}</span>
      <Button kind="quiet" icon={Square} disabled={isBusy} onClick={() => attempt(() => cancel(id))}>
        {say("cancel")}
      </Button>
    </div>
  );
}
