import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";

/** Makes ids. */
export interface Ids {
  /** An id greater than `after` as text, whatever the clocks say. `tail`: its last bytes, at most eight, instead of random ones. */
  next(after?: string, tail?: Uint8Array): string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID in its text form; any other id is treated like an unknown one (D1). */
export const isUuid = (value: string): boolean => UUID.test(value);

/** Milliseconds since 1970 in a UUIDv7. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The last eight bytes of an id as text. */
export function tailText(bytes: Uint8Array): string {
  const [first = 0, ...rest] = bytes;
  // The two bits that say which kind of UUID it is.
  const hex = [(first & 0x3f) | 0x80, ...rest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** The same for an id that is known to be one. */
export const tailOf = (id: string): string => id.slice(19);

/**
 * Ids may be ahead of the clock by this (ms): clocks disagree a little. What lies further ahead was made by a wrong clock,
 * and stays with the chat that it is in.
 */
export const IDS_AHEAD_MS = 60_000;

/** The time (ms) to be shown for what was made `now` under an id: they keep the order of ids, except of a wrong clock's. */
export const shownTime = (id: string, now: number): number =>
  timeOf(id) - now <= IDS_AHEAD_MS ? Math.max(now, timeOf(id)) : now;

/**
 * UUIDv7 (RFC 9562) with a 12-bit counter, so that ids made by one environment in one millisecond keep their order. An id
 * greater than one that lies far ahead follows from that one alone: what this environment makes next does not.
 */
export function createIds(clock: Clock, random: (bytes: number) => Uint8Array = randomBytes): Ids {
  let lastTime = 0;
  let counter = 0;
  return {
    next(after, end = new Uint8Array()) {
      const tail = end.length === 8 ? end : Uint8Array.from([...random(8 - end.length), ...end]);
      const now = clock.now();
      const floor = after === undefined || !isUuid(after) ? 0 : timeOf(after) + 1;
      if (floor > now + IDS_AHEAD_MS) return idOf(floor, 0, tail);
      // A clock that was set back by more than clocks disagree was wrong before.
      const last = lastTime > now + IDS_AHEAD_MS ? 0 : lastTime;
      const time = Math.max(now, floor, last);
      counter = time === last ? counter + 1 : 0;
      // A full counter borrows the next millisecond.
      lastTime = counter > 0xfff ? time + 1 : time;
      if (counter > 0xfff) counter = 0;
      return idOf(lastTime, counter, tail);
    },
  };
}

function idOf(time: number, counter: number, tail: Uint8Array): string {
  const stamp = time.toString(16).padStart(12, "0");
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${tailText(tail)}`;
}

/** The same ids, each greater than `floor`: tables and charts of a turn lie between its messages, whatever the clocks say. */
export const idsAfter = (ids: Ids, floor: string): Ids => ({
  next: (after, tail) => ids.next(after !== undefined && after > floor ? after : floor, tail),
});
