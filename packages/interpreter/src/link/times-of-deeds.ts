import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "the opening year", "year founded", "founding date", where the only such time is called "open_date" or "founded". */
export const timesOfDeeds: Rewriter = (tokens, at, catalog) => {
  const pair = [tokens[at], tokens[at + 1]];
  const [time, deed] = isTime(pair[0]) ? pair : isTime(pair[1]) ? pair.toReversed() : [];
  if (time === undefined || deed?.kind !== "word" || !/(?:ed|ing)$/.test(deed.lower)) return null;
  // "the year starting in May"
  if (deed === pair[1] && deed.lower.endsWith("ing")) return null;
  const kind = singularTime(time);
  const said = catalog.columnsByStem.get(deed.stem) ?? [];
  // "the date opened", of an opened_on
  const isDay =
    kind !== "year" && said.some(({ isDate, words, stems }) => isDate && words.length <= 2 && stems[0] === deed.stem);
  if (isDay && deed === pair[1]) return { tokens: written([time, deed], [deed.lower, "date"]), end: at + 2 };
  const columns = said.filter((column) => isTold(column, kind));
  const names = new Set(columns.map(({ words }) => words.join(" ")));
  const [only, ...more] = names;
  if (only === undefined || more.length > 0 || only.split(" ").includes(kind)) return null;
  return {
    tokens: written(
      pair.flatMap((token) => token ?? []),
      only.split(" "),
    ),
    end: at + 2,
  };
};

const isTime = (token: Token | undefined): boolean => /^(?:years?|dates?|days?)$/.test(token?.lower ?? "");

const singularTime = ({ lower }: Token): string => lower.replace(/s$/, "");

/** What is kept as a year alone: of a day its year can be told as it is. */
const isTold = ({ isYear, words, table }: CatalogColumn, kind: string): boolean =>
  isYear && !table.isView && words.length <= 2 && (kind === "year" || words.includes("date"));
