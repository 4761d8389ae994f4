/** A sentence of a passage, or a line of it that is none. */
export interface Sentence {
  text: string;
  /** True if it begins a line, and whether an empty one stands above that. */
  isLine: boolean;
  isApart: boolean;
  /** The head of the table that it is a row of. */
  head: readonly string[];
}

export const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith("|") === true;
export const isRule = (line: string | undefined): boolean => /^\s*\|[\s|:-]+$/.test(line ?? "");

export const isHead = (lines: readonly string[], at: number): boolean =>
  isRow(lines[at]) && (isRule(lines[at]) || isRule(lines[at + 1]));

/** What a row of a table stands under. */
function headOf(lines: readonly string[], at: number): string[] {
  if (!isRow(lines[at]) || isRule(lines[at])) return [];
  const rule = lines.findLastIndex((line, place) => place < at && isRule(line));
  if (rule < 1 || !lines.slice(rule, at).every(isRow)) return [];
  return lines.slice(rule - 1, rule + 1);
}

/** Blanks behind a sentence: not behind a number that a line begins with, or a word that is written short ("Dr. Farrow", "No. 5", "z. B."). */
const SENTENCE_END =
  /(?<!^\s*\d{1,3}\.)(?<!(?:^|[\s(])(?:Dr|Prof|Mrs?|Ms|Hr|Fr|St|No|Nos|Nr|Art|Abs|Fig|Tel|approx|ca|bzw|incl|inkl|max|min|vs|e\.g|i\.e|z|d|u|\p{Lu})\.)(?<=[.!?])\s+/u;

/** The sentences of a text and its lines that are none, in their order. */
export function sentencesOf(text: string): Sentence[] {
  // A line that continues in the next one was broken by an editor, not by its author.
  const unbroken = text.replace(
    /(?<=[\p{L}\p{N},])\n(?=\p{Ll})|(?<=^(?![-|]).{50,}[\p{L}\p{N},])\n(?=[\p{L}\p{N}])(?!\d+[.)])/gmu,
    " ",
  );
  let isApart = false;
  const parts = unbroken.split("\n").flatMap((line) => {
    if (line.trim() === "") {
      isApart = true;
      return [];
    }
    const said = line.split(SENTENCE_END).filter((sentence) => sentence.trim() !== "");
    const found = said.map((sentence, place) => ({ text: sentence, isLine: place === 0, isApart }));
    isApart = false;
    return found;
  });
  const lines = parts.map((part) => part.text);
  return parts.map((part, at) => ({ ...part, head: headOf(lines, at) }));
}
