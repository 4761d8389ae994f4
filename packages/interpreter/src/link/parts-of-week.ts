import { type Rewriter, written } from "./rewriter.ts";

const phrase =
  /^(?:on )?(?:the )?(?:weekends?|week ?days?|working days?) (?<joint>or|than|vs|versus|and|compared (?:to|with)) (?:on |during )?(?:the )?(?:weekends?|week ?days?|working days?|week)(?: |$)/;
/** As many tokens as the phrase may have: "on the working days compared to during the working days". */
const LONGEST_PARTS_OF_WEEK = 10;

/** "more on weekends or on weekdays", where no calendar tells them apart: each day of the week shows it. */
export const partsOfWeek: Rewriter = (tokens, at) => {
  if (!/^(?:on|weekends?|weekdays?|week|working)$/.test(tokens[at]?.lower ?? "")) return null;
  const said = tokens.slice(at, at + LONGEST_PARTS_OF_WEEK);
  const words = said.filter(({ kind }) => kind !== "punctuation").map(({ lower }) => lower);
  const found = phrase.exec(words.join(" "));
  // "in March, weekends and weekdays": two alone are compared where they are set against each other.
  const isCompared = found !== null && (found[0].startsWith("on ") || (found.groups?.["joint"] ?? "").startsWith("v"));
  if (!isCompared) return null;
  const length = found[0].trim().split(" ").length;
  let end = at;
  for (let left = length; left > 0; end++) if (tokens[end]?.kind !== "punctuation") left--;
  return { tokens: written(tokens.slice(at, end), ["by", "weekday"]), end };
};
