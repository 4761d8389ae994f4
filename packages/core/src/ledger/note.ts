/**
 * How something that is held is noted in a set of text: until when at most (unix seconds in base 36, so that text sorts as
 * time does), and what it is. A note that was never removed is dead from then on, and makes room.
 */
export const noteOf = (until: number, id: string): string => `${Math.ceil(until / 1000).toString(36)}.${id}`;

const endOf = (note: string): number => Number.parseInt(note.split(".")[0] ?? "", 36) * 1000;

/** The notes in an attribute of an item; one that holds none has no such attribute. */
export function notesIn(item: Record<string, unknown> | undefined, name: string): string[] {
  const found = item?.[name];
  return found instanceof Set ? [...found].filter((note) => typeof note === "string") : [];
}

export const deadOf = (notes: readonly string[], now: number): string[] => notes.filter((note) => endOf(note) <= now);

/** Milliseconds until the first of these is surely gone. */
export const untilSoonest = (notes: readonly string[], now: number): number =>
  Math.max(1, endOf(notes.toSorted()[0] ?? "") - now);
