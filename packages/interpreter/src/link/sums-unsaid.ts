import type { CatalogTable } from "../catalog/catalog.ts";
import { amountsOf, isAmount, isFact } from "./doings.ts";
import type { Asked, Piece } from "./item.ts";
import { type Mention, mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { rowsOfMass } from "./mass-nouns.ts";
import { doingOf, named, sumOf } from "./noun-amounts.ts";

/** "invoiced per month": all that was, where no more than a deed is said. */
export function doneAlone({ tokens, catalog }: Asked, at: number): Piece | null {
  const [first, next] = tokens;
  // "billed", where the schema has invoices, is read as their word.
  const deed = first === undefined ? undefined : { ...first, lower: first.text.toLowerCase() };
  const doing = at > 0 || !/(?:ed|spent)$/.test(deed?.lower ?? "") ? undefined : doingOf(deed);
  const isGrouped = /^(?:by|per|each|every|this|last|so)$/.test(next?.lower ?? "");
  const columns = doing === undefined || !isGrouped ? [] : amountsOf(doing, catalog);
  const text = deed?.text ?? "";
  return columns.length === 0
    ? null
    : { items: [sumOf(0, 0), named(mentionOf({ start: 0, end: 1, text }), columns, 1)], end: 1 };
}

/** "budget per job", of rows called so that each hold a part of it: what they come to, rather than how many there are. */
export function moneyOfRows(asked: Asked, at: number): Piece | null {
  const rows = isMoneyTold(asked, at) ? rowsNamed(asked, at) : null;
  if (rows === null) return null;
  const [amount, ...more] = rows.table.columns.filter(isAmount);
  if (amount === undefined || more.length > 0 || !amount.words.some((word) => AMOUNT_OF_MONEY.test(word))) return null;
  const end = at + 1;
  const isSaid = FIGURE.test(asked.tokens[at - 1]?.lower ?? "");
  return { items: [...(isSaid ? [] : [sumOf(at, at)]), named(rows.mention, [amount], end)], end };
}

/** "scrap by reason", "total stock per warehouse": how much of it there was, rather than how many rows say so. */
export function massOfRows(asked: Asked, at: number): Piece | null {
  const { tokens, catalog } = asked;
  // "machines without scrap": with no such rows
  const isOfRows = WITH_OR_WITHOUT.test(tokens[at - 1]?.lower ?? "");
  const rows = goesOn(asked, at) && !isOfRows ? rowsOfMass(tokens, at, catalog) : null;
  if (rows === null) return null;
  const isSaid = FIGURE.test(tokens[at - 1]?.lower ?? "");
  const end = at + 1;
  return { items: [...(isSaid ? [] : [sumOf(at, at)]), named(rows.mention, [rows.amount], end)], end };
}

const WITH_OR_WITHOUT = /^(?:with|without|no|any|some|have|has|had|not)$/;

/** A word for money, of which a figure may be told, and which is not counted. */
function isMoneyTold({ tokens }: Asked, at: number): boolean {
  const said = tokens[at];
  return said?.kind === "word" && MONEY_OF_ROWS.test(said.lower) && goesOn({ tokens }, at);
}

/** True for a word that a question goes on from, or ends with, as from a figure, and that is not counted. */
function goesOn({ tokens }: Pick<Asked, "tokens">, at: number): boolean {
  const next = tokens[at + 1];
  const goes =
    next?.kind !== "word" || /^(?:per|by|for|of|each|vs|versus|and|in|from|this|last|left|so)$/.test(next.lower);
  const isCounted = /^(?:many|number)$/.test(tokens[at - 1]?.lower ?? "") || tokens[at - 2]?.lower === "number";
  return goes && !isCounted;
}

/** Rows that happened, of which a word is the name or a part of it, and no column. */
function rowsNamed({ tokens, catalog }: Asked, at: number): { mention: Mention; table: CatalogTable } | null {
  const mention = mentionsAt(tokens, at, catalog)[0];
  if (mention === undefined || mention.end > at + 1 || mention.columns.length > 0) return null;
  const table = mention.tables[0]?.table;
  return table === undefined || table.isView || !isFact(table) ? null : { mention, table };
}

/** What is said before a number when it is not its sum that is asked for, or when the sum is said already. */
export const FIGURE =
  /^(?:total|average|avg|mean|median|highest|lowest|maximum|minimum|biggest|largest|smallest|most|fewest|least|many|more)$/;

/** What is said of money in the singular, however many rows it is kept in. */
const MONEY_OF_ROWS = /^(?:budget|spend|payroll|rent|funding|expenditure)$/;
const AMOUNT_OF_MONEY = /^(?:amount|amt|value|sum|total|budget|cost)$/;
