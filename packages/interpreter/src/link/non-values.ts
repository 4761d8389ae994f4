import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { tableLinks } from "./table-links.ts";

/** "non-public schools", where "Public" is stored: those that are not, unless the schema has a word for them. */
export const nonValues: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  const [, hyphened, joined] = /^(?:non-([a-z\d]+)|non([a-z]{4,}))$/.exec(said?.lower ?? "") ?? [];
  const value = hyphened ?? joined;
  if (said === undefined || value === undefined || catalog.vocabulary.has(said.stem)) return null;
  if (catalog.values.has(said.lower)) return null;
  // "non-new york branches", "non-part-time staff"
  for (let more = MOST_WORDS_AFTER_NON; more > 0; more--) {
    const behind = tokens.slice(at + 1, at + 1 + more);
    const words = [value, ...behind.map(({ lower }) => lower)];
    if (behind.length === more && catalog.values.has(words.join(" ")))
      return { tokens: written(tokens.slice(at, at + 1 + more), ["not", ...words]), end: at + 1 + more };
  }
  const isStored = catalog.values.has(value) || catalog.valuesByStem.has(stem(value));
  // "non-vegetarian", of dishes that are vegetarian or not
  const isFlagged = (catalog.columnsByStem.get(stem(value)) ?? []).some(({ isFlag }) => isFlag);
  return isStored || isFlagged ? { tokens: written([said], ["not", value]), end: at + 1 } : null;
};

const MOST_WORDS_AFTER_NON = 3;

/** Words of a value that begins with "no". */
const LONGEST_AFTER_NO = 3;

/** "with no parking", where "no parking" is stored: that value, and not rows of something that has parking in its name. */
export const noneStored: Rewriter = (tokens, at, catalog) => {
  if (tokens[at]?.lower !== "no") return null;
  for (let length = LONGEST_AFTER_NO; length > 0; length--) {
    const said = tokens.slice(at + 1, at + 1 + length);
    if (said.length < length || said.some(({ kind }) => kind !== "word")) continue;
    const text = ["no", ...said.map(({ lower }) => lower)].join(" ");
    if (!catalog.values.has(text) || namesRows(tokens, at + 1, length, catalog)) continue;
    const [quoted] = written(tokens.slice(at, at + 1 + length), [text]);
    return quoted === undefined ? null : { tokens: [{ ...quoted, kind: "quoted" }], end: at + 1 + length };
  }
  return null;
};

/** "no support tickets", where "no support" is stored as well: words after "no", those of a value and more, that name rows in full. */
export function namesRows(tokens: readonly Token[], at: number, least: number, catalog: Catalog): boolean {
  for (let length = least; length <= LONGEST_AFTER_NO; length++) {
    const said = tokens.slice(at, at + length);
    if (said.length === length && tableLinks(said, catalog).some(({ score }) => score >= WHOLE_NAME)) return true;
  }
  return false;
}

const WHOLE_NAME = 0.95;
