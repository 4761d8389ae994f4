/** The sizes of the texts in a chart, in px. */
export const AXIS_TEXT_PX = 12;

/** Advance of a character in em, a little more than most have: an estimate needs no page, and is the same in every test. */
function advance(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x1100) return 1.05; // CJK, emoji
  if (/[iljtfrI1.,:;'|!() ]/.test(character)) return 0.36;
  if (/[mwMW%@]/.test(character)) return 0.88;
  return /[A-Z]/.test(character) ? 0.68 : 0.58;
}

/** About how wide a text is, in px. */
export function textWidth(text: string, size = AXIS_TEXT_PX): number {
  let width = 0;
  for (const character of text) width += advance(character);
  return width * size;
}

/** A text that fits into `width` px, cut between its characters where it must be. */
export function fitText(text: string, width: number, size = AXIS_TEXT_PX): string {
  if (textWidth(text, size) <= width) return text;
  let fitting = "";
  let used = textWidth("…", size);
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += textWidth(segment, size);
    if (used > width) break;
    fitting += segment;
  }
  return `${fitting.trimEnd()}…`;
}
