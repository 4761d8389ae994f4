import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";

/** Words of a second value and of the rows after it. */
const PAIR_WORDS = 7;

/**
 * "monthly and yearly subscriptions", "delivered and in transit parcels": true where a value of the column that ends at a place
 * stands beside another one of it, before its rows.
 */
export function isPairBeforeRows({ source, table }: CatalogColumn, tokens: readonly Token[], end: number): boolean {
  const [joint, ...rest] = tokens.slice(end, end + PAIR_WORDS);
  if (!/^(?:vs|versus|and|or|against|,)$/.test(joint?.lower ?? "")) return false;
  const rows = rest.findIndex(({ stem }) => stem === table.stems.at(-1));
  const first = rows - (table.stems.length - 1);
  const other = rest
    .slice(0, first)
    .map(({ lower }) => lower)
    .join(" ");
  return first > 0 && source.values.some((value) => value.toLowerCase() === other);
}
