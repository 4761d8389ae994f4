import type { ChartModel, Drawing } from "./chart-model.ts";
import { Key } from "./key.tsx";
import type { ChartTexts } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { shareText } from "./readings.ts";

interface LegendProps {
  series: readonly string[];
  hidden: ReadonlySet<string>;
  paint: Paint;
  drawing: Drawing;
  label: string;
  /** What a series is called: one without a name are the rows where the column has no value. */
  nameOf: ChartTexts["label"];
  onToggle: (series: string) => void;
}

/** The names of the series: a press hides one, another shows it again. */
export function Legend({ series, hidden, paint, drawing, label, nameOf, onToggle }: LegendProps) {
  return (
    <ul class="chart-legend" aria-label={label}>
      {series.map((name) => (
        <li key={name}>
          <button
            type="button"
            class="chart-legend-item"
            aria-pressed={!hidden.has(name)}
            onClick={() => onToggle(name)}
          >
            <Key paint={paint} name={name} drawing={drawing} />
            <span dir="auto">{nameOf(name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SliceListProps {
  model: ChartModel;
  texts: ChartTexts;
  paint: Paint;
  /** The slice that the cursor is at. */
  at: number | null;
}

/** What the slices of a donut are, with their values. */
export function SliceList({ model, texts, paint, at }: SliceListProps) {
  const shares = model.marks.map((mark) => shareText(mark, model, texts));
  return (
    <ul class="chart-slices">
      {model.marks.map((mark, place) => (
        <li key={mark.index} data-at={place === at ? "" : undefined}>
          <Key paint={paint} name={mark.label} drawing="donut" />
          <span class="chart-slice-label" dir="auto" title={texts.label(mark.label)}>
            {texts.label(mark.label)}
          </span>
          <span class="chart-slice-value">{texts.number.full(mark.value)}</span>
          {shares[place] && <span class="chart-slice-share">{shares[place]}</span>}
        </li>
      ))}
    </ul>
  );
}
