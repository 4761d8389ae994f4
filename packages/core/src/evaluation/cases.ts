import type { EvaluationCase } from "@parley/contract/evaluation";
import { fitting } from "../environment/answer-size.ts";
import type { OrganizationContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseGolden } from "../failure/refuse-golden.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { fromJsonText } from "../store/json-text.ts";
import { find } from "./evaluation.ts";
import { caseKey, casePrefix, type CaseRecord, partsPk } from "./record.ts";

/** Which cases are wanted; what is absent does not matter. */
interface Wanted {
  change?: EvaluationCase["change"] | undefined;
  miss?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * The questions of an evaluation that were asked, in their order: at most `limit` of those that are wanted, after the cursor,
 * which names a position. Throws EVALUATION_NOT_FOUND, INVALID_CURSOR.
 */
export async function page(
  ctx: OrganizationContext,
  id: string,
  { change, miss, limit, cursor }: Wanted,
): Promise<{ cases: EvaluationCase[]; next_cursor: string | null }> {
  const last = cursor === undefined ? undefined : namedBy(cursor);
  if (last !== undefined && !/^\d{1,4}$/.test(last)) fail("INVALID_CURSOR");
  const evaluation = (await find(ctx, id)) ?? refuseGolden("EVALUATION_NOT_FOUND");
  const { organization_id } = ctx.actor;
  const found: CaseRecord[] = [];
  let after: Record<string, unknown> | undefined =
    last === undefined ? undefined : { ...caseKey(organization_id, evaluation.id, Number(last)) };
  do {
    const { items, next } = await ctx.table.query<CaseRecord>({
      pk: partsPk(organization_id, evaluation.id),
      begins: casePrefix,
      limit: limit + 1,
      after,
    });
    found.push(
      ...items.filter(
        (one) => (change === undefined || one.change === change) && (miss === undefined || one.miss === miss),
      ),
    );
    after = next;
  } while (after && found.length <= limit);
  const wanted = found.slice(0, limit).map((one) => fromJsonText(one.case));
  const cases = wanted.slice(0, fitting(wanted));
  const hasMore = found.length > cases.length;
  return { cases, next_cursor: hasMore ? cursorOf(String(found[cases.length - 1]?.position)) : null };
}
