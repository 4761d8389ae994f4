import type { Built } from "./both.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { tablesOfCondition } from "../../form/visit.ts";
import { stem } from "../../language/inflection.ts";
import { singular } from "../../language/words.ts";
import { distance, isToOne } from "../../catalog/joins.ts";
import { columnExpression } from "../../resolve/measures.ts";
import { explain } from "../../resolve/context.ts";
import { buyingTable } from "../../resolve/buying.ts";
import { isDeedOf } from "../../resolve/deeds-done.ts";
import type { Context } from "../../resolve/context.ts";
import { holdsOn } from "./running.ts";
import type { FilterWish, OutputWish, TableMention } from "../../read/sketch.ts";
import type { Condition } from "../../form/logical-form.ts";
import { isTable } from "../../read/reader.ts";

/** Negated conditions on rows that belong to the subject mean that it has no such row. */
export function withNegations(built: readonly Built[], context: Context): Condition[] {
  const { catalog, subject } = context;
  const { where, absent } = heldAndAbsent(built, context);
  if (subject === null) return where;
  context.notes.lost.push(...themselvesDenied(subject, absent, context));
  const unused = unusedBy(subject, context);
  if (unused !== null) absent.set(unused.name, []);
  // "who took no course of the west branch": no such course, rather than none at all.
  const told = built.flatMap(({ wish, condition }) =>
    wish.negated && condition.kind === "related" ? [condition.table] : [],
  );
  for (const { table, mention } of deniedIn(context)) {
    if (table === subject || absent.has(table.name) || told.includes(table.name)) continue;
    const isSaid = built.some(({ column }) => column?.table === table);
    const far = [...absent.keys(), ...told].some(
      (name) =>
        belongTogether(table, catalog.byName.get(name), context) ||
        liesBetween(table, subject, catalog.byName.get(name), context),
    );
    if (!far && lacks(subject, table, isSaid, context)) absent.set(table.name, holdsNow(mention, table, context));
    // "tickets without an agent": the ticket's own key is empty.
    const key = isSaid ? null : emptyKey(subject, table, context);
    if (key !== null) where.push({ kind: "missing", left: columnExpression(key), negated: false });
  }
  const left = where.filter((condition) => !isTimeOfAbsent(condition, absent));
  for (const [table, conditions] of absent) {
    const times = where.filter((one) => isTimeOfAbsent(one, absent) && tablesOfCondition(one)[0] === table);
    left.push({ kind: "related", subject: subject.name, table, where: [...conditions, ...times], negated: true });
  }
  return left;
}

/**
 * "revenue without cancelled orders this year", "clients without a permit in Oslo": the time and the place of those that are left, after
 * what is denied of them.
 */
function isOfWhatIsLeft(
  { wish, far }: { wish: Built["wish"]; far: CatalogTable | undefined },
  built: readonly Built[],
  context: Context,
): boolean {
  const { catalog, subject } = context;
  if (subject === null || far === undefined || wish.connector !== null || !isToOne(catalog, subject, far)) return false;
  if (wish.kind === "value")
    return (
      /^(?:in|at|near)$/.test(wish.preposition ?? "") &&
      deniedIn(context).some(
        ({ table, mention }) => mention.mention.start < wish.mention.start && !isToOne(catalog, subject, table),
      )
    );
  if (wish.kind !== "period") return false;
  return built.some(({ wish: other, column }) => {
    const isBefore = other.kind === "value" && other.negated && other.at < wish.at - 1;
    return isBefore && column !== null && isToOne(catalog, subject, column.table);
  });
}

