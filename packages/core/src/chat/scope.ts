import { limits } from "@parley/contract/limits";
import { isUuid } from "../environment/ids.ts";
import type { MemberContext } from "../environment/context.ts";
import { permitted } from "../project/project.ts";

/** Ids that are looked up at a time: one call of the table reads as many. */
const IDS_PER_LOOKUP = 100;

/**
 * The scope rule: in request order the first occurrence of each valid, organization-owned, permitted project, at most
 * two. Everything else is discarded silently, and only then: every id is judged until two have passed (D59).
 */
export async function resolveScope(ctx: MemberContext, requested: readonly string[]): Promise<string[]> {
  const candidates = [...new Set(requested)].filter(isUuid);
  const kept: string[] = [];
  for (let start = 0; start < candidates.length && kept.length < limits.scoped_projects; start += IDS_PER_LOOKUP) {
    kept.push(...(await permitted(ctx, candidates.slice(start, start + IDS_PER_LOOKUP))));
  }
  return kept.slice(0, limits.scoped_projects);
}
