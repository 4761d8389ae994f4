import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What any rows may be called. */
const ROWS = /^(?:transactions?|entries|entry|records?|rows|lines)$/;
/** What the rows of a form that people have filled in may be called. */
const ANSWERS = /^(?:answers?|responses?|respondents?|replies|submissions)$/;
const FORM = /^(?:responses?|answers?|survey|feedback|questionnaire|poll|form)$/;
/** Words before what is asked for. */
const BEFORE_ROWS = /^(?:which|what|many|all|the|of|any|list|show|each|every|per)$/;

/** "which transactions have no category", of the only table: its rows, whatever it is called. */
export const rowsSaid: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token?.kind !== "word" || !(ROWS.test(token.lower) || ANSWERS.test(token.lower))) return null;
  const before = tokens[at - 1];
  if (before === undefined ? tokens.length < 3 : !BEFORE_ROWS.test(before.lower)) return null;
  const table = onlyTable(catalog);
  if (table === null || isSaid(token.stem, catalog) || catalog.values.has(token.lower)) return null;
  if (!ROWS.test(token.lower) && !table.words.some((word) => FORM.test(word))) return null;
  // "how many rows are there" is asked of any table.
  if (tokens.length - at < 3) return null;
  return { tokens: written([token], [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")]), end: at + 1 };
};

function onlyTable({ tables }: Catalog): CatalogTable | null {
  const [only, ...more] = tables;
  return only !== undefined && more.length === 0 ? only : null;
}

const isSaid = (stem: string, { tablesByStem, columnsByStem }: Catalog): boolean =>
  tablesByStem.has(stem) || columnsByStem.has(stem);
