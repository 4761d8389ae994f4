import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { keyOfRow } from "../catalog/guessed-primary.ts";
import { plural, singular } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** After one of these a word like "order" is what somebody does. */
const DOER = /^(?:who|that|which|to|they|we|you|i|people|did|does|do|and|or|not|never)$/;
/** What may follow a number that names a row. */
const AFTER_NUMBER =
  /^(?:is|was|has|had|have|been|in|on|at|from|for|to|of|by|and|or|with|placed|made|cost|worth|about|charged|taken|collected|sent|sold|bought|opened|closed|created|reported|measured|recorded)$/;

/** "order 11321", "ticket #42": the row with that number for its key, where the number is one that keys may have. */
export const rowByNumber: Rewriter = (tokens, at, catalog) => {
  const [thing, number] = [tokens[at], tokens[at + 1]];
  if (thing?.kind !== "word" || thing.possessive || number?.kind !== "number" || number.number === null) return null;
  if (!/^#?\d+$/.test(number.text) || !isAlone(tokens, at)) return null;
  const said = thing.lower;
  if (singular(said) !== said || plural(said) === said) return null;
  if (isDeed(tokens[at - 1])) return null;
  const [only, ...more] = catalog.tables.filter(
    (table) =>
      isCalled(table, said, catalog) &&
      (ownNumber(table) !== undefined || holdsAsText(table, number.text) || mayHold(table, number.number ?? 0)),
  );
  if (only === undefined || more.length > 0) return null;
  const rows = [...only.words.slice(0, -1), singular(only.words.at(-1) ?? said)];
  const isText = ownNumber(only) === undefined && holdsAsText(only, number.text);
  return {
    tokens: [
      ...written([thing], ownNumber(only)?.words ?? [...rows, "id"]),
      isText ? { ...number, kind: "quoted" as const } : number,
    ],
    end: at + 2,
  };
};

/** True after who does something, or things in the plural: a verb follows. */
const isDeed = (before: Token | undefined): boolean =>
  before !== undefined &&
  (DOER.test(before.lower) || (/[^s]s$/.test(before.lower) && !/^(?:is|was|has|does)$/.test(before.lower)));

/** True where the number has no noun of its own, as in "book 2 rooms". */
function isAlone(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 2];
  return next === undefined || next.kind === "punctuation" || AFTER_NUMBER.test(next.lower);
}

/** True for the table of that name, or the only one whose name ends with it. */
function isCalled({ words, isView }: CatalogTable, said: string, { tables }: Catalog): boolean {
  if (isView || singular(words.at(-1) ?? "") !== said) return false;
  return (
    words.length === 1 || !tables.some((other) => other.words.length === 1 && singular(other.words[0] ?? "") === said)
  );
}

/** "room_number" of rooms: what people call them by, and not the key that nobody sees. */
const ownNumber = ({ columns, words }: CatalogTable): CatalogColumn | undefined =>
  columns.find(
    ({ isPrimary, isForeign, words: own }) =>
      !isPrimary &&
      !isForeign &&
      own.length === 2 &&
      own[0] === singular(words.at(-1) ?? "") &&
      /^(?:number|no|nr|num)$/.test(own[1] ?? ""),
  );

/** "301" of courses whose course_id is a text: one of those that are known. */
function holdsAsText(table: CatalogTable, said: string): boolean {
  const key = keyOfRow(table);
  return key?.isText === true && key.words.at(-1) === "id" && key.source.values.includes(said);
}

/** True where the number lies between the least and the highest key. */
function mayHold(table: CatalogTable, number: number): boolean {
  const key = keyOfRow(table);
  // A key with a name of its own, as a room_number, is read by that.
  if (key === undefined || !key.isNumber || key.words.at(-1) !== "id") return false;
  const { min, max } = key.source;
  return typeof min !== "number" || typeof max !== "number" || (number >= min && number <= max);
}
