import type { RefObject } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { useChartWords } from "../../words/chart-words.ts";
import { useLanguage } from "../../words/words.ts";
import { type ChartInput, modelOf, seriesOf } from "./chart-model.ts";
import { layOut } from "./drawing.tsx";
import { chartTexts } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { paintOf } from "./paint.ts";
import { Patterns } from "./patterns.tsx";
import { Plot } from "./plot.tsx";
import { summaryOf } from "./readings.ts";
import { useForcedColours } from "./use-forced-colours.ts";
import { useWidth } from "./use-width.ts";
import "./chart.css";

export interface ChartProps {
  chart: ChartInput;
  /** In px; lying bars take what they need. */
  height?: number;
  /** The unit of the values, as the table's column has it ("EUR"). */
  unit?: string | undefined;
  /** The figure, for `export.ts`. */
  figureRef?: RefObject<HTMLElement>;
}

const HEIGHT_PX = 280;
/** More series are named in a legend. */
const MOST_NAMED_AT_ENDS = 4;
/** Narrower charts have no room for names at ends. */
const LEAST_WIDTH_FOR_NAMES_PX = 480;

/** A chart of the contract's payload: drawn for the eyes, in words for the ears, and read by arrow keys. */
export function Chart({ chart, height = HEIGHT_PX, unit, figureRef }: ChartProps) {
  const own = useRef<HTMLElement>(null);
  const figure = figureRef ?? own;
  const width = useWidth(figure);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const language = useLanguage();
  const say = useChartWords();
  const series = useMemo(() => seriesOf(chart), [chart]);
  const { model, texts } = useMemo(() => {
    const shown = modelOf(chart, hidden);
    return { model: shown, texts: chartTexts(shown, chart, { language, say, unit }) };
  }, [chart, hidden, language, unit]);
  const namesEnds =
    model.drawing === "lines" &&
    series.length > 1 &&
    series.length <= MOST_NAMED_AT_ENDS &&
    width >= LEAST_WIDTH_FOR_NAMES_PX;
  const id = useId();
  const isForced = useForcedColours();
  const patternId = (at: number) => `${id}-hatch-${at}`;
  const paint = useMemo(
    () => paintOf(model.drawing === "donut" ? model.labels : series, { isForced, patternId }),
    [model, series, isForced],
  );
  const layout = useMemo(() => layOut(model, texts, { width, height, namesEnds }), [model, texts, width, height]);
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    // The last one is not hidden: it brings all the others back.
    setHidden(next.size === series.length ? new Set() : next);
  };
  const summary = summaryOf(model, texts);
  return (
    <figure ref={figure} class="chart" aria-label={chart.title ?? texts.measure} data-kind={model.drawing}>
      {model.marks.length === 0 ? (
        <p>{summary}</p>
      ) : (
        <Plot key={model.drawing} layout={layout} model={model} texts={texts} paint={paint} summary={summary}>
          {isForced && <Patterns patternId={patternId} />}
        </Plot>
      )}
      {series.length > 1 && !namesEnds && (
        <Legend
          {...{ series, hidden, paint }}
          drawing={model.isStacked ? "bars" : model.drawing}
          label={say("legend.label")}
          nameOf={texts.label}
          onToggle={toggle}
        />
      )}
    </figure>
  );
}
