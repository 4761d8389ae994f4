import { termOf } from "../catalog/terms.ts";
import { dateColumn } from "../catalog/date-columns.ts";
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

const SLOWER = /^(?:slower|faster|quicker)$/;

/**
 * "are we getting slower", where one kind of rows alone is promised for a day: how long they take from the first, month by month. What was
 * paid late says nothing of it.
 */
export const gettingSlower: Rewriter = (tokens, at, { tables }) => {
  const said = tokens.filter(({ kind }) => kind !== "punctuation");
  const place = said.findIndex(({ lower }) => SLOWER.test(lower));
  const isAsked = at === 0 && /^(?:are|is)$/.test(said[0]?.lower ?? "") && place === said.length - 1;
  if (!isAsked || !/^(?:getting|becoming|any)$/.test(said[place - 1]?.lower ?? "")) return null;
  const who = said.slice(1, place - 1).filter(({ lower }) => !/^(?:the|our|all)$/.test(lower));
  const isHouse = who.length === 1 && /^(?:we|they|things|it)$/.test(who[0]?.lower ?? "");
  const spans = tables.filter(isFree).flatMap((table) => {
    const isNamed = table.stems.length === who.length && who.every(({ stem }, i) => table.stems[i] === stem);
    const term = isHouse || isNamed ? termOf([table], () => false) : null;
    const start = dateColumn(table);
    const isWork =
      term !== null && term.done !== null && !/\b(?:paid|settled|received)\b/.test(term.done.words.join(" "));
    return isWork && start !== null && start.isDate && start !== term.due && start !== term.done
      ? [{ start, done: term.done ?? start }]
      : [];
  });
  const [only, ...more] = spans;
  if (only === undefined || more.length > 0) return null;
  const dayOf = ({ words }: CatalogColumn) => words.filter((word, i) => i === 0 || !/^(?:on|at)$/.test(word));
  // "ordered" would say in which order.
  const first = dayOf(only.start).map((word) => (word === "ordered" ? "order" : word));
  const words = ["average", "time", "from", ...first, "to", ...dayOf(only.done), "per", "month"];
  return { tokens: written(tokens, words), end: tokens.length };
};

const isFree = ({ isView }: CatalogTable): boolean => !isView;
