import type { Asked, Item, Piece } from "./item.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Token } from "../language/tokens.ts";
import { amountsOf, type Doing, doings, paidOut } from "./doings.ts";
import { ADVERTISING, calledSpend, isAdvertising } from "./called-spend.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { ownersIn } from "./table-links.ts";

const spent = doings.find(({ verbs }) => verbs.test("spend"));
const lead = /^(?:our|the|total|show|me|what|is|was|were|monthly|overall|how|much|list|give)$/;

/** What stands before "spend" where somebody does it. */
const doer = /^(?:we|they|you|i|it|who|that|to|did|do|does|customers?|clients?|people)$/;

/** Amounts of expenses, else of what was bought from others. */
function spentIn(doing: Doing, catalog: Catalog): readonly CatalogColumn[] {
  const kept = amountsOf({ ...doing, columns: null }, catalog);
  return kept.length > 0 ? kept : paidOut(catalog);
}

/** How many words say what was spent: "spend", "ad spend"; 0 where none do. */
function spendAt({ tokens, catalog }: Asked, at: number, column: CatalogColumn): number {
  const isLed = ADVERTISING.test(tokens[at]?.lower ?? "") && isAdvertising(column, catalog);
  const said = tokens[at + (isLed ? 1 : 0)]?.lower ?? "";
  return /^(?:spend(?:ings?)?|expenditures?)$/.test(said) ? (isLed ? 2 : 1) : 0;
}

/** True where what the question is about has to do with the rows of a column: what customers spend is none of ours. */
function reaches(column: CatalogColumn, tokens: readonly Token[], at: number, catalog: Catalog): boolean {
  const isReached = (table: CatalogTable) => table === column.table || isToOne(catalog, column.table, table);
  const by = tokens.findIndex(({ lower }, i) => i > at && /^(?:by|per|each|for)$/.test(lower));
  const grouped = by < 0 ? [] : mentionsAt(tokens, by + 1, catalog);
  const groups = grouped
    .flatMap(({ columns, tables, values }) => [...tables, ...[...columns, ...values].map((link) => link.column)])
    .flatMap(({ table }) => (table.isView ? [] : [table]));
  return (
    (groups.length === 0 || groups.some(isReached)) &&
    tokens.every((token) => ownersIn([token], catalog).every((table) => table.isView || isReached(table)))
  );
}

/** "spend by channel", "ad spend last month", where a column is called so. */
function spendCalledSo(asked: Asked, at: number): Piece | null {
  const { tokens, catalog } = asked;
  const column = calledSpend(catalog);
  const length = column === null ? 0 : spendAt(asked, at, column);
  const before = tokens[at - 1]?.lower ?? "";
  // "return on ad spend" is what came in for it.
  const isReturn = tokens.slice(Math.max(0, at - 3), at).some(({ lower }) => lower === "return");
  if (column === null || length === 0 || isReturn || doer.test(before) || !reaches(column, tokens, at, catalog))
    return null;
  const where = { start: at, end: at + length, text: tokens[at + length - 1]?.text ?? "" };
  const mention = mentionOf({ ...where, columns: [{ column, score: 1 }] });
  const sum: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where };
  const isSummed = tokens.slice(0, at).every(({ lower }) => lead.test(lower) && lower !== "total");
  return { items: [...(isSummed ? [sum] : []), { kind: "schema", mention, ...where }], end: at + length };
}

/**
 * "spending per category", "spend by channel", where expenses or what was spent are kept: what they come to, rather than
 * the money that came in.
 */
export function spendings(asked: Asked, at: number): Piece | null {
  const { tokens, catalog } = asked;
  const named = spendCalledSo(asked, at);
  if (named !== null) return named;
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
  const grouped = by < 0 || isTable ? [] : mentionsAt(tokens, by + 1, catalog);
  const isOwn = grouped.some(({ columns }) => columns.some(({ column }) => column.table === amount.table));
  if (grouped.length > 0 && !isOwn) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, columns: [{ column: amount, score: 1 }] });
  const sum: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where };
  const isFigured = /^(?:average|avg|mean|median|highest|lowest|maximum|minimum)$/.test(before);
  return { items: [...(isFigured ? [] : [sum]), { kind: "schema", mention, ...where }], end: at + 1 };
}
