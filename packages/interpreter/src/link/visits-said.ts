import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { areAnimals, isPerson, worksHere } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isOwnWord } from "./schema-names.ts";
import { tableLinks } from "./table-links.ts";

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

/** "came in yesterday", "came to Kew", "came in May" of whom the rows are told before it; no origin and no way on which they came. */
const CAME_BY =
  /^(?:(?:have|has|had) )?(?:came|come|comes|were here|was here)(?: (?:in|by|over|along)(?= (?:yesterday|today|last|this|on|to|at|since|during|before|after)\b|$))?(?: to (?:us|see us))?(?= (?:yesterday|today|last|this|on|to|at|in|since|during|before|after|more|less|between)\b|$)/;
const CAME_DENIED =
  /^(?:(?:have|has|had|did) (?:not|never) |(?:haven|hasn|hadn|didn) t |never )(?:come|came|been)(?: (?:in|by|here))?(?= (?:yesterday|today|last|this|on|in|since|for)\b|$)/;
/** "did we see", "have we not seen": those who had an appointment, or none. */
const SEEN = /^(?:did we see|have we seen|we saw|we have seen|(?:were|was|got) seen)(?! by)\b/;
const SEEN_DENIED =
  /^(?:(?:have|did) we (?:not|never) (?:see|seen)|we (?:have|did) (?:not|never) (?:see|seen)|we (?:haven|didn) t (?:see|seen)|(?:were|was) (?:not|never) seen)\b/;
/** Words at one of which a visit that is called otherwise may begin. */
const CAME_OR_SEEN = /^(?:came|comes?|been|here|see|seen|saw)$/;
/** Rows of those who came at an hour that was agreed on. */
const AGREED = /^(?:[a-z]+[_ ])?(?:appointments?|consultations?|encounters?)$/i;

/** "members who have not visited for a month", of members with check-ins: without check-ins. Where visits are rows, they are meant. */
export const visitsSaid: Rewriter = (tokens, at, catalog) => {
  const near = tokens.slice(at, at + 8);
  if (!near.slice(0, 4).some((token) => token.stem === VISIT || CAME_OR_SEEN.test(token.lower))) return null;
  const rows = cameIn(catalog);
  if (rows === null) return null;
  const said = near.map(({ lower }) => lower).join(" ");
  const name = [...rows.words.slice(0, -1), plural(rows.words.at(-1) ?? "")];
  const as = (taken: string, words: readonly string[]) => {
    const end = at + taken.trim().split(" ").length;
    return { tokens: written(tokens.slice(at, end), words), end };
  };
  const [otherwise, isDenied] = inOtherWords(said, { before: tokens[at - 1], rows, catalog }) ?? [];
  if (otherwise !== undefined) return as(otherwise, isDenied === true ? ["have", "no", ...name] : ["have", ...name]);
  const [denied] = VISIT_DENIED.exec(said) ?? [];
  if (denied !== undefined) return as(denied, ["have", "no", ...name]);
  const [most, end] = VISITED_MOST.exec(said) ?? [];
  if (most !== undefined && end !== undefined) return as(most, ["have", "the", end, ...name]);
  const often = visitedSoOften(near, said, name);
  if (often !== null) return { tokens: often.tokens, end: at + often.length };
  const [done] = VISITED.exec(said) ?? [];
  if (done !== undefined)
    return as(done, ["have", ...name, ...(isPlace(near[done.split(" ").length], catalog) ? ["at"] : [])]);
  // "club visits" may be a view.
  const isView = (catalog.tablesByStem.get(VISIT) ?? []).some(({ stems }) =>
    stems.includes(tokens[at - 1]?.stem ?? ""),
  );
  if (isView) return null;
  return /^visits\b(?! of\b)|^visit (?:in|by|per|to|on|this|last)\b/.test(said) ? as("visits", name) : null;
};

/** "visited Kew", where that is stored: those who came are told by where they did. */
const isPlace = (next: Token | undefined, { values }: Catalog): boolean =>
  next !== undefined && (values.get(next.lower) ?? []).some(({ column }) => column.table.label.includes(column));

/** "have visited more than 3 times": more than 3 of those rows, and how many words that was. */
function visitedSoOften(
  near: readonly Token[],
  said: string,
  name: readonly string[],
): { tokens: Token[]; length: number } | null {
  const [times, bound = "", number] = VISITED_TIMES.exec(said) ?? [];
  const figure = near.find(({ lower }) => lower === number);
  if (times === undefined || figure === undefined) return null;
  const lead = ["have", ...bound.trim().split(" ").filter(Boolean)];
  const verb = near.slice(0, 1);
  return { tokens: [...written(verb, lead), figure, ...written(verb, name)], length: times.split(" ").length };
}

/** The words for coming in that are not "visit", where people are told before them, and whether it is denied. */
function inOtherWords(
  said: string,
  { before, rows, catalog }: { before: Token | undefined; rows: CatalogTable; catalog: Catalog },
): readonly [string, boolean] | null {
  if (
    before === undefined ||
    !(/^(?:who|that|people|persons|visitors)$/.test(before.lower) || namesThem(before, catalog))
  )
    return null;
  const ways: readonly (readonly [RegExp, boolean])[] = [
    [CAME_DENIED, true],
    [CAME_BY, false],
    ...(AGREED.test(rows.name)
      ? ([
          [SEEN_DENIED, true],
          [SEEN, false],
        ] as const)
      : []),
  ];
  for (const [way, isDenied] of ways) {
    const [taken] = way.exec(said) ?? [];
    if (taken !== undefined) return [taken, isDenied];
  }
  return null;
}

/** "clients", of owners of animals, and "dogs", of those whose kind is kept. */
const namesThem = (noun: Token, catalog: Catalog): boolean =>
  [
    ...tableLinks([noun], catalog).flatMap(({ table, score }) => (score >= 0.5 ? [table] : [])),
    ...(catalog.values.get(noun.stem) ?? []).map(({ column }) => column.table),
  ].some((table) => isPerson(table) || areAnimals(table));

/** "how many people came yesterday": the people whose check-ins are kept, where nobody is called so. */
export const peopleWhoCame: Rewriter = (tokens, at, catalog) => {
  const [people, next] = tokens.slice(at, at + 2);
  if (people === undefined || !/^(?:people|persons|visitors)$/.test(people.lower)) return null;
  if (!/^(?:came|come|visited|were|have|did)$/.test(next?.lower ?? "") || isOwnWord(people.lower, catalog)) return null;
  const rows = cameIn(catalog);
  if (rows === null) return null;
  const [only, ...more] = catalog.tables.filter(
    (table) =>
      !table.isView && isPerson(table) && !worksHere(table) && !areAnimals(table) && isToOne(catalog, rows, table),
  );
  if (only === undefined || more.length > 0) return null;
  const isDeed = visitsSaid([...written([people], ["who"]), ...tokens.slice(at + 1)], 1, catalog) !== null;
  const name = [...only.words.slice(0, -1), plural(only.words.at(-1) ?? "")];
  return isDeed ? { tokens: written([people], name), end: at + 1 } : null;
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
