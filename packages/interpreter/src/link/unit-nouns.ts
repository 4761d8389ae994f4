import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { keptIn } from "../catalog/kept-in-units.ts";
import { unitNamed } from "../language/units.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** Units that are asked for like the thing they measure; money and time are asked for in other ways. */
const amounts = new Set([
  "kg",
  "g",
  "lb",
  "t",
  "km",
  "m",
  "m²",
  "sq ft",
  "miles",
  "l",
  "ml",
  "ha",
  "acres",
  "kWh",
  "MWh",
  "kcal",
  "GB",
  "MB",
]);

/** "price per kilometre", "the most kilos": the columns that are kept in that unit. */
export function unitNoun({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said === undefined || said.kind !== "word" || said.lower.length < 3) return null;
  if (!/^(per|most|fewest|least|many|much|total|average|of|the|how)$/.test(tokens[at - 1]?.lower ?? "")) return null;
  const columns = kept(said.lower, catalog);
  const isNamed = mentionsAt(tokens, at, catalog).some(
    ({ columns: known, tables, values }) => (known[0]?.score ?? 0) >= 0.7 || tables.length + values.length > 0,
  );
  if (columns.length === 0 || isNamed) return null;
  const end = at + 1;
  const mention = mentionOf({
    start: at,
    end,
    text: said.text,
    columns: columns.map((column) => ({ column, score: 0.95 })),
  });
  return { items: [{ kind: "schema", mention, start: at, end, text: said.text }], end };
}

/** "…, in kg": the unit the amounts are kept in anyway. */
export function unitAsked({ tokens, catalog }: Asked, at: number): Piece | null {
  const next = tokens[at + 2];
  const isLast = next === undefined || next.kind === "punctuation";
  if (tokens[at]?.lower !== "in" || !isLast || kept(tokens[at + 1]?.lower ?? "", catalog).length === 0) return null;
  return { items: [], end: at + 2 };
}

/** Numbers kept in the unit a word names: those of what happened before those of what things are. */
function kept(word: string, catalog: Catalog): CatalogColumn[] {
  const unit = unitNamed(word);
  if (unit === undefined || !amounts.has(unit)) return [];
  const columns = catalog.tables.filter((table) => !table.isView).flatMap((table) => keptIn(unit, table));
  const happened = columns.filter(({ table }) => table.columns.some((column) => column.isDate));
  return happened.length > 0 ? happened : columns;
}
