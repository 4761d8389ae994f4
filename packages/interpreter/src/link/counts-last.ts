import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { isName } from "./schema-names.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Words with which more is asked than how many there are. */
const MORE_ASKED =
  /^(?:by|per|each|every|with|and|or|which|what|who|whose|how|when|where|most|least|fewest|highest|lowest|top|average|sum|versus|vs|than|then|sorted|ordered|ranked|order|sort|rank|show|list|give|number|numbers)$/;

/** Words that go on after the count: of what, or when. */
const AFTER_COUNT = /^(?:of|in|for|at|on|last|this|since|during|from|today|yesterday|(?:19|20)\d\d)$/;

/** "open invoices count": how many there are, where no column holds such a count. */
export const countsLast: Rewriter = (tokens, at, catalog) => {
  const token = tokens[at];
  const count = countAt(tokens, catalog);
  if (count === null || token === undefined) return null;
  if (at === 0) return { tokens: [...written([token], ["number", "of"]), token], end: 1 };
  const isTotal = at === count - 1 && /^(?:total|overall)$/.test(token.lower);
  return at === count || isTotal ? { tokens: [], end: at + 1 } : null;
};

/** "by parcel count": by how many there are, where no column holds such a count. */
export const countAfterBy: Rewriter = (tokens, at, catalog) => {
  const [by, noun, count, next] = tokens.slice(at, at + 4);
  if (by?.lower !== "by" || noun === undefined || count?.lower !== "count") return null;
  const isRows = catalog.tablesByStem.has(noun.stem) && !isKept([noun], catalog);
  const isLast = next === undefined || next.kind === "punctuation" || AFTER_COUNT.test(next.lower);
  return isRows && isLast ? { tokens: [by, ...written([count], ["number", "of"]), noun], end: at + 3 } : null;
};

function countAt(tokens: readonly Token[], catalog: Catalog): number | null {
  const at = tokens.findIndex(({ lower }) => lower === "count");
  const [before, next] = [tokens.slice(0, Math.max(at, 0)), tokens[at + 1]];
  if (before.length === 0 || before.some(({ kind, lower }) => kind === "punctuation" || MORE_ASKED.test(lower)))
    return null;
  if (next !== undefined && next.kind !== "punctuation" && !AFTER_COUNT.test(next.lower)) return null;
  return isKept(before, catalog) ? null : at;
}

/** "passenger count", where flights have a passenger_count. */
function isKept(before: readonly Token[], catalog: Catalog): boolean {
  const noun = before.at(-1);
  const isPair = noun !== undefined && isName([noun.stem, "count"], catalog);
  return isPair || (catalog.columnsByStem.get("count") ?? []).some(({ words }) => words.length === 1);
}
