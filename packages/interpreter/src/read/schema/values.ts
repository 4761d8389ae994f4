import type { Item } from "../../link/item.ts";
import type { Mention, ValueLink } from "../../link/mention.ts";
import type { FoundTable, Part } from "../part.ts";
import { apply } from "../part.ts";
import type { Reader } from "../reader.ts";
import { cueOf, isCue, isTable, past, schemaOf } from "../reader.ts";

/** A value of the data: the column it must be found in, and what it says of the rows. */
export function readValue(reader: Reader, mention: Mention): Part {
  const text = textWithin(reader, mention);
  if (text !== null) return text;
  const { items, at } = reader;
  const { target, next } = columnOf(reader, mention);
  const tables = titledRows(reader, mention);
  if (mention.quoted && reader.sketch.said.has("part of a text"))
    return { at: next, tables, filters: [{ kind: "like", target, place: "contains", text: mention.text }] };
  const lead = cueOf(items[next - 2]);
  const led = items[at - 1];
  const ends = !isCue(items[next], "and", "or", "comma");
  // "outside Germany": no more than the place is negated.
  const isPlace = isCue(led, "negation") && /^(outside|not in|not from|outside of)$/i.test(led?.text ?? "") && ends;
  const isElsewhere = reader.negated && !isPlace && isPlaceOfDenied(reader, mention);
  // "country France and Spain": the column goes on for the next value.
  const isListed = !ends && items[next + 1]?.kind === "value";
  return {
    at: next,
    tables,
    filters: [
      {
        kind: "value",
        target,
        mention,
        preposition: lead?.is === "preposition" ? lead.word : lead?.is === "by" ? "by" : wayGoingOn(reader, mention),
        ...(isElsewhere && { negated: false }),
      },
    ],
    state: {
      ...([isPlace, isElsewhere, isDeedWithDay(items, next)].includes(true) ? { negated: false } : {}),
      ...(isListed ? { pending: reader.pending } : {}),
    },
  };
}

/** "who are not managers hired after 2020", "… were hired after 2020": what was done to them is said of those that are left. */
export function isDeedWithDay(items: readonly Item[], at: number): boolean {
  const mention = schemaOf(items[past(items, at, "copula")]);
  return (
    mention !== null &&
    !isTable(mention) &&
    mention.columns[0]?.column.isDate === true &&
    /^(?:[a-z]+ed|left|sold|sent|paid|bought|made|built|born)$/i.test(mention.text)
  );
}

/** "non-Italian restaurants in Oslo", "who do not sell cheese in Oslo": where what is denied would be, a value of another column. */
function isPlaceOfDenied({ items, at, sketch }: Reader, { values }: Mention): boolean {
  const before = sketch.filters.at(-1);
  if (before?.kind !== "value" || !before.negated || !isCue(items[at - 1], "preposition")) return false;
  const columns = new Set(before.mention.values.map(({ column }) => column));
  return /^(?:in|at|near)\b/i.test(items[at - 1]?.text ?? "") && !values.some(({ column }) => columns.has(column));
}

/** "from Oslo or Bergen", "from Oslo vs Bergen": the second place is one where it begins, too. */
function wayGoingOn({ items, at, sketch }: Reader, { values }: Mention): string | null {
  const before = sketch.filters.at(-1);
  if (before?.kind !== "value" || (before.preposition !== "from" && before.preposition !== "to")) return null;
  if (!isCue(items[at - 1], "or", "and", "comma", "versus") || items[at - 2]?.kind !== "value") return null;
  const columns = new Set(before.mention.values.map(({ column }) => column));
  return values.some(({ column }) => columns.has(column)) ? before.preposition : null;
}

/** A text that must stand somewhere in a column: "have 'sea' in their names", "contains 'sea' or 'sun'"; null for a whole value. */
function textWithin(reader: Reader, mention: Mention): Part | null {
  const { items, at, sketch } = reader;
  const within = isCue(items[at - 1], "relative", "pattern") ? textColumnAt(items, at + 1) : null;
  if (within !== null && (mention.quoted || mention.values.every(({ score }) => score < SAID_WHOLE))) {
    const text = items[at]?.text ?? mention.text;
    const target = namesOfShown(reader, within.column);
    return { at: within.next, filters: [{ kind: "like", target, place: "contains", text }] };
  }
  const before = sketch.filters.at(-1);
  if (!mention.quoted || before?.kind !== "like" || !goesOn(reader) || isCue(items[at + 1], "preposition")) return null;
  const { target, place, negated } = before;
  return { at: at + 1, filters: [{ kind: "like", target, place, text: mention.text, negated }] };
}

/** "which publishers have 'sea' in their names", of books with a publisher: what the publishers are called. */
function namesOfShown({ sketch: { outputs, tables } }: Reader, names: Mention): Mention {
  const [only, ...more] = outputs;
  if (only?.kind !== "column" || more.length > 0 || isTable(only.mention) || !/^names?$/i.test(names.text))
    return names;
  const [best] = only.mention.columns;
  const isOfRows =
    only.mention.text.includes(" of ") || tables.some(({ mention }) => mention.start !== only.mention.start);
  return best === undefined || isOfRows || best.score < SURELY_SAID || !best.column.isText ? names : only.mention;
}

