import { toldAs } from "../catalog/called.ts";
import { isPaidToUs } from "../catalog/amounts.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { worksHere } from "../catalog/persons.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf, tablesOfCondition, tablesRead } from "../form/visit.ts";
import { plural } from "../language/words.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "clients with only express parcels", "either no drivers or no vans": more than that there are such rows, or none of both. */
export function ofAllTheirs({ said }: Sketch, { subject, where }: LogicalForm, { catalog }: Context): string[] {
  const own = catalog.byName.get(subject);
  const isFar = (name: string) => {
    const table = catalog.byName.get(name);
    return own !== undefined && table !== undefined && table !== own && !isToOne(catalog, own, table);
  };
  const isAny = where.some((one) => !("negated" in one && one.negated) && tablesOfCondition(one).some(isFar));
  const all = said.words("all of theirs").findLast((word, i) => i > 1 && word !== "");
  const isNone = where.filter((one) => one.kind === "related" && one.negated).length > 1;
  return [
    ...(isAny && all !== undefined ? [all] : []),
    ...(isNone && said.has("either none or none") ? ["either"] : []),
  ];
}

/** "customers who neither ordered nor returned anything": without rows of the one kind says nothing of the other. */
export function deniedUnsaid({ named, sketch }: Context, form: LogicalForm): string[] {
  if (sketch.negation === null || !/^(?:nor|neither)$/i.test(sketch.negation)) return [];
  const read = tablesRead(form);
  return named.flatMap(({ table, mention: { negated, mention } }) =>
    negated && !read.has(table.name) ? [mention.text === "" ? "bought" : mention.text] : [],
  );
}

/** The days on which people and houses began, which nobody means who does not speak of it. */
const beginning = /^(hire|hired|birth|born|birthdate|birthday|built|founded|established|construction|constructed)$/;
/** The same of what the rows only belong to: "trips with a van in 2025" are not those of depots that opened then. */
const opening = /^(opened|since|joined|registered)$/;
const saysBeginning =
  "hire,hiri,join,star,recr,employed,employi,employm,born,birt,turn,buil,cons,foun,esta,bega,begi,sinc,long,tenu,seni,open,aged,older,young,when,comp".split(
    ",",
  );

/** "doctors on vacation next week" is not about doctors hired next week, nor "rent per building in 2025" about those built then. */
export function daysUnsaid({ sketch, catalog }: Context, form: LogicalForm): string[] {
  const periods = sketch.filters.flatMap((filter) => {
    if (filter.kind === "period") return [filter.period.label];
    // "since 2024"
    const operand =
      filter.kind === "compare" && filter.hint === "date" && filter.target === null ? filter.operand : null;
    if (operand?.kind === "period") return [operand.period.label];
    return operand?.kind === "number" && operand.year !== null ? [operand.year.label] : [];
  });
  const [label] = periods;
  if (label === undefined) return [];
  // "clients with more than 3 requests this year", "the most requests this year": those that were opened in it.
  const counted = new Set(
    [
      ...sketch.filters.flatMap((filter) => (filter.kind === "count" ? (filter.mention?.tables ?? []) : [])),
      ...sketch.superlatives.flatMap(({ target }) => (target.kind === "count" ? (target.mention?.tables ?? []) : [])),
    ].map((link) => link.table.name),
  );
  const isOld = ["new", "ag", "old", "came"].some(sketch.said.stem);
  const said = saysBeginning.filter(sketch.said.begins);
  // "visits per club since 2024" are not those of clubs that opened since.
  const isSince = said.length === 1 && said[0] === "sinc" && sketch.groups.length > 0 && !isOld;
  if (!isSince && (isOld || said.length > 0)) return [];
  // "vans nobody drove this month" are not those without drivers hired then.
  const inside = form.where.flatMap((one) => (one.kind === "related" ? one.where : []));
  const own = catalog.byName.get(form.subject);
  // "customers with urgent tickets in May": the tickets were opened then, and are theirs.
  const isTheirs = (table: CatalogTable) => !isSince && own !== undefined && isToOne(catalog, table, own);
  return [...form.where, ...inside].flatMap((one) => {
    if ((one.kind !== "period" && one.kind !== "compare") || one.left.kind !== "column") return [];
    const { table, column } = one.left;
    const found = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
    if (found === undefined || !(found.isDate || found.isYear)) return [];
    const isBeginning =
      (!isSince && found.words.some((word) => beginning.test(word))) ||
      (table !== form.subject &&
        !counted.has(table) &&
        !isTheirs(found.table) &&
        !inside.includes(one) &&
        !isWholeOf(found.table, form, catalog) &&
        found.words.some((word) => opening.test(word)));
    return isBeginning ? [label] : [];
  });
}

/** "revenue this month", of lines of bills that are opened at a time: what is without a name takes place then, and its parts have no other day. */
const isWholeOf = (whole: CatalogTable, form: LogicalForm, catalog: Catalog): boolean =>
  whole.label.length === 0 &&
  [...tablesRead(form)].some((name) => {
    const part = catalog.byName.get(name);
    if (part === undefined || dateColumn(part) !== null) return false;
    return distance(catalog, part, whole) === 1 && isToOne(catalog, part, whole);
  });

