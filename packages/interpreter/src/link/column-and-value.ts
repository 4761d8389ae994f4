import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { columnLinks } from "./column-links.ts";
import { linkNoise } from "./cover.ts";

/** Words of the longest value that is looked for. */
export const VALUE_WORDS_MAX = 6;

/** How well words name the column whose value follows. */
export const NAMES_COLUMN = 0.9;

/** "type Corporate", of companies of which some are of that type: a column and one of its values, and not "company type". */
export function isColumnAndValue(tokens: readonly Token[], start: number, end: number, catalog: Catalog): boolean {
  for (let from = start + 1; from < end; from++) {
    // "details of the car" are those of cars, though one is called "Car".
    if (linkNoise.has(tokens[from - 1]?.lower ?? "")) continue;
    for (let stop = end; stop <= Math.min(tokens.length, from + VALUE_WORDS_MAX); stop++) {
      const text = tokens.slice(from, stop).map(({ lower }) => lower);
      const stored = catalog.values.get(text.join(" "));
      if (stored === undefined) continue;
      const named = columnLinks(tokens.slice(start, from), catalog).filter(({ score }) => score >= NAMES_COLUMN);
      if (named.some((link) => stored.some(({ column }) => column === link.column))) return true;
    }
  }
  return false;
}
