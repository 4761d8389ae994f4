import { MOST_TICKS, valueScale } from "@parley/console/parts/chart/value-scale.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("the axis of values", () => {
  const ticksOf = (...values: number[]) => valueScale(values, [0, 100]).ticks;

  it("goes on to a round value that is near, so that what is highest has a line above it", () => {
    expect(ticksOf(59_873)).toEqual([0, 20_000, 40_000, 60_000]);
    expect(ticksOf(-0.38, 0.2)).toEqual([-0.4, -0.2, 0, 0.2]);
  });

  it("does not leave much of the chart empty for one that is far", () => {
    expect(ticksOf(218_214)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
    expect(valueScale([218_214], [0, 100]).scale(218_214)).toBe(100);
  });

  it("has every value and every tick on it, and few ticks", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { scale, ticks } = valueScale(values, [0, 100]);
        expect(ticks.length).toBeLessThanOrEqual(MOST_TICKS);
        for (const place of [...values, ...ticks].map(scale)) {
          expect(place).toBeGreaterThanOrEqual(-1e-6);
          expect(place).toBeLessThanOrEqual(100 + 1e-6);
        }
      }),
    );
  });
});
