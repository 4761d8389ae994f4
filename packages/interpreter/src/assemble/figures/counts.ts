import { boughtOf, headed, headerKey, measuresOf } from "../../catalog/measures.ts";
import { isAggregate } from "../../form/visit.ts";
import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Mention } from "../../link/mention.ts";
import { LIMIT_NAME } from "../../link/columns-compared.ts";
import { isKindOfNames } from "../../link/values.ts";
import { stem } from "../../language/inflection.ts";
import { singular } from "../../language/words.ts";
import { columnExpression, countOf } from "../../resolve/measures.ts";
import { heldCount } from "../../resolve/held-counts.ts";
import { isToOne } from "../../catalog/joins.ts";
import { isPerson } from "../../catalog/persons.ts";
import { isTable } from "../../read/reader.ts";
import { toldByValue } from "../conditions/told.ts";
import type { Context } from "../../resolve/context.ts";
import { yesOf } from "../../catalog/columns.ts";
import { columnOf } from "../../resolve/columns.ts";
import { nearTable, tableOf, unexplained } from "../../resolve/context.ts";
import type { Expression, LogicalForm } from "../../form/logical-form.ts";
import type { OutputWish } from "../../read/sketch.ts";

/** What "how many" or "the number of" counts. */
export function countExpression(wish: CountWish, form: LogicalForm, context: Context): Expression | null {
  const counted = countOfAll(wish, form, context);
  if (wish.only === undefined || counted?.kind !== "aggregate") return counted;
  const kept = wish.only.values.filter(({ column }) => column.table.name === counted.table);
  const [first] = kept;
  if (first === undefined) return counted;
  const left = columnExpression(first.column);
  // "trucks", of several kinds that are called so last
  const values = isKindOfNames(kept) ? kept.map(({ value }) => value) : [];
  if (values.length > 1) return { ...counted, where: [{ kind: "among", left, values, negated: false }] };
  const right = { kind: "literal", value: first.value } as const;
  return { ...counted, where: [{ kind: "compare", left, operator: "=", right }] };
}

type CountWish = OutputWish & { kind: "count" };

function countOfAll(wish: CountWish, form: LogicalForm, context: Context): Expression | null {
  const { mention } = wish;
  if (mention === null) return countOfUnnamed(wish, form, context);
  const distinct = wish.distinct || context.sketch.distinct;
  const table = tableOf(mention, context);
  if (table !== null && isTable(mention)) return countOfRows(table, distinct, form, context);
  const column = columnOf(mention, context, { near: nearTable(context, wish.at) });
  if (column === null) return table === null ? null : countOf(table);
  const summed = summedFor(column, mention, distinct, context);
  if (summed !== null) return summed;
  if (isSame(column, form) || standsForRows(column, mention, context)) return countOf(column.table);
  if (!distinct && saysYesTo(column, mention)) return countOfYes(column);
  if (distinct) form.distinct = false;
  const behind = distinct ? null : tableBehind(column, mention, context);
  if (behind !== null) return countOf(behind);
  if (column.isPrimary && column.table.primaryKey.length === 1) return countOf(column.table);
  return {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(column),
    distinct: distinct || isCountedOnce(column, context),
    table: column.table.name,
  };
}

/** A number of each row that says how many there are, added up. Null for a column that says no such thing. */
function summedFor(column: CatalogColumn, mention: Mention, distinct: boolean, context: Context): Expression | null {
  const { filters } = context.sketch;
  const summed =
    capacityOf(column, mention, context) ?? (isHowMany(column, mention, { distinct, filters }) ? column : null);
  if (summed === null) return null;
  if (isMoreThanThere(summed, mention)) context.notes.lost.push(mention.text);
  return { kind: "aggregate", fn: "sum", of: columnExpression(summed), distinct: false, table: summed.table.name };
}

