import type { CatalogTable } from "../../catalog/catalog.ts";
import { isToOne, path } from "../../catalog/joins.ts";
import { tablesOfCondition } from "../../form/visit.ts";
import type { FilterWish } from "../../read/sketch.ts";
import type { Context } from "../../resolve/context.ts";
import type { Placed } from "./place.ts";

/** Items between rows and what restricts them: "students from the Math", "students in Math". */
const ITEMS_BETWEEN = 3;

/**
 * "tutors who teach children from the north branch", where tutors have a branch, too: it is the children who are from
 * there, as they are named right before.
 */
export function ofNearestRows(wish: FilterWish, placed: Placed, context: Context): Placed {
  const { subject, catalog, named } = context;
  if (wish.kind !== "value" || wish.preposition === null || wish.preposition === "by" || subject === null)
    return placed;
  const [of, ...more] = tablesOfCondition(placed.condition);
  const table = of === undefined || more.length > 0 ? undefined : catalog.byName.get(of);
  const before = named.findLast(({ mention }) => mention.at < wish.at);
  if (table === undefined || before === undefined || wish.at - before.mention.at > ITEMS_BETWEEN) return placed;
  const rows = before.table;
  const isOther = rows !== subject && table !== subject && rows !== table && !rows.isView;
  const isRestricting =
    before.mention.zone === "modifier" && before.mention.negated === wish.negated && !before.mention.each;
  if (!isOther || !isRestricting) return placed;
  if (!isToOne(catalog, subject, table) || isToOne(catalog, subject, rows) || !isTheirOwn(rows, table, context))
    return placed;
  const condition = {
    kind: "related",
    subject: subject.name,
    table: rows.name,
    where: [placed.condition],
    negated: false,
  } as const;
  return { ...placed, condition: { ...condition, where: [...condition.where] } };
}

/** "members with bookings in Kew": not where the way from a booking to a place is by the member, whose own that is. */
const isTheirOwn = (rows: CatalogTable, table: CatalogTable, { catalog, subject }: Context): boolean =>
  isToOne(catalog, rows, table) &&
  path(catalog, [rows], table, new Set())?.some((join) => join.table === subject) !== true;
