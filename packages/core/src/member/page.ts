import type { OrganizationContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { comparable } from "../store/comparable-text.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { organizationPk } from "../store/keys.ts";
import { memberKey, memberPrefix, type MemberRecord } from "./member.ts";

/** Members that one page looks at, whether they match or not: its cursor leads on to the others. */
const MEMBERS_PER_PAGE = 5_000;
/** Members that are read together where not all of them match. */
const MEMBERS_PER_STEP = 500;

/** Which members are wanted; what is absent does not matter. */
export interface MemberFilter {
  active?: boolean | undefined;
  /** Part of a name or an e-mail address, in any case. */
  search?: string | undefined;
}

/** Whether a member is one of those that are wanted. */
export function memberMatcher({ active, search = "" }: MemberFilter): (member: MemberRecord) => boolean {
  const wanted = comparable(search.trim());
  return (member) =>
    (active === undefined || member.active === active) &&
    (wanted === "" || comparable(member.name).includes(wanted) || comparable(member.email).includes(wanted));
}

/** A cursor names the last member that was looked at. */
function afterCursor(ctx: OrganizationContext, cursor: string | undefined): Record<string, unknown> | undefined {
  if (cursor === undefined) return undefined;
  const id = namedBy(cursor);
  if (!isUuid(id)) fail("INVALID_CURSOR");
  return { ...memberKey(ctx.actor.organization_id, id) };
}

/**
 * The organization's members, the oldest first: at most `limit` of those that are wanted, after the cursor. One page looks
 * at 5,000 members, so it can be short, even empty, and still have one after it. Throws INVALID_CURSOR.
 */
export async function page(
  ctx: OrganizationContext,
  { limit, cursor, ...filter }: MemberFilter & { limit: number; cursor?: string | undefined },
): Promise<{ members: MemberRecord[]; next_cursor: string | null }> {
  const isWanted = memberMatcher(filter);
  const isFiltered = filter.active !== undefined || Boolean(filter.search);
  const members: MemberRecord[] = [];
  let after = afterCursor(ctx, cursor);
  let last = "";
  for (let looked = 0; looked < MEMBERS_PER_PAGE;) {
    const { items, next } = await ctx.table.query<MemberRecord>({
      pk: organizationPk(ctx.actor.organization_id),
      begins: memberPrefix,
      // One more than is shown says whether there are more.
      limit: isFiltered ? MEMBERS_PER_STEP : limit + 1 - members.length,
      consistent: true,
      after,
    });
    for (const member of items) {
      if (isWanted(member)) {
        if (members.length === limit) return { members, next_cursor: cursorOf(last) };
        members.push(member);
      }
      last = member.id;
    }
    looked += items.length;
    after = next;
    if (!after) return { members, next_cursor: null };
  }
  return { members, next_cursor: cursorOf(last) };
}
