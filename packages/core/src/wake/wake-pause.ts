/** What was woken waits for this (ms) before it is woken again, twice that the next time, up to the longest. */
const WAKE_WAIT_MS = 60_000;
const LONGEST_WAKE_WAIT_MS = 16 * 60_000;

/**
 * True when the next message is due after `wakes` of them, the last at `wokenAt` (ms). That time was noted by another clock: one
 * that is far ahead is as good a reason as one that has passed, so that no wrong clock keeps anything asleep.
 */
export const isWakeDue = (now: number, wokenAt: number, wakes: number): boolean =>
  Math.abs(now - wokenAt) >= Math.min(WAKE_WAIT_MS * 2 ** (wakes - 1), LONGEST_WAKE_WAIT_MS);
