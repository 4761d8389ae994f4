import type { FeedbackStatus, RatedAnswer } from "@parley/contract/feedback";
import type { FeedbackValue } from "@parley/contract/message";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { expr } from "../store/expression.ts";
import { ratedAnswers } from "./rated-answers.ts";
import { ratingKey, ratingPrefix, type RatingRecord, ratingsPk } from "./record.ts";

type Context = OrganizationContext & WithFiles;

/** Ratings that one page looks at, whether they are wanted or not: its cursor leads on to the others. */
const RATINGS_PER_PAGE = 5_000;
/** Ratings that are read together where not all of them are wanted. */
const RATINGS_PER_STEP = 500;

/** Which ratings are wanted; what is absent does not matter. */
interface Wanted {
  value?: FeedbackValue | undefined;
  status?: FeedbackStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The ratings after the cursor, newest answer first: at most `limit`, and the last one that was looked at if there are more. */
async function ratingsAfter(
  ctx: Context,
  { value, status, limit, cursor }: Wanted,
): Promise<{ ratings: RatingRecord[]; last: string | null }> {
  const { organization_id } = ctx.actor;
  const named = cursor === undefined ? undefined : namedBy(cursor);
  if (named !== undefined && !isUuid(named)) fail("INVALID_CURSOR");
  let after: Record<string, unknown> | undefined =
    named === undefined ? undefined : { ...ratingKey(organization_id, named) };
  const isFiltered = value !== undefined || status !== undefined;
  const ratings: RatingRecord[] = [];
  let last = "";
  for (let looked = 0; looked < RATINGS_PER_PAGE;) {
    const { items, next } = await ctx.table.query<RatingRecord>({
      pk: ratingsPk(organization_id),
      begins: ratingPrefix,
      descending: true,
      // One more than is shown says whether there are more.
      limit: isFiltered ? RATINGS_PER_STEP : limit + 1 - ratings.length,
      consistent: true,
      after,
    });
    for (const rating of items) {
      const isWanted =
        (value === undefined || rating.feedback === value) && (status === undefined || rating.status === status);
      if (isWanted && ratings.length === limit) return { ratings, last };
      if (isWanted) ratings.push(rating);
      last = rating.id;
    }
    looked += items.length;
    after = next;
    if (!after) return { ratings, last: null };
  }
  return { ratings, last };
}

/**
 * The answers that members have rated, the newest first: at most `limit` of those that are wanted, after the cursor. A page can be
 * short, even empty, and still have one after it. Throws INVALID_CURSOR.
 */
export async function page(
  ctx: Context,
  wanted: Wanted,
): Promise<{ feedback: RatedAnswer[]; next_cursor: string | null }> {
  const { ratings, last } = await ratingsAfter(ctx, wanted);
  const { feedback, looked } = await ratedAnswers(ctx, ratings);
  const end = looked < ratings.length ? (ratings[looked - 1]?.id ?? "") : last;
  return { feedback, next_cursor: end === null ? null : cursorOf(end) };
}

/** Says how far a rating has been looked at. Throws MESSAGE_NOT_FOUND for an answer that is not rated, or gone. */
export async function update(ctx: Context, messageId: string, status: FeedbackStatus): Promise<RatedAnswer> {
  if (!isUuid(messageId)) fail("MESSAGE_NOT_FOUND");
  const key = ratingKey(ctx.actor.organization_id, messageId);
  const outcome = await ctx.table.update<RatingRecord>(key, expr`SET #status = ${status}`, expr`attribute_exists(#pk)`);
  if (!outcome.done) fail("MESSAGE_NOT_FOUND");
  const { feedback } = await ratedAnswers(ctx, [outcome.item]);
  return feedback[0] ?? fail("MESSAGE_NOT_FOUND");
}
