import { stem } from "../language/inflection.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { type Mention, stemsOf } from "../link/mention.ts";

/** Words of a column's name that say that it holds how many there are. */
const counting = new Set(["number", "num", "no", "nr", "count", "amount", "total", "headcount"].map(stem));

/** "claimed_amount" of claims: what they come to, and not how many there are. */
const isSumOfDone = ({ words: [first = "", ...rest] }: CatalogColumn): boolean =>
  /(?:ed|paid)$/.test(first) && rest.includes("amount");

/** "no_of_rooms" of hotels: how many rooms each has, as its own row says it. Null where no column does. */
export function heldCount(mention: Mention, of: CatalogTable | null): CatalogColumn | null {
  if (mention.tables.some(({ table, score }) => table === of && score >= 0.9)) return null;
  const said = [...stemsOf(mention)].join(" ");
  const names = new Set([
    said,
    ...mention.tables.flatMap(({ table, score }) => (score >= 0.9 ? [table.stems.join(" ")] : [])),
  ]);
  const held = of?.columns.filter((column) => {
    const counted = column.stems.filter((name) => !counting.has(name));
    return (
      column.isNumber &&
      !column.isKey &&
      !isSumOfDone(column) &&
      counted.length < column.stems.length &&
      names.has(counted.join(" "))
    );
  });
  return held?.length === 1 ? (held[0] ?? null) : null;
}
