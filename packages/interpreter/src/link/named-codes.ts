import { type Catalog, type CatalogTable, normalise } from "../catalog/catalog.ts";
import { isUnique } from "../catalog/guessed-keys.ts";
import type { Token } from "../language/tokens.ts";
import type { Rewriter } from "./rewriter.ts";

/** A name has no more words than that. */
const MOST_WORDS_OF_A_PLACE = 4;

/** "Oban (OBN)": the code alone, where it tells one row apart and that row is called so. */
export const namedCode: Rewriter = (tokens, at, catalog) => {
  const first = tokens[at];
  if (first === undefined || (!first.capitalised && first.kind !== "quoted")) return null;
  let end = at + 1;
  while (end < tokens.length && end - at <= MOST_WORDS_OF_A_PLACE && tokens[end]?.text !== "(") end++;
  const code = tokens[end + 1];
  if (tokens[end]?.text !== "(" || code === undefined || tokens[end + 2]?.text !== ")") return null;
  if (!/^[A-Z\d]{2,6}$/.test(code.text) || !/[A-Z]/.test(code.text)) return null;
  const said = tokens.slice(at, end);
  const isOf = rowsOf(code, catalog).some((table) => mayBeCalled(said, table, catalog));
  return isOf ? { tokens: [code], end: end + 3 } : null;
};

/** The tables of which the code tells one row. */
const rowsOf = ({ lower }: Token, { values }: Catalog): CatalogTable[] =>
  (values.get(lower) ?? []).flatMap(({ column }) => (column.isPrimary || isUnique(column) ? [column.table] : []));

/** True where a value of the table is called so, or has all of these words in it. */
function mayBeCalled(said: readonly Token[], table: CatalogTable, { values, valuesByWord }: Catalog): boolean {
  const isHere = (entries: ReturnType<Catalog["values"]["get"]>) =>
    entries?.some(({ column }) => column.table === table) === true;
  const long = said.filter(({ lower }) => lower.length > 3);
  const name = normalise(said.map(({ text }) => text).join(" "));
  return isHere(values.get(name)) || (long.length > 0 && long.every((word) => isHere(valuesByWord.get(word.stem))));
}
