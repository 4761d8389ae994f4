import type { CatalogTable } from "../catalog/catalog.ts";
import { endStates } from "../catalog/end-states.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { stem } from "../language/inflection.ts";
import { type Context, explain, type Named } from "../resolve/context.ts";

/** A table is named by a noun from this likeness on; below it, perhaps by a verb. */
const CALLED_BY_A_NOUN = 0.9;

/**
 * "members who play chess", where games are "plays" and the value is one of their hobbies: a verb right before a value
 * is what is done with it, and names no other rows.
 */
export function takeVerbs(context: Context): Context {
  const verbs = new Set(context.named.filter((entry) => isVerbOfValue(entry, context)));
  if (verbs.size === 0) return context;
  const mentions = new Set([...verbs].map(({ mention }) => mention));
  const { sketch } = context;
  return {
    ...context,
    named: context.named.filter((entry) => !verbs.has(entry)),
    sketch: { ...sketch, tables: sketch.tables.filter((mention) => !mentions.has(mention)) },
  };
}

function isVerbOfValue({ table, mention }: Named, { sketch, subject }: Context): boolean {
  if (mention.zone === "focus" || table === subject || (mention.mention.tables[0]?.score ?? 0) >= CALLED_BY_A_NOUN)
    return false;
  const values = sketch.filters.flatMap((filter) =>
    filter.kind === "value" && filter.target === mention.mention ? [filter.mention.values] : [],
  );
  return values.length > 0 && values.every((of) => of.length > 0 && of.every(({ column }) => column.table !== table));
}

/** "pupils enrolled this year", of whom a day says when: that, rather than rows of something that is called so, too. */
export function takeOwnDays(context: Context): Context {
  const { sketch, named } = context;
  // "pupils enrolled in chess this year": in that, whenever they came.
  const isAlone = named.length === 2 && sketch.filters.every(({ kind }) => kind === "period");
  const own = isAlone ? named.slice(1).find(({ mention }) => isOwnDeed(mention.mention, named[0]?.table)) : undefined;
  const column = own?.mention.mention.columns.find((link) => link.column.table === named[0]?.table)?.column;
  if (own === undefined || column === undefined) return context;
  const { mention } = own.mention;
  const { start, end, text } = mention;
  const day = mentionOf({ start, end, text, columns: [{ column, score: 1 }] });
  return {
    ...context,
    named: named.filter((entry) => entry !== own),
    sketch: {
      ...sketch,
      tables: sketch.tables.filter((entry) => entry.mention !== mention),
      filters: sketch.filters.map((filter) =>
        filter.kind === "period" && filter.target === mention ? { ...filter, target: day } : filter,
      ),
    },
  };
}

const isOwnDeed = ({ text, columns }: Mention, rows: CatalogTable | undefined): boolean =>
  /[a-z]{2}ed$/i.test(text) &&
  columns.some(({ column, score }) => column.table === rows && column.isDate && score >= CALLED_BY_A_NOUN);

/**
 * "which customers send the heaviest parcels", "which vans need service in May", where parcels are sent_on a day and vans have a
 * day of their next service: what is asked for are the customers and the vans. Days are asked for by "when", or called so.
 */
export function takeVerbsOfDays(context: Context): Context {
  const { sketch, named } = context;
  const [day, ...more] = sketch.outputs;
  if (day?.kind !== "column" || more.length > 0 || sketch.when || SAYS_DAY.test(day.mention.text)) return context;
  const asked = named.find(({ mention }) => mention.zone === "focus" && mention.at < day.at);
  const best = day.mention.columns.find(({ column }) => column.table === asked?.table) ?? day.mention.columns[0];
  if (best?.column.isDate !== true || asked === undefined || !isAskedFor(asked, context)) return context;
  const period = sketch.filters.find(
    (filter) => filter.kind === "period" && filter.at > day.at && filter.at <= day.at + 2,
  );
  const isVerb = !best.column.words.includes(day.mention.text.toLowerCase());
  if (isVerb ? day.mention.start !== asked.mention.mention.end : period === undefined) return context;
  const filters = sketch.filters.map((filter) =>
    filter === period && filter.kind === "period" && best.column.table === asked.table
      ? { ...filter, target: day.mention }
      : filter,
  );
  return { ...context, sketch: { ...sketch, outputs: [], filters } };
}

const SAYS_DAY = /\b(?:date|day|time|month|year|when)s?\b/i;

/** "which vans": right after the word that asks. */
const isAskedFor = ({ mention: { mention } }: Named, { sketch }: Context): boolean =>
  sketch.said.has("which rows") && mention.start <= 2;

/** What is done for there to be a row at all: each review was posted, each paper written, each course that stands in a record taken. */
const MAKING =
  /^(?:published|posted|written|wrote|authored|composed|submitted|issued|presented|taken|gotten|recorded)$/i;

/** "reviews posted in 2021", "the papers that Ann has written", of rows that hold no state and no day of another deed. */
export function takeVerbsOfMaking(context: Context): Context {
  const tables = new Set(context.named.map(({ table }) => table));
  explain(context, ({ text }) => MAKING.test(text) && ![...tables].some((table) => tellsOfDeeds(table, stem(text))));
  return context;
}

/** True where some rows may not be made yet, or another deed has a day: "posts published in May", of drafts that were created then. */
const tellsOfDeeds = (table: CatalogTable, deed: string): boolean =>
  endStates(table) !== null ||
  table.columns.some(
    ({ words, stems, isDate, isFlag }) =>
      stems.includes(deed) ||
      /^(?:status|stage|phase)$/.test(words.at(-1) ?? "") ||
      (isFlag && words.some((word) => /ed$|^draft$|^live$/.test(word))) ||
      (isDate && words.some((word) => /^(?:start|begin)$|[a-z]{2}ed$/.test(word))),
  );
