/** The sentences and lines of a text. */
export interface Sentences {
  /** Where each begins, ascending. */
  starts: readonly number[];
  texts: readonly string[];
}

const BETWEEN_SENTENCES = /\n+|(?<=[.!?:])[ \t]+(?=[\p{Lu}„“"*(])/gu;

/** Returns the sentences of a text; its lines are at least one each. */
export function sentencesOf(text: string): Sentences {
  const starts = [0, ...[...text.matchAll(BETWEEN_SENTENCES)].map(({ index, 0: gap }) => index + gap.length)];
  return { starts, texts: starts.map((start, at) => text.slice(start, starts[at + 1])) };
}

/** Which sentence a place of the text is in. */
export function sentenceAt({ starts }: Sentences, at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}
