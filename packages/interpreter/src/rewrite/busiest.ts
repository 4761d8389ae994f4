import { isNamesake, isToOne } from "../catalog/joins.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { headed, purchasesOf } from "../catalog/measures.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { mentionOf } from "../link/mention.ts";
import { capitalized, plural, spoken } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/** "the busiest vet", "the busiest month": by the number of what happens to them, or at all, most. */
export function takeBusiest(given: Context): Context {
  const context = howBusy(given);
  const { sketch } = context;
  const ranked = sketch.superlatives.find(({ said }) => /^(busiest|quietest)$/i.test(said ?? ""));
  if (ranked === undefined || ranked.target.kind !== "count") return context;
  if (sketch.whichBucket) return busiestTime(context, ranked);
  const { subject, catalog } = context;
  if (subject === null) return context;
  if (ranked.target.mention !== null && ranked.target.mention.tables[0]?.table !== subject) return context;
  const happens = happeningTo(subject, catalog) ?? mainEventsAt(subject, catalog);
  return happens === null ? context : rankedBy(context, ranked, happens);
}

/** What happens here, where each happened to one of those: rentals of the bikes of a station. */
function mainEventsAt(subject: CatalogTable, catalog: Catalog): CatalogTable | null {
  const main = mainEvents(catalog);
  return main !== null && main !== subject && isToOne(catalog, main, subject) ? main : null;
}

/** What happens to those, where one thing only does, by a key called like them: people and things that have names do not happen. */
function happeningTo(subject: CatalogTable, { links }: Catalog): CatalogTable | null {
  const found = new Set(
    links.flatMap(({ from, to }) => {
      const [key] = from;
      const isTheirs = key !== undefined && to[0]?.table === subject && key.table !== subject && !key.table.isView;
      return isTheirs &&
        isNamesake(subject)(key) &&
        happens(key.table) &&
        key.table.columns.some(({ isDate }) => isDate)
        ? [key.table]
        : [];
    }),
  );
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

const happens = (table: CatalogTable): boolean =>
  !isPerson(table) && (table.label.length === 0 || headed(table) || isVisit.test(table.words.at(-1) ?? ""));

/** "our busiest month", of nothing in particular: by what happens here, where it is clear what that is. */
function busiestTime(context: Context, ranked: Ranked): Context {
  const { sketch, catalog, named } = context;
  const isSaid = ranked.target.kind === "count" && ranked.target.mention !== null;
  // "the busiest month for each club": of what happens to each of them.
  const groups = sketch.groups.map(({ mention }) => mention.tables[0]?.table ?? mention.columns[0]?.column.table);
  const isOfEach = named.every(({ table, mention }) => mention.each && groups.includes(table));
  if (isSaid || !isOfEach || sketch.outputs.length > 0) return context;
  const main = mainEvents(catalog);
  const [each] = groups;
  const isTheirs = main !== null && groups.every((one) => one !== undefined && isToOne(catalog, main, one));
  const events = isTheirs || each === undefined ? main : happeningTo(each, catalog);
  if (events !== null) return { ...rankedBy(context, ranked, events), subject: events };
  context.notes.lost.push(ranked.said ?? "busiest");
  return context;
}

/** The rows that are what happens here: orders, else the only events that are no part of others. */
function mainEvents(catalog: Catalog): CatalogTable | null {
  const bought = purchasesOf(catalog);
  // Bills are written when somebody finds the time.
  const isBill = bought !== null && /\b(?:invoice|receipt|transaction)s?$/.test(bought.words.join(" "));
  if (bought !== null && headed(bought) && !isBill && dateColumn(bought)?.isDate === true) return bought;
  const events = catalog.tables.filter(
    (table) =>
      !table.isView &&
      table.label.length === 0 &&
      dateColumn(table)?.isDate === true &&
      table.columns.some(({ isForeign }) => isForeign),
  );
  const isPart = (table: CatalogTable) =>
    catalog.links.some(({ from: [key], to: [other] }) => {
      const whole = other?.table;
      return key?.table === table && whole !== undefined && whole !== table && events.includes(whole);
    });
  const whole = events.filter((table) => !isPart(table));
  const [only, ...others] =
    whole.length > 1 ? whole.filter((table) => headed(table) || isVisit.test(table.words.at(-1) ?? "")) : whole;
  if (only !== undefined && others.length === 0) return only;
  // Of rentals and repairs, those that customers have.
  const [served, ...more] = whole.filter((table) => isOfServed(table, catalog));
  return served === undefined || more.length > 0 ? null : served;
}

/** True for rows of people whom those who work here serve. */
const isOfServed = (table: CatalogTable, { links }: Catalog): boolean =>
  links.some(({ from: [key], to: [other] }) => {
    const people = other?.table;
    return key?.table === table && people !== undefined && people !== table && isPerson(people) && !worksHere(people);
  });

const isVisit = /^(?:appointment|visit|session|lesson|trip)s?$/;

/** "how busy were we in May": the number of what happened, in whatever is named. */
function howBusy(context: Context): Context {
  const { sketch, catalog, named, notes } = context;
  if (!sketch.said.has("how busy") || sketch.outputs.length > 0) return context;
  const told = new Set([
    ...named.map(({ table }) => table),
    ...sketch.groups.flatMap(({ mention }) => mention.tables[0]?.table ?? mention.columns[0]?.column.table ?? []),
    ...sketch.filters.flatMap((one) => (one.kind === "value" ? (one.mention.values[0]?.column.table ?? []) : [])),
  ]);
  const main = mainEvents(catalog);
  const isTheirs = main !== null && [...told].every((table) => table === main || isToOne(catalog, main, table));
  const [first, ...more] = told;
  const events = isTheirs ? main : first !== undefined && more.length === 0 ? happeningTo(first, catalog) : null;
  if (events === null) return context;
  notes.assumptions.push(`Busy is by the number of ${spoken(plural(events.called))}.`);
  const mention = mentionOf({ start: 0, end: 0, text: events.name, tables: [{ table: events, score: 1 }] });
  const unknown = sketch.unknown.filter(({ text }) => !/^busy$/i.test(text));
  const outputs = [{ kind: "count" as const, mention, distinct: false, at: 0 }];
  return { ...context, subject: events, sketch: { ...sketch, unknown, outputs, strangeHead: false } };
}

type Ranked = Context["sketch"]["superlatives"][number];

/** The superlative by the number of such rows. */
function rankedBy(context: Context, ranked: Ranked, table: CatalogTable): Context {
  const { sketch, notes } = context;
  const { at } = ranked;
  const mention = mentionOf({ start: at, end: at, text: table.name, tables: [{ table, score: 1 }] });
  notes.assumptions.push(
    `${capitalized(ranked.said ?? "busiest")} is by the number of ${spoken(plural(table.called))}.`,
  );
  const superlatives = sketch.superlatives.map((one) =>
    one === ranked ? { ...one, target: { kind: "count" as const, mention } } : one,
  );
  return { ...context, sketch: { ...sketch, superlatives } };
}
