import { placeBeside } from "@parley/console/parts/placement.ts";
import { describe, expect, it } from "vitest";

const viewport = { width: 1000, height: 800 };
const size = { width: 200, height: 300 };
const start = { align: "start", isRightToLeft: false } as const;

describe("placeBeside", () => {
  it("is below the anchor, flush with one of its edges", () => {
    const anchor = { left: 400, top: 100, width: 50, height: 30 };
    expect(placeBeside(anchor, size, viewport, start)).toEqual({ left: 400, top: 134 });
    expect(placeBeside(anchor, size, viewport, { ...start, align: "end" })).toEqual({ left: 250, top: 134 });
    expect(placeBeside(anchor, size, viewport, { ...start, isRightToLeft: true })).toEqual({ left: 250, top: 134 });
  });

  it("is above it where there is more room", () => {
    expect(placeBeside({ left: 400, top: 700, width: 50, height: 30 }, size, viewport, start).top).toBe(396);
  });

  it("stays in the viewport, whatever the anchor and the size", () => {
    expect(placeBeside({ left: 950, top: 100, width: 50, height: 30 }, size, viewport, start).left).toBe(792);
    const huge = placeBeside({ left: 0, top: 0, width: 1, height: 1 }, { width: 4000, height: 4000 }, viewport, start);
    expect(huge).toEqual({ left: 8, top: 8 });
  });
});
