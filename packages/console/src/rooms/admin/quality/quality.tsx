import { useQueryClient } from "@tanstack/preact-query";
import { Play } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Room } from "../../../shell/room.tsx";
import { EVALUATIONS_KEY, isRunning, useEvaluations, useStart } from "../../evaluation/evaluation-state.ts";
import { StartProblem } from "../../evaluation/start-problem.tsx";
import { ListDetail } from "../../list-detail.tsx";
import { withServerState } from "../../server-state.tsx";
import { useGoldenQuestions } from "./golden-questions.ts";
import { useQualityWords } from "./quality-words.ts";
import { useRunDetail } from "./run-detail.tsx";
import { Runs } from "./runs.tsx";
import { PATH, Views } from "./views.tsx";
import "../../evaluation/evaluation.css";
import "./quality.css";

/** How right answers are, for administrators. `open` is a run's id. */
export const QualityRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useQualityWords();
  const [, go] = useLocation();
  const cache = useQueryClient();
  const runs = useEvaluations();
  const questions = useGoldenQuestions().data;
  const { start, isStarting, failure } = useStart((id) => {
    go(`${PATH}/${id}`);
    void cache.invalidateQueries({ queryKey: EVALUATIONS_KEY });
  });
  const hasRunning = runs.data?.some(isRunning) === true;
  const begin = (): void => start({});
  return (
    <Room
      title={say("title")}
      actions={
        <Button
          kind="quiet"
          icon={Play}
          disabled={isStarting || hasRunning || !questions || questions.length === 0}
          onClick={begin}
        >
          {say(hasRunning ? "running" : "run")}
        </Button>
      }
    >
      <ListDetail detail={useRunDetail(open, runs.data)} close={() => go(PATH)} isWide>
        <Views isQuestions={false} />
        {failure && (
          <div class="quality-problem">
            <StartProblem failure={failure} retry={begin} />
          </div>
        )}
        <Runs runs={runs} hasQuestions={questions && questions.length > 0} begin={begin} isOpen={open !== null} />
      </ListDetail>
    </Room>
  );
});
