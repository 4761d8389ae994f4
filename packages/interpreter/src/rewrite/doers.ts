import { amountColumn, paidColumn } from "../catalog/amounts.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { distance, isToOne } from "../catalog/joins.ts";
import type { Mention } from "../link/mention.ts";
import { mentionOf } from "../link/mention.ts";
import { nameInFull } from "../catalog/columns.ts";
import { done } from "../read/schema/states.ts";
import type { Context, Named } from "../resolve/context.ts";

/** A verb whose doer is kept: the word, the rows of what was done, and those who did it. */
interface Deed {
  verb: Mention;
  rows: CatalogTable;
  doers: CatalogTable;
}

/** "who cleaned the most rooms", where each cleaning has a "cleaned_by": they are told by how often they did it. */
export function takeDoers(context: Context): Context {
  const { sketch } = context;
  const [ranked, ...others] = sketch.superlatives;
  const deed = ranked?.target.kind === "count" && others.length === 0 ? deedOf(context) : null;
  if (ranked === undefined || deed === null) return context;
  const { verb, rows, doers } = deed;
  const { start, end } = verb;
  const counted = mentionOf({ start, end, text: rows.name, tables: [{ table: rows, score: 1 }] });
  const isVerb = (one: { mention: Mention | null }) => one.mention === verb;
  return {
    ...context,
    subject: doers,
    named: context.named.filter(({ mention }) => mention.mention.start !== start),
    sketch: {
      ...sketch,
      outputs: sketch.outputs.filter((output) => !("mention" in output && isVerb(output))),
      tables: sketch.tables.filter(({ mention }) => mention.start !== start),
      superlatives: [{ ...ranked, target: { kind: "count", mention: counted } }],
    },
  };
}

const money = /\b(?:donation|gift|payment|purchase|sale|contribution|expense|refund|pledge)s?\b/;

/** "most often", "the most" of nothing that is named. */
const isHowOften = ({ target }: Context["sketch"]["superlatives"][number]): boolean =>
  target.kind === "common" || (target.kind === "count" && target.mention === null);

/** "who donated the most", of donations that refer to people: those with the largest sum, or the most rows where no money is kept. */
export function takeDidMost(context: Context): Context {
  const { sketch, named, subject, catalog } = context;
  const [ranked, ...others] = sketch.superlatives;
  const [deed, ...more] = named;
  if (ranked === undefined || !isHowOften(ranked) || others.length > 0) return context;
  if (deed === undefined || more.length > 0 || subject === null || !sketch.said.has("who does")) return context;
  const { table, mention } = deed;
  const { start: at, text: verb } = mention.mention;
  const isDeed =
    (done.test(verb) || (at === 1 && verb.endsWith("s"))) && table !== subject && isToOne(catalog, table, subject);
  if (!isDeed || distance(catalog, table, subject) !== 1) return context;
  const amount = money.test(table.words.join(" ")) ? (amountColumn(table) ?? paidColumn(table)) : null;
  const { start, end, text } = mention.mention;
  const target =
    amount === null
      ? ({ kind: "count", mention: mentionOf({ start, end, text, tables: [{ table, score: 1 }] }) } as const)
      : ({
          kind: "column",
          mention: mentionOf({ start, end, text: amount.name, columns: [{ column: amount, score: 1 }] }),
          fn: "sum",
        } as const);
  return {
    ...context,
    named: [],
    sketch: {
      ...sketch,
      tables: sketch.tables.filter((one) => one.mention.start !== start),
      superlatives: [{ ...ranked, target }],
    },
  };
}

/** "who borrowed the most books", of loans of a book by somebody each: people by their loans, rather than a loan by its books. */
export function takeDidMostOf(context: Context): Context {
  const { sketch, named, catalog } = context;
  const found = deedWithMost(context);
  if (found === null) return context;
  const { deed, people, things, ranked } = found;
  const { start, end, text } = deed.mention.mention;
  const of = things.tables[0]?.table;
  const counted =
    of !== undefined && isToOne(catalog, deed.table, of)
      ? mentionOf({ start, end, text, tables: [{ table: deed.table, score: 1 }] })
      : things;
  return {
    ...context,
    subject: people,
    named: named.filter((entry) => entry !== deed),
    sketch: {
      ...sketch,
      tables: sketch.tables.filter(({ mention }) => mention !== deed.mention.mention),
      superlatives: [{ ...ranked, target: { kind: "count", mention: counted } }],
    },
  };
}

/** What people did with most of others: the verb and its rows, those who did it, and with what. */
interface DoneMost {
  deed: Named;
  people: CatalogTable;
  things: Mention;
  ranked: Context["sketch"]["superlatives"][number];
}

const DONE_WITH = /(?:ed|ew|ought|old|ent|ook)$/i;

function deedWithMost(context: Context): DoneMost | null {
  const { sketch, named } = context;
  const [ranked, ...others] = sketch.superlatives;
  const deed = named.find(({ mention: { mention } }) => DONE_WITH.test(mention.text));
  if (ranked?.target.kind !== "count" || others.length > 0 || deed === undefined) return null;
  const { start } = deed.mention.mention;
  const asked = named.find(({ mention: { mention } }) => mention.end <= start);
  const isAsked = sketch.said.has("who does") || (asked !== undefined && sketch.said.has("which rows"));
  if (!isAsked || start !== (asked?.mention.mention.end ?? 1)) return null;
  const { mention: things } = ranked.target;
  const of = things?.tables[0]?.table;
  if (things === null || of === undefined || of === deed.table) return null;
  const people = doersOf(deed.table, asked?.table ?? context.subject, context);
  return people === null ? null : { deed, people, things, ranked };
}

/** Those who did it: the people asked for, else the only ones that each row of it belongs to. */
function doersOf(rows: CatalogTable, asked: CatalogTable | null, { catalog }: Context): CatalogTable | null {
  const people = catalog.tables.filter(
    (table) =>
      !table.isView && isPerson(table) && distance(catalog, rows, table) === 1 && isToOne(catalog, rows, table),
  );
  const [only, ...more] = asked !== null && people.includes(asked) ? [asked] : people;
  return only === undefined || more.length > 0 ? null : only;
}

/** The first verb with a key that says by whom, of the people who are asked for. */
function deedOf({ sketch, catalog, named }: Context): Deed | null {
  const [asked] = named;
  for (const verb of sketch.names) {
    if (verb.end !== verb.start + 1) continue;
    for (const { column, score } of verb.columns) {
      if (score < 0.9 || !column.isForeign || !nameInFull(column).endsWith(" by")) continue;
      const doers = catalog.links.find(({ from }) => from.length === 1 && from[0] === column)?.to[0]?.table;
      if (doers === undefined || doers === column.table) continue;
      const isAsked = sketch.said.has("who does") || (sketch.said.has("which rows") && asked?.table === doers);
      if (isAsked) return { verb, rows: column.table, doers };
    }
  }
  return null;
}
