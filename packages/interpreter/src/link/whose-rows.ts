import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { areAnimals, isPerson } from "../catalog/persons.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { mentionsAt } from "./mentions.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What is had is called so from this likeness on. */
const HAD_SCORE = 0.8;

/** "who has the most pets", "who owns more than 2 dogs": those to whom such rows belong, where that is one kind of people. */
export const whoHas: Rewriter = (tokens, at, catalog) => {
  const [who, has] = tokens;
  if (at > 0 || who?.lower !== "who" || has === undefined || !/^(?:has|have|owns?|got)$/.test(has.lower)) return null;
  const many = tokens
    .slice(2, 4)
    .map(({ lower }) => lower)
    .join(" ");
  const isMost = /^the (?:most|fewest)$/.test(many);
  const isMore = /^(?:more|fewer|less) than$/.test(many);
  const things = isMost || isMore ? tableSaid(tokens, isMost ? 4 : 5, catalog) : null;
  const owners = things === null ? null : ownersOf(things, catalog);
  if (owners === null) return null;
  const [last = "", ...before] = owners.words.toReversed();
  const people = isMost ? owners.words : [...before.toReversed(), plural(last)];
  return { tokens: written([who, has], ["which", ...people, isMost ? "has" : "have"]), end: 2 };
};

/** The rows that the word at a place names, by their name or by a kind of them: "pets", "dogs". */
function tableSaid(tokens: readonly Token[], at: number, catalog: Catalog): CatalogTable | null {
  for (const { tables, values } of mentionsAt(tokens, at, catalog)) {
    const named = tables.find(({ score, table }) => score >= HAD_SCORE && !table.isView);
    const of = named?.table ?? values[0]?.column.table;
    if (of !== undefined) return of;
  }
  return null;
}

/** The only people a row belongs to; null for people themselves. */
function ownersOf(things: CatalogTable, { links }: Catalog): CatalogTable | null {
  if (isPerson(things) && !areAnimals(things)) return null;
  const keys = links.filter(
    ({ from: [key], to: [target] }) => key?.table === things && target !== undefined && isPerson(target.table),
  );
  const [only, ...more] = new Set(keys.flatMap(({ to: [target] }) => (target === undefined ? [] : [target.table])));
  return only === undefined || more.length > 0 || only === things ? null : only;
}
