import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { isBoss, isPerson, namesPeople } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { mentionsAt } from "./mentions.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isKnown } from "./schema-names.ts";

/** Letters by which a deed and whoever does it are the same word: "mentors", "mentored", "mentor". */
const SAME_WORD = 4;

/** What is done to others of their kind, by what else people say for it. */
const BRINGS_OTHERS = /^(?:recommend|introduc|refer|brought)/;
const ANYBODY = /^(?:people|persons?|others|colleagues)$/;
export const BOSSES = /^(?:boss(?:es)?|managers?|supervisors?|superiors?)$/;

/** The keys by which rows lead to others of their kind. */
export const ownKeys = ({ links }: Catalog): CatalogColumn[] => [
  ...new Set(
    links.flatMap(({ from: [key, ...more], to: [target] }) =>
      key !== undefined && more.length === 0 && key.table === target?.table ? [key] : [],
    ),
  ),
];

/** What a key is called: "mentor", "referred". */
export const roleOf = ({ words: [said = ""] }: CatalogColumn): string => said;

/** True where a key says who did it, "trained_by_id", rather than who it is. */
const isDeedOf = (key: CatalogColumn): boolean => roleOf(key).endsWith("ed");

/** The only key among rows of one kind that says who does such a thing to whom. */
export function keyOf(deed: Token | undefined, catalog: Catalog): CatalogColumn | null {
  const said = deed?.lower ?? "";
  if (deed?.kind !== "word" || deed.capitalised || !/^[a-z]{4,}$/.test(said)) return null;
  const isAlike = (key: CatalogColumn) =>
    roleOf(key).slice(0, SAME_WORD) === said.slice(0, SAME_WORD) ||
    (BRINGS_OTHERS.test(said) && BRINGS_OTHERS.test(roleOf(key)));
  const [only, ...others] = ownKeys(catalog).filter(isAlike);
  return only === undefined || others.length > 0 || catalog.tablesByStem.has(deed.stem) ? null : only;
}

/** Where a name that begins at a place ends; the place itself where none does. */
function endOfName(tokens: readonly Token[], at: number): number {
  let end = at;
  while (tokens[end]?.kind === "quoted" || (tokens[end]?.capitalised === true && tokens[end]?.kind === "word")) end++;
  return end;
}

/** What may follow where all is said: the end, or a time. */
export const endsHere = (next: Token | undefined): boolean =>
  next?.kind !== "word" || /^(?:in|last|this|since|during|so|before|after|on|by)$/.test(next.lower);