/** The conditions of the rows themselves, and those of rows that there are none of, by their table. */
function heldAndAbsent(
  built: readonly Built[],
  context: Context,
): { where: Condition[]; absent: Map<string, Condition[]> } {
  const { catalog, subject } = context;
  const where: Condition[] = [];
  const absent = new Map<string, Condition[]>();
  for (const { wish, condition } of built.map((one) => withKeyCalled(one, context))) {
    const table = tablesOfCondition(condition)[0];
    const far = table === undefined ? undefined : catalog.byName.get(table);
    const never = far === undefined ? null : neverDone({ wish, condition, far }, context);
    if (far !== undefined && never !== null) absent.set(far.name, [never]);
    else if (!wish.negated || isOfWhatIsLeft({ wish, far }, built, context)) where.push(condition);
    else if (
      !isOfOthers(wish) &&
      !isOfRowsNamed(wish, far, context) &&
      subject !== null &&
      far !== undefined &&
      !isToOne(catalog, subject, far)
    )
      absent.set(far.name, [...(absent.get(far.name) ?? []), condition]);
    else where.push(notSo({ wish, condition }, context));
  }
  return { where, absent };
}

/** "accounts that never logged in", of users with a day of their last login: none of whom has one, rather than some who have none. */
function neverDone(
  { wish, condition, far }: { wish: Built["wish"]; condition: Condition; far: CatalogTable },
  { subject, sketch, catalog, named }: Context,
): Condition | null {
  // "makers without unpaid payouts": of rows that are named it is they that are not there.
  if (named.some(({ table }) => table === far)) return null;
  if (wish.kind !== "missing" || condition.kind !== "missing" || condition.negated || subject === null) return null;
  const isNone = /^(?:never|without|no)$/i.test(sketch.negation ?? "");
  const isDay = far.columns.some(
    ({ isDate, name }) => isDate && condition.left.kind === "column" && condition.left.column === name,
  );
  return isNone && isDay && far !== subject && !isToOne(catalog, subject, far) ? { ...condition, negated: true } : null;
}

/** "clients with unpaid bills": some that are not paid, rather than none that is. */
const isOfOthers = (wish: Built["wish"]): boolean =>
  (wish.kind === "value" || wish.kind === "compare") && wish.others === true;

/**
 * "patrons who never patronised": the rows themselves, which are there. Of "singers who never sang in an opera about war" it is such
 * operas that they have no part in.
 */
const themselvesDenied = (
  subject: CatalogTable,
  absent: ReadonlyMap<string, unknown>,
  { named, sketch }: Context,
): string[] =>
  absent.size === 0 &&
  // "revenue minus payments", where revenue is what was paid; but not "without refunded payments"
  ((sketch.outputs.some(({ kind }) => kind === "measure") && !sketch.filters.some(({ negated }) => negated)) ||
    named.some(
      ({ table, mention }) =>
        table === subject &&
        !mention.negated &&
        // "the garden size that no garden in Fenwick has": the sizes are asked for, rather than the gardens.
        !sketch.outputs.some((shown) => isKindOf(shown, mention)),
    ))
    ? named.flatMap(({ table, mention: { negated, mention } }) =>
        table === subject && negated && (mention.tables[0]?.score ?? 0) > Math.max(0.9, mention.columns[0]?.score ?? 0)
          ? [mention.text]
          : [],
      )
    : [];

/** True for a column of rows that several have the same of, where it is called after them. */
const isKindOf = (shown: OutputWish, { mention }: TableMention): boolean => {
  if (shown.kind !== "column" || shown.mention.start !== mention.start) return false;
  const [best] = shown.mention.columns;
  return best !== undefined && !best.column.isKey && !best.column.table.label.includes(best.column);
};

/** The tables that are denied. */
const deniedIn = (context: Context): { table: CatalogTable; mention: TableMention }[] =>
  context.named
    .filter(({ mention }) => mention.negated)
    .map(({ table, mention }) => ({ table: boughtIn(table, context) ?? table, mention }));

/** "who never bought a boat": without a sale of one, whatever else they have to do with boats. */
function boughtIn(thing: CatalogTable, context: Context): CatalogTable | null {
  const { sketch, subject, catalog, named } = context;
  const bought = sketch.buying?.negated === true && !sketch.buying.sold ? buyingTable(context) : null;
  const isOther = named.some(
    ({ table, mention }) => !mention.negated && table !== subject && isToOne(catalog, table, thing),
  );
  return bought !== null && isOther && bought !== thing && isToOne(catalog, bought, thing) ? bought : null;
}

