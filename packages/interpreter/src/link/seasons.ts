import type { Catalog } from "../catalog/catalog.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf, type ValueLink } from "./mention.ts";

/** How far from the one that runs: "this season", "last season". */
const away = new Map([
  ["this", 0],
  ["current", 0],
  ["last", -1],
  ["previous", -1],
  ["past", -1],
  ["next", 1],
]);

/** "2024/25", "2024-2025", "24/25": from the summer of one year to that of the next. */
const twoYears = /^(?:20)?(\d\d) ?[/–-] ?(?:20)?(\d\d)$/;

/** Those of which most rows are called after two years start after June. */
const FIRST_MONTH = 6;

/** The two-figure year in which what is called after two years began, so far from the one that runs today. */
function yearOf(now: Date, distance: number): number {
  const year = now.getUTCMonth() >= FIRST_MONTH ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  return (year + distance) % 100;
}

/** The values of columns that are called so and hold spans of two years; null where there are no such columns. */
function valuesOf(said: readonly string[], year: number, catalog: Catalog): ValueLink[] | null {
  const columns = (catalog.columnsByStem.get(said.at(-1) ?? "") ?? []).filter(
    ({ isText, stems, source, table }) =>
      isText &&
      !table.isView &&
      said.every((name) => stems.includes(name)) &&
      source.values.length > 0 &&
      source.values.every((value) => twoYears.test(value)),
  );
  if (columns.length === 0) return null;
  return columns.flatMap((column) =>
    column.source.values
      .filter((value) => {
        const [, from, to] = twoYears.exec(value) ?? [];
        return Number(from) === year && Number(to) === (year + 1) % 100;
      })
      .map((value) => ({ column, value, score: 1 })),
  );
}

/** "this season", "last school year", where a season is called "2024/25": the one that runs, or the one before. */
export function seasonAsked({ tokens, catalog, now }: Asked, at: number): Piece | null {
  const distance = away.get(tokens[at]?.lower ?? "");
  if (distance === undefined) return null;
  for (const length of [2, 1]) {
    const named = tokens.slice(at + 1, at + 1 + length);
    const isPlainYear = length === 1 && /^(?:year|month|week|quarter|day)$/.test(named[0]?.lower ?? "");
    if (named.length < length || isPlainYear || named.some(({ kind }) => kind !== "word")) continue;
    const values = valuesOf(
      named.map(({ stem }) => stem),
      yearOf(now, distance),
      catalog,
    );
    if (values === null) continue;
    const end = at + 1 + length;
    const text = values[0]?.value ?? [tokens[at], ...named].map((token) => token?.text).join(" ");
    // One of which no row is kept is a name that is not known here.
    const mention = mentionOf({ start: at, end, text, values, quoted: true });
    return { items: [{ kind: "value", mention, start: at, end, text }], end };
  }
  return null;
}
