import type { CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson } from "../catalog/persons.ts";
import { mentionOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { isCalledSo, isDeedOf, isPastDeed } from "../resolve/deeds-done.ts";

/**
 * "rooms nobody booked last month", "boats not used this year", "since June": those without such rows then, where one table alone says when that
 * was done. The time is not of a day that the rooms have themselves.
 */
export function takeUndoneInTime(given: Context): Context {
  const context = sinceAsTime(given);
  const { sketch, subject, notes } = context;
  const called = subject === null ? null : deedCalled(context);
  if (called !== null && subject !== null) return inItsTime(called, subject, context);
  const deed = subject === null ? null : deedDenied(context);
  if (deed === null || subject === null) return context;
  const rows = rowsOfDeed(deed.text, subject, context);
  if (rows === null) {
    notes.lost.push("what was not done then");
    return context;
  }
  const { token } = deed;
  const said = mentionOf({ start: token, end: token + 1, text: deed.text, tables: [{ table: rows, score: 1 }] });
  const mention: Sketch["tables"][number] = {
    mention: said,
    at: deed.filter.at,
    zone: "modifier",
    negated: true,
    required: true,
    each: false,
  };
  notes.assumptions.push(`That is read as: without ${rows.words.join(" ")}.`);
  const filters = sketch.filters.map((one) =>
    one === deed.filter && one.kind === "period" ? { ...one, target: said } : one,
  );
  return {
    ...context,
    named: [...context.named, { table: rows, mention }],
    sketch: {
      ...sketch,
      filters,
      tables: [...sketch.tables, mention],
      unknown: sketch.unknown.filter(({ text }) => text !== deed.text),
    },
  };
}

/** "boats not used since June": a time like any other, and no comparison with a day on which they were bought. */
function sinceAsTime(context: Context): Context {
  const { sketch } = context;
  const [only, ...more] = sketch.filters;
  const isSince = only?.kind === "compare" && only.operator === ">=" && only.hint === "date";
  if (!isSince || more.length > 0 || only.operand.kind !== "period" || !sketch.said.has("done by nobody"))
    return context;
  const { at, zone, connector, target, operand } = only;
  const period = { ...operand.period, to: null, year: null, label: `since ${operand.period.label}` };
  return {
    ...context,
    sketch: { ...sketch, filters: [{ kind: "period", period, target, negated: true, at, zone, connector }] },
  };
}

/** "pupils who were not examined this year", of exams: a deed that is called like its rows, and its time. */
function deedCalled({ sketch, subject, named }: Context): (Denied & { other: Context["named"][number] }) | null {
  const [own, other, ...more] = named;
  const [filter, ...others] = sketch.filters;
  if (own?.table !== subject || other === undefined || more.length + others.length > 0) return null;
  const { mention } = other.mention;
  const isDeed = other.mention.negated && (mention.tables[0]?.score ?? 1) < CALLED_BY_A_NOUN;
  if (!isDeed || filter?.kind !== "period" || !filter.negated || sketch.superlatives.length > 0) return null;
  const isOfIt = filter.target === null || filter.target === mention || filter.target === own.mention.mention;
  return isOfIt ? { text: mention.text, token: mention.start, filter, other } : null;
}

/** A table is named by a noun from this likeness on; below it, perhaps by a verb. */
const CALLED_BY_A_NOUN = 0.9;

/** The rows of the deed in that time: those called so, or those that tell what such people did. */
function inItsTime(
  { other, filter }: Denied & { other: Context["named"][number] },
  subject: CatalogTable,
  context: Context,
): Context {
  const { catalog, notes, sketch } = context;
  const refersTo = (from: CatalogTable, to: CatalogTable) =>
    catalog.links.some((link) => link.from[0]?.table === from && link.to[0]?.table === to);
  const isOwn = !isPerson(other.table) && dateColumn(other.table) !== null && refersTo(other.table, subject);
  const [between, ...more] = catalog.tables.filter(
    (table) => !table.isView && refersTo(table, subject) && refersTo(table, other.table) && dateColumn(table) !== null,
  );
  const rows = isOwn ? other.table : more.length === 0 ? between : undefined;
  if (rows === undefined) {
    notes.lost.push("what was not done then");
    return context;
  }
  const { start, end, text } = other.mention.mention;
  const said = mentionOf({ start, end, text, tables: [{ table: rows, score: 1 }] });
  const mention = { ...other.mention, mention: said };
  return {
    ...context,
    named: context.named.map((one) => (one === other ? { table: rows, mention } : one)),
    sketch: {
      ...sketch,
      tables: sketch.tables.map((one) => (one === other.mention ? mention : one)),
      filters: sketch.filters.map((one) => (one === filter && one.kind === "period" ? { ...one, target: said } : one)),
    },
  };
}

interface Denied {
  text: string;
  token: number;
  filter: Sketch["filters"][number];
}

/** What was not done in a time that is said, where nothing else is asked for. */
function deedDenied({ sketch, subject, named }: Context): Denied | null {
  const [only, ...more] = named;
  const [filter, ...others] = sketch.filters;
  const isPlain = sketch.superlatives.length + sketch.groups.length + more.length + others.length === 0;
  if (only === undefined || only.table !== subject || only.mention.negated || !isPlain) return null;
  if (filter?.kind !== "period" || !filter.negated || sketch.negation === null || sketch.buying !== null) return null;
  // "machines not serviced this year", of which a day says when: that is no time of other rows.
  if (filter.target !== null && filter.target !== only.mention.mention) return null;
  const [, by] = sketch.said.words("done by nobody");
  const [unknown, ...rest] = sketch.unknown.filter(({ text }) => isPastDeed(text));
  const text = by ?? unknown?.text;
  if (text === undefined || rest.length > 0) return null;
  return { text, token: unknown?.token ?? filter.at, filter };
}

/** The only rows of others that say when that was done to the subject. */
function rowsOfDeed(deed: string, subject: CatalogTable, { catalog }: Context): CatalogTable | null {
  const rows = new Set(
    catalog.links.flatMap(({ from, to, cost }) => {
      const table = from[0]?.table;
      const isTheirs = to[0]?.table === subject && table !== subject && cost < 2 && !isUpkeep(table, deed);
      return table !== undefined && isTheirs && !table.isView && dateColumn(table) !== null ? [table] : [];
    }),
  );
  const called = [...rows].filter((table) => isCalledSo(deed, table));
  const [only, ...more] = called.length > 0 ? called : [...rows].filter((table) => isDeedOf(deed, table));
  return only === undefined || more.length > 0 ? null : only;
}

const UPKEEP =
  /^(?:repairs?|services?|servicing|maintenance|inspections?|checks?|incidents?|accidents?|faults?|defects?|damages?|breakdowns?|claims?|complaints?|cleanings?)$/;

/** What was repaired was not used by that: upkeep and mishaps are no deed of another name. */
const isUpkeep = (table: CatalogTable | undefined, deed: string): boolean =>
  table !== undefined && table.words.some((word) => UPKEEP.test(word)) && !isCalledSo(deed, table);
