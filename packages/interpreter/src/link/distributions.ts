import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { holdsKinds, isShared } from "../catalog/columns.ts";
import type { Token } from "../language/tokens.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const isDistribution = (token: Token | undefined): boolean =>
  /^(?:distribution|breakdown|split|mix)$/.test(token?.lower ?? "");

/** "grade distribution", "the distribution of grades", where rows have a grade: how many of each. */
export const distributions: Rewriter = (tokens, at, catalog) => {
  const before = namedAt(tokens, at, catalog);
  if (before > 0 && isDistribution(tokens[at + before]) && endsAt(tokens, at + before + 1)) {
    const kinds = tokens.slice(at, at + before);
    return { tokens: countBy(kinds, catalog), end: at + before + 1 };
  }
  // "gender split by section": of each gender in each section
  const next = tokens[at + before + 1];
  if (before > 0 && isDistribution(tokens[at + before]) && next !== undefined && /^(?:by|per)$/.test(next.lower)) {
    const kinds = tokens.slice(at, at + before);
    const rows = rowsOfKinds(kinds, catalog);
    const counted =
      rows === null ? countBy(kinds, catalog) : [...written(kinds, ["count", "of", ...rows, "by"]), ...kinds];
    return { tokens: [...counted, ...written([next], ["and"])], end: at + before + 2 };
  }
  if (!isDistribution(tokens[at]) || tokens[at + 1]?.lower !== "of") return null;
  const from = /^(?:the|our|all)$/.test(tokens[at + 2]?.lower ?? "") ? at + 3 : at + 2;
  const named = namedAt(tokens, from, catalog);
  if (named === 0 || !endsAt(tokens, from + named)) return null;
  return { tokens: countBy(tokens.slice(from, from + named), catalog), end: from + named };
};

/** "by grade"; of "exam grades" that of the exams. */
function countBy(kinds: readonly Token[], catalog: Catalog): Token[] {
  const [rows, ...column] = kinds;
  const isOfRows = rows !== undefined && column.length > 0 && isKinds(column, catalog, rows.stem);
  const [lead, said] = isOfRows
    ? [["count", "of", plural(singular(rows.lower)), "by"], column]
    : [["count", "by"], kinds];
  return [...written(kinds.slice(0, 1), lead), ...said];
}

/** What the rows are called, of which alone such kinds are kept. */
function rowsOfKinds(kinds: readonly Token[], { columnsByStem }: Catalog): string[] | null {
  const name = kinds.map(({ stem }) => stem).join(" ");
  const columns = columnsByStem.get(kinds.at(-1)?.stem ?? "") ?? [];
  const tables = columns.flatMap(({ table, essential }) =>
    !table.isView && essential.join(" ") === name ? [table] : [],
  );
  const [only, ...more] = new Set(tables);
  if (only === undefined || more.length > 0) return null;
  return [...only.words.slice(0, -1), plural(singular(only.words.at(-1) ?? ""))];
}

/** How many words from a place on are the name of a column of kinds, with that of its rows before it or without; 0 where they are not. */
function namedAt(tokens: readonly Token[], at: number, catalog: Catalog): number {
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || words.some(({ kind }) => kind !== "word")) continue;
    const [rows, ...column] = words;
    const isOfRows = column.length > 0 && rows !== undefined && isKinds(column, catalog, rows.stem);
    const isTable = length === 1 && rows !== undefined && catalog.tablesByStem.has(rows.stem);
    // "grade distribution", of grades that each have a grade
    const isOfOwn = isTable && isKinds(words, catalog, rows.stem);
    if (isOfOwn || (!isTable && (isOfRows || isKinds(words, catalog)))) return length;
  }
  return 0;
}

/** True for the name of a column that holds kinds of rows, of those that are called so where a word for them is given. */
function isKinds(words: readonly Token[], { columnsByStem }: Catalog, rows?: string): boolean {
  const name = words.map(({ stem }) => stem).join(" ");
  return (columnsByStem.get(words.at(-1)?.stem ?? "") ?? []).some(
    (column) =>
      (holdsKinds(column) || isKindOfOwn(column, rows)) &&
      !column.table.isView &&
      column.essential.join(" ") === name &&
      (rows === undefined || column.table.stems.at(-1) === rows),
  );
}

/** The "grade" of grades, which is all that they are called by. */
const isKindOfOwn = (column: CatalogColumn, rows: string | undefined): boolean =>
  column.essential.join(" ") === rows && column.isText && !column.isKey && isShared(column);

const endsAt = (tokens: readonly Token[], at: number): boolean =>
  tokens[at] === undefined ||
  tokens[at]?.kind === "punctuation" ||
  /^(?:in|for|this|last|since)$/.test(tokens[at]?.lower ?? "");