/** The rows of a key that those words are said of: "which members", "how many people", "who". */
function rowsAsked(said: readonly Token[], { table }: CatalogColumn): Token[] | null {
  const [first, ...others] = said;
  const noun = others.at(-1);
  const rows = [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")];
  if (first === undefined) return null;
  if (/^whom?$/.test(first.lower)) return others.length === 0 && isPerson(table) ? written([first], rows) : null;
  const isCount = first.lower === "how" && others[0]?.lower === "many";
  if (noun === undefined || !(isCount || /^(?:which|what)$/.test(first.lower)) || others.length > 3) return null;
  const isTheirs =
    noun.stem === table.stems.at(-1) || (isPerson(table) && (ANYBODY.test(noun.lower) || namesPeople(noun.lower)));
  if (!isTheirs) return null;
  return [...(isCount ? said.slice(0, 2) : []), ...written([noun], rows)];
}

/** Rows that a key leads from to somebody who is named, as both are said plainly: "players with mentor Kim Moe", "members referred by Kim Moe". */
const ofSomebody = (rows: readonly Token[], key: CatalogColumn, deed: Token, name: readonly Token[]): Token[] => [
  ...rows,
  ...written([deed], isDeedOf(key) ? [roleOf(key), "by"] : ["with", roleOf(key)]),
  ...name,
];

/** "who did Kim Moe refer", "how many players does Kim Moe mentor": those whose key leads to Kim. */
const whomTheyServe: Rewriter = (tokens, at, catalog) => {
  const help = at > 0 ? -1 : tokens.findIndex(({ lower }) => /^(?:does|did|do|has|have)$/.test(lower));
  const end = help < 1 ? help : endOfName(tokens, help + 1);
  const deed = tokens[end];
  if (end <= help + 1 || deed === undefined || !endsHere(tokens[end + 1])) return null;
  const key = keyOf(deed, catalog);
  const rows = key === null ? null : rowsAsked(tokens.slice(0, help), key);
  if (key === null || rows === null) return null;
  return { tokens: ofSomebody(rows, key, deed, tokens.slice(help + 1, end)), end: end + 1 };
};

/** "which members were introduced by Kim Moe", of members that were referred by others. */
const whoWasServed: Rewriter = (tokens, at, catalog) => {
  const by = at > 0 ? -1 : tokens.findIndex(({ lower }, i) => i > 1 && lower === "by");
  const deed = tokens[by - 1];
  const end = by < 0 ? by : endOfName(tokens, by + 1);
  if (deed === undefined || end <= by + 1 || !/ed$|brought/.test(deed.lower)) return null;
  const help = tokens.findIndex(({ lower }, i) => i < by && /^(?:was|were|is|are|got|has|have)$/.test(lower));
  const between = tokens.slice(help + 1, by - 1);
  if (help < 1 || between.some(({ lower }) => lower !== "been")) return null;
  const key = keyOf(deed, catalog);
  const rows = key === null ? null : rowsAsked(tokens.slice(0, help), key);
  if (key === null || rows === null) return null;
  return { tokens: ofSomebody(rows, key, deed, tokens.slice(by + 1, end)), end };
};

/** "who mentors Kim Moe", of a mentor_id: the mentor of Kim. */
const whoServes: Rewriter = (tokens, at, catalog) => {
  const [who, deed] = tokens;
  const end = at > 0 || who?.lower !== "who" ? 0 : endOfName(tokens, 2);
  if (deed === undefined || end <= 2 || !endsHere(tokens[end])) return null;
  const key = /(?:s|ed)$/.test(deed.lower) ? keyOf(deed, catalog) : null;
  if (key === null || isDeedOf(key)) return null;
  return { tokens: [...tokens.slice(0, 1), ...written([deed], ["is", "the", roleOf(key), "of"])], end: 2 };
};

/** The only key among rows of one kind that says who is above whom. */
export function bossKey(catalog: Catalog): CatalogColumn | null {
  const [only, ...others] = ownKeys(catalog).filter(isBoss);
  return only === undefined || others.length > 0 ? null : only;
}

/** "Kim's boss", "their boss", "boss of Kim Moe": of one of them, rather than of a place. */
function isOfThem(tokens: readonly Token[], at: number, { table }: CatalogColumn, catalog: Catalog): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (next?.lower !== "of") return before?.possessive === true || /^(?:their|his|her|whose)$/.test(before?.lower ?? "");
  const start = /^(?:each|every|the|all)$/.test(tokens[at + 2]?.lower ?? "") ? at + 3 : at + 2;
  return mentionsAt(tokens, start, catalog).some(
    ({ tables, values }) =>
      tables.some((link) => link.table === table) || values.some(({ column }) => table.columns.includes(column)),
  );
}

/** "the boss of Kim Moe", where a key is called otherwise: the only one among them that says who is above whom. */
export const bossOf: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (said === undefined || !BOSSES.test(said.lower) || isKnown(said, catalog)) return null;
  const key = catalog.values.has(said.lower) ? null : bossKey(catalog);
  if (key === null || !isOfThem(tokens, at, key, catalog)) return null;
  const role = roleOf(key);
  return {
    tokens: written([said], [said.lower.endsWith("s") && said.lower !== "boss" ? plural(role) : role]),
    end: at + 1,
  };
};

/** Who serves whom among rows of one kind, asked from either side. */
export const amongTheirKind: readonly Rewriter[] = [
  // "who did Kim Moe refer"
  whomTheyServe,
  // "which members were introduced by Kim Moe"
  whoWasServed,
  // "who mentors Kim Moe"
  whoServes,
];
