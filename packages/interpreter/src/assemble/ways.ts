import { singular } from "../language/words.ts";
import { nameInFull } from "../catalog/columns.ts";
import { destinations, origins } from "../catalog/origins-and-destinations.ts";
import { isNamesake, isToOne, path } from "../catalog/joins.ts";
import { measuresOf } from "../catalog/measures.ts";
import { buyingTable } from "../resolve/buying.ts";
import { areAnimals, isPerson, mayBePerson, worksHere } from "../catalog/persons.ts";
import { tablesOf, tablesOfCondition } from "../form/visit.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Context } from "../resolve/context.ts";
import { keysTo } from "./conditions/toward.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** Foreign keys whose own words the question uses ("origin airport", "home team"). */
export function preferredKeys(context: Context): string[] {
  const { said } = context.sketch;
  const named = [...context.anchors].flatMap(([table, weight]) => (weight >= 0.6 ? [table.name] : []));
  const columns = keysSaid(context).map((column) => `${column.table.name}.${column.name}`);
  const leaving = said.has("leaving");
  const arriving = said.has("arriving");
  const ways = context.catalog.links.flatMap((link) =>
    link.from
      .filter((column) => {
        const words = nameInFull(column);
        return (leaving && origins.test(words)) || (arriving && destinations.test(words));
      })
      .map((column) => `${column.table.name}.${column.name}`),
  );
  const keys = [...groupedBy(context), ...byAgent(context), ...throughLines(context), ...columns, ...ways];
  return [...named, ...new Set(keys)];
}

/** "customers who bought a lamp", where they have reviewed things, too: by the lines of their orders, however long that way is. */
function throughLines(context: Context): string[] {
  const { catalog, sketch, anchors } = context;
  const { money, quantity } = measuresOf(catalog);
  const lines = quantity[0]?.table ?? money[0]?.table;
  const bought = buyingTable(context);
  if (lines === undefined || bought === null || lines.isView) return [];
  // Of sales that are one row each, what else happened to the same people is no purchase.
  if (lines === bought && (sketch.buying === null || sketch.buying.negated)) return [];
  if (sketch.buying === null && (anchors.get(bought) ?? 0) < 0.6) return [];
  const keys = catalog.links.flatMap(({ from }) =>
    from.filter(({ table }) => table === lines || table === bought).map(({ table, name }) => `${table.name}.${name}`),
  );
  return [lines.name, bought.name, ...keys];
}

/** Keys that are themselves what is grouped by. */
const groupedBy = ({ sketch }: Context): string[] =>
  sketch.groups.flatMap(({ mention: { columns, tables } }) => {
    const [best] = columns;
    const isKey = best !== undefined && tables.length === 0 && best.column.isForeign && best.score >= 0.5;
    return isKey ? [`${best.column.table.name}.${best.column.name}`] : [];
  });

/** "per inspector", where a key is called "inspected_by": those who do it. */
const byAgent = ({ catalog, sketch: { said } }: Context): string[] =>
  catalog.links.flatMap(({ from }) =>
    from
      .filter((key) => nameInFull(key).endsWith(" by") && key.stems.some((name) => agentsOf(name).some(said.begins)))
      .map(({ table, name }) => `${table.name}.${name}`),
  );

/** "inspect": inspectors. */
const agentsOf = (verb: string): string[] => [`${verb}or`, `${verb}er`];

/** Of several keys from one table to another, those of whose own words the question says most: "deputy mayor" is not "mayor". */
function keysSaid({ catalog, sketch: { said } }: Context): CatalogColumn[] {
  const found = catalog.links.flatMap((link) => {
    const target = link.to[0]?.table;
    return link.from.flatMap((column) => {
      // "reviews" say which rows are meant, and no "reviewer_id" of theirs; "jobs printed by Kim" are of a "printed_by".
      const isOfRows = (name: string, word = "") =>
        column.table.stems.includes(name) &&
        !column.table.words.some((one) => singular(one) === word) &&
        !(word.endsWith("ed") && said.begins(word) && nameInFull(column).endsWith(" by"));
      const own = column.stems.filter(
        (name, i) =>
          !/^(?:id|code|number)$/.test(name) && !target?.stems.includes(name) && !isOfRows(name, column.words[i]),
      );
      const count = own.filter((name) => said.stem(name) || deedsOf(name).some(said.begins)).length;
      const way = `${column.table.name} ${target?.name ?? ""}`;
      return count === 0 ? [] : [{ column, way, weight: count - WORD_UNSAID * (own.length - count) }];
    });
  });
  const most = new Map<string, number>();
  for (const { way, weight } of found) most.set(way, Math.max(most.get(way) ?? weight, weight));
  return found.flatMap(({ column, way, weight }) => (weight === most.get(way) ? [column] : []));
}

/** What whoever is called so does: "scored" of a scorer, "sold" of a seller. */
function deedsOf(name: string): readonly string[] {
  const root = /^(.{4,})(?:e?r|or)$/.exec(name)?.[1];
  return irregular.get(name) ?? (root === undefined ? [] : ["ed", "es", "ing", "en"].map((end) => `${root}${end}`));
}

const irregular: ReadonlyMap<string, readonly string[]> = new Map([
  ["buyer", ["bought", "buys", "buying"]],
  ["seller", ["sold", "sells", "selling"]],
  ["driver", ["drove", "driven", "drives", "driving"]],
  ["sender", ["sent", "sends", "sending"]],
  ["teacher", ["taught", "teaches", "teaching"]],
  ["writer", ["wrote", "written", "writes", "writing"]],
  ["giver", ["gave", "given", "gives", "giving"]],
]);

/** What a word of a key's name that is not said takes from those that are. */
const WORD_UNSAID = 0.1;

