import { expr, type Expression, join } from "../store/expression.ts";
import { type DailyKind, dailyKinds } from "./kinds.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds a day's item or figures are kept beyond the day: a turn's end takes much less. */
const KEPT_AFTER_DAY_MS = 2 * DAY_MS;

/** The number of a UTC day since 1970. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** The date of a day: `2026-03-01`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Milliseconds until the next day begins. */
export const untilTomorrow = (now: number): number => (dayOf(now) + 1) * DAY_MS - now;

/** The TTL (unix seconds) of what holds figures of a day. */
export const dayTtl = (now: number): number => Math.ceil((now + KEPT_AFTER_DAY_MS) / 1000);

/** Days of which a member's figures are there: today, and yesterday (`forgetOld`). */
export const MEMBER_DAYS = 2;
/** Days that an organization's figures are kept for, to look back at. */
export const ORGANIZATION_DAYS = 35;

/** The TTL (unix seconds) of an organization's items of a day. */
export const organizationTtl = (now: number): number => Math.ceil((now + ORGANIZATION_DAYS * DAY_MS) / 1000);

/** A member's figure of one day: days lie side by side in one item, so that no write has to know which day it met last. */
export const figure = (kind: DailyKind, day: number): string => `${kind}_${day}`;

/** Adds to a figure, which may not be there yet: then it begins with `from`. */
export const plus = (name: string, amount: number, from = 0): Expression => ({
  text: `#${name} = if_not_exists(#${name}, \u0000) + \u0000`,
  values: [from, amount],
});

/** Holds while `amount` more is within `limit`; a missing figure counts as 0. */
export const isWithin = (name: string, amount: number, limit: number): Expression => ({
  text: amount > limit ? `#${name} < \u0000` : `(attribute_not_exists(#${name}) OR #${name} <= \u0000)`,
  values: [Math.max(0, limit - amount)],
});

/**
 * Removes the figures of days that have ended by every clock. Yesterday's stay: a turn that was accepted before midnight
 * gives back to its own day, and a clock may still be in that day.
 */
export const forgetOld = (day: number): Expression =>
  expr`REMOVE ${join(
    [day - 2, day - 3].flatMap((old) => dailyKinds.map((kind) => ({ text: `#${figure(kind, old)}`, values: [] }))),
    ", ",
  )}`;