/** "how many pallets are in store", of stores with room for so many, where others say how many there are: not the room for them. */
const isMoreThanThere = (column: CatalogColumn, { text, columns }: Mention): boolean => {
  const isLimit = ({ words }: CatalogColumn) => words.some((word) => LIMIT_NAME.test(word));
  const isThere = columns.some(
    ({ column: other, score }) => score >= 0.5 && other.isNumber && !other.isKey && !isLimit(other),
  );
  return (
    isThere &&
    isLimit(column) &&
    !text
      .toLowerCase()
      .split(" ")
      .some((word) => LIMIT_NAME.test(word))
  );
};

/** "recommend us", of a column of yes and no that begins with this deed; "acting statuses" are what one may say. */
function saysYesTo({ isFlag, isText, stems }: CatalogColumn, { text, values }: Mention): boolean {
  const [deed = ""] = text.toLowerCase().split(" ");
  return (
    isFlag && isText && values.length === 0 && stems.length > 1 && stem(deed) === stems[0] && singular(deed) === deed
  );
}

/** "how many would recommend us", where each row says yes or no to it: those that say yes. */
const countOfYes = (column: CatalogColumn): Expression => ({
  kind: "aggregate",
  fn: "count",
  of: null,
  distinct: false,
  table: column.table.name,
  where: [
    {
      kind: "compare",
      left: columnExpression(column),
      operator: "=",
      right: { kind: "literal", value: yesOf(column) },
    },
  ],
});

/** "article_no", of which hardly two rows have the same: it tells which one, rather than how many; so does that of other rows in a view of these. */
const isNumberOfOne = ({ words, source, table }: CatalogColumn): boolean =>
  words.length > 1 &&
  /^(?:no|nr|number|code|id)$/.test(words.at(-1) ?? "") &&
  (table.isView || (source.distinct_count !== null && source.distinct_count >= 0.9 * table.source.row_count));

/** A number says how many there are, rather than being one of them. */
const isHowMany = (
  column: CatalogColumn,
  mention: Mention,
  { distinct, filters }: { distinct: boolean; filters: Context["sketch"]["filters"] },
): boolean =>
  column.isNumber &&
  !column.isKey &&
  !column.isYear &&
  !distinct &&
  !isOneOfMany(column, mention) &&
  !isNumberOfOne(column) &&
  !isComparedDeed(mention, filters) &&
  !isDeedOfRows(column, mention);

/** "how many seats", where each ticket says which one, and vans have a seat_capacity: how many there are, rather than how many are named. */
function capacityOf({ isText, stems }: CatalogColumn, { text }: Mention, { catalog }: Context): CatalogColumn | null {
  const said = text.toLowerCase();
  if (!isText || stems.length > 1 || singular(said) === said) return null;
  const [only, ...more] = catalog.tables
    .filter(({ isView }) => !isView)
    .flatMap(({ columns }) =>
      columns.filter(({ isNumber, isKey, words }) => {
        const [noun = "", held = "", ...rest] = words;
        return (
          isNumber && !isKey && rest.length === 0 && stem(noun) === stem(said) && /^(?:capacity|count)$/.test(held)
        );
      }),
    );
  return only !== undefined && more.length === 0 ? only : null;
}

/** "how many waited more than 30 minutes": rows that did so, rather than how long. */
const isComparedDeed = ({ text }: Mention, filters: Context["sketch"]["filters"]): boolean =>
  /^\p{L}+ed$/u.test(text.toLowerCase()) && filters.some((one) => one.kind === "compare");

const standsForRows = (column: CatalogColumn, mention: Mention, { sketch }: Context): boolean =>
  isComparedDeed(mention, sketch.filters) ||
  isPartOfKey(column) ||
  saysOfRows(column, mention) ||
  isDeedOfRows(column, mention);

/** "how many trains depart", which have a departure_time: each train does. */
const isDeedOfRows = ({ words, table }: CatalogColumn, { owners, text }: Mention): boolean =>
  words.at(-1) === "time" && owners.includes(table) && !/\b(?:times?|days?|dates?)$/i.test(text);

