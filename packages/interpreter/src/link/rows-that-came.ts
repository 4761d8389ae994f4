import type { Catalog } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** What is done to make a row of what somebody asks for, finds or hands in. */
const MADE_ROWS = /^(?:raised|logged|lodged|filed|submitted|reported|registered|recorded|created)$/;
const WHEN_IT_CAME = /^(?:this|last|in|since|on|yesterday|today|during|before|after|between|so|)$/;

/** "complaints raised this month", where nothing is called so: those that came in then. */
export const rowsThatCame: Rewriter = (tokens, at, catalog) => {
  // "how many tickets were created last month"
  const helped = /^(?:was|were|got|get)$/.test(tokens[at]?.lower ?? "") ? at + 1 : at;
  const [rows, deed, next] = [tokens[at - 1], tokens[helped], tokens[helped + 1]];
  if (deed === undefined || !MADE_ROWS.test(deed.lower) || isSaidOf(rows, deed, catalog)) return null;
  if (rows?.kind !== "word" || !/[^s\W]s$/.test(rows.lower)) return null;
  const end = helped + 1;
  // "tickets created per month": each by when it came in
  if (/^(?:per|by|each|every)$/.test(next?.lower ?? "")) return isUnit(tokens[helped + 2]) ? { tokens: [], end } : null;
  if (!WHEN_IT_CAME.test(next?.lower ?? "") || next === undefined) return null;
  return { tokens: written([deed], ["that", "came", "in"]), end };
};

const isUnit = (token: Token | undefined): boolean => /^(?:day|week|month|quarter|year)s?$/.test(token?.lower ?? "");

/** True where the schema itself says so of those rows; that users have a created_on is nothing of tickets with an opened_at. */
function isSaidOf(rows: Token | undefined, deed: Token, catalog: Catalog): boolean {
  const tables = (catalog.tablesByStem.get(rows?.stem ?? "") ?? []).filter(({ isView }) => !isView);
  const [only, ...more] = tables;
  if (only === undefined || more.length > 0 || dateColumn(only) === null) return isKnown(deed, catalog);
  const said = [
    ...(catalog.columnsByStem.get(deed.stem) ?? []).map(({ table }) => table),
    ...(catalog.values.get(deed.lower) ?? []).map(({ column }) => column.table),
    ...(catalog.tablesByStem.get(deed.stem) ?? []),
  ];
  return said.some((table) => table === only || !isPerson(table));
}
