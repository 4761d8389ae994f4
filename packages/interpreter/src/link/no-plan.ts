import type { Rewriter } from "./rewriter.ts";

const COST_OR_INCOME = /^(?:costs?|spend|spending|revenues?|expenses?|income|sales)$/;

/** "actual cost", "planned budget", where nothing is called actual or planned: the word says no more than the noun. */
export const ofNoPlan: Rewriter = (tokens, at, { vocabulary, valuesByWord }) => {
  const [said, noun] = tokens.slice(at, at + 2);
  if (said === undefined || noun === undefined || vocabulary.has(said.stem) || valuesByWord.has(said.stem)) return null;
  const isActual = /^(?:actual|real)$/.test(said.lower) && COST_OR_INCOME.test(noun.lower);
  const isPlanned = said.lower === "planned" && /^budgets?$/.test(noun.lower);
  return isActual || isPlanned ? { tokens: [], end: at + 1 } : null;
};
