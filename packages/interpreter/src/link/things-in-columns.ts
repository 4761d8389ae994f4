import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** "number of gold medals", of clubs with a number "gold": what is counted there need not be a name of the schema. */
export const thingsInColumn: Rewriter = (tokens, at, catalog) => {
  const [said, noun] = tokens.slice(at, at + 2);
  if (said === undefined || noun?.kind !== "word" || noun.capitalised || !/[a-z]{3}s$/.test(noun.lower)) return null;
  if (!isCountedAt(tokens, at) || isKnown(noun, catalog)) return null;
  return numberCalled(said, catalog) === null ? null : { tokens: [said], end: at + 2 };
};

/** "number of", "more than 5" */
function isCountedAt(tokens: readonly Token[], at: number): boolean {
  const [before, last] = [tokens[at - 2]?.lower ?? "", tokens[at - 1]];
  return (
    (last?.lower === "of" && /^(?:number|amount|count|total)$/.test(before)) ||
    /^(?:most|fewest|many|total)$/.test(last?.lower ?? "") ||
    (last !== undefined && last.number !== null && /^(?:than|least|most|over|under|exactly)$/.test(before))
  );
}

/** "the number of people injured", "how many people were injured", of accidents with a number "injured": that number. */
export const thingsDone: Rewriter = (tokens, at, catalog) => {
  const words = tokens.slice(at, at + MOST_WORDS_OF_DEED).map(({ lower }) => lower);
  const [phrase, asked] = COUNTED_DEED.exec(words.join(" ")) ?? [];
  const end = at + (phrase?.split(" ").length ?? 0);
  const said = phrase === undefined ? undefined : tokens[end - 1];
  const column = said === undefined ? null : numberCalled(said, catalog);
  const rows = catalog.tablesByStem.get(tokens[at + 2]?.stem ?? "") ?? [];
  if (said === undefined || column === null || rows.includes(column.table)) return null;
  const counted = tokens.slice(at, at + 2);
  // "list the number of people killed in ascending order": that of each row
  const isOfEach = tokens.slice(end).some(({ lower }) => /^(?:ascending|descending|sorted|ordered)$/.test(lower));
  const lead = asked === "how many" ? written(counted, ["total"]) : isOfEach ? [] : counted;
  return { tokens: [...lead, said], end };
};

const MOST_WORDS_OF_DEED = 7;
const COUNTED_DEED =
  /^(how many|number of) [a-z]+(?: (?:that|who|which))?(?: (?:were|was|are|have been|had been|got|they))? [a-z]+(?:ed|en|ne|ost|old|nt|ld)\b/;

/** A number that is called by one word alone. */
function numberCalled({ lower, stem }: Token, { columnsByStem }: Catalog): CatalogColumn | null {
  const isSo = ({ isNumber, isKey, isFlag, isYear, essential, words }: CatalogColumn) =>
    isNumber &&
    !isKey &&
    !isFlag &&
    !isYear &&
    essential.length === 1 &&
    essential[0] === stem &&
    words.includes(lower);
  return (columnsByStem.get(stem) ?? []).find(isSo) ?? null;
}
