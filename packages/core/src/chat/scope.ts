import { limits } from "@parley/contract/limits";
import { isUuid } from "../ids.ts";
import type { MemberContext } from "../context.ts";
import { permitted } from "../project/project.ts";

/**
 * The scope rule: in request order the first occurrence of each valid, organization-owned, permitted project, at most
 * two. Everything else is discarded silently.
 */
export async function resolveScope(ctx: MemberContext, requested: readonly string[]): Promise<string[]> {
  const candidates = [...new Set(requested)].filter(isUuid).slice(0, 100);
  if (candidates.length === 0) return [];
  const allowed = new Set(await permitted(ctx, candidates));
  return candidates.filter((id) => allowed.has(id)).slice(0, limits.scoped_projects);
}
