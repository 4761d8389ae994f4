import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** How people come to have something that is kept of them as a text. */
const GIVEN =
  /^(?:declared?|chosen?|choose|chose|picked?|named?|stated?|selected?|specif(?:y|ied)|provided?|supplied|supply|submitted|submit|entered|enter|given?|gave|listed?|nominated?|designated?|indicated?|filled|been|left|leave|add|added|recorded|record)$/;
const GIVING_DENIED = /^(?:not|never|haven't|hasn't|didn't|don't|doesn't)$/;
const HELPS_TO_GIVE = /^(?:have|has|had|do|does|did|yet|already|been|in)$/;
const BEFORE_WHAT_IS_GIVEN = /^(?:an?|any|their|his|her|its)$/;
const LONGEST_HELP = 4;
const LONGEST_GIVEN = 3;

/**
 * "students who have declared a major", of students some of whom have a major: those with one, whatever is done to have it. In a time
 * that is said it would be another question.
 */
export const givenValues: Rewriter = (tokens, at, catalog) => {
  const led = /^(?:who|that|which)$/.test(tokens[at]?.lower ?? "") ? at + 1 : at;
  if (led === 0) return null;
  let verb = led;
  while (
    verb - led < LONGEST_HELP &&
    (HELPS_TO_GIVE.test(word(tokens, verb)) || GIVING_DENIED.test(word(tokens, verb)))
  )
    verb++;
  const said = tokens[verb];
  // Whoever named a tutor has done what no column is called after, although there are names.
  const isKept = said !== undefined && said.lower !== "named" && catalog.vocabulary.has(said.stem);
  if (said === undefined || !GIVEN.test(said.lower) || isKept) return null;
  if (verb === at && !word(tokens, at - 1).endsWith("s")) return null;
  const start = verb + (/^in$/.test(word(tokens, verb + 1)) ? 2 : 1);
  if (!BEFORE_WHAT_IS_GIVEN.test(word(tokens, start))) return null;
  const end = endOfName(tokens, start + 1, catalog);
  if (end === null) return null;
  const isDenied = tokens.slice(led, verb).some(({ lower }) => GIVING_DENIED.test(lower));
  const name = tokens.slice(start + 1, end);
  const before = written(tokens.slice(at, start + 1), isDenied ? ["without", "a"] : ["with", "a"]);
  return { tokens: [...before, ...name], end };
};

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? "";

/** Where the whole name of what some of the rows that were named before have ends; null where nothing is called so, or more is said of it. */
function endOfName(tokens: readonly Token[], start: number, { columnsByStem, tablesByStem }: Catalog): number | null {
  const rows = new Set(tokens.slice(0, start).flatMap(({ stem }) => tablesByStem.get(stem) ?? []));
  for (let end = start + 1; end <= Math.min(start + LONGEST_GIVEN, tokens.length); end++) {
    const stems = tokens.slice(start, end).map(({ stem }) => stem);
    const isSaid = ({ table, stems: own, isText, isKey, source }: CatalogColumn) =>
      rows.has(table) && isText && !isKey && source.nullable && own.join(" ") === stems.join(" ");
    const next = tokens[end];
    const isEnd = next === undefined || next.kind === "punctuation" || /^(?:and|or|but|by|per|yet)$/.test(next.lower);
    if (isEnd && (columnsByStem.get(stems[0] ?? "") ?? []).some(isSaid)) return end;
  }
  return null;
}
