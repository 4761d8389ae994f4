import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import type { Token } from "../language/tokens.ts";
import { destinations, origins } from "../catalog/origins-and-destinations.ts";
import { type Rewriter, written } from "./rewriter.ts";

const SENDS = /^(?:sends?|sent|ships?|shipped|dispatch(?:es|ed)?)$/;
const RECEIVES = /^(?:receives?|received|gets?|got)$/;
/** What may follow a place that sends or receives: how much of it, a time, or nothing. */
const AFTER_PLACE = /^(?:|the|most|fewest|least|more|in|on|last|this|during|since|today|yesterday|per|each|every|by)$/;

/**
 * "which depot sends the most parcels", "how many parcels does each depot receive", "parcels sent by depot", of parcels that have an
 * origin_depot_id and a destination_depot_id: the depot that they come from, or go to, by the name of its key.
 */
export const sentOrReceived: Rewriter = (tokens, at, catalog) =>
  passive(tokens, at, catalog) ?? active(tokens, at, catalog);

/** "which depot sends the most", "does each depot send" */
function active(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [place, deed, next] = tokens.slice(at, at + 3);
  if (place === undefined || deed === undefined || !AFTER_PLACE.test(next?.lower ?? "")) return null;
  const before = tokens[at - 1]?.lower ?? "";
  const isHelped = /^(?:each|every)$/.test(before) && /^(?:do|does|did)$/.test(tokens[at - 2]?.lower ?? "");
  if (!isHelped && !/^(?:which|what)$/.test(before)) return null;
  const key = keyOf(place, deed, { tokens, catalog });
  return key === null ? null : { tokens: written([place, deed], [...key, isHelped ? "have" : "has"]), end: at + 2 };
}

/** "sent by depot", "received by each depot" */
function passive(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [deed, by, ...more] = tokens.slice(at, at + 4);
  if (deed === undefined || !/^(?:by|per|from)$/.test(by?.lower ?? "") || !/d$|t$/.test(deed.lower)) return null;
  const isEach = /^(?:each|every|the)$/.test(more[0]?.lower ?? "");
  if (by?.lower === "from" && !isEach) return null;
  const place = more[isEach ? 1 : 0];
  const key = place === undefined ? null : keyOf(place, deed, { tokens, catalog });
  const end = at + (isEach ? 4 : 3);
  return key === null ? null : { tokens: written(tokens.slice(at, end), ["by", ...key]), end };
}

/** The words of the key that leads to where rows are sent from, or received, where the same rows have one to either. */
function keyOf(
  place: Token,
  { lower: deed }: Token,
  { tokens, catalog: { links } }: { tokens: readonly Token[]; catalog: Catalog },
): string[] | null {
  const side = SENDS.test(deed) ? origins : RECEIVES.test(deed) ? destinations : null;
  if (side === null || place.kind !== "word") return null;
  const keys = links.flatMap(({ from: [key, ...more], to: [target] }) =>
    key !== undefined && more.length === 0 && !key.table.isView && target?.table.stems.join(" ") === place.stem
      ? [key]
      : [],
  );
  const isOn = (one: CatalogColumn, ends: RegExp) => ends.test(nameInFull(one));
  const both = keys.filter((key) =>
    [origins, destinations].every((ends) => keys.some((one) => one.table === key.table && isOn(one, ends))),
  );
  const theirs = both.filter((key) => isOn(key, side));
  // Where several kinds of rows have such keys, those that the question names.
  const named = theirs.filter(({ table }) =>
    tokens.some(({ stem }) => table.stems.length === 1 && table.stems[0] === stem),
  );
  const [only, ...others] = named.length > 0 ? named : theirs;
  const isOne = only !== undefined && others.every((key) => key.name === only.name);
  return isOne ? only.words.filter((word) => !/^(?:id|code|no|number)$/.test(word)) : null;
}
