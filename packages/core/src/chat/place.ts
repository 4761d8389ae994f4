import type { Actor } from "../environment/context.ts";
import { iso } from "../environment/clock.ts";
import { type Expression, expr } from "../store/expression.ts";
import { memberPk } from "../store/keys.ts";

/**
 * Where a chat is in its member's list: an entry of the index, by the time of its last update and its id. Moving it costs two write
 * units. One that may stay is left where it is by the updates of the next minutes: it then is below the place that its last update
 * would have given it, by `PLACE_STAYS_MS` at most, and readers of the list put it right (`latest.ts`). Entries without that mark are
 * always in their exact place. What readers look up is bounded by how many chats have the mark in so many minutes: a question gives it,
 * of which a member may ask ten a minute, and a new chat that is one of few (`new-chats.ts`); an edit, a new title and an archiving do not.
 */
export const PLACE_STAYS_MS = 5 * 60_000;

/** Ends the places of chats that may stay. All before it has the same length everywhere, so that it changes no order. */
const MAY_STAY = "~";

/** The partition of the index that lists a member's chats, or the archived ones. */
export const chatsPk = (owner: Actor, archived: boolean) => `${memberPk(owner)}#${archived ? "ARCHIVED" : "CHATS"}`;

/** The place among a member's chats that an update gives: later ones come first, and of one time those with greater ids. */
export const placeOf = (updatedAt: string, chatId: string): string => `${updatedAt}#${chatId}`;

/** The entry of a chat that is put in its place by an update, and may stay there. */
export const stayingEntry = (place: string): string => `${place}${MAY_STAY}`;

/** How long (ms) from `now` on a chat with this entry may stay where it is; 0 where it may not. */
export function staysFor(entry: string, now: number): number {
  const age = now - timeIn(entry);
  return mayStay(entry) && age >= 0 ? Math.max(0, PLACE_STAYS_MS - age) : 0;
}

/** Holds for a chat that may stay where it is when it is updated `now`, wherever it was when it was read. */
export const staysAt = (now: number): Expression =>
  expr`#index_sk BETWEEN ${iso(now - PLACE_STAYS_MS)} AND ${placeOf(iso(now), "~")} AND contains(#index_sk, ${MAY_STAY})`;

/** The place of an entry of the index, without its mark. */
export const placeIn = (entry: string): string => (mayStay(entry) ? entry.slice(0, -MAY_STAY.length) : entry);

/** True for the entry of a chat that updates may have left where it is. */
export const mayStay = (entry: string): boolean => entry.endsWith(MAY_STAY);

/** The time (ms) of a place or an entry. */
export const timeIn = (place: string): number => Date.parse(place.slice(0, place.indexOf("#")));

/** The lowest place whose chat, if it has stayed there, may have been updated at the time of `place`. */
export const lowestBeside = (place: string): string => iso(timeIn(place) - PLACE_STAYS_MS);
