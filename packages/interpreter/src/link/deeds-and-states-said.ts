import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson, namesPeople, worksHere } from "../catalog/persons.ts";
import { startDay } from "../catalog/running-rows.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** Those who did not come, as the schema writes them; elsewhere there are no shows. */
export function noShow(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [no, show] = tokens.slice(at, at + 2);
  if (no?.lower !== "no" || show === undefined || !/^shows?$/.test(show.lower)) return null;
  const word = ["no-show", "no_show", "noshow", "no show"].find((one) => catalog.values.has(one));
  const said = { ...no, text: `no-${show.lower}`, lower: word ?? "", stem: word ?? "" };
  return word === undefined ? null : { tokens: [said], end: at + 2 };
}

/** What a subscriber did who "churned", where nothing is called so: the schema's own word for an end. */
export function churned(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token === undefined || isKnown(token, catalog)) return null;
  const isNoun = token.lower === "churn" && isCountedChurn(tokens, at);
  if (token.lower !== "churned" && !isNoun) return null;
  const word = endSaid(catalog);
  if (word === null) return null;
  if (!isNoun) return { tokens: written([token], [word]), end: at + 1 };
  return word.startsWith("cancel") ? { tokens: written([token], ["cancellations"]), end: at + 1 } : null;
}

/** "churn by month": how many ended; no rate of them, and nothing that is kept of churn. */
const isCountedChurn = (tokens: readonly Token[], at: number): boolean =>
  !tokens.some(({ lower }) => /^(?:rates?|percent|percentage|share|average|risk|revenue|mrr|reasons?)$/.test(lower)) &&
  /^(?:|by|per|in|last|this|each|every|over|since|for)$/.test(tokens[at + 1]?.lower ?? "");

/** The word for the end of what lasts, of those the house serves; where they cancel other things as well, nobody knows which is meant. */
function endSaid(catalog: Catalog): string | null {
  const { values, columnsByStem } = catalog;
  const found = ["cancelled", "canceled", "terminated", "ended"].find((word) => {
    const columns = [...(values.get(word) ?? []).map(({ column }) => column), ...(columnsByStem.get(stem(word)) ?? [])];
    const theirs = columns.map(({ table }) => table).filter((table) => !table.isView && isOfServed(table, catalog));
    return theirs.length > 0 && theirs.every(lasts);
  });
  return found ?? null;
}

const isServed = (table: CatalogTable): boolean => table.isCustomer || (isPerson(table) && !worksHere(table));

const isOfServed = (table: CatalogTable, { links }: Catalog): boolean =>
  isServed(table) ||
  links.some(
    ({ from, to, cost }) => cost < 2 && from[0]?.table === table && to[0] !== undefined && isServed(to[0].table),
  );

/** Orders that were cancelled are no customers lost. */
const lasts = (table: CatalogTable): boolean =>
  isServed(table) ||
  startDay(table) !== null ||
  /\b(?:subscriptions?|memberships?|contracts?|accounts?|polic(?:y|ies)|licen[cs]es?|plans?|leases?)$/.test(
    table.words.join(" "),
  );

/** "how many members did we lose", "members we lost": those who cancelled, where people can, rather than parcels that are lost. */
export function lostPeople(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const length = lengthOfLosing(tokens, at);
  if (length === 0 || !namesPeople(tokens[at - 1]?.lower ?? "")) return null;
  const word = endSaid(catalog);
  return word === null ? null : { tokens: written(tokens.slice(at, at + length), [word]), end: at + length };
}

/** How many words "did we lose" and its like are; 0 elsewhere. */
function lengthOfLosing(tokens: readonly Token[], at: number): number {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ lower }) => lower);
  if (first === "we" && second === "lost") return 2;
  return /^(?:did|do|have)$/.test(first ?? "") && second === "we" && /^(?:lose|lost)$/.test(third ?? "") ? 3 : 0;
}

