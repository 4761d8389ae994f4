import { stockColumn } from "../catalog/stock.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

/** "parts that are out of stock", "sold out": none is left, where a column says how many lie there. */
export function outOfStock({ words, catalog }: Asked, at: number): Piece | null {
  const said = /^(?:out of stock|sold out(?! of))(?= |$)/.exec(words.slice(at, at + 3).join(" "))?.[0];
  if (said === undefined) return null;
  const [only, ...more] = catalog.tables.flatMap((table) => (table.isView ? [] : (stockColumn(table) ?? [])));
  if (only === undefined || more.length > 0) return null;
  const where = { start: at, end: at + said.split(" ").length, text: said };
  const mention = mentionOf({ ...where, text: only.name, columns: [{ column: only, score: 1 }] });
  const items: Item[] = [
    { kind: "cue", cue: { is: "relative" }, other: null, ...where },
    { kind: "schema", mention, ...where },
    { kind: "cue", cue: { is: "compare", operator: "=", hint: null }, other: null, ...where },
    { kind: "number", value: 0, year: null, percent: false, ...where },
  ];
  return { items, end: where.end };
}
