import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What is said of when something was done: before all others, or after them. */
const FIRST_OR_LAST: ReadonlyMap<string, "first" | "last"> = new Map([
  ["first", "first"],
  ["earliest", "first"],
  ["last", "last"],
  ["latest", "last"],
  ["newest", "last"],
  ["recent", "last"],
  ["recently", "last"],
]);

/** Which row did it first or last, in the words that the day is called by. */
interface FirstToDo {
  day: CatalogColumn;
  place: "first" | "last";
  end: number;
}

/** "who was the first to sign up", "who joined last", "the most recently opened depot": which row of its table that is. */
export const firstToDo: Rewriter = (tokens, at, catalog) => {
  const found =
    whoDid(tokens, at, catalog) ??
    theFirstTo(tokens, at, catalog) ??
    theLastDone(tokens, at, catalog) ??
    newestOfThem(tokens, at, catalog);
  if (found === null) return null;
  const { day, place, end } = found;
  const deed = day.words.filter((word) => !/^(?:on|at|date|day|time)$/.test(word));
  const said = tokens.slice(at, end);
  return {
    tokens: written(said, ["which", ...day.table.words, ...deed, place === "first" ? "earliest" : "latest"]),
    end,
  };
};

/** "who signed up first", "who did we hire last", "who joined most recently". */
function whoDid(tokens: readonly Token[], at: number, catalog: Catalog): FirstToDo | null {
  if (at > 0 || tokens[0]?.lower !== "who") return null;
  const begin = /^(?:did|has|have)$/.test(tokens[1]?.lower ?? "") ? 2 : 1;
  const after = /^(?:we|they|you|us)$/.test(tokens[begin]?.lower ?? "") ? begin + 1 : begin;
  const deed = deedAt(tokens, after, catalog, null);
  const place = deed === null ? null : placeAt(tokens, deed.end);
  return deed === null || place === null ? null : { ...deed, ...place };
}

/** "the first to sign up", "which depot was the last to open", "the last customer to sign up". */
function theFirstTo(tokens: readonly Token[], at: number, catalog: Catalog): FirstToDo | null {
  const said = at > 0 ? null : placeAsked(tokens, catalog);
  if (said === null) return null;
  const { place, end, before } = said;
  const after = before === null ? tableAt(tokens, end, catalog) : null;
  const isOne = after === null && /^(?:one|person)$/.test(tokens[end]?.lower ?? "");
  const to = end + (isOne ? 1 : (after?.words.length ?? 0));
  if (tokens[to]?.lower !== "to") return null;
  const isDone = /^(?:be|get)$/.test(tokens[to + 1]?.lower ?? "");
  const deed = deedAt(tokens, to + (isDone ? 2 : 1), catalog, before ?? after);
  return deed === null ? null : { ...deed, place };
}

/** "the most recently opened depot", "last hired employee": one row, of which nothing else is asked. */
function theLastDone(tokens: readonly Token[], at: number, catalog: Catalog): FirstToDo | null {
  const said = at > 0 ? null : placeAsked(tokens, catalog);
  if (said === null || !/(?:ed|up)$/.test(tokens[said.end]?.lower ?? "")) return null;
  for (const table of catalog.tables) {
    const deed = table.isView ? null : deedAt(tokens, said.end, catalog, table);
    const end = (deed?.end ?? 0) + table.words.length;
    const isCalled = deed !== null && tableAt(tokens, deed.end, { tables: [table] }) === table;
    if (isCalled && isOneAlone(tokens, end)) return { ...deed, place: said.place, end };
  }
  return null;
}

/** "our newest hire", "latest sign-up": one person, by what they did. */
function newestOfThem(tokens: readonly Token[], at: number, catalog: Catalog): FirstToDo | null {
  const said = at > 0 ? null : placeAsked(tokens, catalog);
  const noun = said === null ? undefined : tokens[said.end];
  if (said === null || noun === undefined || noun.possessive || /(?:ed|s)$/.test(noun.lower)) return null;
  const deed = deedAt(tokens, said.end, catalog, null);
  const next = tokens[deed?.end ?? 0];
  return deed === null || next?.kind === "word" || next?.kind === "number" ? null : { ...deed, place: said.place };
}

