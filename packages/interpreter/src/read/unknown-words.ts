import type { Token } from "../language/tokens.ts";
import type { Role, UnknownWord } from "./sketch.ts";

const here = /^(this|our|entire|whole|these)$/;
const leadsToName = /^(for|from|by|with|at|near|called|named|dr|mr|mrs|ms|miss|prof|professor|st|versus|vs)$/;
const title = /^(dr|mr|mrs|ms|miss|prof|professor)$/;
const article = /^(the|a|an)$/;
const asks = /^(what|whats|is|are|was|were|show|give|me|find|list|get|tell)$/;
/** "by the musician with the last name Heilo": what follows tells who. */
const described = /^(with|whose|who|named|called|that|which)$/;
const doing = /(ing|ed)$/;

/** The unknown words with their roles, by the words around them. `kindOf` tells what tokens mean here. */
export function withRoles(
  words: readonly UnknownWord[],
  tokens: readonly Token[],
  kindOf: (token: number) => "schema" | "value" | undefined,
): UnknownWord[] {
  const said = (token: number) => tokens[token]?.lower ?? "";
  const unknown = new Set(words.map(({ token }) => token));
  const roleOf = (token: number): Role => {
    const before = said(token - 1);
    if (here.test(before)) return "here";
    if (isCounted(token)) return "counted";
    if (isAsked(token)) return "asked";
    if (title.test(said(token))) return "names";
    if (doing.test(said(token))) return "doing";
    if (article.test(before) && described.test(said(token + 1))) return "other";
    if (leadsToName.test(article.test(before) ? said(token - 2) : before)) return "names";
    // The second word of a name: "for copperlane foods".
    return unknown.has(token - 1) && roleOf(token - 1) === "names" ? "names" : "other";
  };
  /** The words right after "how many" or "number of", where none of them is known. */
  const isCounted = (token: number): boolean => {
    let first = token;
    while (unknown.has(first - 1)) first--;
    let end = token + 1;
    while (unknown.has(end)) end++;
    const isAfterCount = /^(many|number of|count of)$/.test(
      said(first - 1) === "of" ? `${said(first - 2)} of` : said(first - 1),
    );
    return isAfterCount && kindOf(end) === undefined;
  };
  /** "what is the address of Stella": right before "of", and asked for rather than part of a condition. */
  const isAsked = (token: number): boolean =>
    said(token + 1) === "of" && isWanted(kindOf(token - 1) === "value" ? token - 1 : token);
  const isWanted = (first: number): boolean => said(first - 1) === "the" && asks.test(said(first - 2));
  // "dr kaldor": the name says who is meant.
  const isTitleOfName = (token: number): boolean => title.test(said(token)) && kindOf(token + 1) !== undefined;
  return words.flatMap((word) => {
    if (word.token === undefined) return [word];
    return isTitleOfName(word.token) ? [] : [{ ...word, role: roleOf(word.token) }];
  });
}
