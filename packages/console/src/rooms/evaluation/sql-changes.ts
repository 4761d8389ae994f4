/** A part of a text, and whether the other text lacks it. */
export interface ComparedPart {
  text: string;
  isOnlyHere: boolean;
}

/** Statements of more words are not compared: the table of their words would be large. */
const COMPARED_WORDS_AT_MOST = 600;

const wordsIn = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/g) ?? [];

/** How many words two statements have in common, in their order, from each pair of places on. */
function commonCounts(one: readonly string[], other: readonly string[]): (at: number, beside: number) => number {
  const width = other.length + 1;
  const counts = new Uint16Array((one.length + 1) * width);
  const count = (at: number, beside: number): number => counts[at * width + beside] ?? 0;
  for (let at = one.length - 1; at >= 0; at -= 1)
    for (let beside = other.length - 1; beside >= 0; beside -= 1)
      counts[at * width + beside] =
        one[at] === other[beside]
          ? count(at + 1, beside + 1) + 1
          : Math.max(count(at + 1, beside), count(at, beside + 1));
  return count;
}

/** Adds a word to the parts of a text; those that are alike in this and follow each other become one. */
function add(parts: ComparedPart[], text: string, isOnlyHere: boolean): void {
  const last = parts.at(-1);
  if (last?.isOnlyHere === isOnlyHere) last.text += text;
  else parts.push({ text, isOnlyHere });
}

/** Two statements, word by word: what is only in the first, and what only in the second. */
export function sqlChanges(before: string, after: string): { before: ComparedPart[]; after: ComparedPart[] } {
  const one = wordsIn(before);
  const other = wordsIn(after);
  const found: { before: ComparedPart[]; after: ComparedPart[] } = { before: [], after: [] };
  if (Math.max(one.length, other.length) > COMPARED_WORDS_AT_MOST) {
    add(found.before, before, false);
    add(found.after, after, false);
    return found;
  }
  const common = commonCounts(one, other);
  for (let at = 0, beside = 0; at < one.length || beside < other.length;) {
    const [word, counterpart] = [one[at], other[beside]];
    if (word !== undefined && word === counterpart) {
      add(found.before, word, false);
      add(found.after, word, false);
      at += 1;
      beside += 1;
    } else if (word !== undefined && (counterpart === undefined || common(at + 1, beside) >= common(at, beside + 1))) {
      add(found.before, word, true);
      at += 1;
    } else {
      add(found.after, counterpart ?? "", true);
      beside += 1;
    }
  }
  return found;
}
