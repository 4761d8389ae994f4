import type { Tick } from "./layout.ts";
import type { NumberTexts } from "./number-texts.ts";
import { textWidth } from "./text-width.ts";
import { type ValueScale, valueScale } from "./value-scale.ts";

/** The value axis's ticks with their texts. */
export function ticksOf({ scale, ticks }: ValueScale, number: NumberTexts): Tick[] {
  const written = number.ticks(ticks);
  return ticks.map((tick, at) => ({ at: scale(tick), text: written[at] ?? "", isZero: tick === 0 }));
}

/** The width of the texts of a vertical axis, in px: their values do not depend on the height. */
export function ticksWidth(values: readonly number[], number: NumberTexts): number {
  const written = number.ticks(valueScale(values, [0, 1]).ticks);
  return Math.max(0, ...written.map((text) => textWidth(text))) + 10;
}