/** "how many hearings", of rows with a hearing_type and a hearing_status: of what both are said. */
const saysOfRows = (column: CatalogColumn, { text }: Mention): boolean => {
  const {
    stems: [first, ...more],
    table,
  } = column;
  return (
    !isSharedName(column) &&
    more.length > 0 &&
    stem(text.toLowerCase()) === first &&
    table.columns.filter(({ stems, isKey }) => stems[0] === first && stems.length > 1 && !isKey).length > 1
  );
};

/** "customer_name" beside "customer_no", in rows of sales of which many have the same: customers, each of whom counts once. */
const isSharedName = ({ words, source, table }: CatalogColumn): boolean =>
  /^(?:name|no|nr|num|number|id|code)$/.test(words.at(-1) ?? "") &&
  source.distinct_count !== null &&
  source.distinct_count < 0.9 * table.source.row_count;

/** "how many advisors", where each row has one in a column "advisor": a number that stands for it, rather than how many. */
const isOneOfMany = ({ words }: CatalogColumn, { text }: Mention): boolean => {
  const said = text.toLowerCase();
  const one = singular(said);
  return one !== said && words.join(" ") === one;
};

/**
 * Values count once each, keys as often as they are there, and days as often as something was done on them. "How many managers", where
 * employees refer to employees, "how many vets" of appointments with one of the staff each: one may be named by many.
 */
function isCountedOnce(column: CatalogColumn, { catalog }: Context): boolean {
  if (column.isPrimary || !column.isKey) return !column.isKey && !column.isDate;
  return catalog.links.some(({ from: [key, ...more], to: [of] }) => {
    const isOf = key === column && more.length === 0 && of !== undefined;
    return isOf && (of.table === column.table || isRole(column, of.table));
  });
}

/** "the number of cards of the type debit": all rows have that one value. */
const isSame = (column: CatalogColumn, { where }: LogicalForm): boolean =>
  where.some(
    (one) =>
      one.kind === "compare" &&
      one.operator === "=" &&
      one.left.kind === "column" &&
      one.left.column === column.name &&
      one.left.table === column.table.name &&
      one.right.kind === "literal",
  );

/** "rooms", which are numbered anew in each building: a number alone tells none of them apart. */
const isPartOfKey = (column: CatalogColumn): boolean =>
  column.isPrimary && !column.isForeign && column.table.primaryKey.length > 1 && column.stems.at(-1) === "number";

/** "and how many": of what is ranked or compared by its number, else of the rows themselves. */
function countOfUnnamed(wish: CountWish, form: LogicalForm, context: Context): Expression | null {
  const { superlatives, filters, outputs } = context.sketch;
  const ranked = superlatives.find((other) => other.target.kind === "count")?.target;
  if (ranked?.kind === "count") return countTarget(ranked.mention, "count", form, context);
  // "accessed the most times, and the number of times": held in a column of its own.
  const times = superlatives.find((other) => other.target.kind === "column" && other.target.times === true)?.target;
  const held = times?.kind === "column" ? columnOf(times.mention, context) : null;
  if (held !== null) return columnExpression(held);
  const compared = filters.find((filter) => filter.kind === "count");
  if (compared?.kind === "count" && compared.mention !== null)
    return countTarget(compared.mention, "count", form, context);
  if (outputs.some((other) => other !== wish && other.kind === "count"))
    // "…, sorted by the count": by the one that is shown.
    return outputs.includes(wish) ? null : shownCount(form);
  return countOf(context.catalog.byName.get(form.subject) ?? context.catalog.tables[0] ?? fail());
}

function shownCount(form: LogicalForm): Expression | null {
  const shown = form.outputs.find(({ expression }) => expression.kind === "aggregate" && expression.fn === "count");
  return shown?.expression ?? null;
}

