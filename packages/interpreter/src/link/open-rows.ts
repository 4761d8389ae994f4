import { closingDay } from "../catalog/closing-day.ts";
import { endStates } from "../catalog/end-states.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { ownersIn } from "./table-links.ts";

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
      // "how many work orders are open": the whole name, rather than what else its last word begins.
      const whole =
        place > at || named === undefined
          ? undefined
          : mentionsAt(tokens, place - 1, catalog).find(
              (one) => one.end === named.end && tableScore(one) > tableScore(named),
            );
      if (named !== undefined) return (whole ?? named).tables[0]?.table ?? null;
    }
    return null;
  }
}

/** "which cars are in service", of vehicles in the state "SERVICE": those, whatever rows are called services. */
export function inState({ tokens, catalog }: Asked, at: number): Piece | null {
  const [said, next] = [tokens[at + 1], tokens[at + 2]];
  if (tokens[at]?.lower !== "in" || said === undefined || !BEFORE_A_STATE.test(tokens[at - 1]?.lower ?? ""))
    return null;
  if (next !== undefined && next.kind !== "punctuation" && !/^(?:now|today|currently|right)$/.test(next.lower))
    return null;
  const values = (catalog.values.get(said.lower) ?? []).filter(
    ({ column: { table, words } }) => /^(?:status|state|stage)$/.test(words.at(-1) ?? "") && !table.isView,
  );
  const [first, ...others] = new Set(values.map(({ column }) => column));
  const isNamed = first !== undefined && ownersIn(tokens.slice(0, at), catalog).includes(first.table);
  if (others.length > 0 || !isNamed) return null;
  const where = { start: at, end: at + 2, text: said.text };
  const mention = mentionOf({ ...where, values: values.map((value) => ({ ...value, score: 1 })) });
  return { items: [{ kind: "value", mention, ...where }], end: where.end };
}
const BEFORE_A_STATE = /^(?:is|are|was|were|still|currently|now)$/;
