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
  const rows = tableAt(tokens, start + 2, catalog) ?? describedAt(tokens, start + 2, catalog);
  const column = rows === null ? null : (rows.described ?? kindOf(rows.table, word.stem, catalog));
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
): { table: CatalogTable; end: number; described?: CatalogColumn } | null {
  for (let end = Math.min(tokens.length, start + 3); end > start; end--) {
    const span = tokens.slice(start, end);
    if (span.some((token) => token.kind !== "word")) continue;
    const [best, rival] = tableLinks(span, catalog);
    if (best !== undefined && best.score >= 0.95 && rival?.score !== best.score) return { table: best.table, end };
  }
  return null;
}

/** "type of machine", of machine_hires that only describe what was hired: by what is said of it. */
function describedAt(
  tokens: readonly Token[],
  at: number,
  { tables, tablesByStem }: Catalog,
): { table: CatalogTable; end: number; described?: CatalogColumn } | null {
  const noun = tokens[at];
  const isOwn = (tablesByStem.get(noun?.stem ?? "") ?? []).some(({ stems }) => stems.length === 1);
  if (noun?.kind !== "word" || isOwn) return null;
  const [only, ...more] = tables.flatMap(({ columns, isView, source: { row_count } }) =>
    columns.filter(
      ({ isText, words: [first, last, ...others], stems, source: { distinct_count } }) =>
        !isView &&
        isText &&
        first !== undefined &&
        others.length === 0 &&
        stems[0] === noun.stem &&
        /^(?:description|name|title)$/.test(last ?? "") &&
        distinct_count !== null &&
        distinct_count * 2 <= row_count,
    ),
  );
  return only === undefined || more.length > 0 ? null : { table: only.table, end: at + 1, described: only };
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
