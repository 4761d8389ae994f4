import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "sign-ups last week": how many people came then, where no rows and no day are called so. */
export const signUps: Rewriter = (tokens, at, catalog) => {
  const [said, next] = tokens.slice(at, at + 2);
  const isApart = said?.lower === "sign" && next?.lower === "ups";
  if (said === undefined || !(isApart || /^sign-?ups$/.test(said.lower))) return null;
  const day = isKept(catalog) ? dayOfSigningUp(catalog) : null;
  const people = isKept(catalog) ? (day?.table ?? null) : comers(catalog);
  if (people === null) return null;
  const [last = "", ...before] = people.words.toReversed();
  const rows = [...before.toReversed(), plural(last), ...(day === null ? [] : ["signed", "up"])];
  const isCounted = /^(?:many|of|new|most|fewest|more|fewer)$/.test(tokens[at - 1]?.lower ?? "");
  const end = at + (isApart ? 2 : 1);
  return { tokens: written(tokens.slice(at, end), isCounted ? rows : ["number", "of", ...rows]), end };
};

/** The only "signed_up_on" there is, where nothing else is called so. */
function dayOfSigningUp({ tables }: Catalog): CatalogColumn | null {
  const named = tables.flatMap((table) => (table.isView ? [] : table.columns)).filter(isSigning);
  const [only, ...more] = named;
  const isRows = tables.some(({ words }) => /\bsign ?ups?\b/.test(words.join(" ")));
  return only?.isDate === true && more.length === 0 && !isRows && only.words[0] === "signed" ? only : null;
}

const isSigning = ({ words }: CatalogColumn): boolean => /\bsign(?:ed)? ?ups?\b/.test(words.join(" "));

/** "who signed up in May", where people have a day on which they joined. */
export const signedUp: Rewriter = (tokens, at, catalog) => {
  const said = tokens.slice(at, at + 2);
  if (said[0]?.lower !== "signed" || said[1]?.lower !== "up" || isKept(catalog)) return null;
  if (/^(?:for|to|with)$/.test(tokens[at + 2]?.lower ?? "")) return null;
  const people = comers(catalog);
  const [deed = ""] = (people === null ? null : dateColumn(people))?.words ?? [];
  return /^(?:joined|registered)$/.test(deed) ? { tokens: written(said, [deed]), end: at + 2 } : null;
};

/** True where the schema has a word of its own for it: a "signup_source", "signed_up_at". */
const isKept = ({ tables }: Catalog): boolean =>
  tables.some(({ words, columns }) =>
    [words, ...columns.map((column) => column.words)].some((name) => /\bsign(?:ed)? ?ups?\b/.test(name.join(" "))),
  );

/** The only people who came on a day of their own, and are no more than that of others. */
function comers(catalog: Catalog): CatalogTable | null {
  const people = catalog.tables.filter(
    (table) => !table.isView && (isPerson(table) || table.isCustomer) && !worksHere(table) && hasCome(table),
  );
  const isOf = (table: CatalogTable) =>
    catalog.links.some(
      ({ from, to }) =>
        from[0]?.table === table && to[0] !== undefined && to[0].table !== table && isPerson(to[0].table),
    );
  const [only, ...more] = people.filter((table) => !isOf(table));
  return more.length === 0 ? (only ?? null) : null;
}

const hasCome = (table: CatalogTable): boolean =>
  /\b(?:since|joined|registered|registration|created|sign(?:ed)? ?up)\b/.test(dateColumn(table)?.words.join(" ") ?? "");
