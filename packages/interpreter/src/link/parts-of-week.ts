import { type Rewriter, written } from "./rewriter.ts";

const phrase =
  /^(?:on )?(?:the )?(?:weekends?|week ?days?|work(?:ing )?days?) (?<joint>or|than|vs|versus|and|compared (?:to|with)) (?:on |during )?(?:the )?(?:weekends?|week ?days?|work(?:ing )?days?|week)(?: |$)/;
/** As many tokens as the phrase may have: "on the working days compared to during the working days". */
const LONGEST_PARTS_OF_WEEK = 10;

/** "revenue on weekends vs weekdays": the days of each, taken together; "more on weekends or on weekdays" is told by each day. */
export const partsOfWeek: Rewriter = (tokens, at) => {
  if (!/^(?:on|weekends?|weekdays?|workdays?|week|working)$/.test(tokens[at]?.lower ?? "")) return null;
  const said = tokens.slice(at, at + LONGEST_PARTS_OF_WEEK);
  const words = said.filter(({ kind }) => kind !== "punctuation").map(({ lower }) => lower);
  const found = phrase.exec(words.join(" "));
  // "in March, weekends and weekdays": two alone are compared where they are set against each other.
  const isCompared = found !== null && (found[0].startsWith("on ") || (found.groups?.["joint"] ?? "").startsWith("v"));
  if (!isCompared) return null;
  const length = found[0].trim().split(" ").length;
  let end = at;
  for (let left = length; left > 0; end++) if (tokens[end]?.kind !== "punctuation") left--;
  // On more days there is more: which of them has the most is told by each day.
  const isMore = /^(?:or|than)$/.test(found.groups?.["joint"] ?? "");
  const by = isMore ? ["by", "weekday"] : ["by", "part", "of", "the", "week"];
  return { tokens: written(tokens.slice(at, end), by), end };
};
