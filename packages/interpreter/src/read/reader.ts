import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { Token } from "../language/tokens.ts";
import type { Cue } from "../language/cues.ts";
import type { FilterWish, OutputWish, Sketch, Zone } from "./sketch.ts";

/** The reader's place in the question. */
export interface Reader {
  items: Item[];
  tokens: readonly Token[];
  at: number;
  zone: Zone;
  negated: boolean;
  /** Set by "with", "who have": the next table must have rows. */
  required: boolean;
  connector: "and" | "or" | null;
  /** A column named in a modifier that still waits for its comparison. */
  pending: Mention | null;
  /** "with an average number of points … above 20": an aggregate that may turn out to be compared. */
  loose: (OutputWish & { kind: "aggregate" }) | null;
  sketch: Sketch;
  /** Reads the item at hand; here so that the readers of phrases need not know the one that calls them. */
  readItem(): void;
  /** Reads words of the schema, whatever else they might have been. */
  readSchema(mention: Mention): void;
}

export function peek(reader: Reader, offset = 0): Item | undefined {
  return reader.items[reader.at + offset];
}

export function cueOf(item: Item | undefined): Cue | null {
  return item?.kind === "cue" ? item.cue : null;
}

export function isCue(item: Item | undefined, ...names: Cue["is"][]): boolean {
  return item?.kind === "cue" && names.includes(item.cue.is);
}

/** The schema's meaning of an item, also where a cue has the same word. */
export function schemaOf(item: Item | undefined): Mention | null {
  if (item?.kind === "schema") return item.mention;
  return null;
}

export function schemaOrOther(item: Item | undefined): Mention | null {
  if (item?.kind === "schema") return item.mention;
  if (item?.kind === "cue" && item.other !== null && bestScore(item.other) >= 0.9) return item.other;
  return null;
}

export function bestScore(mention: Mention): number {
  return Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0);
}

/** True when the words rather name a table than a column. */
export function isTable(mention: Mention): boolean {
  const table = mention.tables[0]?.score ?? 0;
  const column = mention.columns[0]?.score ?? 0;
  return table > 0 && table >= column;
}

export function hasNumericColumn(mention: Mention): boolean {
  const top = mention.columns[0]?.score ?? 0;
  return mention.columns.some((link) => link.score >= top - 0.1 && link.column.isNumber && !link.column.isKey);
}

type Bare<T> = T extends unknown ? Omit<T, "at" | "negated" | "connector" | "zone"> : never;

/** A condition of the clause being read. */
export function addFilter(reader: Reader, filter: Bare<FilterWish>, at = reader.at): void {
  // The spread keeps the union's discriminant; TypeScript cannot see that through Omit.
  const full = { ...filter, at, negated: reader.negated, connector: reader.connector, zone: reader.zone };
  reader.sketch.filters.push(full);
  reader.connector = null;
  reader.pending = null;
  reader.required = false;
}

export function schemaAhead(reader: Reader, offset: number): boolean {
  const next = peek(reader, offset);
  return schemaOf(next) !== null || (isCue(next, "preposition") && schemaOf(peek(reader, offset + 1)) !== null);
}

export function hasMeasured(mention: Mention): boolean {
  const top = mention.columns[0]?.score ?? 0;
  return mention.columns.some(
    (link) =>
      link.score >= top - 0.1 &&
      (link.column.isNumber || link.column.isDate || link.column.isYear) &&
      !link.column.isForeign &&
      !link.column.isPrimary,
  );
}

export function lastColumn(reader: Reader): Mention | null {
  const last = reader.sketch.outputs.findLast((output) => output.kind === "column");
  return last?.kind === "column" ? last.mention : null;
}

export function noteTable(reader: Reader, mention: Mention, at: number, zone: Zone, required = reader.required): void {
  reader.sketch.tables.push({
    mention,
    at,
    zone,
    negated: reader.negated,
    required: required && zone === "modifier",
    each: false,
  });
}
