/** What the service takes as one message. */
export const MESSAGE_CHARACTERS = 8000;
export const MESSAGE_BYTES = 24 * 1024;
/** How many files go with one message. */
export const MESSAGE_UPLOADS = 10;
/** How many collections answers of a chat may draw on. */
export const SCOPE_PROJECTS = 2;

/** From here on the composer says how much is left. */
const NEARLY_FULL = 0.9;

/** Code points, as the service counts; only a text that may be too long is counted one by one. */
const charactersOf = (text: string): number =>
  text.length <= MESSAGE_CHARACTERS * NEARLY_FULL ? text.length : Array.from(text).length;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** How long a message is, against what the service takes: `near` is worth saying, `over` is refused. */
export function lengthOf(text: string): { state: "fine" | "near" | "over"; characters: number } {
  const characters = charactersOf(text);
  // A character has three bytes at most for each unit of its length.
  const bytes = text.length * 3 <= MESSAGE_BYTES * NEARLY_FULL ? 0 : bytesOf(text);
  const share = Math.max(characters / MESSAGE_CHARACTERS, bytes / MESSAGE_BYTES);
  return { state: share > 1 ? "over" : share >= NEARLY_FULL ? "near" : "fine", characters };
}
