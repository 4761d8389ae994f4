import type { Evaluation } from "@parley/client";
import type { UseQueryResult } from "@tanstack/preact-query";
import { ListChecks, Play, Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { useLanguage } from "../../../words/words.ts";
import { rightOf } from "../../evaluation/verdict.ts";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { useQualityWords } from "./quality-words.ts";
import { draftKind, momentOf, shareOf } from "./run.ts";
import { RunChart } from "./run-chart.tsx";

interface Props {
  runs: UseQueryResult<Evaluation[]>;
  /** Absent while that is not known. */
  hasQuestions: boolean | undefined;
  begin: () => void;
  /** Whether a run is open beside the list. */
  isOpen: boolean;
}

/** The runs, the newest first; above them how right the answers were last, and how that has changed. */
export function Runs({ runs, hasQuestions, begin, isOpen }: Props) {
  return (
    <Remote query={runs}>
      {(found) =>
        found.length === 0 ? (
          <NoRuns hasQuestions={hasQuestions} begin={begin} />
        ) : (
          <>
            {!isOpen && <Newest runs={found} />}
            <RunRows runs={found} />
          </>
        )
      }
    </Remote>
  );
}

function NoRuns({ hasQuestions, begin }: Pick<Props, "hasQuestions" | "begin">) {
  const say = useQualityWords();
  const [, go] = useLocation();
  if (hasQuestions === undefined) return null;
  return hasQuestions ? (
    <Empty
      icon={ListChecks}
      title={say("runs.none")}
      action={
        <Button kind="primary" icon={Play} onClick={begin}>
          {say("runs.first")}
        </Button>
      }
    >
      {say("runs.none.hint")}
    </Empty>
  ) : (
    <Empty
      icon={ListChecks}
      title={say("questions.none")}
      action={
        <Button kind="primary" icon={Plus} onClick={() => go("/admin/quality/questions/new")}>
          {say("questions.first")}
        </Button>
      }
    >
      {say("questions.none.hint")}
    </Empty>
  );
}

/** How right the answers were in the newest run that is whole, and how that compares with the one before it. */
function Newest({ runs }: { runs: readonly Evaluation[] }) {
  const say = useQualityWords();
  const language = useLanguage();
  const whole = runs.filter(({ status, draft }) => status === "completed" && draft === null);
  const [newest, before] = whole;
  if (!newest) return null;
  const gain = before ? shareOf(newest) - shareOf(before) : 0;
  const points = Math.round(Math.abs(gain) * 100);
  const trend = points === 0 ? "same" : gain > 0 ? "better" : "worse";
  return (
    <section class="quality-newest" aria-label={say("newest")}>
      <div class="quality-share">
        <b>{new Intl.NumberFormat(language, { style: "percent" }).format(shareOf(newest))}</b>
        <span>{say("newest.right", { right: rightOf(newest), total: newest.progress.total })}</span>
        {before && (
          <span class="quality-trend" data-trend={trend}>
            {say(`newest.${trend}`, { count: points })}
          </span>
        )}
      </div>
      {whole.length > 1 && <RunChart runs={whole} />}
    </section>
  );
}

function RunRows({ runs }: { runs: readonly Evaluation[] }) {
  const say = useQualityWords();
  const language = useLanguage();
  return (
    <Rows
      label={say("runs")}
      rows={runs.map((run) => ({
        id: run.id,
        href: `/admin/quality/${run.id}`,
        title: momentOf(run.created_at, language),
        note: [
          run.draft && say(`draft.${draftKind(run.draft)}`),
          say("run.by", { name: run.created_by_name }),
          run.model_id,
        ]
          .filter(Boolean)
          .join(" · "),
        end: <RunState run={run} />,
      }))}
    />
  );
}

function RunState({ run }: { run: Evaluation }) {
  const say = useQualityWords();
  const { status, progress } = run;
  if (status === "running") return <Mark tone="busy">{say("state.running", { ...progress })}</Mark>;
  if (status === "failed") return <Mark tone="bad">{say("state.failed")}</Mark>;
  if (status === "cancelled") return <Mark>{say("state.cancelled")}</Mark>;
  const right = rightOf(run);
  return (
    <>
      {run.right_after !== null && run.right_after !== run.right_before && (
        <span class="run-gain" data-gain={Math.sign(run.right_after - run.right_before)}>
          {new Intl.NumberFormat(undefined, { signDisplay: "exceptZero" }).format(run.right_after - run.right_before)}
        </span>
      )}
      <span class="run-right">
        {say("state.right", { right, total: progress.total })}
        <meter min={0} max={progress.total} value={right} aria-hidden="true" />
      </span>
    </>
  );
}
