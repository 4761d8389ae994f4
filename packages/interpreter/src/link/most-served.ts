import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { isPerson, namesPeople } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { keyOf, ownKeys, roleOf } from "./among-their-kind.ts";
import { type Rewriter, written } from "./rewriter.ts";

const ANYBODY_ELSE = /^(?:people|persons?|others?|colleagues|someone|somebody|anyone|anybody|another)$/;

/** The rows of a key, as many. */
const rowsOf = ({ table }: CatalogColumn): string[] => [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")];

const isOfRows = (said: Token | undefined, { table }: CatalogColumn): boolean =>
  said !== undefined &&
  (said.stem === table.stems.at(-1) || (isPerson(table) && (ANYBODY_ELSE.test(said.lower) || namesPeople(said.lower))));

/** "who", "which members", "members who", "members that": the place after it; null where anything else begins. */
function afterAsked(tokens: readonly Token[], key: CatalogColumn): number | null {
  if (tokens[0]?.lower === "who") return 1;
  const noun = /^(?:which|what|the|all|list|show)$/.test(tokens[0]?.lower ?? "") ? 1 : 0;
  if (!isOfRows(tokens[noun], key)) return null;
  const isRelative = /^(?:who|that)$/.test(tokens[noun + 1]?.lower ?? "");
  const end = noun + (isRelative ? 2 : 1);
  return /^(?:have|has)$/.test(tokens[end]?.lower ?? "") ? end + 1 : end;
}

/** "which members referred the most people", "members who referred more than 2", "coaches who mentor someone": by how many they serve. */
export const mostServed: Rewriter = (tokens, at, catalog) => {
  if (at > 0 || ownKeys(catalog).length === 0) return null;
  for (const [i, deed] of tokens.slice(0, LAST_PLACE).entries()) {
    const key = i === 0 || deed.lower === "who" ? null : keyOf(deed, catalog);
    if (key === null || afterAsked(tokens, key) !== i) continue;
    const many = howMany(tokens, i + 1, key);
    if (many === null) return null;
    const said = [deed];
    return {
      tokens: [...written(said, ["who", deed.lower]), ...many.said, ...written(said, rowsOf(key))],
      end: many.end,
    };
  }
  return null;
};

/** The deed is one of the first words. */
const LAST_PLACE = 6;

/** How many it was done to, as it is said, and where that ends. */
type Many = { said: Token[]; end: number } | null;

const howMany = (tokens: readonly Token[], at: number, key: CatalogColumn): Many =>
  mostOf(tokens, at, key) ?? moreThan(tokens, at, key) ?? anybody(tokens, at, key);

const afterRows = (tokens: readonly Token[], end: number, key: CatalogColumn): number =>
  end + (isOfRows(tokens[end], key) ? 1 : 0);

/** "the most people" */
function mostOf(tokens: readonly Token[], at: number, key: CatalogColumn): Many {
  const most = tokens[at]?.lower === "the" ? at + 1 : at;
  const said = tokens[most]?.lower ?? "";
  const end = afterRows(tokens, most + 1, key);
  if (!/^(?:most|fewest)$/.test(said) || tokens[end]?.kind === "word") return null;
  return { said: written(tokens.slice(at, end), ["the", said]), end };
}

/** "more than 2 others" */
function moreThan(tokens: readonly Token[], at: number, key: CatalogColumn): Many {
  const said = tokens.slice(at, at + 3);
  const end = afterRows(tokens, at + 3, key);
  const isSaid = /^(?:more|fewer|less) than$/.test(`${said[0]?.lower} ${said[1]?.lower}`) && said.length === 3;
  return isSaid && tokens[end]?.kind !== "word" ? { said, end } : null;
}

/** "someone", "another member" */
function anybody(tokens: readonly Token[], at: number, key: CatalogColumn): Many {
  const said = tokens[at]?.lower ?? "";
  const isAny = ANYBODY_ELSE.test(said) && !/^(?:people|persons?)$/.test(said);
  const end = said === "another" ? afterRows(tokens, at + 1, key) : at + 1;
  const [least, ...words] = written(tokens.slice(at, at + 1), ["1", "at", "least"]);
  if (!isAny || tokens[end]?.kind === "word" || least === undefined) return null;
  return { said: [...words, { ...least, kind: "number", number: 1 }], end };
}

/** "how many people did each member refer", "number of referrals per member": for each by its role. */
export const servedByEach: Rewriter = (tokens, at, catalog) => {
  const [how, many, rows, help, each, doer, deed] = tokens;
  if (at > 0 || how?.lower !== "how" || many?.lower !== "many" || !/^(?:did|does|has|have)$/.test(help?.lower ?? ""))
    return null;
  const key = /^(?:each|every)$/.test(each?.lower ?? "") ? keyOf(deed, catalog) : null;
  if (key === null || !isOfRows(rows, key) || !isOfRows(doer, key) || tokens[7]?.kind === "word") return null;
  return { tokens: written(tokens.slice(0, 7), ["number", "of", ...rowsOf(key), "for", "each", roleOf(key)]), end: 7 };
};

/** "owner with the most referrals": who referred the most of them. */
export const mostReferrals: Rewriter = (tokens, at, catalog: Catalog) => {
  const lead = /^(?:which|what|the)$/.test(tokens[0]?.lower ?? "") ? 1 : 0;
  const end = lead + 5;
  const [doer, link, the, most, deed] = tokens.slice(lead, end);
  if (at > 0 || deed === undefined || tokens[end]?.kind === "word") return null;
  if (!/^(?:with|has|have|had|made) the (?:most|fewest)$/.test([link, the, most].map((one) => one?.lower).join(" ")))
    return null;
  const key = /(?:als|ments|tions)$/.test(deed.lower) ? keyOf(deed, catalog) : null;
  if (key === null || !isOfRows(doer, key)) return null;
  const verb = deed.lower.replace(/r?als$|(?:ment|tion)s$/, "");
  return { tokens: written(tokens.slice(0, end), ["who", verb, "the", most?.lower ?? "most", ...rowsOf(key)]), end };
};
