import type { Evaluation } from "@parley/client";
import { Suspense } from "preact/compat";
import { useMemo } from "preact/hooks";
import { Chart } from "../../../chat/lazy-parts.tsx";
import { useQualityWords } from "./quality-words.ts";
import { chartTime, shareOf } from "./run.ts";

/** More lines cannot be told apart: then one stands for all classes. */
const CLASSES_AT_MOST = 6;
const CHART_HEIGHT_PX = 200;

/** Which part of the answers was right in each run, class by class. `runs` are the newest first. */
export function RunChart({ runs }: { runs: readonly Evaluation[] }) {
  const say = useQualityWords();
  const chart = useMemo(() => {
    const oldest = runs.toReversed();
    const classes = new Set(oldest.flatMap((run) => run.classes.map((each) => each.class)));
    const hasLines = classes.size > 1 && classes.size <= CLASSES_AT_MOST;
    const values = oldest.flatMap((run) => {
      const label = chartTime(run.created_at);
      if (!hasLines) return [{ label, value: shareOf(run) }];
      return run.classes
        .filter(({ questions }) => questions > 0)
        .map((each) => ({
          label,
          series: each.class ?? say("class.none"),
          value: each.right_before / each.questions,
        }));
    });
    return {
      chart_type: "line" as const,
      title: say("chart"),
      formats: { value: { kind: "percent" } },
      data: { values, x_axis_label: say("chart.run"), y_axis_label: say("chart.right") },
    };
  }, [runs, say]);
  return (
    <Suspense fallback={<div class="quality-chart" aria-busy="true" />}>
      <div class="quality-chart">
        <Chart chart={chart} height={CHART_HEIGHT_PX} />
      </div>
    </Suspense>
  );
}