/** A verb, "the most", and a noun, which are a number's name together. */
export function doneMost(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [verb, article, most, noun] = tokens.slice(at, at + 4);
  if (verb?.kind !== "word" || article?.lower !== "the" || noun?.kind !== "word") return null;
  if (!/^(?:most|fewest|least)$/.test(most?.lower ?? "") || catalog.tablesByStem.has(verb.stem)) return null;
  const column = (catalog.columnsByStem.get(noun.stem) ?? []).find(
    ({ isNumber, stems, table }) =>
      isNumber && !table.isView && stems.length === 2 && stems.includes(verb.stem) && stems.includes(noun.stem),
  );
  if (column === undefined || verb.stem === noun.stem) return null;
  return { tokens: written([verb, noun], ["has", "the", most?.lower ?? "", ...column.words]), end: at + 4 };
}

/** "how many jobs did we do", "jobs that were done last week", where rows of that name may be in a state that is called so. */
export function doneByUs(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const words = tokens.slice(at, at + 3).map(({ lower }) => lower);
  const isOurs = words.join(" ") === "did we do";
  const isDone =
    /^(?:was|were|got)$/.test(words[0] ?? "") && words[1] === "done" && !/^(?:by|with|in)$/.test(words[2] ?? "");
  const rows = catalog.tablesByStem.get(tokens[at - 1]?.stem ?? "") ?? [];
  const isState = (catalog.values.get("done") ?? []).some(({ column }) => rows.includes(column.table));
  if (!(isOurs || isDone) || !isState) return null;
  const end = at + (isOurs ? 3 : 2);
  const [state] = written(tokens.slice(at, end), ["done"]);
  return state === undefined ? null : { tokens: [{ ...state, kind: "quoted" }], end };
}

/** "not done yet", of jobs with a completed_at or that are "completed": what is not so, where nothing is called done. */
export function notDone(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [before, said, next] = [tokens[at - 1]?.lower ?? "", tokens[at], tokens[at + 1]];
  if (said?.lower !== "done" || !/^(?:not|n't|n t|yet)$/.test(before)) return null;
  if (next?.kind === "word" && !/^(?:yet|this|last|in|by|so|since)$/.test(next.lower)) return null;
  const isSaid = (word: string) => catalog.vocabulary.has(stem(word)) || catalog.values.has(word);
  if (isSaid("done")) return null;
  const state = ["completed", "finished", "closed", "resolved"].find(isSaid);
  return state === undefined ? null : { tokens: written([said], [state]), end: at + 1 };
}

/** What rows did to something of theirs, where a column of yes and no says so of it. */
export function itsFlag(tokens: readonly Token[], at: number, { tables }: Catalog): ReturnType<Rewriter> {
  const [deed, its, noun] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (deed?.kind !== "word" || noun?.kind !== "word" || !/^(?:its|their|his|her|the)$/.test(its?.lower ?? ""))
    return null;
  if (!/(?:ed|paid|met)$/.test(deed.lower)) return null;
  const isSaid = tables.some(({ columns, isView }) =>
    columns.some(({ isFlag, stems }) => !isView && isFlag && stems.join(" ") === `${noun.stem} ${deed.stem}`),
  );
  return isSaid ? { tokens: [deed, noun], end: at + 3 } : null;
}

const EXPIRES = /^(?:expires?|expiring|lapses?|lapsing)$/;

export function stillToEnd(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [token, next] = tokens.slice(at, at + 2);
  if (token === undefined || !EXPIRES.test(token.lower)) return null;
  if (!/^(?:next|in|within|this|tomorrow|soon|before|by)$/.test(next?.lower ?? "")) return null;
  const days = catalog.tables.flatMap(({ columns }) => columns.filter(({ isDate }) => isDate));
  const isEnd =
    days.some(({ words }) => words.includes("end")) && !days.some(({ stems }) => stems.includes(token.stem));
  return isEnd ? { tokens: written([token], [token.lower.endsWith("ing") ? "ending" : "end"]), end: at + 1 } : null;
}
