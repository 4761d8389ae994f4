import { amountColumn } from "../catalog/amounts.ts";
import { isOfCurrencies } from "../link/in-currency.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import type { Sketch } from "../read/sketch.ts";
import { tableOf } from "../resolve/context.ts";

/** "purchases by vendor in euros": what they came to, rather than how many there were. */
export function takeInMoney(context: Context): Context {
  const { sketch } = context;
  // "how many orders in pounds", of rows that say in which currency they are
  const isToldApart = ({ mention: { values } }: Sketch["filters"][number] & { kind: "value" }) =>
    values.some(({ column }) => isOfCurrencies(column));
  if (sketch.filters.some((filter) => filter.kind === "value" && isToldApart(filter))) return context;
  tellCurrency(context);
  const [counted, ...more] = sketch.outputs;
  if (!sketch.said.has("in money") || counted?.kind !== "count" || counted.mention === null || more.length > 0)
    return context;
  const table = tableOf(counted.mention, context);
  const column = table === null ? null : amountColumn(table);
  if (column === null) return context;
  const { at } = counted;
  const mention = mentionOf({ ...counted.mention, tables: [], columns: [{ column, score: 1 }] });
  return {
    ...context,
    sketch: { ...sketch, outputs: [{ kind: "aggregate", fn: "sum", mention, distinct: false, at }] },
  };
}

const CURRENCIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/eur/i, ["eur", "euro", "euros"]],
  [/dollar|usd/i, ["usd", "dollar", "dollars"]],
  [/pound|gbp/i, ["gbp", "pound", "pounds"]],
  [/franc|chf/i, ["chf", "franc", "francs"]],
];

/** "prices in dollars", of amounts of which nothing says in which money they are; those of another money are not told in this one. */
function tellCurrency({ sketch, catalog, notes }: Context): void {
  const [said] = sketch.said.words("in money");
  const [, names] = CURRENCIES.find(([one]) => said !== undefined && one.test(said)) ?? [];
  if (said === undefined || names === undefined) return;
  const isKept = (words: readonly string[]) =>
    words.some((word) => catalog.vocabulary.has(word) || catalog.values.has(word));
  if (isKept(names)) return;
  const others = CURRENCIES.flatMap(([, words]) => (words === names ? [] : words));
  const columns = catalog.tables.flatMap((table) => table.columns);
  if (columns.some(({ name }) => others.some((word) => new RegExp(`(?:^|_)${word}(?:_|$)`, "i").test(name))))
    notes.lost.push(said);
  else notes.assumptions.push("Nothing here says in which currency amounts are: they are told as they are kept.");
}
