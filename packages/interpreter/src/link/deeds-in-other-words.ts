import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isOwnWord } from "./schema-names.ts";

/** What is done under several names, in the form it takes with "did": whichever of them the schema has is meant. */
const SAME_DEEDS: readonly (readonly string[])[] = [
  ["close", "resolve", "solve", "settle"],
  ["fix", "repair", "resolve", "solve"],
  ["dispatch", "ship"],
  ["fulfil", "complete", "ship"],
];

/** The other names of a deed, by each form in which it is said, with the ending that it has there. */
const others = new Map(
  SAME_DEEDS.flatMap(([said = "", ...same]) =>
    ["", "s", "ed", "ing"].map((ending) => [formOf(said, ending), { same, ending }] as const),
  ),
);

/** "closed", "fixes", "dispatching" */
function formOf(verb: string, ending: string): string {
  if (ending === "") return verb;
  if (ending === "s") return /(?:ch|sh|ss|x)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return `${verb.replace(/e$/, "")}${verb === "fulfil" ? "l" : ""}${ending}`;
}

/** "tickets closed last month", of a resolved_on: the name that the schema has for it. */
export const deedsInOtherWords: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  const meant = said?.kind === "word" ? namedHere(said.lower, catalog) : null;
  return said === undefined || meant === null ? null : { tokens: written([said], [meant]), end: at + 1 };
};

/** The one other name that the schema has for a deed, in its form; null where it has the said one, none or several. */
function namedHere(said: string, catalog: Catalog): string | null {
  const deed = others.get(said);
  if (deed === undefined || isOwnWord(said, catalog)) return null;
  const [meant, ...more] = deed.same.filter((name) => isKept(name, catalog));
  return meant === undefined || more.length > 0 ? null : formOf(meant, deed.ending);
}

/** "how many tickets did we resolve", of a resolved_on that only some have: "have we resolved", which asks for those. */
export const didWe: Rewriter = (tokens, at, catalog) => {
  const [did, we, verb] = tokens.slice(at, at + 3);
  if (did?.lower !== "did" || verb?.kind !== "word" || !/^(?:we|they|you)$/.test(we?.lower ?? "")) return null;
  const rows = catalog.tablesByStem.get(tokens[at - 1]?.stem ?? "") ?? [];
  const base = namedHere(verb.lower, catalog) ?? verb.lower;
  const day = (catalog.columnsByStem.get(stem(base)) ?? []).find(
    ({ isDate, source, table, words: [done = ""] }) =>
      isDate && source.nullable && rows.includes(table) && done !== base && stem(done) === stem(base),
  );
  const [deed] = day?.words ?? [];
  if (deed === undefined || !/(?:ed|t|n)$/.test(deed)) return null;
  const [have] = written([did], ["have"]);
  const done = written([verb], [deed]);
  return have === undefined || we === undefined ? null : { tokens: [have, we, ...done], end: at + 3 };
};

/** True where rows have a day of it, or are in the state that it leads to. */
function isKept(verb: string, { columnsByStem, values }: Catalog): boolean {
  const isOwn = ({ isView }: CatalogTable) => !isView;
  const isDay = (columnsByStem.get(stem(verb)) ?? []).some(({ isDate, table }) => isDate && isOwn(table));
  return isDay || (values.get(formOf(verb, "ed")) ?? []).some(({ column }) => isOwn(column.table));
}
