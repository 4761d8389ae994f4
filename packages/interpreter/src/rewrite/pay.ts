import { toldAs } from "../catalog/called.ts";
import { payColumn } from "../catalog/amounts.ts";
import { mentionOf } from "../link/mention.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import type { Context } from "../resolve/context.ts";

/** "who makes the most money", "average earnings by job title": what people are paid, where that is kept, rather than the money they bring in. */
export const takePay = (context: Context): Context => takeEarnings(takeBestPaid(context));

/** Earnings of people who are paid. */
function takeEarnings(context: Context): Context {
  const { sketch, named } = context;
  const [only, ...more] = sketch.outputs;
  if (only?.kind !== "measure" || more.length > 0 || !sketch.said.has("what people earn")) return context;
  const grouped = sketch.groups.flatMap(
    ({ mention }) => mention.tables[0]?.table ?? mention.columns[0]?.column.table ?? [],
  );
  const people = [...grouped, ...named.map(({ table }) => table)].find((table) => payColumn(table) !== null);
  const pay = people === undefined ? null : payColumn(people);
  if (people === undefined || pay === null) return context;
  const mention = mentionOf({ start: only.at, end: only.at, text: pay.name, columns: [{ column: pay, score: 1 }] });
  context.notes.assumptions.push(`What somebody earns is ${toldAs(pay)} in ${people.name}.`);
  const output = { kind: "aggregate", fn: only.fn ?? "avg", mention, distinct: false, at: only.at } as const;
  return { ...context, subject: people, sketch: { ...sketch, outputs: [output] } };
}

/** People who make the most money. */
function takeBestPaid(context: Context): Context {
  const { sketch, subject, catalog } = context;
  const ranked = sketch.superlatives.find(
    ({ target }) => target.kind === "measure" && target.measure === "money" && sketch.said.has("makes money"),
  );
  if (ranked === undefined) return context;
  const [only, ...more] = catalog.tables.filter((table) => !table.isView && payColumn(table) !== null);
  const asked = sketch.said.has("who") && more.length === 0 ? only : undefined;
  const paid = asked ?? subject;
  const pay = paid === null ? null : payColumn(paid);
  const people = paid === null || pay === null ? null : (peopleOf(paid, catalog) ?? paid);
  // The hourly rate of a car park is none that it is paid.
  if (people !== null && pay !== null && !isPerson(people) && /\brate\b/.test(pay.words.join(" "))) return context;
  if (people === null || pay === null) return context;
  const mention = mentionOf({ start: ranked.at, end: ranked.at, text: pay.name, columns: [{ column: pay, score: 1 }] });
  context.notes.assumptions.push(`What somebody makes is ${toldAs(pay)} in ${pay.table.name}.`);
  const target = { kind: "column", mention, fn: null } as const;
  const superlatives = sketch.superlatives.map((one) => (one === ranked ? { ...one, target } : one));
  return { ...context, subject: people, sketch: { ...sketch, superlatives } };
}

/** Whose pay it is, where that is kept in rows of its own: employees, of salaries. */
const peopleOf = (paid: CatalogTable, { links }: Catalog): CatalogTable | null =>
  isPerson(paid)
    ? null
    : (links
        .filter(({ from, cost }) => from[0]?.table === paid && cost < 2)
        .flatMap(({ to }) => to[0]?.table ?? [])
        .find(isPerson) ?? null);