/** The rows of a table: each once where only distinct ones are asked for. */
function countOfRows(table: CatalogTable, distinct: boolean, form: LogicalForm, context: Context): Expression {
  if (distinct) {
    form.distinct = false;
    const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
    const link = context.catalog.links.find(
      (candidate) => key !== undefined && candidate.to[0] === key && candidate.from[0]?.table.name === form.subject,
    );
    const column = thingOfLines(table, context) ?? link?.from[0] ?? key;
    if (column !== undefined) {
      const of = columnExpression(column);
      return { kind: "aggregate", fn: "count", of, distinct: true, table: column.table.name };
    }
  }
  // "how many degrees", where a row holds how many; "how many arrivals", where each says the count of a day.
  const held = table.columns.find(
    (one) =>
      one.isNumber &&
      !one.isKey &&
      ((one.stems.join(" ") === table.stems.join(" ") && table.label.length === 0) || /^counts?$/i.test(one.name)),
  );
  return held === undefined
    ? countOf(table)
    : { kind: "aggregate", fn: "sum", of: columnExpression(held), distinct: false, table: table.name };
}

/** "different articles bought", of the lines of orders, each of which is another: those that they are of. */
function thingOfLines(table: CatalogTable, { catalog }: Context): CatalogColumn | undefined {
  if (table.label.length > 0 || table.isView || headerKey(table, catalog) === null) return undefined;
  const thing = boughtOf(catalog);
  const links = catalog.links.filter(
    ({ from, to }) => from.length === 1 && from[0]?.table === table && to[0]?.table === thing && thing !== null,
  );
  return links.length === 1 ? links[0]?.from[0] : undefined;
}

/** "vet_id" of the staff: whoever is one, of all who work there. */
const isRole = ({ essential }: CatalogColumn, target: CatalogTable): boolean =>
  isPerson(target) && !essential.some((one) => target.stems.includes(one));

/** "how many counties", where cities refer to them: the counties themselves. */
function tableBehind(column: CatalogColumn, mention: Mention, { sketch, catalog }: Context): CatalogTable | null {
  if (!column.isForeign || /\b(ids?|codes?|numbers?)\b/i.test(mention.text)) return null;
  const link = catalog.links.find((one) => one.from.length === 1 && one.from[0] === column && one.cost < 2);
  const target = link?.to[0]?.table;
  if (target === undefined || target === column.table || isRole(column, target)) return null;
  const others = sketch.filters.length + sketch.groups.length + sketch.superlatives.length + sketch.tables.length;
  return others === 0 ? target : null;
}

export function fail(): never {
  throw new RangeError("A schema without tables");
}

/** "the most popular product": each product is there once; what is counted are the rows that refer to it. */
export function referringTable(form: LogicalForm, subject: CatalogTable, context: Context): CatalogTable | null {
  const isEntity = form.outputs.every(
    (output) =>
      output.expression.kind === "column" &&
      output.expression.table === subject.name &&
      [...subject.label, ...subject.primaryKey].some(
        (column) => output.expression.kind === "column" && column.name === output.expression.column,
      ),
  );
  if (!isEntity || subject.primaryKey.length !== 1) return null;
  const children = context.catalog.links.flatMap((link) =>
    link.to[0]?.table === subject && link.from[0] !== undefined && link.from[0].table !== subject && link.cost < 2
      ? [link.from[0].table]
      : [],
  );
  const isPopular = context.sketch.superlatives.some(({ said }) => /\bpopular$/i.test(said ?? ""));
  const used = isPopular && context.named.length <= 1 ? onlyHeader(subject, context) : null;
  if (used !== null) return used;
  const named = children.find((table) => context.named.some((entry) => entry.table === table));
  // "the most popular course": by those who come to it, rather than by how often it is given.
  const joined = isPopular ? children.find(({ words }) => JOINED.test(words.at(-1) ?? "")) : undefined;
  const largest = named ?? joined ?? children.toSorted((a, b) => b.source.row_count - a.source.row_count)[0] ?? null;
  // "the most popular categories": by what was sold of their products, rather than by how many these are.
  const isOfSold = isPopular && named === undefined && largest !== null && largest === boughtOf(context.catalog);
  return isOfSold ? (measuresOf(context.catalog).quantity[0]?.table ?? largest) : largest;
}

