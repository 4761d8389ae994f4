import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stockColumn } from "../catalog/stock.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** What lies in several places has a row for each: it is out of stock where none of them has any. */
const liesInPlaces = ({ columns, label, source }: CatalogTable): boolean =>
  label.length === 0 &&
  columns.filter(({ isForeign }) => isForeign).length > 1 &&
  columns.every(
    ({ isForeign, isPrimary, source: { distinct_count: distinct } }) =>
      !isForeign || isPrimary || distinct === null || distinct < source.row_count,
  );

/** "without stock of more than 0" */
function withoutAny(column: CatalogColumn, where: { start: number; end: number; text: string }): Item[] {
  const rows = mentionOf({ ...where, text: column.table.name, tables: [{ table: column.table, score: 1 }] });
  const units = mentionOf({ ...where, text: column.name, columns: [{ column, score: 1 }] });
  return [
    { kind: "cue", cue: { is: "negation" }, other: null, ...where, text: "without" },
    { kind: "schema", mention: rows, ...where },
    { kind: "cue", cue: { is: "relative" }, other: null, ...where, text: "with" },
    { kind: "schema", mention: units, ...where },
    { kind: "cue", cue: { is: "compare", operator: ">", hint: null }, other: null, ...where },
    { kind: "number", value: 0, year: null, percent: false, ...where },
  ];
}

/** "parts that are out of stock", "sold out": none is left, where a column says how many lie there. */
export function outOfStock({ tokens, words, catalog }: Asked, at: number): Piece | null {
  const said = /^(?:out of stock|sold out(?! of))(?= |$)/.exec(words.slice(at, at + 3).join(" "))?.[0];
  if (said === undefined) return null;
  const [only, ...more] = catalog.tables.flatMap((table) => (table.isView ? [] : (stockColumn(table) ?? [])));
  if (only === undefined || more.length > 0) return null;
  const where = { start: at, end: at + said.split(" ").length, text: said };
  // "out of stock in Oslo": that nothing is left elsewhere is not said.
  const isOfPlace =
    /^(?:in|at)$/.test(words[where.end] ?? "") &&
    mentionsAt(tokens, where.end + 1, catalog).some(({ values }) => values.length > 0);
  if (liesInPlaces(only.table) && !isOfPlace) return { items: withoutAny(only, where), end: where.end };
  const mention = mentionOf({ ...where, text: only.name, columns: [{ column: only, score: 1 }] });
  const items: Item[] = [
    { kind: "cue", cue: { is: "relative" }, other: null, ...where },
    { kind: "schema", mention, ...where },
    { kind: "cue", cue: { is: "compare", operator: "=", hint: null }, other: null, ...where },
    { kind: "number", value: 0, year: null, percent: false, ...where },
  ];
  return { items, end: where.end };
}
