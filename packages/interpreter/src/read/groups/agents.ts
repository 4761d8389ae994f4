import { isPerson } from "../../catalog/persons.ts";
import { singular } from "../../language/words.ts";
import type { Mention } from "../../link/mention.ts";
import type { Reader } from "../reader.ts";
import { isCue, isTable, schemaOf } from "../reader.ts";

/** Nouns that end like what was done. */
const NOUNS_IN_ED = /^(?:bl|br|cr|d|f|gr|n|s|sp|st|w)?eeds?$|^(?:bed|shed|sled|red|hundred|kindred)s?$/;
const done = /(ed|made|written|sung|given|taken|held|led|run|paid|drawn|known|flown|driven|won|built|born|hit|sold)$/;

/** True where what was done stands right before "by". */
export const isDoneBefore = ({ items, tokens, at }: Reader): boolean =>
  isDeed(tokens[(items[at]?.start ?? 0) - 1]?.lower ?? "");

const isDeed = (word: string): boolean => done.test(word) && !NOUNS_IN_ED.test(word);

const ANY = /^(?:all|any|an?|the same) /;

const textFrom = (tokens: Reader["tokens"], start: number): string =>
  `${tokens[start]?.lower ?? ""} ${tokens[start + 1]?.lower ?? ""} `;

/** "requested by all entrepreneurs", "albums by the artist X", "grade 4": who did it or which one, not what to group by. */
export function namesAgent(reader: Reader): boolean {
  const { items, tokens, at, sketch } = reader;
  const start = items[at]?.start ?? 0;
  if (ANY.test(textFrom(tokens, start + 1)) || namesOne(reader) || isToldOfPeople(reader)) return true;
  const by = schemaOf(items[at + 1]);
  if (by !== null && tellsApart(by, start)) return false;
  // "the fees paid by members in each town": for each town, whoever paid them.
  if (by !== null && isDoneBefore(reader) && isTable(by) && items.slice(at + 2).some((item) => isCue(item, "group")))
    return sketch.outputs.some((output) => output.kind !== "column");
  const before = tokens[start - 1]?.lower ?? "";
  if (before === "made" && isMadeByOne(reader, start)) return true;
  return (
    /(ed|made|written|sung|taught|given|taken|bought|sold|won|held|led|run|built|paid|drawn|known)$/.test(before) &&
    !NOUNS_IN_ED.test(before) &&
    !/^(needed|refunded|charged|billed|sorted|ordered|grouped|ranked|divided|split|separated|summed|counted|listed|arranged|organi[sz]ed|sold|made|earned)$/.test(
      before,
    ) &&
    sketch.outputs.some((output) => output.kind !== "column")
  );
}

/**
 * "how many orders were made by customers from Ghent": they are said by whom, and none for each of them; "the number of visits made by
 * the member with the most points": by that one.
 */
const isMadeByOne = ({ tokens, sketch }: Reader, start: number): boolean =>
  (tokens[start + 1]?.lower === "the" && sketch.outputs.length > 0) ||
  /^(?:was|were|been|is|are)$/.test(tokens[start - 2]?.lower ?? "");

/** "the plays by authors born in Fenwick", "by authors who …": those of some people, rather than how many each of them has. */
function isToldOfPeople({ items, tokens, at, sketch }: Reader): boolean {
  const by = schemaOf(items[at + 1]);
  if (by === null) return false;
  const isPeople =
    by.tables.some(({ table, score }) => score >= 0.9 && isPerson(table)) && singular(by.text) !== by.text;
  // "number of loans by members who joined this year" is one number.
  const isCount = sketch.outputs.length > 0 && sketch.outputs.every(({ kind }) => kind === "count");
  if (isPeople && isCount && tokens[by.end]?.lower === "who") return true;
  if (!isPeople || sketch.outputs.length > 0 || sketch.tables.length === 0) return false;
  const [after, then] = [items[at + 2], items[at + 3]];
  const isBorn = after !== undefined && /^born$/i.test(after.text);
  return isBorn || isCue(after, "relative") || (isCue(after, "preposition") && then?.kind === "value");
}

/** "by the artist X", "by grade 4": one that is named after what it is. */
function namesOne({ items, at }: Reader): boolean {
  const [by, named] = [schemaOf(items[at + 1]), items[at + 2]];
  if (by === null) return false;
  return named?.kind === "value" ? mayHold(by, named.mention) : named?.kind === "number" && named.year === null;
}

/** "returned by reason", "by customer": nobody has done that, or not all of them; a figure for each. */
function tellsApart(by: Mention, start: number): boolean {
  const column = isTable(by) ? undefined : by.columns[0]?.column;
  if (column !== undefined) return !column.isKey && !column.isForeign;
  return isTable(by) && by.start === start + 1 && singular(by.text) === by.text;
}

/** True for a value that these rows are called by, or that their column holds, as far as it is known. */
const mayHold = ({ columns, tables }: Mention, { values }: Mention): boolean =>
  values.length === 0 ||
  values.some(
    ({ column }) =>
      columns.some((link) => link.column === column) || tables.some(({ table }) => table === column.table),
  );
