import { ownersIn } from "./table-links.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "the highest value of the budget": the highest budget; but of leads that have a value, it is that value. */
export const valuesRanked: Rewriter = (tokens, at, catalog) => {
  const [ranked, value, of] = tokens.slice(at, at + 3);
  if (ranked === undefined || !/^(?:maximum|minimum|highest|lowest|largest|smallest)$/.test(ranked.lower)) return null;
  if (!/^values?$/.test(value?.lower ?? "") || of?.lower !== "of") return null;
  let end = at + 3;
  while (/^(?:the|all)$/.test(tokens[end]?.lower ?? "")) end++;
  const noun = tokens[end];
  if (noun?.kind !== "word") return null;
  const isOwn = ownersIn([noun], catalog).some(({ columns }) =>
    columns.some(({ isNumber, stems }) => isNumber && stems.length === 1 && stems[0] === value?.stem),
  );
  return isOwn ? null : { tokens: written([ranked], [ranked.text]), end };
};
