import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Words of such a question that say neither what was done nor when. */
const LITTLE =
  /^(?:do|does|did|are|is|was|were|have|has|been|be|being|get|gets|getting|got|people|persons?|customers?|clients?|members?|users?|subscribers?|guests?|buyers?|they|we|our|us|the|an?|so|many|much|their|them|things?|items?|stuff|products?|goods|it|often|usually|mostly|to|us|with)$/;

const isReason = ({ words, isText, source, table }: CatalogColumn): boolean =>
  !table.isView && isText && source.values_complete && /^(?:reason|cause)$/.test(words.at(-1) ?? "");

/** "why do people return things", where each return says its reason: how many there are for each. What else is said is kept, if it is a time. */
export const reasons: Rewriter = (tokens, at, catalog) => {
  const [why, ...rest] = tokens;
  if (at > 0 || why?.lower !== "why") return null;
  const most = rest.findIndex(({ lower }, i) => lower === "most" && rest[i + 1]?.lower === "often");
  const words = rest.filter(
    ({ kind, lower }, i) => kind !== "punctuation" && !LITTLE.test(lower) && !(most >= 0 && i === most),
  );
  const time = words.findIndex(({ lower }) => /^(?:last|this|in|since|during)$/.test(lower));
  const deeds = time < 0 ? words : words.slice(0, time);
  const column = reasonOf(deeds, catalog);
  if (column === null) return null;
  const { table } = column;
  // Whatever was not cancelled has no reason for it.
  const only = column.source.nullable ? ["with", "a", ...column.words] : [];
  const rows = [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")];
  if (most >= 0 && time < 0)
    return { tokens: written([why], ["the", "most", "common", ...column.words]), end: tokens.length };
  const when = time < 0 ? [] : rest.slice(rest.indexOf(words[time] ?? why));
  return {
    tokens: [...written([why], ["number", "of", ...rows, ...only, "by", ...column.words]), ...when],
    end: tokens.length,
  };
};

/** Letters by which a deed and its noun are the same word: "cancel", "cancellation". */
const ALIKE = 5;

/** "reasons for cancelling", of rows with a cancel_reason: what it is called. */
export const reasonsFor: Rewriter = (tokens, at, catalog) => {
  const [noun, link, deed] = tokens.slice(at, at + 3);
  if (noun === undefined || deed === undefined || !/^reasons?$/.test(noun.lower) || link?.lower !== "for") return null;
  if (!/(?:ing|ion|al|ment)$/.test(deed.lower)) return null;
  const columns = catalog.tables.flatMap((table) => table.columns.filter(isReason));
  const [only, ...more] = columns.filter(
    ({ words }) => words.length === 2 && words[0]?.slice(0, ALIKE) === deed.lower.slice(0, ALIKE),
  );
  if (only === undefined || more.length > 0) return null;
  const [said = "", reason = ""] = only.words;
  return {
    tokens: written([noun, link, deed], [said, noun.lower.endsWith("s") ? plural(reason) : reason]),
    end: at + 3,
  };
};

/** The one column of reasons for what was done; null where a word of it says something else. */
function reasonOf(deeds: readonly Token[], { tables, links }: Catalog): CatalogColumn | null {
  if (deeds.length === 0) return null;
  const found = tables
    .flatMap(({ columns }) => columns.filter(isReason))
    .filter((column) => {
      // Whoever did it, or what it was done to, as long as it is any of them.
      const parents = links.flatMap(({ from, to }) =>
        from[0]?.table === column.table ? (to[0]?.table.stems ?? []) : [],
      );
      const own = [...column.table.stems, ...column.stems, ...parents, ...column.table.columns.flatMap(statesOf)];
      return deeds.every(({ stem: said }) => own.some((name) => name === said || isMadeOf(name, said)));
    });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** "complaints", of who complained. */
const isMadeOf = (name: string, deed: string): boolean => deed.length >= 5 && name.startsWith(deed);

/** The stems of the states of rows: "cancel" of "cancelled". */
const statesOf = ({ words, source }: CatalogColumn): string[] =>
  /^(?:status|state)$/.test(words.at(-1) ?? "") ? source.values.map((value) => stem(value.toLowerCase())) : [];
