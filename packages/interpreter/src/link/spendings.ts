import type { Asked, Item, Piece } from "./item.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { amountsOf, type Doing, doings, paidOut } from "./doings.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

const spent = doings.find(({ verbs }) => verbs.test("spend"));
const lead = /^(?:our|the|total|show|me|what|is|was|were|monthly|overall|how|much|list|give)$/;

/** What stands before "spend" where somebody does it. */
const doer = /^(?:we|they|you|i|it|who|that|to|did|do|does|customers?|clients?|people)$/;

/** Amounts of expenses, else of what was bought from others. */
function spentIn(doing: Doing, catalog: Catalog): readonly CatalogColumn[] {
  const kept = amountsOf({ ...doing, columns: null }, catalog);
  return kept.length > 0 ? kept : paidOut(catalog);
}

/**
 * "spending per category", "spend by channel", where expenses or what was spent are kept: what they come to, rather than
 * the money that came in.
 */
export function spendings({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said === undefined || spent === undefined) return null;
  const isTable = catalog.tablesByStem.get(said.stem)?.some(({ isView }) => !isView) === true;
  const before = tokens[at - 1]?.lower ?? "";
  const isSaid = isTable
    ? /^spends?$/.test(said.lower)
    : /^(?:spend(?:ings?)?|expenditures?|outgoings)$/.test(said.lower) && !catalog.vocabulary.has(said.stem);
  if (!isSaid || doer.test(before) || !(isTable || tokens.slice(0, at).every(({ lower }) => lead.test(lower))))
    return null;
  const [amount, ...more] = spentIn(spent, catalog);
  if (amount === undefined || more.length > 0) return null;
  // What something else is grouped by spends itself: "spending by customer".
  const by = tokens.findIndex(({ lower }, i) => i > at && /^(?:by|per|each)$/.test(lower));
  const named = by < 0 || isTable ? [] : mentionsAt(tokens, by + 1, catalog);
  const isOwn = named.some(({ columns }) => columns.some(({ column }) => column.table === amount.table));
  if (named.length > 0 && !isOwn) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, columns: [{ column: amount, score: 1 }] });
  const sum: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where };
  const isFigured = /^(?:average|avg|mean|median|highest|lowest|maximum|minimum)$/.test(before);
  return { items: [...(isFigured ? [] : [sum]), { kind: "schema", mention, ...where }], end: at + 1 };
}