/** A word that may mean several things of which the question does not say which, and those things. */
export interface Ways {
  word: string;
  meanings: string[];
  /** What the word is: rows that are grouped by, the name of one of them, what the people who are asked for do, or who they are. */
  said: "group" | "name" | "people" | "who";
}

/** "shipments by depot", "shipments of Lille", where a shipment has two depots: which of them is meant must be said. */
export function severalWays(form: LogicalForm, context: Context): Ways | null {
  for (const group of form.groups) {
    if (group.kind !== "column" || group.role !== undefined) continue;
    const meanings = meaningsOf(group.table, form, context);
    const said = context.sketch.groups.find(({ mention }) => mention.tables[0]?.table.name === group.table);
    if (meanings.length >= 2 && !isNamesakeAmong(group.table, form, context))
      return { word: said?.mention.text ?? group.table, meanings, said: "group" };
  }
  for (const condition of form.where) {
    if (condition.kind !== "compare" || condition.left.kind !== "column" || condition.left.role !== undefined) continue;
    const { table: name, column } = condition.left;
    const isName = context.catalog.byName.get(name)?.label.some((one) => one.name === column) === true;
    const meanings = isName ? meaningsOf(name, form, context) : [];
    const { right } = condition;
    const named = context.sketch.filters.find(
      (filter) =>
        filter.kind === "value" &&
        right.kind === "literal" &&
        filter.mention.values.some(({ value }) => value === right.value),
    );
    if (meanings.length >= 2 && named?.kind === "value" && !isNamesakeAmong(name, form, context))
      return { word: named.mention.text, meanings, said: "name" };
  }
  return waysOfPeople(form, context) ?? severalPeople(form, context);
}

/** Rows beside the people who are asked for, by which they are told: those that refer to them. */
function rowsToldBy(form: LogicalForm, own: CatalogTable, { catalog, named }: Context): CatalogTable[] {
  const via = new Set(form.via);
  const told = [
    ...form.where.flatMap((one) => (one.kind === "related" ? [one.table] : tablesOfCondition(one))),
    ...form.order.flatMap(({ by }) => tablesOf(by)),
    ...named.flatMap(({ table, mention }) => (mention.zone === "modifier" ? [table.name] : [])),
  ];
  const rows = [...new Set(told)].flatMap((name) => {
    const table = catalog.byName.get(name);
    const [first] = table === undefined || table === own ? [] : (path(catalog, [own], table, via) ?? []);
    return first === undefined ? [] : [first.table];
  });
  return [...new Set(rows)];
}

/** "who looks after Rusty", of visits that one of the staff booked and another has treated: what they do with them must be said. */
function waysOfPeople(form: LogicalForm, context: Context): Ways | null {
  const { catalog, sketch } = context;
  const own = catalog.byName.get(form.subject);
  if (own === undefined || !isPerson(own) || sketch.outputs.some(({ kind }) => kind !== "column")) return null;
  const told = rowsToldBy(form, own, context);
  // "who placed the first bid on lot 7": whose bid it is, rather than whose lot.
  const isOfOthers = (rows: CatalogTable) =>
    told.some((one) => one !== rows && isToOne(catalog, one, rows) && keysTo(one, own, context).length === 1);
  for (const rows of told.filter((one) => !isOfOthers(one))) {
    const keys = keysTo(rows, own, context);
    const isTold = keys.some((key) => form.via.includes(`${rows.name}.${key.name}`) || isNamesake(own)(key));
    if (keys.length < 2 || isTold) continue;
    const meanings = keys.map((key) => nameInFull(key).replace(/ id$/, ""));
    return { word: own.words.join(" "), meanings, said: "people" };
  }
  return null;
}

/** "who gave the most", of pledges that a runner and a giver have a part in: which of them are asked for. */
function severalPeople(form: LogicalForm, context: Context): Ways | null {
  const { catalog, sketch } = context;
  const own = catalog.byName.get(form.subject);
  if (own === undefined || !sketch.said.has("who does")) return null;
  const isOpen = sketch.outputs.length === 0 && sketch.filters.every(({ kind }) => kind === "period");
  const [rows] = isOpen ? rowsToldBy(form, own, context) : [];
  if (rows === undefined) return null;
  const isSide = (table: CatalogTable) =>
    mayBePerson(table) &&
    !areAnimals(table) &&
    !table.isView &&
    table.isCustomer === own.isCustomer &&
    worksHere(table) === worksHere(own) &&
    keysTo(rows, table, context).length > 0;
  const people = catalog.tables.filter(isSide);
  const isSaid = people.some(({ stems }) => stems.some(sketch.said.stem));
  if (people.length < 2 || !people.includes(own) || isSaid) return null;
  return { word: "who", meanings: people.map(({ words }) => singular(words.join(" "))), said: "who" };
}

/** What the rows of another table may be to the subject, where it has several keys to them and the question names none. */
function meaningsOf(table: string, form: LogicalForm, context: Context): string[] {
  const { subject, catalog } = context;
  const other = catalog.byName.get(table);
  const own = catalog.byName.get(form.subject);
  if (subject === null || other === undefined || own === undefined || other === own) return [];
  const keys = keysTo(own, other, context);
  const isTold = keys.some((key) => form.via.includes(`${key.table.name}.${key.name}`));
  return isTold ? [] : keys.map((key) => nameInFull(key).replace(/ id$/, ""));
}

/** "lessons of Kim": through the key that is called like the table, whatever other keys there are. */
function isNamesakeAmong(table: string, form: LogicalForm, context: Context): boolean {
  const other = context.catalog.byName.get(table);
  const own = context.catalog.byName.get(form.subject);
  return other !== undefined && own !== undefined && keysTo(own, other, context).some(isNamesake(other));
}
