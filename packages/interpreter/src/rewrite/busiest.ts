import { isNamesake } from "../catalog/joins.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { headed, purchasesOf } from "../catalog/measures.ts";
import { mentionOf } from "../link/mention.ts";
import { capitalized, plural, spoken } from "../language/words.ts";
import type { Context } from "../resolve/context.ts";

/** "the busiest vet", "the busiest month": by the number of what happens to them, or at all, most. */
export function takeBusiest(context: Context): Context {
  const { sketch } = context;
  const ranked = sketch.superlatives.find(({ said }) => /^(busiest|quietest)$/i.test(said ?? ""));
  if (ranked === undefined || ranked.target.kind !== "count") return context;
  if (sketch.whichBucket) return busiestTime(context, ranked);
  const { subject, catalog } = context;
  if (subject === null) return context;
  if (ranked.target.mention !== null && ranked.target.mention.tables[0]?.table !== subject) return context;
  const happens = happeningTo(subject, catalog);
  return happens === null ? context : rankedBy(context, ranked, happens);
}

/** What happens to those, where one thing only does, by a key called like them. */
function happeningTo(subject: CatalogTable, { links }: Catalog): CatalogTable | null {
  const happens = new Set(
    links.flatMap(({ from, to }) => {
      const [key] = from;
      const isTheirs = key !== undefined && to[0]?.table === subject && key.table !== subject && !key.table.isView;
      return isTheirs && isNamesake(subject)(key) && key.table.columns.some(({ isDate }) => isDate) ? [key.table] : [];
    }),
  );
  const [only, ...others] = happens;
  return only === undefined || others.length > 0 ? null : only;
}

/** "our busiest month", of nothing in particular: by what happens here, where it is clear what that is. */
function busiestTime(context: Context, ranked: Ranked): Context {
  const { sketch, catalog, named } = context;
  const isSaid = ranked.target.kind === "count" && ranked.target.mention !== null;
  if (isSaid || named.length > 0 || sketch.outputs.length > 0) return context;
  const events = mainEvents(catalog);
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
  const [only, ...others] = events.filter((table) => !isPart(table));
  return only === undefined || others.length > 0 ? null : only;
}

type Ranked = Context["sketch"]["superlatives"][number];

/** The superlative by the number of such rows. */
function rankedBy(context: Context, ranked: Ranked, table: CatalogTable): Context {
  const { sketch, notes } = context;
  const { at } = ranked;
  const mention = mentionOf({ start: at, end: at, text: table.name, tables: [{ table, score: 1 }] });
  notes.assumptions.push(`${capitalized(ranked.said ?? "busiest")} is by the number of ${spoken(plural(table.name))}.`);
  const superlatives = sketch.superlatives.map((one) =>
    one === ranked ? { ...one, target: { kind: "count" as const, mention } } : one,
  );
  return { ...context, sketch: { ...sketch, superlatives } };
}
