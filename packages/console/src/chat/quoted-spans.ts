/** Where something stands in a text. */
export interface Span {
  start: number;
  end: number;
}

/** The letters and digits of a text, and where each stands in it: what a quote and the drawn text have in common. */
function lettersOf(text: string): { letters: string; places: number[] } {
  const places: number[] = [];
  let letters = "";
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    for (let unit = 0; unit < letter.length; unit++) places.push(index + unit);
  }
  return { letters, places };
}

/** Links of Markdown, of which only the words are drawn as they are written. */
const MARKDOWN_LINK = /\[([^\][]{0,500})\]\([^()\s]{0,2000}\)/g;

/** What of a line is looked for where it does not stand there as a whole: its sentences, and the cells of a row. */
const partsOf = (line: string): string[] => line.split(/(?<=[.!?…])\s+|\s?\|\s?/);

/** Signs behind a sentence. */
const MOST_SIGNS = 3;

/**
 * Where the lines of a quote stand in a text, which may lack the quote's signs: of Markdown only its words are drawn. Of a line that
 * is not there as a whole, those of its parts that are.
 */
export function quotedSpans(text: string, quote: string): Span[] {
  const { letters, places } = lettersOf(text);
  const spans: Span[] = [];
  let from = 0;
  const find = (part: string): boolean => {
    const wanted = lettersOf(part).letters;
    if (wanted === "") return true;
    const at = letters.indexOf(wanted, from);
    if (at === -1) return false;
    from = at + wanted.length;
    const end = (places[from - 1] ?? 0) + 1;
    // With the signs that end it: they belong to what is read.
    spans.push({
      start: places[at] ?? 0,
      end: end + (/^[.!?…%€)”"»]*/u.exec(text.slice(end, end + MOST_SIGNS))?.[0].length ?? 0),
    });
    return true;
  };
  for (const line of quote.replace(/…$/, "").replace(MARKDOWN_LINK, "$1").split("\n"))
    if (!find(line)) for (const part of partsOf(line)) find(part);
  return spans;
}

/** True if a text has a quote, at least its first line. */
export const hasQuote = (text: string, quote: string): boolean =>
  quotedSpans(text, quote.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "").length > 0;
