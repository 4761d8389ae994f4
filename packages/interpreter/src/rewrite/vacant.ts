import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import { mentionOf } from "../link/mention.ts";
import { capitalized } from "../language/words.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

const vacant = /^(?:empty|vacant|unoccupied|unlet|untenanted)$/i;
const current = /^(?:current|active|running|ongoing)$/i;

/** "empty garages", where people hold them for a time: those that nobody holds now; "no current permit": none that holds now. */
export const takeVacant = (context: Context): Context => takeEmpty(takeNoneNow(context));

/** "garages without a current permit": of what none is there, that which holds now is meant. */
function takeNoneNow(context: Context): Context {
  const { sketch, named } = context;
  const word = sketch.unknown.find(({ text, token }) => current.test(text) && lacking(context, token) !== undefined);
  const none = word === undefined ? undefined : lacking(context, word.token);
  if (none === undefined) return context;
  const mention = { ...none.mention, now: true };
  return {
    ...context,
    named: named.map((one) => (one === none ? { ...one, mention } : one)),
    sketch: {
      ...sketch,
      unknown: sketch.unknown.filter((one) => one !== word),
      tables: sketch.tables.map((one) => (one === none.mention ? mention : one)),
    },
  };
}

/** The rows right after a word of which there are none. */
const lacking = ({ named }: Context, token: number | undefined): Context["named"][number] | undefined =>
  named.find(
    ({ table, mention }) => mention.negated && mention.mention.start === (token ?? -1) + 1 && endDay(table) !== null,
  );

function takeEmpty(context: Context): Context {
  const { sketch, named, subject, catalog, notes } = context;
  const word = sketch.unknown.find(({ text }) => vacant.test(text));
  const lost = notes.lost.find((text) => vacant.test(text));
  if (subject === null || (word === undefined && lost === undefined) || isPerson(subject)) return context;
  const [held, ...more] = catalog.tables.filter((table) => holds(table, subject, context));
  if (held === undefined || more.length > 0) return context;
  const text = word?.text ?? lost ?? "";
  const start = word?.token ?? 0;
  const mention: Sketch["tables"][number] = {
    mention: mentionOf({ start, end: start + 1, text, tables: [{ table: held, score: 1 }] }),
    at: 0,
    zone: "modifier",
    negated: true,
    required: true,
    each: false,
    now: true,
  };
  notes.assumptions.push(`${capitalized(text.toLowerCase())} is read as: without ${held.name} today.`);
  return {
    ...context,
    named: [...named, { table: held, mention }],
    notes: { ...notes, lost: notes.lost.filter((one) => one !== lost) },
    sketch: {
      ...sketch,
      unknown: sketch.unknown.filter((one) => one !== word),
      lost: sketch.lost.filter((one) => one !== lost),
      tables: [...sketch.tables, mention],
      strangeHead: false,
    },
  };
}

/** True for rows that say who has one of the things, and from when to when: leases of flats by tenants. */
function holds(table: CatalogTable, thing: CatalogTable, { catalog }: Context): boolean {
  const refersTo = (is: (other: CatalogTable) => boolean) =>
    catalog.links.some(({ from, to }) => from[0]?.table === table && to[0] !== undefined && is(to[0].table));
  const isOfBoth = refersTo((other) => other === thing) && refersTo((other) => isPerson(other) || other.isCustomer);
  const isForATime = startDay(table) !== null && endDay(table) !== null;
  return isOfBoth && isForATime && !table.isView && isToOne(catalog, table, thing);
}
