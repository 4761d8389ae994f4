import { stem } from "../language/inflection.ts";
import type { Choice } from "../question.ts";

/** What a turn says to the choices of a question back: one of them, as a question; or that none or several are meant. */
export type ChoiceMade = { text: string } | { without: "none" | "several" | "unnumbered" };

const SAID_IN_ORDER: readonly string[] = [
  "(?:first|1st|former|one|1|a)",
  "(?:second|2nd|two|2|b)",
  "(?:third|3rd|three|3|c)",
];
const IN_ORDER = SAID_IN_ORDER.map(
  (form) =>
    new RegExp(
      `^(?:i (?:mean|meant|want|take|choose|pick) )?(?:the |number |no\\.? ?|option |choice |answer |# ?)*\\(?${form}\\)?(?: (?:one|option|choice|of (?:them|these|those)))*[.)]?$`,
      "i",
    ),
);
const LAST = /^(?:the )?(?:last|latter)(?: (?:one|option|choice))?$/i;
const FURTHER = /^(?:the |number |option |choice |# ?)*(?:fourth|fifth|4|5|6|7|8|9|d|e)(?: one)?[.)]?$/i;
const AGREES =
  /^(?:yes|yeah|yep|yup|ya|y|sure|ok(?:ay)?|right|correct|exactly|indeed|of course|please do|do (?:it|that)|go ahead|that(?:'s| is)? (?:it|right|one|correct)|that one|this one|that|it is|i do|i did)(?:[, ]+(?:please|exactly|that(?:'s| is)? (?:it|right)|i (?:do|did)|thanks?|thank you))*$/i;
const DENIES =
  /^(?:no|nope|nah|neither|none|not? (?:that|those|these|really)|something else|other|wrong)(?:[, ]+(?:neither|none|of (?:them|these|those|both|the (?:two|three))|something else|thanks?|one|quite))*$/i;
const SAYS_BOTH =
  /^(?:both|all|all (?:of them|three|of these|of those)|each(?: of them)?|both of (?:them|these|those)|either|one after the other)(?:[, ]+please)?$/i;

/** Words that say nothing of which choice is meant. */
const LEADS_TO_CHOICE =
  /^(?:(?:no|well|oh|ah|ok(?:ay)?|the|i (?:mean|meant|want|wanted)|take|say|by|with|for|of|only|just|please|rather)\b[, ]*)+/i;
const ENDS_CHOICE = /[, ]+(?:i (?:mean|meant)|please|then|ones?|sorry|of course)$/i;

/**
 * "the second one", "both", "neither", "by labour": what was said to the choices of a question back, in the order in which they
 * were told. `are` says whether they are readings of one question, or only examples of what could be asked. Null for what is no
 * answer to them.
 */
export function choiceMade(said: string, choices: readonly Choice[], are: "readings" | "examples"): ChoiceMade | null {
  const plain = said.trim().replace(/[?!.,\s]+$/, "");
  if (choices.length === 0) return null;
  const at = LAST.test(plain) ? choices.length - 1 : IN_ORDER.findIndex((place) => place.test(plain));
  const named = choices[at];
  if (named !== undefined) return { text: named.message };
  if (at >= 0 || FURTHER.test(plain)) return { without: "unnumbered" };
  if (DENIES.test(plain)) return { without: "none" };
  if (are === "examples") return null;
  const [only, ...more] = choices;
  if (AGREES.test(plain))
    return only !== undefined && more.length === 0 ? { text: only.message } : { without: "several" };
  if (SAYS_BOTH.test(plain)) return more.length === 0 && only ? { text: only.message } : bothOf(choices);
  const inWords = choices.length > 1 ? choiceNamed(plain, choices) : undefined;
  return inWords === undefined ? null : { text: inWords.message };
}

const stemsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

/** The only choice that has all words of an answer; undefined where several have, or none. */
function choiceNamed(plain: string, choices: readonly Choice[]): Choice | undefined {
  const words = stemsOf(plain.replace(LEADS_TO_CHOICE, "").replace(ENDS_CHOICE, ""));
  if (words.length === 0) return undefined;
  const own = choices.map(({ label, message }) => new Set([...stemsOf(label), ...stemsOf(message)]));
  const fitting = choices.filter((_, at) => words.every((word) => own[at]?.has(word)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** "labour cost of repairs" and "parts cost of repairs": "labour cost and parts cost of repairs". */
function bothOf(choices: readonly Choice[]): ChoiceMade {
  const [one = [], ...others] = choices.map(({ message }) => message.split(" "));
  const rows = [one, ...others];
  const shortest = Math.min(...rows.map(({ length }) => length));
  const isShared = (at: number, fromEnd: boolean) =>
    rows.every((words) => words.at(fromEnd ? -1 - at : at) === one.at(fromEnd ? -1 - at : at));
  let [before, behind] = [0, 0];
  while (before < shortest && isShared(before, false)) before++;
  while (behind < shortest - before && isShared(behind, true)) behind++;
  const middles = rows.map((words) => words.slice(before, words.length - behind).join(" "));
  if (middles.some((middle) => middle === "" || middle.split(" ").length > 4)) return { without: "several" };
  const ends = [one.slice(0, before).join(" "), one.slice(one.length - behind).join(" ")];
  return { text: [ends[0], middles.join(" and "), behind === 0 ? "" : ends[1]].filter(Boolean).join(" ") };
}