/** "bills that are not settled" are none of guests who have other things that are not: rows that only share with them what they belong to. */
export function besideThem({ catalog, named }: Context, { subject, where }: LogicalForm): string[] {
  const own = catalog.byName.get(subject);
  if (own === undefined) return [];
  const isOfAll = (parts: readonly CatalogTable[], whole: CatalogTable) =>
    parts.every((part) => part !== whole && isToOne(catalog, part, whole));
  // What figures are told by has brought nothing together: "how many parcels did each driver fetch" has no other rows of drivers.
  const isNamed = (table: CatalogTable) => named.some(({ table: one, mention }) => one === table && !mention.each);
  const isBeside = (table: CatalogTable) =>
    !isNamed(table) &&
    !isToOne(catalog, own, table) &&
    !isToOne(catalog, table, own) &&
    !catalog.tables.some((link) => isOfAll([link], own) && isOfAll([link], table)) &&
    catalog.tables.some((whole) => isOfAll([own, table], whole)) &&
    !catalog.tables.some((whole) => isNamed(whole) && isOfAll([own, table], whole));
  return where.flatMap((one) =>
    tablesOfCondition(one).flatMap((name) => {
      const table = catalog.byName.get(name);
      return table !== undefined && isBeside(table) ? toldAs(table) : [];
    }),
  );
}

/** "the shop with the highest stock" is neither the largest shop nor the one that took most: what is ranked are stocks. */
export function sizeOfOthers({ sketch, named, catalog, subject }: Context, { order, where }: LogicalForm): string[] {
  // "the biggest town in the province with the highest summit": the province is told by it.
  if (JSON.stringify(where).includes('"limit":1')) return [];
  const ranked = new Set(order.flatMap(({ by }) => tablesOf(by)));
  return sketch.superlatives.flatMap(({ target, at, said }) => {
    const rows = named.find(({ mention }) => mention.zone === "modifier" && mention.at >= at && mention.at <= at + 2);
    const isSize = target.kind === "hint" && target.hint === "size" && rows !== undefined && ranked.size > 0;
    if (!isSize || subject === null || rows.table === subject || ranked.has(rows.table.name)) return [];
    return isToOne(catalog, subject, rows.table) ? [] : [`${said ?? ""} ${rows.mention.mention.text}`.trim()];
  });
}

/** "maintenance cost", where one of the teams that look after houses is called so: what was spent on it is not what is theirs. */
export const teamsBeforeFigures = ({ sketch, catalog }: Context, { outputs }: LogicalForm): string[] =>
  sketch.filters.flatMap((filter) => {
    if (filter.kind !== "value" || filter.negated || filter.preposition !== null || filter.mention.quoted) return [];
    const { values, end, text } = filter.mention;
    const isBefore = sketch.outputs.some((one) => "mention" in one && one.mention?.start === end);
    const figured = outputs.flatMap(({ expression }) => (isAggregate(expression) ? tablesOf(expression) : []));
    const isFar = (table: CatalogTable) =>
      figured.every((name) => {
        const rows = catalog.byName.get(name);
        return rows !== undefined && rows !== table && distance(catalog, rows, table) > 1;
      });
    const isOfTeams = values.every(({ column }) => worksHere(column.table) && !column.table.label.includes(column));
    return isBefore && figured.length > 0 && isOfTeams && values.every(({ column }) => isFar(column.table))
      ? [text]
      : [];
  });

/** "tenants who cancelled a lease" is not told by repairs that were cancelled, which have nothing to do with leases. */
export const deedsOfOthers = ({ sketch, catalog, subject }: Context): string[] =>
  sketch.filters.flatMap((filter) => {
    if (filter.kind !== "value" || subject === null || !/ed$/i.test(filter.mention.text)) return [];
    const done = sketch.tables.find(
      ({ mention }) => mention.start > filter.mention.start && mention.start <= filter.mention.end + 1,
    );
    const [thing] = done?.mention.tables ?? [];
    const tables = filter.mention.values.map(({ column }) => column.table);
    if (done === undefined || thing === undefined || thing.score < 0.9 || tables.length === 0) return [];
    const isTheirs = (table: CatalogTable) =>
      isToOne(catalog, thing.table, table) ||
      isToOne(catalog, table, thing.table) ||
      distance(catalog, subject, table) + distance(catalog, table, thing.table) ===
        distance(catalog, subject, thing.table);
    return tables.some(isTheirs) ? [] : [filter.mention.text];
  });

/** "cost of shipments", for which clients pay a price: what accidents on their way cost is not what they did. */
export const costsOfOthers = ({ sketch, catalog, named }: Context, { outputs }: LogicalForm): string[] =>
  outputs.flatMap(({ expression }) => {
    const of = expression.kind === "aggregate" ? expression.of : null;
    const told = of?.kind === "column" ? catalog.byName.get(of.table) : undefined;
    if (of?.kind !== "column" || told === undefined || !/cost/i.test(of.column)) return [];
    if (sketch.groups.length > 0 || told.stems.some((one) => sketch.said.stem(one))) return [];
    const priced = named.find(
      ({ table, mention }) =>
        table !== told &&
        !mention.each &&
        isToOne(catalog, told, table) &&
        table.columns.some((one) => one.isNumber && isPaidToUs(one, catalog)),
    );
    return priced === undefined ? [] : [`cost of ${plural(toldAs(priced.table))}`];
  });
