import { type Clock, systemClock } from "@parley/core/environment/clock";

/** The system's time, which a test may put forward. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let ahead = 0;
  return {
    ...systemClock,
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms;
    },
  };
}

/** Time that stands still until a test moves it. */
export function standingClock(start = Date.UTC(2026, 0, 15, 12)): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    ...systemClock,
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
