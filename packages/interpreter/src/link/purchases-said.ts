import { singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** After one of these "purchases" is a noun: what was bought, each time. */
const LEADS_TO_NOUN =
  /^(?:|the|our|their|his|her|its|all|of|per|each|every|many|more|fewer|most|fewest|in|with|these|those|average|mean|largest|biggest|highest|smallest|greatest|last|first|latest|recent|no|any|a|an|\d+|two|three|four|five|six|seven|eight|nine|ten)$/;

/** "our purchase amount", "the purchase of a vase" are said in other ways. */
const isOneOfMany = (said: string, before: string, next: string): boolean =>
  !/^(?:amount|price|value|total|date|order|invoice)s?$/.test(next) &&
  (said === "purchases" || /^(?:per|each|every|a|an|last|first|latest)$/.test(before));

/** "value of purchases in May", "10 purchases with the greatest value", of a house that keeps orders and nothing called a purchase: its orders. */
export const purchasesSaid: Rewriter = (tokens, at, { tables, vocabulary }) => {
  const [said, before] = [tokens[at], tokens[at - 1]];
  if (said?.kind !== "word" || !/^purchases?$/.test(said.lower) || vocabulary.has(said.stem)) return null;
  const lead = before?.lower ?? "";
  const isNoun = LEADS_TO_NOUN.test(lead) || before?.possessive === true;
  if (!isNoun || !isOneOfMany(said.lower, lead, tokens[at + 1]?.lower ?? "")) return null;
  const orders = tables.filter(({ words, isView }) => !isView && singular(words.join(" ")) === "order");
  if (orders.length !== 1) return null;
  const read = written([said], [said.lower === "purchases" ? "orders" : "order"]);
  return { tokens: read.map((one) => ({ ...one, text: said.text })), end: at + 1 };
};
