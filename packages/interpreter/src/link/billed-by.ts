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
    ["annually", "year", "yearly", "annual"],
  ].map((forms) => [forms[0] ?? "", forms]),
);

/** How rows are billed or come round. */
const OF_INTERVAL = /\b(?:interval|frequency|period|cycle|billing|recurrence|term)\b/;

/** "yearly plans", "accounts that pay yearly", of plans that are billed by the "year": those, rather than plans by year. */
export function billedBy({ tokens, catalog }: Asked, at: number): Piece | null {
  const isPaid = PAYS.test(tokens[at]?.lower ?? "");
  const end = isPaid ? at + 2 : at + 1;
  const said = tokens[end - 1];
  const forms = said?.kind === "word" ? stored.get(said.lower) : undefined;
  if (said === undefined || forms === undefined) return null;
  const rows = mentionsAt(tokens, end, catalog).find(({ tables: [best] }) => (best?.score ?? 0) >= 0.95)?.tables[0];
  const values = isPaid || rows !== undefined ? intervalsOf(rows?.table ?? null, forms, catalog) : [];
  const [first] = values;
  if (first === undefined || values.some(({ column }) => column !== first.column)) return null;
  const where = { start: at, end, text: said.text };
  const mention = mentionOf({ ...where, values: values.map((value) => ({ ...value, score: 1 })) });
  return { items: [{ kind: "value", mention, ...where }], end };
}

const PAYS = /^(?:pay(?:s|ing)?|paid|billed|invoiced|charged)$/;

/** The values that are stored for a unit of time, of a table or of any. */
const intervalsOf = (table: CatalogTable | null, forms: readonly string[], { values }: Catalog): ValueEntry[] =>
  forms
    .flatMap((form) => values.get(form) ?? [])
    .filter(({ column }) => (table ?? column.table) === column.table && OF_INTERVAL.test(column.words.join(" ")));
