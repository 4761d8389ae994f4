import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { dateColumn } from "../catalog/date-columns.ts";
import { isPerson, worksHere } from "../catalog/persons.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch, UnknownWord } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

const leaving = /^(?:left|quit|resigned|departed|retired)$/i;
const joining = /^(?:joined|registered|enrolled|signed)$/i;
const DAY_OF_LEAVING =
  /\b(?:left|leaving|leave|end|ended|termination|terminated|resigned|resignation|exit|departure)\b/;

/** "who left this year", "agents who left": the people with a day of leaving, whatever it is called; they are shown, and not the day. */
export function takeLeavers(context: Context): Context {
  const { sketch } = context;
  const verb = verbOfDay(sketch);
  if (verb !== null) return withDay(context, verb.table, verb.mention);
  const silent = leftUnread(sketch);
  if (silent !== null) return withDay(context, silent.table, silent.mention);
  const word = sketch.unknown.find(({ text }) => leaving.test(text));
  if (word === undefined) return context;
  // "how many joined and left": one of the two days says nothing of the other.
  const came = sketch.unknown.find(({ text }) => joining.test(text));
  if (came !== undefined) context.notes.lost.push(`${came.text} and ${word.text}`);
  const column = dayOfLeaving(context);
  if (column === null) return context;
  context.notes.assumptions.push(`Who ${word.text.toLowerCase()} has a ${toldAs(column)}.`);
  const { token = 0 } = word;
  const mention = mentionOf({ start: token, end: token + 1, text: word.text, columns: [{ column, score: 1 }] });
  const unknown = sketch.unknown.filter((one) => one !== word);
  return withDay({ ...context, sketch: { ...sketch, unknown, strangeHead: false } }, column.table, mention);
}

const DAY_OF_JOINING =
  /\b(?:since|joined|joining|join|registered|registration|signup|signed|created|start|started|hired|hire)\b/;

/** "customers who joined this year": the day on which they came, whatever it is called. */
export function takeJoiners(context: Context): Context {
  const { sketch } = context;
  const word = sketch.unknown.find(({ text }) => joining.test(text));
  const people = context.named.find(({ table }) => isPerson(table) || table.isCustomer)?.table;
  const day = people === undefined ? null : dateColumn(people);
  if (word === undefined || day === null || !DAY_OF_JOINING.test(day.words.join(" "))) return context;
  const { token = 0 } = word;
  const target = mentionOf({ start: token, end: token + 1, text: word.text, columns: [{ column: day, score: 1 }] });
  const at = sketch.filters.findIndex((filter) => filter.kind === "period");
  if (at < 0) return context;
  const filters = sketch.filters.map((filter, place) =>
    place === at && filter.kind === "period" ? { ...filter, target } : filter,
  );
  // "signed up"
  const isRest = ({ text, token: place }: UnknownWord) => /^up$/i.test(text) && place === token + 1;
  const unknown = sketch.unknown.filter((one) => one !== word && !isRest(one));
  return { ...context, sketch: { ...sketch, filters, unknown } };
}

/** "who left", where a day is called so: nothing but the day was read. */
function verbOfDay({ said, outputs }: Sketch): { mention: Mention; table: CatalogTable } | null {
  const [only, ...more] = outputs;
  if (!said.has("who does") || only?.kind !== "column" || only.at !== 1 || more.length > 0) return null;
  const column = only.mention.columns[0]?.column;
  const isDone = /(?:ed|left|quit)$/i.test(only.mention.text);
  return column?.isDate === true && isDone && isPerson(column.table)
    ? { mention: only.mention, table: column.table }
    : null;
}

/** "cooks who left", of people of that kind with a day that is called so: it was read, and said nothing. */
function leftUnread({ names, filters, outputs }: Sketch): { mention: Mention; table: CatalogTable } | null {
  const mention = names.find(({ text, columns: [best] }) => leaving.test(text) && best?.column.isDate === true);
  const table = mention?.columns[0]?.column.table;
  const isOf = filters.some((one) => one.kind === "value" && one.mention.values[0]?.column.table === table);
  const isPlaced = [...filters, ...outputs].some(
    (one) => ("target" in one && one.target === mention) || ("mention" in one && one.mention === mention),
  );
  return mention === undefined || table === undefined || !isPerson(table) || !isOf || isPlaced
    ? null
    : { mention, table };
}

/** The day on which those who are named left; where none are, of the only people that have one. */
function dayOfLeaving({ sketch, named, catalog }: Context): CatalogColumn | null {
  const people = named.map(({ table }) => table).filter(isPerson);
  if (people.length === 0 && !sketch.said.has("who")) return null;
  const among = people.length > 0 ? people : catalog.tables.filter((table) => !table.isView && isPerson(table));
  const days = among.flatMap((table) => dayIn(table) ?? []);
  const staff = days.filter(({ table }) => worksHere(table));
  const [only, ...more] = staff.length > 0 ? staff : days;
  return only === undefined || more.length > 0 ? null : only;
}

const dayIn = ({ columns }: CatalogTable): CatalogColumn | undefined =>
  columns.find(({ isDate, source, words }) => isDate && source.nullable && DAY_OF_LEAVING.test(words.join(" ")));

/** The rows of a table by that day: in the period that is said, or that there is one. */
function withDay(context: Context, table: CatalogTable, target: Mention): Context {
  const { sketch } = context;
  const isDated = sketch.filters.some(({ kind }) => kind === "period");
  const there = {
    kind: "missing",
    target,
    negated: true,
    at: target.start,
    connector: null,
    zone: "modifier",
  } as const;
  const filters = sketch.filters.map((filter) =>
    filter.kind === "period" && (filter.target === null || isTable(filter.target)) ? { ...filter, target } : filter,
  );
  const outputs = sketch.outputs.filter((output) => output.kind !== "column" || output.mention !== target);
  return {
    ...context,
    subject: table,
    sketch: { ...sketch, outputs, filters: isDated ? filters : [...filters, there] },
  };
}
