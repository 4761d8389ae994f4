import { contentStems } from "@parley/core/passage/ranking";

/** Characters of a chat whose words are known as said before. */
const EARLIER_CHARACTERS = 20_000;

/**
 * True for a sentence about something that is asked now and has not come up in the chat before: a number of an earlier answer is
 * none of its.
 */
export function isSaidAnew(sentence: string, { message, earlier }: { message: string; earlier: string }): boolean {
  const before = new Set(contentStems(earlier.slice(-EARLIER_CHARACTERS)));
  const fresh = new Set(contentStems(message).filter((word) => !before.has(word)));
  return contentStems(sentence).some((word) => fresh.has(word));
}
