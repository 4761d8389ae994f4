import type { Mention } from "../link/mention.ts";
import type { Reader } from "./reader.ts";
import type {
  FilterWish,
  GroupWish,
  OutputWish,
  Sketch,
  SuperlativeWish,
  TableMention,
  UnknownWord,
  Zone,
} from "./sketch.ts";

type Found<T> = T extends FilterWish
  ? Omit<T, "at" | "negated" | "connector" | "zone"> & { at?: number; negated?: boolean }
  : never;

/** A condition that was read; the place and the clause are the reader's where nothing else is said. */
export type FoundFilter = Found<FilterWish>;

/** A table that was named; the place and the clause are the reader's where nothing else is said. */
export interface FoundTable {
  mention: Mention;
  at?: number;
  zone?: Zone;
  required?: boolean;
  each?: boolean;
  beside?: boolean;
  listed?: boolean;
}

export type FoundSuperlative = Omit<SuperlativeWish, "at" | "zone" | "negated"> & { negated?: boolean; zone?: Zone };

/** What a reader found: a part of the sketch, and where and how reading goes on. */
export interface Part {
  /** The item reading goes on with; the item at hand where it is absent. */
  at?: number;
  /** Fields of the sketch that are said anew. */
  set?: Partial<Sketch>;
  tables?: readonly FoundTable[];
  filters?: readonly FoundFilter[];
  outputs?: readonly OutputWish[];
  groups?: readonly GroupWish[];
  orders?: Sketch["orders"];
  superlatives?: readonly FoundSuperlative[];
  unknown?: readonly UnknownWord[];
  lost?: readonly string[];
  /** How the clause goes on. */
  state?: Partial<Pick<Reader, "zone" | "negated" | "required" | "connector" | "pending" | "loose">>;
}

/**
 * Puts a part into the reader's sketch: the one place that writes into it. Tables come first, since a condition ends
 * what "with" requires and the column that waits for a comparison.
 */
export function apply(reader: Reader, part: Part | null): void {
  if (part === null) return;
  const { sketch } = reader;
  Object.assign(sketch, part.set);
  for (const found of part.tables ?? []) sketch.tables.push(tableOf(reader, found));
  for (const filter of part.filters ?? []) {
    const { at, negated, connector, zone } = reader;
    sketch.filters.push({ at, negated, connector, zone, ...filter });
    reader.connector = null;
    reader.pending = null;
    reader.required = false;
  }
  sketch.outputs.push(...(part.outputs ?? []));
  sketch.groups.push(...(part.groups ?? []));
  sketch.orders.push(...(part.orders ?? []));
  for (const found of part.superlatives ?? [])
    sketch.superlatives.push({ at: reader.at, zone: reader.zone, negated: reader.negated, ...found });
  sketch.unknown.push(...(part.unknown ?? []));
  sketch.lost.push(...(part.lost ?? []));
  Object.assign(reader, part.state);
  reader.at = part.at ?? reader.at;
}

/** Two parts as one; what the second says anew holds. */
export function together(first: Part | null, second: Part): Part {
  if (first === null) return second;
  return {
    ...first,
    ...second,
    set: { ...first.set, ...second.set },
    tables: [...(first.tables ?? []), ...(second.tables ?? [])],
    filters: [...(first.filters ?? []), ...(second.filters ?? [])],
    outputs: [...(first.outputs ?? []), ...(second.outputs ?? [])],
    groups: [...(first.groups ?? []), ...(second.groups ?? [])],
    orders: [...(first.orders ?? []), ...(second.orders ?? [])],
    superlatives: [...(first.superlatives ?? []), ...(second.superlatives ?? [])],
    unknown: [...(first.unknown ?? []), ...(second.unknown ?? [])],
    lost: [...(first.lost ?? []), ...(second.lost ?? [])],
    state: { ...first.state, ...second.state },
  };
}

function tableOf(reader: Reader, found: FoundTable): TableMention {
  const { mention, at = reader.at, zone = reader.zone, required = reader.required, each, beside, listed } = found;
  return {
    mention,
    at,
    zone,
    negated: reader.negated,
    required: required && zone === "modifier",
    each: each ?? false,
    ...(beside === true && { beside: true }),
    ...(listed === true && { listed: true }),
  };
}
