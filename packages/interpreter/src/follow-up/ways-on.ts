import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Question, Reading } from "../question.ts";

/** Words that ask: with one of them a text may be a question of its own, whatever it opens with. */
export const WORDS_THAT_ASK =
  /\b(?:what|which|who|whose|where|when|why|how|list|show|give|find|is|are|was|were|do|does|did)\b/i;
const OPENS_POLITELY = /^(?:(?:ok(?:ay)?|now|then|so|but|please),? )+/i;

/** What a turn goes on with. */
export type Kind = "rows" | "groups" | "some" | "order" | "other";

/** How a turn goes on, by its words alone. */
const WAYS_ON: readonly { kind: Kind; pattern: RegExp }[] = [
  { kind: "groups", pattern: /^(?:and )?(?:by|per|for each|split|break|group(?:ed)?|slice)\b/i },
  { kind: "some", pattern: /^(?:and )?(?:only|just|without|excluding|exclude|except|leave out|remove)\b/i },
  {
    kind: "order",
    pattern: /^(?:and )?(?:sort|order|rank)(?:ed)?\b|^(?:and )?(?:the )?(?:top|bottom) \d+$|^\w+ first$/i,
  },
  { kind: "rows", pattern: /\b(?:they|them|those|these|their|he|she|his|her|it|its|there)\b/i },
  { kind: "other", pattern: /^(?:and|also|plus|with|what about|how about|same|instead|in|for)\b/i },
];

/** A turn without the politeness around it. */
export const plainly = (text: string): string =>
  text
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(OPENS_POLITELY, "");

export const goesOnAs = (text: string): Kind | null =>
  WAYS_ON.find(({ pattern }) => pattern.test(plainly(text)))?.kind ?? null;

/** "what's the total": of what nobody says. */
const FIGURE_OF_NOTHING =
  /^(?:and )?(?:(?:what(?:'s| is| was)? )?the (?:(?:grand |overall )?total|sum|average|mean|median|minimum|maximum)|how (?:many|much) (?:per|by|for each|each)\b.*|which (?:ones? )?(?:have|had|are|were|has|is)\b.*|which (?!ones?$)\w+)$/i;

/** "and gas", "only the confirmed ones", "with the number of reviews": no question of its own. */
export function isFragment(text: string): boolean {
  const plain = plainly(text);
  const kind = goesOnAs(plain);
  if (FIGURE_OF_NOTHING.test(plain)) return true;
  return kind !== null && kind !== "rows" && !WORDS_THAT_ASK.test(plain.replace(/^(?:what|how) about\b/i, ""));
}

/** A question that names its rows itself, so that it may be read as one of its own. */
export const namesItsRows = (text: string, reading: Reading, { tables }: Question["schema"]): boolean => {
  if (reading.kind !== "query" || isFragment(text) || goesOnAs(text) === "rows") return false;
  const subject = tables.find(({ name }) => name === reading.form.subject);
  const words = new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem));
  return subject !== undefined && splitIdentifier(subject.name).every((word) => words.has(stem(word)));
};
