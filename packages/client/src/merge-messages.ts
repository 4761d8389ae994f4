import type { Message } from "./generated.ts";

const isSame = (a: Message, b: Message): boolean =>
  a.content === b.content &&
  a.metadata?.feedback === b.metadata?.feedback &&
  a.metadata?.feedback_note === b.metadata?.feedback_note;

/**
 * The known messages, oldest first, with the newest ones as they have just been read. What did not change stays the same object,
 * so that nothing is drawn again for it. Undefined where the two have no message in common: what lies between is not known.
 */
export function mergeNewest(known: readonly Message[], newest: readonly Message[]): readonly Message[] | undefined {
  const [first] = newest;
  const from = known.findIndex(({ id }) => id === first?.id);
  if (from < 0) return undefined;
  const before = new Map(known.map((message) => [message.id, message]));
  const merged = newest.map((message) => {
    const old = before.get(message.id);
    return old && isSame(old, message) ? old : message;
  });
  return [...known.slice(0, from), ...merged];
}
