import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { isPerson, namesPeople } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { keyOf, ownKeys, roleOf } from "./among-their-kind.ts";
import { type Rewriter, written } from "./rewriter.ts";

const OTHERS = /^(?:people|persons?|others?|colleagues|someone|somebody|anyone|anybody|another)$/;

/** The rows of a key, as many. */
const rowsOf = ({ table }: CatalogColumn): string[] => [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")];

const isOfRows = (said: Token | undefined, { table }: CatalogColumn): boolean =>
  said !== undefined &&
  (said.stem === table.stems.at(-1) || (isPerson(table) && (OTHERS.test(said.lower) || namesPeople(said.lower))));

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

/** "the most people", "more than 2 others", "someone": how many it was done to. */
function howMany(tokens: readonly Token[], at: number, key: CatalogColumn): { said: Token[]; end: number } | null {
  const said = tokens.slice(at, at + 3).map(({ lower }) => lower);
  const withRows = (end: number) => end + (isOfRows(tokens[end], key) ? 1 : 0);
  const isEnd = (end: number) => tokens[end]?.kind !== "word";
  const most = said[0] === "the" ? 1 : 0;
  if (/^(?:most|fewest)$/.test(said[most] ?? "")) {
    const end = withRows(at + most + 1);
    return isEnd(end) ? { said: written(tokens.slice(at, end), ["the", said[most] ?? ""]), end } : null;
  }
  if (/^(?:more|fewer|less)$/.test(said[0] ?? "") && said[1] === "than") {
    const end = withRows(at + 3);
    return isEnd(end) && said[2] !== undefined ? { said: tokens.slice(at, at + 3), end } : null;
  }
  const isAny = OTHERS.test(said[0] ?? "") && !/^(?:people|persons?)$/.test(said[0] ?? "");
  const isNamed = said[0] === "another" && isOfRows(tokens[at + 1], key);
  const end = at + (isNamed ? 2 : 1);
  if (!isAny || !isEnd(end)) return null;
  const [more, than, one] = written(tokens.slice(at, at + 1), ["more", "than", "0"]);
  return more === undefined || than === undefined || one === undefined
    ? null
    : { said: [more, than, { ...one, kind: "number", number: 0 }], end };
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