/** "receipts without a cashier", who is stored with that role, too: the row's own key is empty. */
function withKeyCalled(one: Built, context: Context): Built {
  const { wish } = one;
  const key = wish.negated && wish.kind === "value" ? keyCalled(wish.mention.text, context) : undefined;
  if (key === undefined) return one;
  const condition: Condition = { kind: "missing", left: columnExpression(key), negated: false };
  return { ...one, wish: { ...wish, negated: false }, condition };
}

function keyCalled(text: string, { subject, sketch }: Context): CatalogColumn | undefined {
  if (!/^(?:without|with no|no|lacking|missing)$/i.test(sketch.negation ?? "")) return undefined;
  const name = stem(text.toLowerCase());
  return subject?.columns.find(
    ({ isForeign, source, essential, stems: [first, ...more] }) =>
      isForeign &&
      source.nullable &&
      (essential.length === 1 ? essential : [first]).includes(name) &&
      (essential.length === 1 || more.every((one) => one === "id")),
  );
}

/** "garages without a current permit": none that holds today. */
const holdsNow = ({ now }: TableMention, table: CatalogTable, { sketch }: Context): Condition[] =>
  now === true ? holdsOn(table, sketch.today) : [];

/** "who have this year no booking": the time when there is none, as nobody has one then and none at all. */
const isTimeOfAbsent = (condition: Condition, absent: ReadonlyMap<string, readonly Condition[]>): boolean =>
  condition.kind === "period" && absent.get(tablesOfCondition(condition)[0] ?? "")?.length === 0;

/** The opposite of what is said of a row itself. */
const notSo = ({ wish, condition }: Pick<Built, "wish" | "condition">, context: Context): Condition =>
  (isOfColumnNamed(wish) ? null : notYetDone(condition, context)) ??
  neverOrThen(condition, context) ??
  negate(condition);

/** "the most orders whose status is not shipped": what is said of those orders, and not that somebody has no shipped one. */
function isOfRowsNamed(wish: FilterWish, far: CatalogTable | undefined, { named, sketch }: Context): boolean {
  if (far === undefined || !isOfColumnNamed(wish)) return false;
  const isNamed = named.some(
    ({ table, mention }) => table === far && !mention.negated && !mention.each && mention.at < wish.at,
  );
  const figures = [...sketch.superlatives.map(({ target }) => target), ...sketch.outputs];
  return isNamed || figures.some((one) => "mention" in one && one.mention?.owners.includes(far) === true);
}

/** "whose status is not shipped": any other status, and no day. */
const isOfColumnNamed = (wish: FilterWish): boolean =>
  wish.kind === "value" && wish.target !== null && !isTable(wish.target);

/** "machines not serviced this year": at another time, or never. */
function neverOrThen(condition: Condition, { catalog }: Context): Condition | null {
  if (condition.kind !== "period" || condition.left.kind !== "column") return null;
  const { left } = condition;
  const column = catalog.byName.get(left.table)?.columns.find(({ name }) => name === left.column);
  if (column?.source.nullable !== true) return null;
  return { kind: "either", conditions: [negate(condition), { kind: "missing", left, negated: false }] };
}

/** "orders that have not been shipped": later states follow a state, but the day it came about stays empty until then. */
function notYetDone(condition: Condition, { catalog }: Context): Condition | null {
  if (condition.kind !== "compare" || condition.operator !== "=" || condition.left.kind !== "column") return null;
  const { left, right } = condition;
  if (right.kind !== "literal" || typeof right.value !== "string" || !/^[a-z]+$/i.test(right.value)) return null;
  const state = stem(right.value);
  const days = catalog.byName
    .get(left.table)
    ?.columns.filter((column) => column.isDate && column.source.nullable && column.stems.includes(state));
  const [day, ...more] = days ?? [];
  if (day === undefined || more.length > 0) return null;
  return { kind: "missing", left: columnExpression(day), negated: false };
}

