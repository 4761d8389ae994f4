import type { CatalogColumn } from "./catalog.ts";

const BETWEEN_VALUES = /\s*[,;|]\s+|\s*[;|]\s*/;
/** Share of the cells with several values of which each stands elsewhere, too. */
const MOST_REPEATED = 0.8;

/**
 * A cell of a column whose cells hold several values, as answers to "select all that apply" do: "Phone, Mail". Null where no cell
 * does: the parts of such cells stand in others, and one of them alone.
 */
export function severalIn({ isText, isKey, source }: CatalogColumn): string | null {
  if (!isText || isKey || source.values.length < LEAST) return null;
  const cells = source.values.map((value) => [...new Set(value.split(BETWEEN_VALUES))]);
  const several = cells.filter(({ length }) => length > 1);
  if (several.length === 0) return null;
  const times = new Map<string, number>();
  for (const part of cells.flat()) times.set(part, (times.get(part) ?? 0) + 1);
  const isAlone = cells.some(
    ([part, ...more]) => more.length === 0 && part !== undefined && (times.get(part) ?? 0) > 1,
  );
  const repeated = several.filter((parts) => parts.every((part) => part !== "" && (times.get(part) ?? 0) > 1));
  return isAlone && repeated.length >= MOST_REPEATED * several.length ? (repeated[0]?.join(", ") ?? null) : null;
}

const LEAST = 3;
