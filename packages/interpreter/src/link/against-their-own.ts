import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { namesPeople } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { BOSSES, bossKey, endsHere, keyOf, ownKeys, roleOf } from "./among-their-kind.ts";
import { type Rewriter, written } from "./rewriter.ts";

const SAME_OR_OTHER = /^(?:from|in|with|of|at|have|has) (?:an?|the) (same|different|other)$/;

/** "from a different region than their mentor", "in the same town as their referrer": a column of both. */
export const againstTheirOwn: Rewriter = (tokens, at, catalog) => {
  const lead = tokens.slice(at, at + 3);
  const same = SAME_OR_OTHER.exec(lead.map(({ lower }) => lower).join(" "))?.[1];
  const [noun, than] = tokens.slice(at + 3, at + 5);
  if (same === undefined || noun === undefined || !/^(?:than|from|to|as)$/.test(than?.lower ?? "")) return null;
  const role = roleSaid(tokens, at + 5, catalog);
  if (role === null || !hasColumn(role.key, noun)) return null;
  return { tokens: compared(noun, role.key, same === "same", catalog), end: role.end };
};

/** "teachers whose mentor plays the same instrument": a column of both. */
export const whoseIsTheSame: Rewriter = (tokens, at, catalog) => {
  const [whose, role, ...rest] = tokens.slice(at, at + 8);
  const key = whose?.lower === "whose" ? ownKeys(catalog).find((one) => roleOf(one) === role?.lower) : undefined;
  const same = rest.findIndex(({ lower }) => /^(?:same|different)$/.test(lower));
  const noun = rest[same + 1];
  if (key === undefined || same < 1 || same > 4 || noun === undefined || !hasColumn(key, noun)) return null;
  if (!/^(?:the|an?)$/.test(rest[same - 1]?.lower ?? "") || !endsHere(rest[same + 2])) return null;
  return { tokens: compared(noun, key, rest[same]?.lower === "same", catalog), end: at + 2 + same + 2 };
};

const hasColumn = ({ table }: CatalogColumn, noun: Token): boolean =>
  table.columns.some(({ stems, isForeign }) => !isForeign && stems.includes(noun.stem));

/** "with region other than their mentor"; the rows' own word goes before that of the column where others are called so: "teacher instrument". */
function compared(noun: Token, key: CatalogColumn, isSame: boolean, { tablesByStem }: Catalog): Token[] {
  const column = tablesByStem.has(noun.stem) ? [key.table.words.at(-1) ?? "", noun.lower] : [noun.lower];
  const words = isSame ? ["equal", "to", "their"] : ["other", "than", "their"];
  return written([noun], ["with", ...column, ...words, roleOf(key)]);
}

/** Whom a key leads to, and where the words end that say so. */
interface RoleSaid {
  key: CatalogColumn;
  end: number;
}

const THEIR = /^(?:their|his|her|its)$/;

/** "their mentor", "the member who referred them". */
const roleSaid = (tokens: readonly Token[], at: number, catalog: Catalog): RoleSaid | null =>
  THEIR.test(tokens[at]?.lower ?? "")
    ? theirRole(tokens[at + 1]?.lower ?? "", at, catalog)
    : whoServedThem(tokens.slice(at, at + 5), at, catalog);

function theirRole(said: string, at: number, catalog: Catalog): RoleSaid | null {
  const key = ownKeys(catalog).find((one) => roleOf(one) === said) ?? (BOSSES.test(said) ? bossKey(catalog) : null);
  return key === null ? null : { key, end: at + 2 };
}

const THE_ONE_WHO = /^(?:the|an?) \S+ (?:who|that|which) \S+ (?:them|him|her|it)$/;

function whoServedThem(said: readonly Token[], at: number, catalog: Catalog): RoleSaid | null {
  const [, row, , deed] = said;
  if (row === undefined || !THE_ONE_WHO.test(said.map(({ lower }) => lower).join(" "))) return null;
  const key = keyOf(deed, catalog);
  const isTheirs = key?.table.stems.at(-1) === row.stem || namesPeople(row.lower);
  return key === null || !isTheirs ? null : { key, end: at + 5 };
}
