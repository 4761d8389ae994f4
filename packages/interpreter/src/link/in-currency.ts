import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

/** What people call currencies, and their codes. */
const CURRENCY_CODES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    "euro eur",
    "euros eur",
    "dollar usd",
    "dollars usd",
    "pound gbp",
    "pounds gbp",
    "sterling gbp",
    "franc chf",
    "francs chf",
    "krona sek",
    "kronor sek",
    "krone nok dkk",
    "kroner nok dkk",
    "zloty pln",
    "yen jpy",
  ].map((line) => {
    const [name = "", ...codes] = line.split(" ");
    return [name, codes] as const;
  }),
);
const CURRENCY_CODE = /^(?:eur|usd|gbp|chf|sek|nok|dkk|pln|jpy|czk|huf|cad|aud|nzd|cny|inr)$/i;

/** "sales in euros", where each row says in which currency it is: those in that one. */
export function inCurrency({ tokens, catalog }: Asked, at: number): Piece | null {
  const [before, said] = [tokens[at], tokens[at + 1]];
  if (before?.lower !== "in" || said?.kind !== "word") return null;
  const codes = CURRENCY_CODES.get(said.lower) ?? (CURRENCY_CODE.test(said.lower) ? [said.lower] : []);
  const values = codes
    .flatMap((code) => catalog.values.get(code) ?? [])
    .filter(({ column }) => !column.table.isView && isOfCurrencies(column))
    .map((entry) => ({ ...entry, score: 1 }));
  if (values.length === 0) return null;
  const where = { start: at, end: at + 2, text: said.text };
  return { items: [{ kind: "value", mention: mentionOf({ ...where, values }), ...where }], end: at + 2 };
}

/** A column of codes of several currencies: one alone tells nothing. */
export const isOfCurrencies = ({ isText, source: { values } }: CatalogColumn): boolean =>
  isText && values.length > 1 && values.every((value) => CURRENCY_CODE.test(value));
