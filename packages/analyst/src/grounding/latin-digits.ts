/** Where the digits of other scripts begin. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0xff10,
];
/** Marks between digits in Arabic script. */
const ARABIC_MARKS: ReadonlyMap<string, string> = new Map([
  ["\u066b", "."],
  ["\u066c", ","],
  ["\u066a", "%"],
]);
const FOREIGN = /[\p{Nd}\u066a-\u066c]/gu;
const IS_FOREIGN = /(?!\d)[\p{Nd}\u066a-\u066c⁰¹²³⁴-⁹₀-₉]/u;

/** Digits above and below the line, where they are no exponent and no footnote. */
const RAISED = /(?<![\p{L}\p{N}\p{P}])[⁰¹²³⁴-⁹₀-₉]+/gu;
const RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";
/** Ornate digits of mathematics take two places each: runs of them. */
const ORNATE = /[\u{1d7ce}-\u{1d7ff}]+/gu;
const ORNATE_ZERO = 0x1d7ce;
/** Stands for the second place of such a digit, behind the number. */
const FILLER = "\u2060";

/** The same text with ASCII digits and separators; every number begins in its place. */
export function latinDigits(text: string): string {
  if (!IS_FOREIGN.test(text)) return text;
  return text
    .replace(ORNATE, (run) => {
      const digits = Array.from(run, (character) => ((character.codePointAt(0) ?? 0) - ORNATE_ZERO) % 10).join("");
      return digits.padEnd(run.length, FILLER);
    })
    .replace(RAISED, (run) => Array.from(run, (character) => RAISED_DIGITS.indexOf(character) % 10).join(""))
    .replace(FOREIGN, (character) => {
      const mark = ARABIC_MARKS.get(character);
      if (mark !== undefined) return mark;
      const code = character.charCodeAt(0);
      const zero = ZEROS.find((each) => code >= each && code < each + 10);
      return zero === undefined ? character : String(code - zero);
    });
}

/** How many places behind a number are its own. */
export function fillersAt(words: string, end: number): number {
  let at = end;
  while (words[at] === FILLER) at += 1;
  return at - end;
}
