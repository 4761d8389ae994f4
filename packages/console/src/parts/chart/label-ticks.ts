import type { ChartModel } from "./chart-model.ts";
import type { ChartTexts, LabelTick } from "./layout.ts";
import { fitText, textWidth } from "./text-width.ts";
import { thinnings } from "./time-labels.ts";

/** Between the texts of an axis, in px. */
const BETWEEN_TEXTS_PX = 12;
const LONGEST_TICK_PX = 140;

interface Candidate {
  label: string;
  date: Date | undefined;
  at: number;
}

/** True if the texts of these ticks do not touch. */
function haveRoom(ticks: readonly LabelTick[]): boolean {
  const half = (tick: LabelTick) => Math.max(textWidth(tick.text), textWidth(tick.context)) / 2;
  return ticks.every((tick, at) => {
    const before = ticks[at - 1];
    return !before || tick.at - half(tick) - (before.at + half(before)) >= BETWEEN_TEXTS_PX;
  });
}

function ticksOf(kept: readonly Candidate[], texts: ChartTexts): LabelTick[] {
  let context = "";
  return kept.map(({ label, date, at }) => {
    if (!date || !texts.time) {
      const whole = texts.label(label);
      return { at, text: fitText(whole, LONGEST_TICK_PX), context: "", whole };
    }
    const now = texts.time.context(date);
    const tick = { at, text: texts.time.short(date), context: now === context ? "" : now, whole: texts.label(label) };
    context = now;
    return tick;
  });
}

/** The labels that fit along a horizontal axis: times at the joints of the calendar, names evenly. `position` is in px. */
export function labelTicks(model: ChartModel, texts: ChartTexts, position: (label: string) => number): LabelTick[] {
  const { labels, time } = model;
  const candidates = labels.map((label) => ({ label, date: time?.dates.get(label), at: position(label) }));
  for (const keeps of time ? thinnings(time) : []) {
    const kept = candidates.filter(({ date }, at) => date && keeps(date, candidates[at - 1]?.date));
    const ticks = ticksOf(kept, texts);
    if (ticks.length > Math.min(1, labels.length - 1) && haveRoom(ticks)) return ticks;
  }
  for (let every = 1; every < labels.length; every += 1) {
    const ticks = ticksOf(
      candidates.filter((_, at) => at % every === 0),
      texts,
    );
    if (haveRoom(ticks)) return ticks;
  }
  return ticksOf(candidates.slice(0, 1), texts);
}

/** The height that the texts beneath an axis take, in px. */
export const labelTicksHeight = (model: ChartModel): number => (model.time && model.time.unit !== "year" ? 40 : 26);
