import { describe, expect, it } from "vitest";
import { hangCounter } from "./support/hang-watch.ts";

/** Looks `every` ms, from 0 on, until the counter says that it hangs; returns when that is, at most an hour later. */
function hungAt(every: number, progressAt: (now: number) => number): number {
  const look = hangCounter(60_000, 0);
  let now = 0;
  do now += every;
  while (!look(now, progressAt(now)) && now < 3_600_000);
  return now;
}

describe("the watch for what hangs", () => {
  it("ends what has done nothing for its time", () => {
    expect(hungAt(250, () => 0)).toBe(60_000);
    expect(hungAt(250, (now) => Math.min(now, 30_000))).toBe(90_000);
  });

  it("does not count the time in which the process did not run", () => {
    // It ran at every tenth of its looks only.
    expect(hungAt(2_500, () => 0)).toBe(600_000);
  });

  it("ends what goes on for ten times as long", () => {
    expect(hungAt(250, (now) => now)).toBe(600_000);
  });
});
