import type { Say } from "../../words/words.ts";
import type { ChartWords } from "../../words/chart-words.ts";
import { type ChartInput, type ChartModel, type Mark, spokenName } from "./chart-model.ts";
import { type NumberTexts, numberTexts } from "./number-texts.ts";
import { type TimeTexts, timeTexts } from "./time-labels.ts";

/** Where a mark is in the drawing, in px. */
export interface Place {
  readonly mark: Mark;
  /** The point that stands for its value: the end of a bar, a point of a line, the middle of a slice. */
  readonly x: number;
  readonly y: number;
}

/** The rectangle that axes enclose, in px from the drawing's corner. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line of the grid with its text. */
export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly isZero: boolean;
}

/** A text along the axis of labels; `context` is its second line. */
export interface LabelTick {
  readonly at: number;
  readonly text: string;
  readonly context: string;
  /** The whole label, where the text is cut. */
  readonly whole: string;
}

/** What every layout has. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly places: readonly Place[];
  /** The direction in which a pointer passes from one label to the next. */
  readonly pointing: "x" | "y" | "both";
}

/** How the texts of one chart are written. */
export interface ChartTexts {
  readonly say: Say<ChartWords>;
  readonly number: NumberTexts;
  /** Numbers along the horizontal axis of a scatter chart. */
  readonly across: NumberTexts;
  /** What the values are of, in words, with their unit. */
  readonly measure: string;
  readonly dimension: string;
  /** The unit of the values, which stands once above them; empty where there is none. */
  readonly unit: string;
  readonly time: TimeTexts | null;
  readonly percent: Intl.NumberFormat;
  readonly list: Intl.ListFormat;
  /** A label or a series for reading: "August 2025"; of no name, that there is no value. */
  label: (label: string) => string;
}

/** The height of the line in which the unit stands, in px. */
export const captionHeight = ({ unit }: ChartTexts): number => (unit === "" ? 0 : 20);

/** The columns of which several are drawn, each as a series: they are called as words, where a series of values stays as it is. */
function measuresOf({ data: { values, y_axis_label } }: ChartInput): ReadonlySet<string> {
  const names = new Set(y_axis_label.split(", "));
  return names.size > 1 && values.every(({ series = "" }) => names.has(series)) ? names : new Set();
}

/** The texts of a chart, in `language`; `unit` is of its values ("EUR"). */
export function chartTexts(
  model: ChartModel,
  chart: ChartInput,
  { language, say, unit }: { language: string; say: Say<ChartWords>; unit: string | undefined },
): ChartTexts {
  const time = model.time && timeTexts(model.time.unit, language, say);
  const measure = spokenName(chart.data.y_axis_label);
  const measures = measuresOf(chart);
  return {
    say,
    number: numberTexts(
      model.marks.map(({ value }) => value),
      language,
      model.isShare,
    ),
    across: numberTexts(
      model.marks.map(({ x }) => x),
      language,
      chart.formats?.x?.kind === "percent",
    ),
    measure: unit ? say("measure.unit", { measure, unit }) : measure,
    unit: unit ?? "",
    dimension: spokenName(chart.data.x_axis_label),
    time,
    percent: new Intl.NumberFormat(language, {
      style: "percent",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
    list: new Intl.ListFormat(language),
    label: (label) => {
      const date = model.time?.dates.get(label);
      if (measures.has(label)) return spokenName(label);
      return time && date ? time.long(date) : label || say("mark.none");
    },
  };
}
