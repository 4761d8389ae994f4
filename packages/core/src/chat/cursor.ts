import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { chatKey } from "./record.ts";

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A cursor names the last chat shown: its id and when it was updated. */
export const formatCursor = (next: Record<string, unknown>) => cursorOf(String(next["index_sk"]));

/** The place that a cursor of a list of chats names. Throws INVALID_CURSOR. */
export function parseCursor(cursor: string, index_pk: string): Record<string, unknown> {
  const index_sk = namedBy(cursor);
  const [updatedAt = "", id = "", ...more] = index_sk.split("#");
  // What is not a cursor of this list is not a key either: the table refuses long ones.
  if (!isTime.test(updatedAt) || !isUuid(id) || more.length > 0) fail("INVALID_CURSOR");
  return { index_pk, index_sk, ...chatKey(id) };
}