/** How well a column is named that is not any other. */
const SURELY_SAID = 0.95;

/** "contains 'sea' or 'sun'": one more text right after the one before. */
const goesOn = ({ items, at }: Reader): boolean =>
  isCue(items[at - 1], "or", "and") && (items[at - 2]?.kind === "value" || items[at - 2]?.kind === "word");

/** A value is said whole from this likeness on. */
const SAID_WHOLE = 0.85;

/** The text column that a text must stand in, and the place after it: "in their names", "in part of its title". */
export function textColumnAt(items: readonly Item[], at: number): { column: Mention; next: number } | null {
  if (!isCue(items[at], "preposition") || !/^in\b/i.test(items[at]?.text ?? "")) return null;
  let next = past(items, at, "preposition");
  if (/^parts?$/i.test(items[next]?.text ?? "")) next = past(items, next + 1, "preposition");
  const owned = past(items, next, "possessive", "noise");
  const column = schemaOf(items[owned]);
  const isOwned = owned > next || /^(?:names?|titles?)$/i.test(column?.text ?? "");
  if (column === null || isTable(column) || !isOwned) return null;
  return column.columns[0]?.column.isText === true ? { column, next: owned + 1 } : null;
}

/** Reads a value that stands inside a phrase ("total sick days"), and returns the place after it; the phrase's own reader goes on. */
export function readValueInside(reader: Reader, at: number): number {
  const item = reader.items[at];
  return item?.kind === "value" ? readInside(reader, at, () => readValue(reader, item.mention)) : at;
}

/** Reads what stands at a place inside a phrase, and returns the place after it. */
export function readInside(reader: Reader, at: number, read: () => Part): number {
  const start = reader.at;
  reader.at = at;
  apply(reader, read());
  const next = reader.at;
  reader.at = start;
  return next;
}

/** "the Democratic party", "friendly type competitions": the noun after the value names its column. */
function columnOf(reader: Reader, mention: Mention): { target: Mention | null; next: number } {
  const next = reader.at + 1;
  const { pending } = reader;
  const after = schemaOf(reader.items[next]);
  if ((pending !== null && !isTable(pending)) || after === null) return { target: pending, next };
  const columns = new Set(mention.values.map((link) => link.column));
  const isNamed =
    isTable(after) &&
    mention.values.some(
      (link) => link.column.table === after.tables[0]?.table && link.column.table.label.includes(link.column),
    );
  if (!isNamed && !after.columns.some((link) => columns.has(link.column))) return { target: pending, next };
  return { target: after, next: isTable(after) ? next : next + 1 };
}

/** A role people are stored with ("Sales Representative"), rather than their name. */
export function isTitle({ column, score }: ValueLink): boolean {
  return (
    score >= 0.85 &&
    column.table.label.length > 0 &&
    !column.table.label.includes(column) &&
    /\b(title|role|job|position|type|kind)\b/.test(column.words.join(" "))
  );
}

/** Several of a kind that is stored, by its name in the plural. */
const isKindOfRows = ({ column: { table, source }, column }: ValueLink, { text }: Mention): boolean =>
  source.values_complete &&
  !column.isKey &&
  table.label.length > 0 &&
  !table.label.includes(column) &&
  /s$/i.test(text);

/** The rows that are told by such a title. */
export function rowsOfTitle(mention: Mention, { column }: ValueLink): Mention {
  return { ...mention, values: [], columns: [], tables: [{ table: column.table, score: 1 }] };
}

/** "which sales representative sold most", "sales reps and their regions": rows that are told by their title. */
function titledRows(reader: Reader, mention: Mention): FoundTable[] {
  const { items, at } = reader;
  const [titled] = mention.values;
  if (titled === undefined || reader.zone !== "focus" || reader.sketch.tables.length > 0) return [];
  const isBesides = isCue(items[at + 1], "and", "relative") && /\b(?:their|with|the)\b/i.test(besideWords(reader));
  // "parrots and their owners", of animals of a species
  const isOfTheirs = isBesides && besideWords(reader).endsWith("their") && isKindOfRows(titled, mention);
  if (!isTitle(titled) && !isOfTheirs) return [];
  if (!isCue(items[at - 1], "question", "command") && !(at === 0 && isBesides)) return [];
  if (schemaOf(items[at + 1]) !== null) return [];
  return [{ mention: rowsOfTitle(mention, titled), zone: "focus" }];
}

/** "vets and their practice": what joins the rows with what is shown beside them. */
const besideWords = ({ items, at, tokens }: Reader): string =>
  tokens
    .slice(items[at + 1]?.start ?? 0, (items[at + 1]?.start ?? 0) + 2)
    .map(({ lower }) => lower)
    .join(" ");
