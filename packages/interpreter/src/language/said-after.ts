/** A question, and a sentence behind it that says how its answer is wanted. */
const TWO_SENTENCES =
  /^(.+?[^\s?.!])\s*[?.!]\s+(?:please )?((?:show|list|return|give|display|report|express|present|include)\b[^?!]+?)[.!?]*\s*$/isu;

/** What such a sentence may be, and the question with what it adds; null where it says more than that. */
const wishes: readonly ((asked: string, wish: string) => string | null)[] = [
  // "Show the top 10."
  (asked, wish) => {
    const [, first] =
      /^(?:show|list|return|give|display)(?: me)?(?: just| only)? (?:the )?top (\d{1,3})$/i.exec(wish) ?? [];
    return first === undefined ? null : `${asked}, top ${first}`;
  },
  // "Return the ratio as a value between 0 and 1, not a percentage.", of a fraction, which is none
  (asked, wish) =>
    AS_FRACTION.test(wish) && /\b(?:fraction|ratio|share|proportion)s?\b/i.test(asked) ? `${asked}?` : null,
  // "Return just that category and its revenue.": these columns
  (asked, wish) => {
    const [, listed] = /^(?:show|list|return|give|display)(?: me)? (?:just|only) that (.+)$/i.exec(wish) ?? [];
    return listed === undefined ? null : `${asked}? Return the ${listed}.`;
  },
];

const AS_FRACTION =
  /^(?:show|return|give|report|express|present) (?:(?:me|it|this|that|the) )*(?:(?:ratio|result|answer|value|rate|share|fraction|number) )?as an? (?:value|number|fraction|ratio|decimal)(?: (?:between|from) 0 (?:and|to) 1)?(?:,? (?:and )?(?:not|rather than) (?:as )?an? percent(?:age)?)?$/i;

/** The question without a sentence behind it that only says what its answer looks like: what it adds stands in the question. */
export function withWishes(text: string): string {
  const [, asked, wish] = TWO_SENTENCES.exec(text) ?? [];
  if (asked === undefined || wish === undefined || /[?.!]\s/.test(wish)) return text;
  for (const read of wishes) {
    const found = read(asked, wish.trim());
    if (found !== null) return found;
  }
  return text;
}
