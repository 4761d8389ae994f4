import { iso } from "../environment/clock.ts";
import type { Actor, Base } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { emailKey, memberKey } from "./member.ts";

/** Milliseconds for which a member who was seen is not noted again. */
const SEEN_FOR_MS = 60 * 60 * 1000;

/** A member, and when they were seen last, as a record has it that was read anyway. */
export interface SeenMember {
  actor: Actor;
  /** Normalized. */
  email: string;
  last_seen_at: string | undefined;
}

/**
 * Notes that a member is being given an access token, at most once an hour, so that most tokens cost no call for it (D61).
 * The member comes first: what the exchange reads of the address says that there is nothing left to note.
 */
export async function noteSeen(ctx: Base, { actor, email, last_seen_at }: SeenMember): Promise<void> {
  const now = ctx.clock.now();
  if (last_seen_at !== undefined && now < Date.parse(last_seen_at) + SEEN_FOR_MS) return;
  const { organization_id, member_id } = actor;
  for (const key of [memberKey(organization_id, member_id), emailKey(organization_id, email)]) {
    await ctx.table.update(key, expr`SET #last_seen_at = ${iso(now)}`, expr`attribute_exists(#pk)`);
  }
}
