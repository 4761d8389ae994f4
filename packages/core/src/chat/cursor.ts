import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A cursor names the last chat shown by its place (`place.ts`): when it was updated, and its id. Null after the last page. */
export const formatCursor = (place: string | undefined): string | null =>
  place === undefined ? null : cursorOf(place);

/** The place that a cursor of a list of chats names. Throws INVALID_CURSOR. */
export function parseCursor(cursor: string): string {
  const place = namedBy(cursor);
  const [updatedAt = "", id = "", ...more] = place.split("#");
  // What is not a cursor of this list is not a key either: the table refuses long ones.
  if (!isTime.test(updatedAt) || !isUuid(id) || more.length > 0) fail("INVALID_CURSOR");
  return place;
}
