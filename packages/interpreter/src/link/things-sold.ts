import { quantityWords } from "../catalog/amounts.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionsAt } from "./mentions.ts";

/** "tickets sold by channel", where sales of tickets have a quantity: how many were sold, rather than when. */
export function thingsSold({ tokens, catalog }: Asked, at: number): Piece | null {
  const [things, sold] = [tokens[at], tokens[at + 1]];
  if (things?.kind !== "word" || sold?.lower !== "sold" || !/[^s]s$/.test(things.lower)) return null;
  if (/^(which|what|many|of)$/.test(tokens[at - 1]?.lower ?? "")) return null;
  const isOfSales = mentionsAt(tokens, at, catalog).some(
    ({ end, columns: [best] }) =>
      end === at + 2 &&
      best?.column.isDate === true &&
      best.column.table.stems.includes(things.stem) &&
      best.column.table.columns.some(({ isNumber, words }) => isNumber && quantityWords.test(words.join(" "))),
  );
  if (!isOfSales) return null;
  const where = { start: at, end: at + 2, text: `${things.text} ${sold.text}` };
  return { items: [{ kind: "cue", cue: { is: "measure", measure: "quantity" }, other: null, ...where }], end: at + 2 };
}
