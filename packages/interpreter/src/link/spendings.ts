import type { Asked, Item, Piece } from "./item.ts";
import { amountsOf, doings } from "./doings.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

const spent = doings.find(({ verbs }) => verbs.test("spend"));
const lead = /^(?:our|the|total|show|me|what|is|was|were|monthly|overall|how|much|list|give)$/;

/** "spending per category", where expenses are kept: what they come to, rather than the money that came in. */
export function spendings({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said === undefined || spent === undefined || !/^(?:spendings?|expenditures?|outgoings)$/.test(said.lower))
    return null;
  if (!tokens.slice(0, at).every(({ lower }) => lead.test(lower)) || catalog.vocabulary.has(said.stem)) return null;
  const [amount, ...more] = amountsOf({ ...spent, columns: null }, catalog);
  if (amount === undefined || more.length > 0) return null;
  // What something else is grouped by spends itself: "spending by customer".
  const by = tokens.findIndex(({ lower }, i) => i > at && /^(?:by|per|each)$/.test(lower));
  const named = by < 0 ? [] : mentionsAt(tokens, by + 1, catalog);
  const isOwn = named.some(({ columns }) => columns.some(({ column }) => column.table === amount.table));
  if (named.length > 0 && !isOwn) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, columns: [{ column: amount, score: 1 }] });
  const items: Item[] = [
    { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where },
    { kind: "schema", mention, ...where },
  ];
  return { items, end: at + 1 };
}
