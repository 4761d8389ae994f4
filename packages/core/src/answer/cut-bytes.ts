import { cutText } from "@parley/contract/cut-text";

/**
 * The most units from the beginning of `text` of which `measure` is at most `most`; `measure` grows with its text, by one at
 * least for each unit.
 */
function longest(text: string, most: number, measure: (text: string) => number): number {
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

const utf8Bytes = (text: string): number => Buffer.byteLength(text);

/** The beginning of a text that measures at most `most`, in bytes of UTF-8 by default; cut at a grapheme. */
export function cutToFit(text: string, most: number, measure: (text: string) => number = utf8Bytes): string {
  if (text.length <= most && measure(text) <= most) return text;
  return cutText(text, longest(text, Math.max(most, 0), measure));
}
