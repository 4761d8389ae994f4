import { soon } from "@parley/client/publisher";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Draws the next frame, as a browser does of a page that is seen. */
let draw: () => void;
let page: { visibilityState: string };
let published: number;
let publish: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  draw = () => {
    for (const frame of frames.splice(0)) frame();
  };
  page = { visibilityState: "visible" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  published = 0;
  publish = soon(() => (published += 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("text that streams", () => {
  it("is published once per frame, however much of it comes", () => {
    for (let frame = 1; frame <= 3; frame++) {
      for (let event = 0; event < 5; event++) publish();
      vi.advanceTimersByTime(1000);
      expect(published).toBe(frame - 1);
      draw();
      expect(published).toBe(frame);
    }
    draw();
    expect(published).toBe(3);
  });

  it("is published ten times a second where no page is drawn", () => {
    vi.unstubAllGlobals();
    for (let event = 0; event < 20; event++) {
      publish();
      vi.advanceTimersByTime(10);
    }
    expect(published).toBe(2);
  });

  it("goes on in a page that is hidden before its frame has come", () => {
    publish();
    page.visibilityState = "hidden";
    for (let second = 1; second <= 2; second++) {
      publish();
      vi.advanceTimersByTime(1000);
      expect(published).toBe(second);
    }
  });
});
