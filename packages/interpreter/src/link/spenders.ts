import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { measuresOf } from "../catalog/measures.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const MOST = /^(?:biggest|top|best|highest|largest|greatest)$/;

/** "our biggest spenders", "top 5 spenders": those whose money came in, by how much it was. */
export const spenders: Rewriter = (tokens, at, catalog) => {
  const [most, next] = tokens.slice(at, at + 2);
  if (most === undefined || !MOST.test(most.lower)) return null;
  const number = next?.number === null ? undefined : next;
  const said = tokens[at + (number === undefined ? 1 : 2)];
  if (said === undefined || !/^spenders?$/.test(said.lower) || catalog.vocabulary.has(said.stem)) return null;
  const people = payersIn(catalog);
  if (people === null) return null;
  const [last = "", ...before] = people.words.toReversed();
  const rows = written([said], [...before.toReversed(), plural(last), "by", "revenue"]);
  const isOne = number === undefined && said.lower === "spender";
  const limit =
    number === undefined
      ? isOne
        ? written([said], ["1"]).map((one) => ({ ...one, number: 1, kind: "number" as const }))
        : []
      : [number];
  return { tokens: [...written([most], ["top"]), ...limit, ...rows], end: at + (number === undefined ? 2 : 3) };
};

/** The people to whom the rows of money that came in refer. */
function payersIn(catalog: Catalog): CatalogTable | null {
  const money = measuresOf(catalog).money[0]?.table;
  const people = catalog.links.flatMap(({ from, to, cost }) => {
    const table = to[0]?.table;
    const isPayer = table !== undefined && (table.isCustomer || isPerson(table)) && !worksHere(table);
    return from[0]?.table === money && cost < 2 && isPayer ? [table] : [];
  });
  const [only, ...more] = new Set(people);
  return more.length === 0 ? (only ?? null) : null;
}
