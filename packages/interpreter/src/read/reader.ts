import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { Token } from "../language/tokens.ts";
import { singular } from "../language/words.ts";
import type { Cue } from "../language/cues.ts";
import type { ReadRows } from "./rows-phrase.ts";
import type { OutputWish, SketchDraft, Zone } from "./sketch.ts";

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
  /** Rows of their own inside comparisons, by the place of the comparing word. */
  nested: ReadonlyMap<number, ReadRows>;
  sketch: SketchDraft;
}

/** An item that is a cue, of one kind where it is said which. */
export type CueItem<Is extends Cue["is"] = Cue["is"]> = Item & { kind: "cue"; cue: Extract<Cue, { is: Is }> };

export function cueOf(item: Item | undefined): Cue | null {
  return item?.kind === "cue" ? item.cue : null;
}

export function isCue(item: Item | undefined, ...names: Cue["is"][]): boolean {
  return item?.kind === "cue" && names.includes(item.cue.is);
}

/** The first place from `at` on that holds none of these cues. */
export function past(items: readonly Item[], at: number, ...names: Cue["is"][]): number {
  let to = at;
  while (isCue(items[to], ...names)) to++;
  return to;
}

/** True where nothing follows, or the end of the sentence. */
export function isEnd(item: Item | undefined): boolean {
  return item === undefined || isCue(item, "end");
}

/** The schema's meaning of an item. */
export function schemaOf(item: Item | undefined): Mention | null {
  return item?.kind === "schema" ? item.mention : null;
}

/** The schema's meaning of an item, also where a cue has the same word. */
export function schemaOrOther(item: Item | undefined): Mention | null {
  if (item?.kind === "schema") return item.mention;
  return otherOf(item, 0.9);
}

/** The schema's meaning of a cue's words, where it is at least so close. */
export function otherOf(item: Item | undefined, score: number): Mention | null {
  return item?.kind === "cue" && item.other !== null && bestScore(item.other) >= score ? item.other : null;
}

/** True where a schema word stands at that place, or after a preposition there. */
export function schemaAhead(items: readonly Item[], at: number): boolean {
  return schemaOf(items[at]) !== null || (isCue(items[at], "preposition") && schemaOf(items[at + 1]) !== null);
}

export function bestScore(mention: Mention): number {
  return Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0);
}

/** True when the words rather name a table than a column. */
export function isTable(mention: Mention): boolean {
  const table = mention.tables[0]?.score ?? 0;
  const column = mention.columns[0]?.score ?? 0;
  return table > 0 && table >= column && !isColumnToTheLetter(mention);
}

/** "followers", where a column is called so and a table "follows"; "the publisher of the publication". */
function isColumnToTheLetter({ columns: [column], tables: [table], text }: Mention): boolean {
  if (column === undefined || table === undefined || column.score < table.score) return false;
  if (table.table.label.includes(column.column)) return false;
  const said = singular(text.toLowerCase().replace(/ of .*/, ""));
  return singular(column.column.words.join(" ")) === said && singular(table.table.words.join(" ")) !== said;
}

export function hasNumericColumn(mention: Mention): boolean {
  const top = mention.columns[0]?.score ?? 0;
  return mention.columns.some((link) => link.score >= top - 0.1 && link.column.isNumber && !link.column.isKey);
}

/** True where a column may be meant that can be compared: a number, a date or a year. */
export function hasMeasured(mention: Mention): boolean {
  const [first] = mention.columns;
  const top = first?.score ?? 0;
  return mention.columns.some(
    (link) =>
      link.score >= top - 0.1 &&
      // "top 3 customers" are no customer numbers, where they have names.
      !(first?.column.isText === true && isNumberOfThings(link.column)) &&
      (link.column.isNumber || link.column.isDate || link.column.isYear) &&
      !link.column.isForeign &&
      !link.column.isPrimary,
  );
}

/** "customer_no", "order number": which one, rather than how many. */
const isNumberOfThings = ({ words }: CatalogColumn): boolean =>
  words.length > 1 && /^(?:no|nr|num|number|id|code)$/.test(words.at(-1) ?? "");

/** The column shown last. */
export function lastColumn(reader: Reader): Mention | null {
  const last = reader.sketch.outputs.findLast((output) => output.kind === "column");
  return last?.kind === "column" ? last.mention : null;
}
