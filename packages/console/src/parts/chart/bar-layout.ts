import type { ChartModel, Mark } from "./chart-model.ts";
import { labelTicks, labelTicksHeight } from "./label-ticks.ts";
import { captionHeight, type ChartTexts, type LabelTick, type Layout, type Plot, type Tick } from "./layout.ts";
import { ticksOf, ticksWidth } from "./value-ticks.ts";
import { bandScale } from "./scales.ts";
import { stackEnds, stackSpans } from "./stacks.ts";
import { fitText, textWidth } from "./text-width.ts";
import { type ValueScale, valueScale } from "./value-scale.ts";

export const WIDEST_BAR_PX = 56;
/** More bars lie down: their labels are read without turning the head. */
const MOST_STANDING = 8;
const LYING_BAR_PX = 20;
const LYING_GROUPED_PX = 14;
const BETWEEN_LYING_PX = 8;
/** The part of the width that names may take, and what is left for the bars at least. */
const WIDEST_NAMES = 0.38;
const LEAST_BARS_PX = 90;
/** Lying bars beyond these are folded away until they are asked for. */
export const MOST_UNFOLDED = 24;
const UNFOLDED = 20;
/** Missing periods keep their place, unless nearly all of them are missing. */
const MOST_PERIODS_A_LABEL = 3;
const VALUE_GAP_PX = 6;

/** A bar from zero, or a part of a stack, as a rectangle in px. */
export interface Bar {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The end that its value is at; null for a part of a stack. */
  readonly end: "top" | "bottom" | "left" | "right" | null;
}

