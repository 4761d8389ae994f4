import type { Catalog, CatalogTable, ValueEntry } from "../catalog/catalog.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** What a unit of time before rows may be stored as. */
const stored: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["daily", "day"],
    ["weekly", "week"],
    ["monthly", "month"],
    ["quarterly", "quarter"],
    ["yearly", "year", "annual", "annually"],
    ["annual", "year", "yearly", "annually"],
  ].map((forms) => [forms[0] ?? "", forms]),
);

/** How rows are billed or come round. */
const OF_INTERVAL = /\b(?:interval|frequency|period|cycle|billing|recurrence|term)\b/;

/** "yearly plans", of plans that are billed by the "year": those, rather than plans by year. */
export function billedBy({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  const forms = said?.kind === "word" ? stored.get(said.lower) : undefined;
  if (said === undefined || forms === undefined) return null;
  const rows = mentionsAt(tokens, at + 1, catalog).find(({ tables: [best] }) => (best?.score ?? 0) >= 0.95)?.tables[0];
  const values = rows === undefined ? [] : intervalsOf(rows.table, forms, catalog);
  const [first] = values;
  if (first === undefined || values.some(({ column }) => column !== first.column)) return null;
  const where = { start: at, end: at + 1, text: said.text };
  const mention = mentionOf({ ...where, values: values.map((value) => ({ ...value, score: 1 })) });
  return { items: [{ kind: "value", mention, ...where }], end: at + 1 };
}

const intervalsOf = (table: CatalogTable, forms: readonly string[], { values }: Catalog): ValueEntry[] =>
  forms
    .flatMap((form) => values.get(form) ?? [])
    .filter(({ column }) => column.table === table && OF_INTERVAL.test(column.words.join(" ")));
