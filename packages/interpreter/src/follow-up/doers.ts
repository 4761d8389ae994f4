import { toldAs } from "../catalog/called.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { distance, isToOneNamed } from "../catalog/joins.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { things } from "../explain/column-words.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { singular } from "../language/words.ts";
import { rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";

/** "who are they assigned to" */
const TO_WHOM =
  /^((?:and )?)(?:who|whom|to whom) (are|were|is|was) (them|they|those|these|it) (assigned|allocated|given)(?: to)?$/i;
/** "who supplies them" */
const WHO_DOES = /^(?:and )?who ([a-z]+(?: [a-z]+){0,2}) (?:them|those|these|it)$/i;
/** What people of the house do, rather than those it serves. */
const WORKS =
  /^(?:handles?|handled|looks? after|looked after|deals? with|dealt with|takes? care of|took care of|works? on|worked on|(?:is|are) (?:handling|working on|dealing with|looking after|responsible for|in charge of|assigned to)|serves?|served)$/;

const isServed = (table: CatalogTable): boolean => isPerson(table) && !worksHere(table);
/** What those do who are served. */
const IS_SERVED =
  /^(?:has|have|had|holds?|borrowed|took|made|placed|ordered|bought|purchased|booked|requested|submitted|filed|raised|reviewed|rated|returned|complained about|paid(?: for)?|pays(?: for)?)$/;

/** Those who have to do with rows by a deed: suppliers, who supply, and those who work here for what is looked after. */
export function doersOf(
  text: string,
  earlier: LogicalForm,
  catalog: Catalog,
): { table: CatalogTable; rows: RowsMeant } | null {
  const plain = text.replace(TO_WHOM, "$1who $2 assigned to them");
  const deed = WHO_DOES.exec(plain)?.[1]?.toLowerCase();
  if (deed === undefined) return null;
  // Of orders by means of payment, who placed them: the orders.
  for (const rows of [rowsMeant(earlier, catalog), rowsCounted(earlier, catalog)]) {
    const table = rows === null ? null : doerOf(deed, rows, catalog);
    if (rows !== null && table !== null) return { table, rows };
  }
  return null;
}

const WHO_THEY_ARE =
  /^(?:and )?who(?:'s| (?:are|were|is|was)) (?:behind )?(?:they|them|those|these|this|the people|it|that|that one)(?: people)?(?: from| by| for| with)?$/i;

/** "who are they" after rows of no people: whose they are. A table of null where nothing tells which people; null where they are people themselves. */
export function peopleOf(
  text: string,
  earlier: LogicalForm,
  catalog: Catalog,
): { table: CatalogTable | null; rows: RowsMeant } | null {
  if (!WHO_THEY_ARE.test(text)) return null;
  const found = [rowsMeant(earlier, catalog), rowsCounted(earlier, catalog)].filter((one) => one !== null);
  const [rows] = found;
  if (rows === undefined || found.some(({ table }) => isPerson(table))) return null;
  const people = catalog.tables.filter(
    (one) => !one.isView && isPerson(one) && isToOneNamed(catalog, rows.table, one.name),
  );
  const near = Math.min(...people.map((one) => distance(catalog, rows.table, one)));
  const nearest = people.filter((one) => distance(catalog, rows.table, one) === near);
  const served = nearest.filter(isServed);
  // Those who work at a further place are seldom meant.
  const [table, ...more] = served.length > 0 || near > 1 ? served : nearest;
  return { table: more.length > 0 ? null : (table ?? null), rows };
}

const BEING_HERE = /\b(?:with us|here|around|there|in use|ours?|open)$/i;
const SINCE_WHEN = /^(?:and )?since when (?:are|were|have|has|is|do|does|did) (?:they|he|she|it|those|these)\b(?!.*,)/i;

/** "since when are they with us": the day by which those rows are told. */
export function beginningOf(
  text: string,
  earlier: LogicalForm,
  catalog: Catalog,
): { asked: string; rows: RowsMeant | null } | null {
  if (!SINCE_WHEN.test(text)) return null;
  const rows = rowsMeant(earlier, catalog) ?? rowsCounted(earlier, catalog);
  const day = rows === null ? null : dateColumn(rows.table);
  // Since when something is in a state, no day of its own tells.
  const isTold = rows !== null && (isPerson(rows.table) || BEING_HERE.test(text));
  if (rows === null || day?.isDate !== true || !isTold) return { asked: text, rows: null };
  return { asked: `${toldAs(day)} of the ${things(rows.table.called)}`, rows };
}

/** The one table of those who do so with rows; null where there is none, or several. */
function doerOf(deed: string, rows: RowsMeant, catalog: Catalog): CatalogTable | null {
  const others = catalog.tables.filter((one) => one !== rows.table && !one.isView);
  const theirs = others.filter((one) => isToOneNamed(catalog, rows.table, one.name));
  const root = deed.replace(/(?:ies|ied|y)$/, "i").replace(/(?:es|ed|e|s)$/, "");
  const isDoer = ({ words }: CatalogTable) => {
    const word = singular(words.at(-1) ?? "");
    return root.length >= 3 && word.startsWith(root) && /^(?:e?r|or|ist)$/.test(word.slice(root.length));
  };
  const doers = others.filter(isDoer);
  const named = doers.length === 1 ? doers : theirs.filter(isDoer);
  const usual = WORKS.test(deed) ? theirs.filter(worksHere) : IS_SERVED.test(deed) ? theirs.filter(isServed) : [];
  const [table, ...more] = named.length > 0 ? named : usual;
  return table === undefined || more.length > 0 ? null : table;
}
