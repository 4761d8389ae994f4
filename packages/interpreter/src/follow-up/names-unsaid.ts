import { toldAs } from "../catalog/called.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { things } from "../explain/column-words.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import { isAggregate } from "../form/visit.ts";
import { whenText } from "../explain/moments.ts";
import { periodOf } from "./other-times.ts";
import { rowsCounted, rowsMeant } from "./rows-meant.ts";
import { tableReadBy } from "./unsaid.ts";
import type { Wording } from "./wording.ts";

/** A question that goes on, with what the answer before leaves unsaid in it; null where it needs none of that. */
export const withNames = (
  { text, narrows, adds, excludes }: Wording,
  before: LogicalForm,
  catalog: Catalog,
): string | null =>
  (adds ? peopleCounted(text, before, catalog) : null) ??
  groupsNamed(text, catalog) ??
  othersWithTheMost(text, before) ??
  atTheSameTime(text, before) ??
  summedColumn(text, before, catalog) ??
  countedRows(text, before) ??
  (excludes ? withoutRowsNamed(text, before, catalog) : null) ??
  (narrows ? withRowsNamed(text, before, catalog) : null);

/** "by number of students" after the best teacher by what came in: the one with the most students. */
export function rankedByOther(
  text: string,
  { groups, where, order, limit }: LogicalForm,
  catalog: Catalog,
): string | null {
  const [by] = order;
  const key = groups.find((group) => group.kind === "column");
  const rows = key?.kind === "column" ? catalog.byName.get(key.table) : undefined;
  const isKey = rows?.primaryKey.some(({ name }) => key?.kind === "column" && name === key.column) === true;
  if (limit !== 1 || by === undefined || !isAggregate(by.by) || where.length > 0 || rows === undefined || !isKey)
    return null;
  const isMost = by.direction === "descending";
  const [, counted] = /^(?:the )?(?:number|count) of (?:their |its )?(\w+)$/i.exec(text) ?? [];
  if (counted !== undefined) return `which ${singular(toldAs(rows))} has the ${isMost ? "most" : "fewest"} ${counted}`;
  return /^(?:the )?(?:average|total|median) \w+(?: \w+)?$/i.test(text)
    ? `which ${singular(toldAs(rows))} has the ${isMost ? "highest" : "lowest"} ${text.replace(/^the /i, "")}`
    : null;
}

/** "how many people in each" of figures of employees: how many of these. */
function peopleCounted(text: string, before: LogicalForm, catalog: Catalog): string | null {
  const rows = text === "number of people" ? rowsCounted(before, catalog) : null;
  return rows !== null && isPerson(rows.table) ? `number of ${things(rows.table.called)}` : null;
}

/** "how many orders is that" of figures by groups. */
const countedRows = (text: string, { groups }: LogicalForm): string | null =>
  groups.length === 0
    ? null
    : (/^(?:and )?(how many \w+(?: \w+)?) (?:is|was|are|were) (?:that|this|it|those|these)(?: based on| made of)?$/i.exec(
        text,
      )?.[1] ?? null);

const SAME_TIME =
  /\b(?:(?:in|during|over|for|within) (?:(?:the|that) same|that) (?:period|time ?frame|time|months?|weeks?|quarters?|years?|days?)|at (?:that|the same) time|back then)\b/i;

/** "how many cancelled in the same period": in that of the answer before. */
function atTheSameTime(text: string, before: LogicalForm): string | null {
  const period = SAME_TIME.test(text) ? periodOf(before) : undefined;
  return period === undefined ? null : text.replace(SAME_TIME, whenText(period.label));
}

/** "and which driver" after the vehicle with the most: the one with the most of these. */
function othersWithTheMost(text: string, { limit, groups, order }: LogicalForm): string | null {
  const [, which] = /^and ((?:which|what) \w+(?: \w+)?)$/i.exec(text) ?? [];
  const [by] = order;
  if (which === undefined || by === undefined || limit !== 1 || groups.length === 0 || !isAggregate(by.by)) return null;
  return `${which} had the ${by.direction === "descending" ? "most" : "least"}`;
}

