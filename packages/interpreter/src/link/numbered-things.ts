import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { looseWords } from "../language/loose-synonyms.ts";
import type { Token } from "../language/tokens.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "a 3 cabin yacht", "4-door cars", of which the number is kept: the thing, and how many it has. */
export const numberedThings: Rewriter = (tokens, at, catalog) => {
  const said = numberAndPart(tokens, at);
  // "higher than 3 star ratings" compares.
  if (
    said === null ||
    /^(?:than|least|most|over|under|above|below|top|first|last|best|next)$/.test(tokens[at - 1]?.lower ?? "")
  )
    return null;
  const { number, part, end } = said;
  const things = tokens[end];
  const columns = countsOf(part, catalog);
  if (things?.kind !== "word" || columns.length === 0 || !isNamed(things, catalog, columns)) return null;
  const [column] = columns;
  const { readAs: _, ...plain } = things;
  const later = { ...plain, first: false, possessive: false };
  const words = column?.words ?? [];
  return { tokens: [things, ...written([later], ["with"]), number, ...written([later], words)], end: end + 1 };
};

/** "3 cabin", "3-cabin" */
function numberAndPart(tokens: readonly Token[], at: number): { number: Token; part: string; end: number } | null {
  const [first, next] = tokens.slice(at, at + 2);
  if (first === undefined) return null;
  const [, digits, word] = /^(\d{1,2})-([a-z]+)$/.exec(first.lower) ?? [];
  if (digits !== undefined && word !== undefined) {
    const number = {
      ...first,
      text: digits,
      lower: digits,
      stem: digits,
      kind: "number" as const,
      number: Number(digits),
    };
    return { number, part: word, end: at + 1 };
  }
  if (first.number === null || !/^\d{1,2}$/.test(first.text) || next?.kind !== "word") return null;
  // "3 cabins" says it in full already.
  return singular(next.lower) === next.lower ? { number: first, part: next.lower, end: at + 2 } : null;
}

/** Whole numbers that are called like several of a part: "cabins". */
function countsOf(part: string, { tables }: Catalog): CatalogColumn[] {
  const { near, like } = looseWords(part);
  const names = new Set([part, ...near, ...like].map((word) => plural(word)));
  const called = ({ words: [only = "", ...more], isNumber, isKey }: CatalogColumn) =>
    isNumber && !isKey && more.length === 0 && names.has(only);
  return tables.flatMap(({ isView, columns }) => (isView ? [] : columns.filter(called)));
}

/** True for the rows that have the number, or a kind of them. */
const isNamed = ({ lower, stem }: Token, { values }: Catalog, columns: readonly CatalogColumn[]): boolean =>
  columns.some(
    ({ table }) =>
      table.stems.at(-1) === stem ||
      [lower, singular(lower)].some((word) => (values.get(word) ?? []).some(({ column }) => column.table === table)),
  );

/** "priority 1 orders", of which the priority is a number: the rows, and which number they have; "grade 4 classroom": what they are in. */
export const numberedKinds: Rewriter = (tokens, at, catalog) => {
  const [kind, number] = tokens.slice(at, at + 2);
  if (kind?.kind !== "word" || number?.kind !== "number" || !/^\d{1,2}$/.test(number.text)) return null;
  const end = rowsAfter(kind, tokens, at + 2, catalog) ?? placeAfter(kind, tokens, at + 2, catalog);
  if (end === null) return null;
  const rows = tokens.slice(at + 2, end);
  const later = { ...kind, first: false };
  return { tokens: [...rows, ...written([later], ["with"]), later, number], end };
};

/** Where the name of the only rows ends that have a number which is called so. */
function rowsAfter(kind: Token, tokens: readonly Token[], at: number, { tables }: Catalog): number | null {
  const first = tokens[at];
  const [only, ...more] = tables.filter(
    ({ isView, stems, columns }) =>
      !isView &&
      first?.kind === "word" &&
      stems.includes(first.stem) &&
      columns.some(
        ({ isNumber, isKey, essential: [name, ...rest] }) =>
          isNumber && !isKey && rest.length === 0 && name === kind.stem,
      ),
  );
  if (only === undefined || more.length > 0) return null;
  let end = at;
  while (only.stems.includes(tokens[end]?.stem ?? "")) end++;
  return end;
}

/** The place after the only word of a column that rows with such a number have beside it. */
function placeAfter(kind: Token, tokens: readonly Token[], at: number, { columnsByStem }: Catalog): number | null {
  const noun = tokens[at];
  if (noun?.kind !== "word" || !isNumberedKindSaid(tokens[at - 3])) return null;
  const isCalled = ({ essential }: CatalogColumn, { stem }: Token) => essential.length === 1 && essential[0] === stem;
  const beside = (columnsByStem.get(noun.stem) ?? []).filter((column) => isCalled(column, noun));
  const isKept = beside.some(({ table }) =>
    table.columns.some((one) => one.isNumber && !one.isKey && isCalled(one, kind)),
  );
  return isKept ? at + 1 : null;
}

/** "each", "of": what leads to things rather than to a value of theirs. */
const isNumberedKindSaid = (before: Token | undefined): boolean =>
  /^(?:each|every|per|of|all|the|which|what|by)$/.test(before?.lower ?? "");
