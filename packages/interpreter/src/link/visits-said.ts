import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";

const VISIT = stem("visit");
/** Rows that say that somebody came in. */
const CAME_IN =
  /^(?:[a-z]+[_ ])?(?:check[_ -]?ins?|entry|entries|admissions?|appointments?|consultations?|encounters?)$/i;
/** "have not visited", "never visited", "didn't visit": the words of the deed, as far as it is denied. */
const VISIT_DENIED =
  /^(?:(?:have|has|had|did|do|does) (?:not|never) |(?:haven|hasn|hadn|didn|don|doesn) t |never )visit(?:ed|s)?\b/;
const VISITED_MOST = /^visit(?:ed|s)? (?:the |us )?(most|least)(?: often)?\b/;
const VISITED_TIMES =
  /^(?:(?:have|has|had) )?visited(?: us)? ((?:(?:more|less|fewer) than|at least|at most|exactly|only) )?([a-z]+|\d+) times\b/;
const VISITED = /^(?:(?:have|has|had) )?visited(?: us)?\b/;

/** "members who have not visited for a month", of members with check-ins: without check-ins. Where visits are rows, they are meant. */
export const visitsSaid: Rewriter = (tokens, at, catalog) => {
  const near = tokens.slice(at, at + 8);
  if (!near.slice(0, 4).some((token) => token.stem === VISIT)) return null;
  const rows = cameIn(catalog);
  if (rows === null) return null;
  const said = near.map(({ lower }) => lower).join(" ");
  const name = [...rows.words.slice(0, -1), plural(rows.words.at(-1) ?? "")];
  const as = (taken: string, words: readonly string[]) => {
    const end = at + taken.trim().split(" ").length;
    return { tokens: written(tokens.slice(at, end), words), end };
  };
  const [denied] = VISIT_DENIED.exec(said) ?? [];
  if (denied !== undefined) return as(denied, ["have", "no", ...name]);
  const [most, end] = VISITED_MOST.exec(said) ?? [];
  if (most !== undefined && end !== undefined) return as(most, ["have", "the", end, ...name]);
  const [times, bound = "", number] = VISITED_TIMES.exec(said) ?? [];
  const figure = near.find(({ lower }) => lower === number);
  if (times !== undefined && figure !== undefined) {
    const lead = ["have", ...bound.trim().split(" ").filter(Boolean)];
    const verb = near.slice(0, 1);
    return {
      tokens: [...written(verb, lead), figure, ...written(verb, name)],
      end: at + times.split(" ").length,
    };
  }
  const [done] = VISITED.exec(said) ?? [];
  if (done !== undefined) return as(done, ["have", ...name]);
  // "club visits" may be a view.
  const isView = (catalog.tablesByStem.get(VISIT) ?? []).some(({ stems }) =>
    stems.includes(tokens[at - 1]?.stem ?? ""),
  );
  if (isView) return null;
  return /^visits\b(?! of\b)|^visit (?:in|by|per|to|on|this|last)\b/.test(said) ? as("visits", name) : null;
};

const plural = (word: string): string =>
  word.endsWith("s") ? word : word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;

const known = new WeakMap<Catalog, CatalogTable | null>();

/** The only rows of people who came in, where no rows and no number of theirs are called visits. */
function cameIn(catalog: Catalog): CatalogTable | null {
  const found = known.get(catalog);
  if (found !== undefined) return found;
  const isOfPeople = (table: CatalogTable): boolean =>
    catalog.links.some(({ from, to }) => from[0]?.table === table && to[0] !== undefined && isPerson(to[0].table));
  const isCalled = [
    ...(catalog.tablesByStem.get(VISIT) ?? []),
    ...(catalog.columnsByStem.get(VISIT) ?? []).map(({ table }) => table),
  ].some(({ isView }) => !isView);
  const rows = catalog.tables.filter(
    (table) =>
      !table.isView && CAME_IN.test(table.name) && table.columns.some(({ isDate }) => isDate) && isOfPeople(table),
  );
  const only = isCalled || rows.length !== 1 ? null : (rows[0] ?? null);
  known.set(catalog, only);
  return only;
}
