import type { MemberContext } from "../environment/context.ts";
import { perTable, remember } from "../store/per-table.ts";
import { PLACE_STAYS_MS } from "./place.ts";

/** New chats of a member that may stay in their places, in the time that they may and by what one environment knows. */
const NEW_CHATS = 10;
/** Members whose new chats an environment remembers. */
const MEMBERS_WITH_NEW_CHATS = 1_000;

/** When each member's new chats that may stay in their places were made (ms). */
const madeBy = perTable(() => new Map<string, number[]>());

/**
 * True if a chat that the member makes `now` may stay in its place (`place.ts`): its first question comes soon as a rule. Nothing
 * bounds how many chats a member makes, and readers of the list look each up that may stay: of many only the first few may.
 */
export function mayStayAsNew(ctx: MemberContext, now: number): boolean {
  const { member_id } = ctx.actor;
  const made = (madeBy(ctx).get(member_id) ?? []).filter((time) => now - time < PLACE_STAYS_MS);
  const isOfFew = made.length < NEW_CHATS;
  remember(madeBy(ctx), member_id, isOfFew ? [...made, now] : made, MEMBERS_WITH_NEW_CHATS);
  return isOfFew;
}
