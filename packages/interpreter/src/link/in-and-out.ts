import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { withoutUnit } from "../language/units.ts";
import { isAmount } from "./doings.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

/** What came in and what went out, in two columns of each row, as statements of banks and cash books have it. */
interface InAndOut {
  in: CatalogColumn;
  out: CatalogColumn;
}

/** How two such columns are called: the one and the other. */
const pairs: readonly (readonly [inward: RegExp, outward: RegExp])[] = [
  [/^(?:paid|money|cash|amount|transfers?|payments?) in$/, /^(?:paid|money|cash|amount|transfers?|payments?) out$/],
  [/^credits?(?: amount)?$/, /^debits?(?: amount)?$/],
  [/^deposits?(?: amount)?$/, /^withdrawals?(?: amount)?$/],
  [/^incomes?$/, /^(?:expenses?|expenditures?|outgoings?|spending)$/],
  [/^receipts?$/, /^(?:payments?|expenses?)$/],
  [/^incoming(?: amount| payments?)?$/, /^outgoing(?: amount| payments?)?$/],
];

const who = "(?:i|we|you|they|he|she|the \\p{L}+)";
const spent =
  `how much (?:did|do|does|have|has) ${who} (?:spend|spent|pay out|paid out|pay|paid|withdraw|withdrawn)` +
  "|how much (?:money )?(?:was|is|were|has been) (?:spent|paid out|withdrawn|debited)|how much (?:money )?(?:went|has gone) out";
const received =
  `how much (?:did|do|does|have|has) ${who} (?:earn|earned|receive|received|get|got|make|made|deposit|deposited|take in)` +
  "|how much (?:money )?(?:was|is|were|has been) (?:earned|received|paid in|deposited|credited)|how much (?:money )?(?:came|has come) in";
const outNoun =
  "spending|spendings|spend|expenses?|expenditures?|outgoings|withdrawals?|debits?|payments?(?! (?:received|in|from)\\b)";
const inNoun = "income|earnings|receipts|deposits?|credits?";
const sums: Readonly<Record<keyof InAndOut, RegExp>> = {
  out: new RegExp(`^(?:${spent})(?= |$)`, "u"),
  in: new RegExp(`^(?:${received})(?= |$)`, "u"),
};
const nouns: Readonly<Record<keyof InAndOut, RegExp>> = {
  out: new RegExp(`^(?:${outNoun})(?= |$)`),
  in: new RegExp(`^(?:${inNoun})(?= |$)`),
};
const sides = ["out", "in"] as const;
/** Words of the longest of these. */
const IN_AND_OUT_MOST_WORDS = 8;

/** "how much did I spend on rent", "total paid in", "biggest expense", of rows that say apart what came in and what went out. */
export function inAndOut({ words, catalog }: Asked, at: number): Piece | null {
  const pair = pairIn(catalog);
  if (pair === null) return null;
  const text = words.slice(at, at + IN_AND_OUT_MOST_WORDS).join(" ");
  for (const side of sides) {
    const column = pair[side];
    const asked = sums[side].exec(text)?.[0];
    if (asked !== undefined) return pieceOf(at, asked, column, true);
    const name = plainName(column);
    const total = `total ${name}`;
    if (text === total || text.startsWith(`${total} `)) return pieceOf(at, total, column, true);
    if (text === name || text.startsWith(`${name} `)) return pieceOf(at, name, column, false);
    const noun = nouns[side].exec(text)?.[0];
    if (noun !== undefined && !isOwn(noun, catalog)) return pieceOf(at, noun, column, isFirst(words, at));
  }
  return null;
}

/** Nothing that tells another figure stands before it: "spending by month" is what all of it comes to. */
const isFirst = (words: readonly string[], at: number): boolean =>
  words
    .slice(0, at)
    .every((word) => /^(?:show|me|my|our|the|what|is|are|was|were|list|give|monthly|weekly)$/.test(word));

function pieceOf(at: number, said: string, column: CatalogColumn, isSummed: boolean): Piece {
  const where = { start: at, end: at + said.split(" ").length, text: said };
  const sum: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, ...where };
  const mention = mentionOf({ ...where, columns: [{ column, score: 1 }] });
  return { items: [...(isSummed ? [sum] : []), { kind: "schema", mention, ...where }], end: where.end };
}

/** "expenses", where they are a table, or values say so, are these. */
const isOwn = (noun: string, { tablesByStem, values, tables }: Catalog): boolean =>
  values.has(noun) || tables.some(({ stems }) => stems.some((one) => noun.startsWith(one) && tablesByStem.has(one)));

const plainName = (column: CatalogColumn): string => withoutUnit(nameInFull(column));

const known = new WeakMap<Schema, InAndOut | null>();

/** The only two columns of one table that are such a pair. */
function pairIn({ schema, tables }: Catalog): InAndOut | null {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const found = tables.flatMap((table): InAndOut[] => {
    if (table.isView) return [];
    const amounts = table.columns.filter(isAmount);
    return pairs.flatMap(([inward, outward]) => {
      const came = amounts.find((column) => inward.test(plainName(column)));
      const went = amounts.find((column) => outward.test(plainName(column)));
      return came && went ? [{ in: came, out: went }] : [];
    });
  });
  const [only, ...more] = found;
  const pair = more.length === 0 ? (only ?? null) : null;
  known.set(schema, pair);
  return pair;
}