export interface BarLayout extends Layout {
  readonly kind: "bars";
  readonly isLying: boolean;
  readonly bars: readonly Bar[];
  readonly values: ValueScale;
  readonly ticks: readonly Tick[];
  readonly labels: readonly LabelTick[];
  /** Values are written at the ends of the bars. */
  readonly hasValues: boolean;
  /** The height up to which a long list is shown at first; null if all of it is. */
  readonly foldedHeight: number | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Labels and the periods between them that have no value: a missing month is an empty place, not none. */
function slotsOf({ labels, time }: ChartModel): { slots: readonly string[]; slotOf: (label: string) => string } {
  const places = time?.step ? time.places : undefined;
  const first = places?.get(labels[0] ?? "");
  const last = places?.get(labels.at(-1) ?? "");
  const asGiven = { slots: labels, slotOf: (label: string) => label };
  if (!places || !time?.step || first === undefined || last === undefined) return asGiven;
  const { step } = time;
  const count = Math.round((last - first) / step) + 1;
  if (count > labels.length * MOST_PERIODS_A_LABEL) return asGiven;
  const slots = Array.from({ length: count }, (_, at) => String(first + at * step));
  return { slots, slotOf: (label) => String(places.get(label)) };
}

/** The values between which each mark is drawn. */
const spansOf = (model: ChartModel): ReadonlyMap<Mark, readonly [number, number]> =>
  model.isStacked ? stackSpans(model) : new Map(model.marks.map((mark) => [mark, [0, mark.value]]));

const scaleValues = (model: ChartModel) => (model.isStacked ? stackEnds(model) : model.marks.map(({ value }) => value));

/** True if the bars lie: as the payload says, or many of them, or labels that do not fit beneath them. Time always runs from left to right. */
function areLying(model: ChartModel, width: number): boolean {
  if (model.isLying) return true;
  if (model.time || model.labels.length === 0) return false;
  const step = width / model.labels.length;
  return model.labels.length > MOST_STANDING || model.labels.some((label) => textWidth(label) > step - 10);
}

export function layOutBars(model: ChartModel, texts: ChartTexts, size: Size): BarLayout {
  return areLying(model, size.width - 60) ? layOutLying(model, texts, size) : layOutStanding(model, texts, size);
}

function layOutStanding(model: ChartModel, texts: ChartTexts, { width, height }: Size): BarLayout {
  const values = scaleValues(model);
  const { slots, slotOf } = slotsOf(model);
  const left = ticksWidth(values, texts.number);
  const hasNegative = values.some((value) => value < 0);
  const band = bandScale(slots, [left, width - 4], { between: 0.28, around: 0.14 });
  const isSingle = model.series.length === 1;
  const widest = Math.max(...model.marks.map(({ value }) => textWidth(texts.number.short(value))));
  const hasValues = isSingle && !model.isStacked && widest + 4 <= band.step;
  const plot: Plot = {
    left,
    right: width - 4,
    top: (hasValues ? 22 : 12) + captionHeight(texts),
    bottom: height - labelTicksHeight(model) - (hasValues && hasNegative ? 18 : 0),
  };
  const scale = valueScale(values, [plot.bottom, plot.top]);
  const inner = innerBand(model, band.width);
  const spans = spansOf(model);
  const bars = model.marks.map((mark): Bar => {
    const [from, to] = spans.get(mark) ?? [0, mark.value];
    const [start, end] = [scale.scale(from), scale.scale(to)];
    const x = band.start(slotOf(mark.label)) + inner.offset(mark.series);
    const box = { mark, x, width: inner.width, y: Math.min(start, end), height: Math.abs(end - start) };
    return { ...box, end: model.isStacked ? null : mark.value < 0 ? "bottom" : "top" };
  });
  const center = (label: string) => band.start(slotOf(label)) + band.width / 2;
  return {
    kind: "bars",
    isLying: false,
    width,
    height,
    plot,
    bars,
    values: scale,
    ticks: ticksOf(scale, texts.number),
    labels: labelTicks(model, texts, center),
    hasValues,
    foldedHeight: null,
    pointing: "x",
    places: bars.map((bar) => ({
      mark: bar.mark,
      x: bar.x + bar.width / 2,
      y: bar.mark.value < 0 ? bar.y + bar.height : bar.y,
    })),
  };
}

/** The places of several series' bars within the band of a label; of stacks and single bars the one in its middle. */
function innerBand(model: ChartModel, bandwidth: number) {
  if (model.isStacked || model.series.length <= 1) {
    const width = Math.min(WIDEST_BAR_PX, bandwidth);
    return { width, offset: () => (bandwidth - width) / 2 };
  }
  const whole = Math.min(bandwidth, WIDEST_BAR_PX * model.series.length);
  const band = bandScale(model.series, [(bandwidth - whole) / 2, (bandwidth + whole) / 2], { between: 0.08 });
  return { width: band.width, offset: (series: string) => band.start(series) };
}

/** The columns of lying bars: names, bars, and room for values on the sides that bars grow to; none where it is too narrow for them. */
function lyingColumns(model: ChartModel, values: readonly number[], texts: ChartTexts, width: number) {
  const names = Math.min(Math.max(...model.labels.map((label) => textWidth(texts.label(label)))), width * WIDEST_NAMES);
  const hasNegative = values.some((value) => value < 0);
  const hasPositive = !hasNegative || values.some((value) => value > 0);
  const room = Math.max(...model.marks.map(({ value }) => textWidth(texts.number.short(value)))) + VALUE_GAP_PX + 2;
  const left = names + 12;
  const rooms = (hasNegative ? room : 0) + (hasPositive ? room : 0);
  if (model.isStacked || model.series.length > 1 || width - left - rooms < LEAST_BARS_PX)
    return { names, hasValues: false, left, right: width - 16 };
  return { names, hasValues: true, left: left + (hasNegative ? room : 0), right: width - (hasPositive ? room : 4) };
}

function layOutLying(model: ChartModel, texts: ChartTexts, { width }: Size): BarLayout {
  const values = scaleValues(model);
  const { names, hasValues, left, right } = lyingColumns(model, values, texts, width);
  const isGrouped = !model.isStacked && model.series.length > 1;
  const step = (isGrouped ? LYING_GROUPED_PX * model.series.length : LYING_BAR_PX) + BETWEEN_LYING_PX;
  const top = (hasValues ? 0 : 24) + captionHeight(texts);
  const height = top + step * model.labels.length;
  const plot: Plot = { left, right, top, bottom: height };
  const scale = valueScale(values, [plot.left, plot.right]);
  const band = bandScale(model.labels, [top, height], {
    between: BETWEEN_LYING_PX / step,
    around: BETWEEN_LYING_PX / step / 2,
  });
  const inner = innerBand(model, band.width);
  const spans = spansOf(model);
  const bars = model.marks.map((mark): Bar => {
    const [from, to] = spans.get(mark) ?? [0, mark.value];
    const [start, end] = [scale.scale(from), scale.scale(to)];
    const y = band.start(mark.label) + inner.offset(mark.series);
    const box = { mark, y, height: inner.width, x: Math.min(start, end), width: Math.abs(end - start) };
    return { ...box, end: model.isStacked ? null : mark.value < 0 ? "left" : "right" };
  });
  return {
    kind: "bars",
    isLying: true,
    width,
    height,
    plot,
    bars,
    values: scale,
    ticks: hasValues ? ticksOf(scale, texts.number).filter(({ isZero }) => isZero) : ticksOf(scale, texts.number),
    labels: model.labels.map((label) => {
      const whole = texts.label(label);
      return { at: band.start(label) + band.width / 2, text: fitText(whole, names), context: "", whole };
    }),
    hasValues,
    foldedHeight: model.labels.length > MOST_UNFOLDED ? top + step * UNFOLDED : null,
    pointing: "y",
    places: bars.map((bar) => ({
      mark: bar.mark,
      x: bar.mark.value < 0 ? bar.x : bar.x + bar.width,
      y: bar.y + bar.height / 2,
    })),
  };
}

/** Where the value of a bar is written. */
export function valueText({ x, y, width, height, end }: Bar) {
  switch (end) {
    case "top":
      return { x: x + width / 2, y: y - VALUE_GAP_PX, anchor: "middle" } as const;
    case "bottom":
      return { x: x + width / 2, y: y + height + VALUE_GAP_PX + 9, anchor: "middle" } as const;
    case "left":
      return { x: x - VALUE_GAP_PX, y: y + height / 2 + 4, anchor: "end" } as const;
    case "right":
      return { x: x + width + VALUE_GAP_PX, y: y + height / 2 + 4, anchor: "start" } as const;
    case null:
      return null;
  }
}
