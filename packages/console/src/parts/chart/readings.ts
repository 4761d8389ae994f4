import type { ChartModel, Mark } from "./chart-model.ts";
import type { Cursor, Row } from "./cursor.ts";
import type { ChartTexts } from "./layout.ts";

/** A mark in words: "August 2025, Company, 91,845.59". */
export function markText(mark: Mark, model: ChartModel, texts: ChartTexts): string {
  const { drawing } = model;
  const value = texts.number.full(mark.value);
  if (drawing === "points") {
    const [x, y] = [texts.across.full(mark.x), texts.number.full(mark.y)];
    const name = mark.label === String(mark.x) ? "" : mark.label;
    return [name, mark.series && texts.label(mark.series), `${texts.dimension} ${x}`, `${texts.measure} ${y}`]
      .filter(Boolean)
      .join(", ");
  }
  const share = drawing === "donut" ? shareText(mark, model, texts) : "";
  return [texts.label(mark.label), mark.series && texts.label(mark.series), value, share].filter(Boolean).join(", ");
}

/** A slice's part of the whole, in per cent; empty where its value is one already, which is not said twice. */
export function shareText({ value }: Mark, { marks, isShare }: ChartModel, { percent, unit }: ChartTexts): string {
  if (isShare || unit === "%") return "";
  return percent.format(value / marks.reduce((sum, mark) => sum + mark.value, 0));
}

const byValue = (one: Mark, other: Mark) => one.value - other.value;
const MOST_NAMED_SERIES = 8;

/** What is drawn, in words: a pie of too many slices is a bar chart. */
export const kindText = ({ type, drawing }: ChartModel, { say }: ChartTexts): string =>
  say(`kind.${type === "pie" && drawing === "bars" ? "bar" : type}`);

/** The chart in words: its type, what it measures, its range and extremes. It stands for the drawing where that is not seen. */
export function summaryOf(model: ChartModel, texts: ChartTexts): string {
  const { say, number, list } = texts;
  const { marks, labels, series } = model;
  const [low, high] = [marks.toSorted(byValue)[0], marks.toSorted(byValue).at(-1)];
  if (!low || !high) return say("figure.empty");
  const at = (mark: Mark) =>
    [texts.label(mark.label), mark.series && texts.label(mark.series)].filter(Boolean).join(", ");
  const range = { first: texts.label(labels[0] ?? ""), last: texts.label(labels.at(-1) ?? "") };
  const names = list.format(series.slice(0, MOST_NAMED_SERIES));
  return [
    say("summary.what", { kind: kindText(model, texts), measure: texts.measure, dimension: texts.dimension }),
    series.length > 1 ? say("summary.series", { count: series.length, names }) : "",
    model.time
      ? say("summary.range", { count: marks.length, ...range })
      : say("summary.values", { count: marks.length }),
    low.value === high.value
      ? say("summary.flat", { value: number.full(low.value) })
      : say("summary.extremes", {
          high: number.full(high.value),
          highAt: at(high),
          low: number.full(low.value),
          lowAt: at(low),
        }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** What is at the cursor, also where the series has no value: "May 2025, Company, no value". */
export function cursorText({ column }: Cursor, row: Row, model: ChartModel, texts: ChartTexts): string {
  const mark = row.marks[column];
  if (mark) return markText(mark, model, texts);
  return [texts.label(row.label), model.series[column], texts.say("mark.none")].filter(Boolean).join(", ");
}