/** True where "without" a row of a table means that none refers to the subject; at most one may ("people who are not gymnasts"). */
function lacks(subject: CatalogTable, table: CatalogTable, isSaid: boolean, context: Context): boolean {
  return !isToOne(context.catalog, subject, table) || (refersTo(table, subject, context) && !isSaid);
}

function belongTogether(a: CatalogTable, b: CatalogTable | undefined, { catalog }: Context): boolean {
  return b !== undefined && (isToOne(catalog, a, b) || isToOne(catalog, b, a));
}

/** "singers who never sang in an opera about war": not in such an opera, rather than in none at all. */
function liesBetween(
  table: CatalogTable,
  subject: CatalogTable,
  far: CatalogTable | undefined,
  { catalog }: Context,
): boolean {
  if (far === undefined) return false;
  const [whole, first, rest] = [
    distance(catalog, subject, far),
    distance(catalog, subject, table),
    distance(catalog, table, far),
  ];
  return Number.isFinite(whole) && first > 0 && rest > 0 && first + rest === whole;
}

/** "services that have never been used": nothing is named that could be missing but the one table that refers to them. */
function unusedBy(subject: CatalogTable, context: Context): CatalogTable | null {
  const { sketch, catalog } = context;
  const isNegated =
    sketch.filters.some((filter) => filter.negated || filter.kind === "missing" || filter.kind === "count") ||
    sketch.tables.some((table) => table.negated) ||
    sketch.superlatives.some((wish) => wish.negated) ||
    sketch.buying?.negated === true;
  if (sketch.negation === null || isNegated || sketch.filters.length > 0) return null;
  const children = catalog.links.flatMap((link) => {
    const from = link.from[0]?.table;
    return link.to[0]?.table === subject && from !== undefined && from !== subject && !from.isView ? [from] : [];
  });
  const [only, ...more] = comingOf(new Set(children), context);
  const isDone = only !== undefined && sketch.unknown.every(({ text }) => COMING.test(text) || isDeedOf(text, only));
  if (/\b(?:never|not|nobody|no one)\b|n['’]t\b/i.test(sketch.negation) && isDone && more.length === 0) {
    context.notes.assumptions.push(`That is read as: without ${only.name}.`);
    explain(context, (word) => !word.capitalised);
    return only;
  }
  context.notes.lost.push(sketch.negation);
  return null;
}

const COMING = /^(?:came|come|been|showed|turned|up|here)$/i;
const VISITS = /^(?:visit|appointment|session|attendance|stay|check(?: ?in)?)$/;

/** "guests who never came": of all that refers to them, the rows that say when somebody did. */
function comingOf(tables: ReadonlySet<CatalogTable>, { sketch }: Context): CatalogTable[] {
  const all = [...tables];
  if (all.length < 2 || !sketch.said.has("never came")) return all;
  const visits = all.filter(({ words }) => VISITS.test(singular(words.join(" "))));
  return visits.length === 1 ? visits : all;
}

function refersTo(from: CatalogTable, to: CatalogTable, context: Context): boolean {
  return context.catalog.links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
}

/** The key by which rows of one table refer to another, where it may be empty. */
function emptyKey(from: CatalogTable, to: CatalogTable, context: Context): CatalogColumn | null {
  const link = context.catalog.links.find(
    (one) => one.from.length === 1 && one.from[0]?.table === from && one.to[0]?.table === to,
  );
  const key = link?.from[0];
  return key?.source.nullable === true ? key : null;
}

/** The opposite of a condition. */
export function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case "compare": {
      const opposite = { "=": "!=", "!=": "=", ">": "<=", ">=": "<", "<": ">=", "<=": ">" } as const;
      return { ...condition, operator: opposite[condition.operator] };
    }
    case "among":
    case "like":
    case "missing":
    case "period":
    case "within":
    case "related":
      return { ...condition, negated: !condition.negated };
    case "either":
      return { kind: "every", conditions: condition.conditions.map(negate) };
    case "every":
      return { kind: "either", conditions: condition.conditions.map(negate) };
  }
}
