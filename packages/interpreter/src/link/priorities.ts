import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What else a step of a scale of priorities is called. */
const otherSteps: ReadonlyMap<string, readonly string[]> = new Map(
  [
    "high urgent critical highest major p1",
    "top urgent critical high highest p1",
    "urgent critical high highest emergency p1",
    "critical urgent high highest blocker p1",
    "medium normal moderate standard regular p2",
    "normal medium moderate standard regular p2",
    "low minor lowest trivial p3",
    "minor low lowest trivial p3",
  ].map((line) => {
    const [word = "", ...others] = line.split(" ");
    return [word, others] as const;
  }),
);

/** Words that say by themselves how soon something is to be done. */
const PRESSING = /^(?:urgent|critical)$/;

const isScale = ({ words, isText, source }: CatalogColumn): boolean =>
  isText && source.values_complete && /^(?:priority|severity|urgency|importance)$/.test(words.at(-1) ?? "");

/** "high priority tickets", whose priority is "urgent" where it is highest: the one step of the scale that is meant. */
export const priorities: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  const others = token === undefined ? undefined : otherSteps.get(token.lower);
  if (token === undefined || others === undefined) return null;
  const scale = scaleBeside(tokens, at, catalog);
  if (scale === null) return null;
  const values = new Set(scale.source.values.map((value) => value.toLowerCase()));
  const [only, ...more] = values.has(token.lower) ? [] : others.filter((other) => values.has(other));
  if (only === undefined || more.length > 0) return null;
  const [read] = written([token], [only]);
  return read === undefined ? null : { tokens: [{ ...read, text: token.text, readAs: only }], end: at + 1 };
};

/** The scale that is named beside the word, or that of the rows named after it where it can mean nothing else. */
function scaleBeside(tokens: readonly Token[], at: number, { tables, values }: Catalog): CatalogColumn | null {
  const beside = [tokens[at - 1]?.stem, tokens[at + 1]?.stem];
  const scales = tables.flatMap((table) => (table.isView ? [] : table.columns.filter(isScale)));
  const isNamed = ({ stems }: CatalogColumn) => beside.includes(stems.at(-1) ?? "");
  const isOfRows = ({ table }: CatalogColumn) => table.stems.includes(beside[1] ?? "");
  const lower = tokens[at]?.lower ?? "";
  const [only, ...more] = scales.some(isNamed)
    ? scales.filter(isNamed)
    : PRESSING.test(lower) && !values.has(lower)
      ? scales.filter(isOfRows)
      : [];
  return more.length === 0 ? (only ?? null) : null;
}