const JOINED = /^(?:enrol?lments?|bookings?|registrations?|reservations?|sign ?ups?|memberships?|participations?)$/;

/** "the most popular kind of room": by the bookings of such rooms, rather than by how many rooms there are. */
function onlyHeader(subject: CatalogTable, { catalog }: Context): CatalogTable | null {
  const [only, ...more] = catalog.tables.filter(
    (table) =>
      !table.isView &&
      table !== subject &&
      headed(table) &&
      isToOne(catalog, table, subject) &&
      // Bills of visits come after what made the room popular.
      !catalog.links.some(
        ({ from: [key], to }) =>
          key !== undefined &&
          key.table !== table &&
          to[0]?.table === subject &&
          key.table.label.length === 0 &&
          key.table.columns.some(({ isDate }) => isDate) &&
          isToOne(catalog, table, key.table),
      ),
  );
  return only === undefined || more.length > 0 ? null : only;
}

/** The one table of links between a thing and people. */
function personLinks(subject: CatalogTable, context: Context): CatalogTable | null {
  const { links } = context.catalog;
  const tables = context.catalog.tables.filter(
    (table) =>
      table !== subject &&
      links.some((link) => link.from[0]?.table === table && link.to[0]?.table === subject) &&
      (isPerson(table) ||
        links.some((link) => link.from[0]?.table === table && link.to[0] !== undefined && isPerson(link.to[0].table))),
  );
  return tables.length === 1 ? (tables[0] ?? null) : null;
}

/** What "the most" counts where no rows are named: people that are linked to each, or rows with a value that is said. */
function toldRows(subject: CatalogTable, context: Context): CatalogTable | null {
  // "the project with the most people": those who are linked to it.
  const people = /^(people|persons?|members|participants)$/i;
  const isTheirs = unexplained(context).every((word) => people.test(word.text));
  const persons = isTheirs && context.sketch.said.has("people") ? personLinks(subject, context) : null;
  // "the hotel with the most waiters": rows with that value, of which each has several.
  return persons ?? toldByValue(context);
}

/** "the most frequently ordered dishes, and the number of orders": by that number. */
function onlyCount({ outputs }: LogicalForm): Expression | null {
  const [only, ...more] = outputs.map(({ expression }) => expression).filter(isAggregate);
  return only?.kind === "aggregate" && only.fn === "count" && more.length === 0 ? only : null;
}

/** The rows counted by "the most orders", "the most common". */
export function countTarget(
  mention: Mention | null,
  kind: "count" | "common",
  form: LogicalForm,
  context: Context,
): Expression {
  const subject = context.subject ?? fail();
  if (kind === "common" || mention === null) {
    const required = context.named.find((entry) => entry.mention.required && entry.table !== subject);
    if (required !== undefined) return countOf(required.table);
    const told = kind === "count" && mention === null ? toldRows(subject, context) : null;
    if (told !== null) return countOf(told);
    const repeats = mention !== null && !isTable(mention) && /\bnames?\b/i.test(mention.text);
    if (kind === "count") return countOf(subject);
    return onlyCount(form) ?? countOf((repeats ? null : referringTable(form, subject, context)) ?? subject);
  }
  const held = kind === "count" ? heldCount(mention, subject) : null;
  if (held !== null && form.groups.length === 0) return columnExpression(held);
  const table = isTable(mention) ? tableOf(mention, context) : null;
  if (table !== null) return countOf(table);
  const column = columnOf(mention, context, { near: nearTable(context, 0) });
  return column === null ? countOf(subject) : countOf(column.table);
}
