import type { FeedbackStatus } from "@parley/contract/feedback";
import type { FeedbackValue } from "@parley/contract/message";
import { iso } from "../environment/clock.ts";
import type { Base } from "../environment/context.ts";
import { organizationPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that a rating stays on the administrators' list. */
const LISTED_DAYS = 366;

/**
 * Says that an answer was rated, so that administrators find it without reading chats. What was said is the message's own and
 * goes with it: this holds ids, and how far it has been looked at.
 */
export interface RatingRecord extends Item {
  /** The message's. */
  id: string;
  chat_id: string;
  member_id: string;
  feedback: FeedbackValue;
  status: FeedbackStatus;
  rated_at: string;
  ttl: number;
}

/** Partition of an organization's ratings. */
export const ratingsPk = (organizationId: string): string => `${organizationPk(organizationId)}#FEEDBACK`;
export const ratingPrefix = "MESSAGE#";
export const ratingKey = (organizationId: string, messageId: string): Key => ({
  pk: ratingsPk(organizationId),
  sk: `${ratingPrefix}${messageId}`,
});

/** The write that lists a rating, as open: also one that was done and has changed. */
export function listed(
  ctx: Base,
  organizationId: string,
  { id, chat_id, member_id, feedback }: Pick<RatingRecord, "id" | "chat_id" | "member_id" | "feedback">,
): Write {
  const now = ctx.clock.now();
  const rating: RatingRecord = {
    ...ratingKey(organizationId, id),
    id,
    chat_id,
    member_id,
    feedback,
    status: "open",
    rated_at: iso(now),
    ttl: Math.ceil((now + LISTED_DAYS * DAY_MS) / 1000),
  };
  return { put: { ...rating } };
}
