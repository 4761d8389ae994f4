import { quantityWords } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { isAmount, isFact } from "./doings.ts";
import { type Mention, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** What is measured rather than counted, however many rows it is kept in. */
const MASS = /^(?:stock|inventory|scrap|waste|wastage|overtime|downtime|output|rainfall|precipitation|consumption)$/;

/** "scrap", "stock", of rows called so that each say how much of it there was: which number says it. */
export function rowsOfMass(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { mention: Mention; amount: CatalogColumn } | null {
  const said = tokens[at];
  if (said?.kind !== "word" || !MASS.test(said.lower)) return null;
  const [mention] = mentionsAt(tokens, at, catalog);
  const table = mention?.tables[0]?.table;
  if (mention === undefined || table === undefined || mention.end > at + 1 || tableScore(mention) < 0.9) return null;
  if (table.isView || !isFact(table) || mention.columns.some(({ score }) => score >= 0.9)) return null;
  const [amount, ...more] = table.columns.filter((one) => isAmount(one) && saysHowMuch(one));
  return amount === undefined || more.length > 0 ? null : { mention, amount };
}

const saysHowMuch = ({ words }: CatalogColumn): boolean =>
  quantityWords.test(words.join(" ")) || words.some((word) => /^(?:hours?|minutes?|kg|weight|volume)$/.test(word));
