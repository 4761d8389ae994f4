const lead = "(?:in|during|over|throughout|from|of|for) ";
const decade = new RegExp(`\\b${lead}(?:the )?((?:1[6-9]|20)\\d)0['’]?s\\b(?! (?:and|or|to|vs)\\b)`, "gi");
/** "in the 90s": those of the last century. */
const short = new RegExp(`\\b${lead}the ['’]?([5-9])0['’]?s\\b(?! (?:and|or|to|vs)\\b)`, "gi");
const spanOfDecade =
  /\b(?:in|during|over) the (?:decade|years|period) (?:between|from) ((?:1[6-9]|20)\d\d) ?(?:-|–|~|to|and|until) ?((?:1[6-9]|20)\d\d)\b/gi;

/**
 * "in the 1990s", "in the decade between 1990-2000": from one year to another. Left as it stands where a value is called so: some
 * keep decades as such.
 */
export function withDecades(text: string, isName: (word: string) => boolean): string {
  const spelt = text.replace(spanOfDecade, "between $1 and $2");
  const inFull = spelt.replace(short, (all, ten: string) =>
    isName(`${ten}0s`) ? all : all.replace(/['’]?\d0['’]?s$/, `19${ten}0s`),
  );
  return inFull.replace(decade, (all, ten: string) => (isName(`${ten}0s`) ? all : `between ${ten}0 and ${ten}9`));
}