/** "now for categories": by category. */
function groupsNamed(text: string, { tables }: Catalog): string | null {
  const [, named] =
    /^(?:and |now |ok(?:ay)?,? |then |(?:what|how) about )*(?:for|across|over) (?:the |all (?:the )?|each |every )?([a-z]+s|[a-z]+ [a-z]+s)$/i.exec(
      text,
    ) ?? [];
  const words = named?.toLowerCase();
  return words !== undefined && tables.some(({ called }) => things(called) === words) ? `by ${singular(words)}` : null;
}

/** "how many people were affected", where outages have their number: what they come to. */
function summedColumn(text: string, before: LogicalForm, catalog: Catalog): string | null {
  const match = /^(?:and )?how many (\w+) (?:were|was|are|is|have been|had been|got) (\w+)$/i.exec(text);
  const words = match?.slice(1).map((word) => stem(word.toLowerCase()));
  const column = catalog.byName
    .get(tableReadBy(before))
    ?.columns.find(
      ({ isNumber, isFlag, stems }) =>
        isNumber && !isFlag && stems.length === 2 && words?.every((word) => stems.includes(word)) === true,
    );
  return column === undefined || words?.length !== 2 ? null : `total ${toldAs(column)}`;
}

/** "without the retired ones", where rows have a state or a day that is called so: those that are not. */
function withoutRowsNamed(text: string, before: LogicalForm, catalog: Catalog): string | null {
  const [, said] =
    /^(?:\w+ )?(?:excluding|exclude|without|except|leaving out|leave out|minus) (?:the |any |all |those )?(\w+) ones$/i.exec(
      text,
    ) ?? [];
  const word = said === undefined ? "" : stem(said.toLowerCase());
  const tables = [
    rowsCounted(before, catalog)?.table,
    rowsMeant(before, catalog)?.table,
    catalog.byName.get(before.subject),
  ];
  const table = tables.find(
    (one) => one?.columns.some(({ isDate, isFlag, stems }) => (isDate || isFlag) && stems.includes(word)) === true,
  );
  // "without the cancelled ones" of customers by revenue: orders are cancelled.
  const values = catalog.values.get(said?.toLowerCase() ?? "") ?? [];
  const inState = tables.find((one) => values.some(({ column }) => column.table === one));
  if (said !== undefined && inState !== undefined) return `excluding ${said} ${things(inState.called)}`;
  return said === undefined || table === undefined ? null : `only ${things(table.called)} that are not ${said}`;
}

/** "only those insured", "only active ones": with the rows of which a column says so, or no word that stands for them. */
function withRowsNamed(text: string, before: LogicalForm, catalog: Catalog): string | null {
  const match =
    /^(.*\b(?:only|just)) (?:show |list )?(?:the |those |these )?(?:that are |which are |who are |ones that are )?((?:not )?[\w-]+(?: [\w-]+)?)$/i.exec(
      text.replace(/ ones$/i, ""),
    );
  const [, lead = "only", rest = ""] = match ?? [];
  if (match === null) return null;
  const words = new Set(rest.toLowerCase().split(/[ -]/).map(stem));
  const tables = [
    rowsCounted(before, catalog)?.table,
    rowsMeant(before, catalog)?.table,
    catalog.byName.get(before.subject),
  ];
  for (const table of tables) {
    const isSaid = table?.columns.some(({ isFlag, stems }) => {
      const told = stems.filter((one) => !SAYS_YES.has(one));
      return isFlag && told.length > 0 && told.every((one) => words.has(one));
    });
    if (table !== undefined && isSaid === true) return `${lead} ${things(table.called)} that are ${rest}`;
  }
  return / ones$/i.test(text) ? `${lead} ${rest}` : null;
}

/** Words of a flag that say no more than that it is one. */
const SAYS_YES = new Set(["is", "has", "flag", "yn", "was"].map(stem));
