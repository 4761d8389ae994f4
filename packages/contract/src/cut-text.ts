let segmenter: Intl.Segmenter | undefined;
/** Made when the first text is cut: it takes ten milliseconds, and most processes cut none. */
const graphemes = () => (segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** How far a cut looks to either side for a grapheme's end: a person, a job and skin tones joined have about 30 units. */
const LOOK = 128;

/** The last end of a grapheme at or before `at`; if none is near, the end of a character. */
function cutBefore(text: string, at: number): number {
  const boundary =
    graphemes()
      .segment(text.slice(0, at + LOOK))
      .containing(at)?.index ?? at;
  if (boundary > 0 && at - boundary <= LOOK) return boundary;
  return at > 1 && isInsidePair(text, at) ? at - 1 : at;
}

const isInsidePair = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/**
 * The beginning of a text, at most `most` UTF-16 units of it, cut between two graphemes: no accent, joined emoji or
 * surrogate pair is torn. Lone surrogates, which neither UTF-8 nor the table can carry, become U+FFFD.
 */
export const cutText = (text: string, most: number): string =>
  (text.length <= most ? text : text.slice(0, cutBefore(text, most))).toWellFormed();

/** `cutText`, followed by an ellipsis where something was cut; the ellipsis is beyond the `most` units. */
export const shortText = (text: string, most: number): string =>
  text.length <= most ? text.toWellFormed() : `${cutText(text, most)}…`;

/** A text in pieces of at most `most` UTF-16 units, each cut as by `cutText`. */
export function textPieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    // A window, so that a long text is not looked at again for each of its pieces.
    const window = text.slice(start, start + most + LOOK);
    const end = window.length <= most ? window.length : cutBefore(window, most);
    pieces.push(window.slice(0, end).toWellFormed());
    start += end;
  }
  return pieces;
}
