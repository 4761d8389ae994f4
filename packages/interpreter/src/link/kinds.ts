import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { tableLinks } from "./table-links.ts";

const different = /^(different|distinct|unique|various)$/;
const kind = /^(types?|kinds?|sorts?|categor(?:y|ies)|class(?:es)?)$/;
const sorting = ["type", "kind", "categori", "category", "class", "genr", "genre"].map(stem);

/** "different types of rooms", "kinds of products": the one column that says of what sort a row is. */
export function kindsOf({ tokens, catalog }: Asked, at: number): Piece | null {
  const first = tokens[at];
  const isDistinct = different.test(first?.lower ?? "");
  const start = isDistinct ? at + 1 : at;
  const word = tokens[start];
  if (word?.kind !== "word" || !kind.test(word.lower) || tokens[start + 1]?.lower !== "of") return null;
  const rows = tableAt(tokens, start + 2, catalog);
  const column = rows === null ? null : kindOf(rows.table, word.stem, catalog);
  if (rows === null || column === null) return null;
  const { table, end } = rows;
  const text = `${word.text} of ${table.words.join(" ")}`;
  const mention = mentionOf({ start, end, text, columns: [{ column, score: 1 }], owners: [table] });
  const named: Item = { kind: "schema", mention, start, end, text };
  if (first === undefined || !isDistinct) return { items: [named], end };
  return {
    items: [{ kind: "cue", cue: { is: "distinct" }, other: null, start: at, end: start, text: first.text }, named],
    end,
  };
}

/** The table that the words from a place surely name, and where they end. */
function tableAt(
  tokens: readonly Token[],
  start: number,
  catalog: Catalog,
): { table: CatalogTable; end: number } | null {
  for (let end = Math.min(tokens.length, start + 3); end > start; end--) {
    const span = tokens.slice(start, end);
    if (span.some((token) => token.kind !== "word")) continue;
    const [best, rival] = tableLinks(span, catalog);
    if (best !== undefined && best.score >= 0.95 && rival?.score !== best.score) return { table: best.table, end };
  }
  return null;
}

/** The column that is called so, else the only one that sorts the rows. */
function kindOf(table: CatalogTable, said: string, { links }: Catalog): CatalogColumn | null {
  const isSort = (column: CatalogColumn, word: string) =>
    column.stems.includes(word) && !column.isNumber && !column.isDate && !column.isFlag;
  const isKey = (column: CatalogColumn) => links.some((link) => link.from[0] === column) || column.isPrimary;
  const called = table.columns.filter((column) => isSort(column, said));
  const sorts =
    called.length > 0 ? called : table.columns.filter((column) => sorting.some((word) => isSort(column, word)));
  const [only, ...more] = sorts.length > 1 ? sorts.filter((column) => !isKey(column)) : sorts;
  return only === undefined || more.length > 0 ? null : only;
}
