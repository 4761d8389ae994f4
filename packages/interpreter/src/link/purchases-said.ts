import { amountColumn } from "../catalog/amounts.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
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
  const named = said?.lower === "purchases" ? purchaseOrders(tokens, at, tables) : null;
  if (said !== undefined && named !== null) return { tokens: written([said], named), end: at + 1 };
  if (said?.kind !== "word" || !/^purchases?$/.test(said.lower) || vocabulary.has(said.stem)) return null;
  const lead = before?.lower ?? "";
  const isNoun = LEADS_TO_NOUN.test(lead) || before?.possessive === true;
  if (!isNoun || !isOneOfMany(said.lower, lead, tokens[at + 1]?.lower ?? "")) return null;
  const orders = tables.filter(({ words, isView }) => !isView && singular(words.join(" ")) === "order");
  if (orders.length !== 1) return null;
  const read = written([said], [said.lower === "purchases" ? "orders" : "order"]);
  return { tokens: read.map((one) => ({ ...one, text: said.text })), end: at + 1 };
};

/** "purchases by material", of purchase_orders: those, and what they come to where it is asked for; null where there are none. */
function purchaseOrders(tokens: readonly Token[], at: number, tables: readonly CatalogTable[]): string[] | null {
  const [before, said, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const called = tables.filter(({ stems, isView }) => !isView && stems.includes(said?.stem ?? ""));
  const [only, ...more] = called;
  if (only === undefined || more.length > 0 || /^orders?$/.test(next?.lower ?? "")) return null;
  if (singular(only.words.join(" ")) !== "purchase order") return null;
  const amount = before?.lower === "total" ? amountColumn(only) : null;
  return [...(amount === null ? [] : [...amount.words.filter((word) => word !== "total"), "of"]), "purchase", "orders"];
}
