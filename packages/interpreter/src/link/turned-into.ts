import type { Rewriter } from "./rewriter.ts";
import { written } from "./rewriter.ts";

const TURNED =
  /^(?:turn(?:s|ed)? into|convert(?:s|ed)? (?:into|to)|becom(?:e|es)|became|results? in|resulted in|leads? to|led to)(?= )/;
const LONGEST_TURN = 4;

/**
 * "sessions that turned into orders", of sessions with a flag "converted" and no key between the two: those of which it holds. What
 * customers ordered who have had a session is something else.
 */
export const turnedInto: Rewriter = (tokens, at, { tablesByStem, links }) => {
  const said = tokens.slice(at, at + LONGEST_TURN).map(({ lower }) => lower);
  const found = at === 0 ? undefined : TURNED.exec(said.join(" "))?.[0];
  if (found === undefined) return null;
  const verb = at + found.split(" ").length;
  const noun = /^(?:an?|the)$/.test(tokens[verb]?.lower ?? "") ? verb + 1 : verb;
  const made = (tablesByStem.get(tokens[noun]?.stem ?? "") ?? []).filter(({ isView }) => !isView);
  const rows = tokens
    .slice(0, at)
    .flatMap(({ stem }) => tablesByStem.get(stem) ?? [])
    .filter(
      (table) => !table.isView && table.columns.some(({ isFlag, words }) => isFlag && words.at(-1) === "converted"),
    );
  const [only, ...more] = new Set(rows);
  if (made.length === 0 || only === undefined || more.length > 0) return null;
  const isKept = links.some(({ from: [key], to: [of] }) => {
    const ends = new Set([key?.table, of?.table]);
    return ends.has(only) && made.some((table) => table !== only && ends.has(table));
  });
  return isKept ? null : { tokens: written(tokens.slice(at, noun + 1), ["converted"]), end: noun + 1 };
};
