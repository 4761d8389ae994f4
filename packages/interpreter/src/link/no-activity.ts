import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { tableLinks } from "./table-links.ts";

/** A day that says when somebody was last there: "last_login_on", "last_seen". */
const LAST_THERE = /^last (?:log ?in|seen|active|activity|visit(?:ed)?|access(?:ed)?|order(?:ed)?|purchase)\b/;
/** Rows of what people do who are active, the surest sign of it first. */
const DEEDS: readonly RegExp[] = [
  /^(?:activit(?:y|ies)|log ?ins?)$/,
  /^(?:check(?: ?ins?)?|entr(?:y|ies)|admissions?)$/,
  /^(?:orders?|purchases?|bookings?|rentals?|loans?|visits?|donations?|gifts?)$/,
  /^(?:transactions?|sessions?|attendances?|appointments?|payments?)$/,
];
const AFTER_ACTIVITY = /^(?:in|since|this|last|during|for)$/;

/** "users with no activity in the last 90 days", which is what "inactive for 90 days" says: without a login, an order or a check-in. */
export const noActivity: Rewriter = (tokens, at, catalog) => {
  const [no, activity, next] = tokens.slice(at, at + 3);
  if (
    activity?.lower !== "activity" ||
    !/^(?:no|any)$/.test(no?.lower ?? "") ||
    !AFTER_ACTIVITY.test(next?.lower ?? "")
  )
    return null;
  if (catalog.vocabulary.has(activity.stem)) return null;
  const people = tokens
    .slice(0, at)
    .toReversed()
    .flatMap((token) => tableLinks([token], catalog).filter(({ score, table }) => score >= 0.6 && !table.isView))
    .map(({ table }) => table)
    .at(0);
  const words = people === undefined ? null : signOf(people, catalog);
  return words === null ? null : { tokens: written([activity], [no?.lower ?? "no", ...words]), end: at + 2 };
};

/** What the schema calls the sign of somebody's being active; null where there is none. */
function signOf(people: CatalogTable, catalog: Catalog): string[] | null {
  const day = people.columns.find(({ isDate, words }) => isDate && LAST_THERE.test(words.join(" ")));
  if (day !== undefined) return day.words.filter((word) => !/^(?:on|at|date|time)$/.test(word));
  const theirs = catalog.tables.filter(
    (table) =>
      !table.isView &&
      table !== people &&
      table.columns.some(({ isDate }) => isDate) &&
      isToOne(catalog, table, people),
  );
  for (const deeds of DEEDS) {
    const [only, ...more] = theirs.filter(
      ({ words }) => deeds.test(words.slice(-2).join(" ")) || deeds.test(words.at(-1) ?? ""),
    );
    if (only !== undefined)
      return more.length > 0 ? null : [...only.words.slice(0, -1), plural(only.words.at(-1) ?? "")];
  }
  return null;
}
