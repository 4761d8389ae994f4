import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { namesPeople } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Letters by which a deed and whoever did it are the same word: "referred", "referrer". */
const SAME_WORD = 4;

/** What is done to others of their kind, by what else people say for it. */
const RECOMMENDS = /^(?:recommended|introduced|recommender|introducer)$/;

/** "which member referred Mira Holt", where members have a referrer among them: who did, as nothing is asked of others. */
export const whoOfTheirKind: Rewriter = (tokens, at, catalog) => {
  const [first, rows, deed, next] = tokens.slice(at, at + 4);
  if (first === undefined || at > 0) return null;
  if (/^(?:which|what)$/.test(first.lower) && rows !== undefined && isNamed(next)) {
    const key = keyOfDeed(deed, catalog);
    const isOwn = key?.table.stems.at(-1) === rows.stem || namesPeople(rows.lower);
    return key !== null && deed !== undefined && isOwn
      ? { tokens: written([first, rows, deed], ["who", deedOf(key, deed)]), end: 3 }
      : null;
  }
  if (first.lower === "who" && isNamed(deed)) {
    const key = RECOMMENDS.test(rows?.lower ?? "") ? keyOfDeed(rows, catalog) : null;
    return key === null || rows === undefined
      ? null
      : { tokens: written([first, rows], ["who", deedOf(key, rows)]), end: 2 };
  }
  return null;
};

const isNamed = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === "quoted" || (token.capitalised && !token.first));

/** The deed as the key says it. */
const deedOf = ({ words: [said = ""] }: CatalogColumn, { lower }: Token): string =>
  !RECOMMENDS.test(lower) ? lower : said.endsWith("ed") ? said : said.replace(/r?er$/, "red");

/** The only key by which a deed leads from rows to others of their kind. */
function keyOfDeed(deed: Token | undefined, { links }: Catalog): CatalogColumn | null {
  const said = deed?.lower ?? "";
  if (!/[a-z]{3}ed$/.test(said)) return null;
  const begins = RECOMMENDS.test(said) ? ["reco", "refe", "intr"] : [said.slice(0, SAME_WORD)];
  const found = links.flatMap(({ from: [key, ...more], to: [target] }) =>
    key !== undefined &&
    more.length === 0 &&
    key.table === target?.table &&
    begins.includes(key.words[0]?.slice(0, SAME_WORD) ?? "")
      ? [key]
      : [],
  );
  const [only, ...others] = new Set(found);
  return only === undefined || others.length > 0 ? null : only;
}
