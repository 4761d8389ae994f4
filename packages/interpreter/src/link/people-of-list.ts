import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson, namesPeople } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** "how many students are there", of a "list" with first and last names: its rows, as its name says nothing of who they are. */
export const peopleOfList: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token?.kind !== "word" || token.capitalised || !namesPeople(token.lower) || isKnown(token, catalog)) return null;
  const [only, ...more] = unnamedPeople(catalog);
  if (only === undefined || more.length > 0) return null;
  const isPlural = plural(token.lower) === token.lower || token.lower.endsWith("s");
  const last = only.words.at(-1) ?? "";
  const words = [...only.words.slice(0, -1), isPlural ? plural(last) : last];
  const read = written([token], words);
  return {
    tokens: read.map((one, i) => (i === 0 ? { ...one, text: token.text, readAs: words.join(" ") } : one)),
    end: at + 1,
  };
};

const unnamedPeople = ({ tables }: Catalog): CatalogTable[] =>
  tables.filter((table) => !table.isView && table.words.every((word) => SAYS_NOTHING.test(word)) && isPerson(table));

/** What any table may be called. */
const SAYS_NOTHING =
  /^(?:lists?|data|dataset|tables?|sheets?|records?|rows|entries|info|information|registers?|exports?|files?|main|master|all|\d+)$/;
