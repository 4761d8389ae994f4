import { iso } from "../environment/clock.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { organizationKey, type OrganizationRecord } from "./record.ts";

/** Signs everybody in the organization out: within 30 s earlier access tokens are void. */
export const signOut = (ctx: OrganizationContext): Promise<void> => endTokens(ctx, {});

/** Ends the access tokens issued up to now, in one write with what `change` sets. */
export async function endTokens(ctx: OrganizationContext, change: Partial<OrganizationRecord>): Promise<void> {
  const now = ctx.clock.now();
  const outcome = await ctx.table.update(
    organizationKey(ctx.actor.organization_id),
    expr`SET ${assignments({
      ...change,
      // A token names the second it was issued in; the second of the change counts as before it.
      tokens_from: Math.floor(now / 1000) + 1,
      updated_at: iso(now),
    })}`,
    expr`attribute_exists(#pk)`,
  );
  if (!outcome.done) throw new Error("there is no such organization");
}