/** False for "the last opened depots", "the last hired employee's salary". */
function isOneAlone(tokens: readonly Token[], end: number): boolean {
  const last = tokens[end - 1];
  const isOne = last !== undefined && !last.possessive && singular(last.lower) === last.lower;
  return isOne && tokens[end]?.lower !== "of";
}

/** "the first", "who was the last", "which depot was the first", and of which rows that is asked. */
function placeAsked(
  tokens: readonly Token[],
  catalog: Catalog,
): { place: "first" | "last"; end: number; before: CatalogTable | null } | null {
  const isAsked = /^(?:who|which|what)$/.test(tokens[0]?.lower ?? "");
  const before = isAsked ? tableAt(tokens, 1, catalog) : null;
  const copula = 1 + (before?.words.length ?? 0);
  if (isAsked && !/^(?:was|were|is)$/.test(tokens[copula]?.lower ?? "")) return null;
  const begin = isAsked ? copula + 1 : 0;
  const place = placeAt(tokens, begin + (/^(?:the|our)$/.test(tokens[begin]?.lower ?? "") ? 1 : 0));
  return place === null ? null : { ...place, before };
}

/** "first", "most recently", at a place. */
function placeAt(tokens: readonly Token[], at: number): { place: "first" | "last"; end: number } | null {
  const isMost = tokens[at]?.lower === "most";
  const said = tokens[at + (isMost ? 1 : 0)]?.lower ?? "";
  const place = FIRST_OR_LAST.get(said);
  return place === undefined || isMost !== said.startsWith("recent") ? null : { place, end: at + (isMost ? 2 : 1) };
}

/** The table that is called by the words at a place. */
const tableAt = (tokens: readonly Token[], at: number, { tables }: Pick<Catalog, "tables">): CatalogTable | null =>
  tables.find(
    ({ isView, words }) => !isView && words.length > 0 && words.every((word, i) => tokens[at + i]?.stem === stem(word)),
  ) ?? null;

/** The day on which rows of a table, or the only people who did, did what the words at a place say. */
function deedAt(
  tokens: readonly Token[],
  at: number,
  { tables }: Catalog,
  of: CatalogTable | null,
): { day: CatalogColumn; end: number } | null {
  const said = tokens[at];
  if (said?.kind !== "word") return null;
  const isUp = tokens[at + 1]?.lower === "up";
  const deeds = isUp ? [`${said.stem} up`] : (DEEDS_AS_KEPT.get(said.lower) ?? [said.stem]);
  const doers = of === null ? tables.filter((one) => !one.isView && (isPerson(one) || one.isCustomer)) : [of];
  const days = doers.flatMap(({ columns }) => columns.filter((column) => isDayOf(column, deeds)));
  const [only, ...more] = days;
  return only === undefined || more.length > 0 ? null : { day: only, end: at + (isUp ? 2 : 1) };
}

/** What some deeds are kept as, by the word that one says. */
const DEEDS_AS_KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ["leave", [stem("left"), stem("leaving")]],
  ["join", [stem("joined"), "sign up", stem("registered")]],
  ["joined", [stem("joined"), "sign up", stem("registered")]],
  ["joiner", [stem("joined"), "sign up", stem("registered")]],
  ["signup", [stem("joined"), "sign up", stem("registered")]],
  ["sign-up", [stem("joined"), "sign up", stem("registered")]],
]);

const isDayOf = ({ isDate, stems }: CatalogColumn, deeds: readonly string[]): boolean =>
  isDate && deeds.some((deed) => stems.slice(0, deed.split(" ").length).join(" ") === deed);
