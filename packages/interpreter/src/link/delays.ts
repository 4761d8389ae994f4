import { termOf } from "../catalog/terms.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "average delay of parcels": the time from the day they were promised for to that on which they came, where no number is called so. */
export const delays: Rewriter = (tokens, at, { tables, vocabulary }) => {
  const [before, said, of, rows] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (said === undefined || !/^(?:delays?|lateness)$/.test(said.lower) || vocabulary.has(said.stem)) return null;
  if (!/^(?:average|mean|median|typical)$/.test(before?.lower ?? "")) return null;
  const terms = tables.filter(isFree).flatMap((table) => termOf([table], isSaid) ?? []);
  const promised = terms.filter(({ done }) => done !== null);
  const isOf = of?.lower === "of" || of?.lower === "for";
  const named = isOf ? promised.filter(({ table }) => table.stems.at(-1) === rows?.stem) : [];
  const [only, ...more] = named.length > 0 ? named : promised;
  const isOther = isOf && named.length === 0 && tables.some(({ stems }) => stems.includes(rows?.stem ?? ""));
  if (only === undefined || only.done === null || more.length > 0 || isOther) return null;
  const dayOf = ({ words }: CatalogColumn) => words.filter((word, i) => i === 0 || !/^(?:on|at)$/.test(word));
  return {
    tokens: written([said], ["time", "from", ...dayOf(only.due), "to", ...dayOf(only.done)]),
    end: at + 1,
  };

  function isSaid(name: string): boolean {
    return tokens.some((token) => token.stem === name);
  }
};

const isFree = ({ isView }: CatalogTable): boolean => !isView;
