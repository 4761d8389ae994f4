import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isInsideValue, isKnown } from "./schema-names.ts";

/** What somebody does on a stage or a screen, whatever it is called, and what they may be called for it. */
const PERFORMS = /^(?:play|starr?|featur|portray|perform|appear|act)(?:s|ed|ing|e|es)?$/;
const IN_PASSING = /^(?:playing|starring|featuring|portraying)$/;
const PERFORMERS = ["actor", "performer", "cast"].map(stem);

/** "acted", "who sings", where actors and singers are kept: what they do names those who do it. */
export const deedsOfDoers: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  if (token?.kind !== "word" || at === 0 || (token.capitalised && !token.first) || isKnown(token, catalog)) return null;
  if (!isDone(token) && !isDoneHere(tokens, at) && !IN_PASSING.test(token.lower)) return null;
  if (isInsideValue(tokens, at, catalog)) return null;
  const doer = eventOf(token, catalog) ?? doerOf(token, catalog);
  if (doer === null) return null;
  const [read] = written([token], [doer]);
  // It stays a verb for whoever looks at its end.
  return read === undefined
    ? null
    : { tokens: [{ ...read, text: token.text, lower: `${doer}ed`, stem: stem(doer) }], end: at + 1 };
};

/** "acted", "sang": it was done. */
const isDone = ({ lower }: Token): boolean =>
  /^(?:[a-z]{3,}ed|sang|sung|wrote|written|drove|driven|rode|ridden|flew|flown|taught|built|led|ran|swam|swum|drew|drawn)$/.test(
    lower,
  );

/** "who acts", "did she act in": a verb by where it stands. */
const isDoneHere = (tokens: readonly Token[], at: number): boolean =>
  /^(?:who|that|to|never)$/.test(tokens[at - 1]?.lower ?? "") ||
  tokens.slice(0, at).some(({ lower }) => /^(?:did|does|do)$/.test(lower));

/** "rented" where rentals are kept beside renters: each of these is what was done, and tells when. */
function eventOf({ stem: deed }: Token, { tables }: Catalog): string | null {
  const names = new Set([`${deed}al`, `${deed}ment`].map(stem));
  const [only, ...more] = tables.filter(
    ({ stems, isView }) => !isView && stems.length === 1 && names.has(stems[0] ?? ""),
  );
  return only === undefined || more.length > 0 || deed.length < 4 ? null : (only.words[0] ?? null);
}

/** The only word for rows of which each is somebody who does so. */
function doerOf({ lower, stem: deed }: Token, { tables }: Catalog): string | null {
  const names = new Set([`${deed}er`, `${deed}or`, `${deed}r`].map(stem));
  const doers = tables.filter(
    ({ stems: [name = "", ...more], isView }) => !isView && more.length === 0 && names.has(name),
  );
  const found = doers.length === 0 && PERFORMS.test(lower) ? performersIn(tables) : doers;
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : (only.words[0] ?? null);
}

const performersIn = (tables: Catalog["tables"]): Catalog["tables"] => {
  const name = PERFORMERS.find((one) => tables.some(({ stems }) => stems.length === 1 && stems[0] === one));
  return tables.filter(({ stems, isView }) => !isView && stems.length === 1 && stems[0] === name);
};
