import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { endDay } from "../catalog/running-rows.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const STAFF = /^(?:employees?|staff|colleagues?|coworkers?|personnel|workforce)$/;

/** What is kept of those who work somewhere, and of nobody else. */
const KEPT_OF_STAFF = /^(?:salar(?:y|ies)|wages?|pay|job title|position|hired on|hire date|hired|hourly rate)$/;

/** Words for other companies than the one that asks. */
const OTHERS = /^(?:customers?|clients?|accounts?|compan(?:y|ies)|businesses|organi[sz]ations?|suppliers?|partners?)$/;

/**
 * "how many employees do we have", where accounts have a number of employees of theirs: those of the house, where one table holds
 * people with their pay or job, and nothing in the question speaks of the others.
 */
export const ownStaff: Rewriter = (tokens, at, catalog) => {
  const [number, of] = tokens.slice(at, at + 2);
  const isCounted = number?.lower === "number" && of?.lower === "of";
  const said = tokens[isCounted ? at + 2 : at];
  if (said === undefined || !STAFF.test(said.lower)) return null;
  const staff = namedLikeOthers(tokens, catalog);
  if (staff === null) return null;
  const isOne = said.lower === "employee" || said.lower === "colleague" || said.lower === "coworker";
  const words = staff.words.join(" ");
  const named = written([said], (isOne ? words : plural(words)).split(" "));
  return isCounted ? { tokens: [number, of, ...named], end: at + 3 } : { tokens: named, end: at + 1 };
};

/** "who works in sales": the people of the house, rather than works that are done. Where several tables hold such people, none of them. */
export const whoWorks: Rewriter = (tokens, at, catalog) => {
  const said = tokens.slice(at, at + 3);
  if (at > 0 || !/^who (?:all )?works? (?:in|at|as)$/.test(said.map(({ lower }) => lower).join(" "))) return null;
  const [staff, ...more] = catalog.tables.filter((one) => !one.isView && one.label.length > 0 && worksHere(one));
  if (staff === undefined || more.length > 0) return null;
  const now = endDay(staff) === null ? [] : ["current"];
  return { tokens: written(said, [...now, ...plural(staff.words.join(" ")).split(" "), "in"]), end: at + said.length };
};

const WORKED_LONGEST =
  /^who (?:(?:has|have) )?(?:been )?work(?:s|ed|ing)? (?:here|for us|with us|at the company) (?:for )?(?:the )?longest(?= |$)/;

/** "who has worked here the longest": the people of the house, by the day on which they came. */
export const whoWorkedLongest: Rewriter = (tokens, at, catalog) => {
  if (at > 0 || tokens[0]?.lower !== "who") return null;
  const [said] = WORKED_LONGEST.exec(tokens.map(({ lower }) => lower).join(" ")) ?? [];
  if (said === undefined) return null;
  const people = catalog.tables.filter((one) => !one.isView && one.label.length > 0 && worksHere(one));
  const [staff, ...more] = people.length > 0 ? people : staffIn(catalog).filter(isPerson);
  if (staff === undefined || more.length > 0) return null;
  const end = said.split(" ").length;
  return {
    tokens: written(tokens.slice(0, end), ["longest", "serving", ...singular(staff.words.join(" ")).split(" ")]),
    end,
  };
};

/** "which salesperson sold the most", of rows with a "sold_by" and nobody who is called so: the people that it leads to. */
export const whoSells: Rewriter = (tokens, at, { vocabulary, links }) => {
  const [said, next] = tokens.slice(at, at + 2);
  const isPair = said?.lower === "sales" && /^(?:persons?|people|reps?)$/.test(next?.lower ?? "");
  const named = isPair ? next : said;
  if (said === undefined || named === undefined || vocabulary.has(said.stem)) return null;
  if (!isPair && !/^(?:salesperson|salespersons|salespeople|salesman|salesmen|saleswoman)$/.test(said.lower))
    return null;
  const [only, ...more] = new Set(
    links.flatMap(({ from: [key], to: [target] }) =>
      key !== undefined && target !== undefined && nameInFull(key) === "sold by" && isPerson(target.table)
        ? [target.table]
        : [],
    ),
  );
  if (only === undefined || more.length > 0) return null;
  const words = only.words.join(" ");
  const isOne = /(?:person|man|woman|rep)$/.test(named.lower);
  return { tokens: written([said], (isOne ? singular(words) : plural(words)).split(" ")), end: at + (isPair ? 2 : 1) };
};

/** What those do who work here, as it is said of them. */
const LOOKED_AFTER =
  /^who (?:handle[sd]?|process(?:es|ed)|(?:deals?|dealt) with|look(?:s|ed) after|(?:takes|took) care of)\b/;

/** "who handles the urgent tickets": the people of the house who have them. Where several tables hold such people, none of them. */
export const whoHandles: Rewriter = (tokens, at, catalog) => {
  const words = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const [said] = (at === 0 && LOOKED_AFTER.exec(words.join(" "))) || [];
  if (said === undefined) return null;
  const length = said.split(" ").length;
  const next = tokens[at + length + (words[length] === "the" ? 1 : 0)]?.lower ?? "";
  if (/^(?:it|them|those|these|least)$/.test(next)) return null;
  const [staff, ...more] = catalog.tables.filter((one) => !one.isView && one.label.length > 0 && worksHere(one));
  if (staff === undefined || more.length > 0) return null;
  // "who handles it", of rows with a "handled_by": that key says it better.
  const deed = tokens[at + 1]?.stem ?? "";
  const isBy = (key: CatalogColumn | undefined) => key?.stems[0] === deed && nameInFull(key).endsWith(" by");
  if (catalog.links.some(({ from: [key] }) => isBy(key))) return null;
  // "who handled the most": as many as they have.
  const people = /^(?:most|fewest)$/.test(next)
    ? ["which", ...staff.words, "has"]
    : [...plural(staff.words.join(" ")).split(" "), "with"];
  return { tokens: written(tokens.slice(at, at + length), people), end: at + length };
};

/** The people of the house, where rows of others have a number of employees and nobody is called so. Null where they are spoken of. */
export function namedLikeOthers(tokens: readonly Token[], catalog: Catalog): CatalogTable | null {
  const called = ["employees", "staff"].map(stem);
  if (called.some((word) => catalog.tablesByStem.get(word) !== undefined)) return null;
  const columns = called.flatMap((word) => catalog.columnsByStem.get(word) ?? []);
  if (columns.length === 0 || columns.some(({ isNumber, isKey }) => !isNumber || isKey)) return null;
  const isOfOthers = tokens.some(({ lower }) => OTHERS.test(lower));
  if (isOfOthers || columns.some(({ table }) => isSpokenOf(table, tokens))) return null;
  const [staff, ...more] = staffIn(catalog);
  const isOne = staff !== undefined && more.length === 0;
  return isOne && columns.every(({ table }) => table !== staff) ? staff : null;
}

const staffIn = ({ tables }: Catalog): CatalogTable[] =>
  tables.filter(
    (table) =>
      !table.isView &&
      !table.isCustomer &&
      table.label.length > 0 &&
      table.columns.some(({ words }) => KEPT_OF_STAFF.test(words.join(" "))),
  );

/** "accounts with 50 employees", "the companies with the most employees": theirs. */
const isSpokenOf = ({ stems, label }: CatalogTable, tokens: readonly Token[]): boolean =>
  tokens.some((token) => stems.includes(token.stem) || label.some((column) => column.stems.includes(token.stem)));
