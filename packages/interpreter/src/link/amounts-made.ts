import { quantityWords } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { unitOf } from "../language/units.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Words for things of no kind in particular. */
const THINGS_MADE = /^(?:pieces|units|parts|items)$/;
const HOW_MUCH_MADE = /^(?:quantity|quantities|volume|units|pieces)$/;
const BEGINS_SO = /^(?:how|production|quantity|quantities|volume|units|pieces)$/;
const SAID_BEFORE = /^(?:total|average|avg|mean|highest|lowest|most|least|maximum|minimum)$/;
const STILL_TO_MAKE = /^(?:planned|target|expected|scheduled)$/;

/** "quantity produced", "how many pieces did we produce", "production", of a produced_quantity: that number. */
export const amountMade: Rewriter = (tokens, at, catalog) => {
  if (!BEGINS_SO.test(tokens[at]?.lower ?? "")) return null;
  const said = deedSaid(tokens, at, catalog);
  // "planned production" is what was to be made.
  if (said === null || STILL_TO_MAKE.test(tokens[at - 1]?.lower ?? "")) return null;
  const [only, ...more] = catalog.tables.flatMap(({ isView, columns }) =>
    isView ? [] : columns.filter((one) => isQuantityOf(one, said.deed)),
  );
  if (only === undefined || more.length > 0) return null;
  const isFigured = SAID_BEFORE.test(tokens[at - 1]?.lower ?? "");
  const words = [...(said.isSummed && !isFigured ? ["total"] : []), ...only.words];
  return { tokens: written(tokens.slice(at, said.end), words), end: said.end };
};

/** "total claimed by insurer", of a claimed_amount: that amount, and not how many claims there are. */
export const totalDone: Rewriter = (tokens, at, catalog) => {
  const [total, deed, next] = tokens.slice(at, at + 3);
  if (total?.lower !== "total" || deed?.kind !== "word" || !/(?:ed|paid|spent)$/.test(deed.lower)) return null;
  if (next?.kind === "word" && !/^(?:by|per|for|in|on|since|last|this|so|and)$/.test(next.lower)) return null;
  const amounts = (catalog.columnsByStem.get(deed.stem) ?? []).filter(
    ({ isNumber, isKey, table, words, stems }) =>
      isNumber && !isKey && !table.isView && words.length === 2 && stems[0] === deed.stem && words[1] === "amount",
  );
  const [only, ...more] = amounts;
  return only === undefined || more.length > 0
    ? null
    : { tokens: [total, ...written([deed], only.words)], end: at + 2 };
};

/** "claim amount", of a "claim_cents" or a "claim_eur" and nothing that is called an amount of claims. */
export const amountInMoney: Rewriter = (tokens, at, catalog) => {
  const [noun, amount] = tokens.slice(at, at + 2);
  if (noun?.kind !== "word" || !/^(?:amount|value|sum)s?$/.test(amount?.lower ?? "")) return null;
  const called = (catalog.columnsByStem.get(noun.stem) ?? []).filter(({ table }) => !table.isView);
  const [only, ...more] = called.filter(({ isNumber, isKey }) => isNumber && !isKey);
  const isInMoney = only !== undefined && /^(?:cents|[A-Z]{3})$/.test(unitOf(only.name) ?? "");
  if (!isInMoney || more.length > 0 || only.essential.join(" ") !== noun.stem) return null;
  return { tokens: [noun], end: at + 2 };
};

/** "produced_quantity" of what is produced. */
const isQuantityOf = ({ isNumber, isKey, words, stems }: CatalogColumn, deed: string): boolean =>
  isNumber &&
  !isKey &&
  words.length === 2 &&
  stems[0] === deed &&
  words[0]?.endsWith("ed") === true &&
  quantityWords.test(words[1] ?? "");

interface DeedSaid {
  /** The stem of the verb. */
  deed: string;
  end: number;
  /** True where the sum of it is asked for, though no word says so. */
  isSummed: boolean;
}

function deedSaid(tokens: readonly Token[], at: number, catalog: Catalog): DeedSaid | null {
  const [first, second, third, fourth, fifth, sixth] = tokens.slice(at, at + 6).map(({ lower }) => lower);
  const deedAt = (place: number) => tokens[at + place]?.stem ?? "";
  if (first === "how" && second === "many" && THINGS_MADE.test(third ?? "")) {
    // "how many pieces did we produce", "how many units were produced"
    if (/^(?:did|have|do)$/.test(fourth ?? "") && fifth === "we" && sixth !== undefined)
      return { deed: deedAt(5), end: at + 6, isSummed: true };
    return /^(?:were|was|are)$/.test(fourth ?? "") && fifth !== undefined
      ? { deed: deedAt(4), end: at + 5, isSummed: true }
      : null;
  }
  if (HOW_MUCH_MADE.test(first ?? "") && /[a-z]{3}ed$/.test(second ?? ""))
    return { deed: deedAt(1), end: at + 2, isSummed: false };
  if (first !== "production") return null;
  const isKept = catalog.tables.some(({ words, columns }) =>
    [words, ...columns.map((column) => column.words)].some((name) => name.includes(first)),
  );
  return !isKept ? { deed: stem("produced"), end: at + 1, isSummed: true } : null;
}
