import { closingDay } from "../catalog/closing-day.ts";
import { endStates } from "../catalog/end-states.ts";
import type { Asked, Piece } from "./item.ts";
import { tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** "cases" of support cases: rows are named from this likeness on. */
const ROWS_NAMED_FROM = 0.5;

/**
 * "open cases", "how many cases are still open", where no state is called so but a day of closing is empty: a word that
 * means nothing yet, rather than the day on which they were opened. What it means is a business word's.
 */
export function openRows({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said?.lower !== "open") return null;
  const rows = namedBeside();
  if (rows === null || (closingDay(rows) ?? endStates(rows)) === null) return null;
  const isState = (catalog.values.get("open") ?? []).some(({ column }) => column.table === rows);
  return isState
    ? null
    : { items: [{ kind: "word", capitalised: false, start: at, end: at + 1, text: said.text }], end: at + 1 };

  /** The rows right after the word, or before "are open". */
  function namedBeside() {
    const isAfter = /^(?:is|are|was|were|still)$/.test(tokens[at - 1]?.lower ?? "");
    // "open engine cases", "open high priority cases": of a kind that stands between.
    const isOfKind = catalog.values.has(tokens[at + 1]?.lower ?? "");
    const isOfColumn = isOfKind && catalog.vocabulary.has(tokens[at + 2]?.stem ?? "");
    const places = [
      at + 1,
      ...(isOfKind ? [at + 2] : []),
      ...(isOfColumn ? [at + 3] : []),
      ...(isAfter ? [...tokens.keys()].slice(0, at).toReversed() : []),
    ];
    for (const place of places) {
      const named = mentionsAt(tokens, place, catalog).find(
        (one) => tableScore(one) >= ROWS_NAMED_FROM && (place > at || one.end <= at),
      );
      if (named !== undefined) return named.tables[0]?.table ?? null;
    }
    return null;
  }
}
