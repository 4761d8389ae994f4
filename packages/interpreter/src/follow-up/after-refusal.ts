import { smallTalk } from "../language/small-talk.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { CHANGES_THE_ONE_BEFORE, type Question, type QueryReading, type Reading, type Refusal } from "../question.ts";

/** Words that ask: with one of them a text may be a question of its own, whatever it opens with. */
const WORDS_THAT_ASK =
  /\b(?:what|which|who|whose|where|when|why|how|list|show|give|find|is|are|was|were|do|does|did)\b/i;
const OPENS_POLITELY = /^(?:(?:ok(?:ay)?|now|then|so|but|please),? )+/i;

type Kind = "rows" | "groups" | "some" | "order" | "other";

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

/** What the data does not say, asked of an answer: that one is spoken of still. */
const ASKS_WHY = /^(?:and )?(?:why\b|how come\b|is (?:that|this|it)\b|was (?:that|this|it)\b)/i;

const plainly = (text: string): string =>
  text
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(OPENS_POLITELY, "");

const kindOf = (text: string): Kind | null => WAYS_ON.find(({ pattern }) => pattern.test(plainly(text)))?.kind ?? null;

/** "who leads them", "which have no guide": of the rows that were told, whatever comes of it. */
const asksOfRows = (text: string): boolean =>
  WORDS_THAT_ASK.test(plainly(text)) &&
  (kindOf(text) === "rows" || /^(?:and )?which (?:ones? )?(?:have|had|are|were|has|is|of)\b/i.test(plainly(text)));

/** "who leads them", of which nothing was told. */
const ENDS_IN_THEM = /\b(?:them|those|these)$/i;

/** "and anniversaries" says in other words what "and birthdays" meant; "in 2024" does not say "overall" again. */
const opensAlike = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => plainly(text).split(/\s/)[0]?.toLowerCase());
  return kindOf(other) !== "other" || first === second;
};

/** "what's the total": of what nobody says. */
const FIGURE_OF_NOTHING =
  /^(?:and )?(?:(?:what(?:'s| is| was)? )?the (?:(?:grand |overall )?total|sum|average|mean|median|minimum|maximum)|how (?:many|much) (?:per|by|for each|each)\b.*|which (?:ones? )?(?:have|had|are|were|has|is)\b.*)$/i;

/** "and gas", "only the confirmed ones", "with the number of reviews": no question of its own. */
function isFragment(text: string): boolean {
  const plain = plainly(text);
  const kind = kindOf(plain);
  if (FIGURE_OF_NOTHING.test(plain)) return true;
  return kind !== null && kind !== "rows" && !WORDS_THAT_ASK.test(plain.replace(/^(?:what|how) about\b/i, ""));
}

/** "how many guests in total", which names nothing else: of what was asked before, rather than of everything there is. */
const isOfAll = (text: string, { form }: QueryReading): boolean =>
  /\b(?:in total|altogether|all together|combined)$/i.test(plainly(text)) &&
  form.where.length + form.groups.length + form.having.length === 0;

/** A question that names its rows itself, so that it may be read as one of its own. */
const namesItsRows = (text: string, reading: Reading, { tables }: Question["schema"]): boolean => {
  if (reading.kind !== "query" || isFragment(text) || kindOf(text) === "rows") return false;
  const subject = tables.find(({ name }) => name === reading.form.subject);
  const words = new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem));
  return subject !== undefined && splitIdentifier(subject.name).every((word) => words.has(stem(word)));
};

/**
 * A question back in the place of a reading that hangs on a question without an answer: "and by city?" after one that was
 * refused would else change the answer before that, of which nobody speaks any more. The same kind of turn again says in other
 * words what was not understood, and goes on from there.
 */
export function askedBack(
  reading: Reading,
  { text, schema, unanswered = [] }: Question,
  readAlone: () => Reading,
): Reading {
  const open = unanswered.filter((one) => !ASKS_WHY.test(plainly(one)) && smallTalk(one, schema) === null);
  // What nobody could go on from since hangs on the same.
  const last = open.findLast((one) => kindOf(one) === null) ?? open.at(-1);
  if (reading.kind !== "query" || last === undefined) return reading;
  const goesOn = reading.assumptions.includes(CHANGES_THE_ONE_BEFORE);
  if (!goesOn && !isFragment(text) && !isOfAll(text, reading) && !ENDS_IN_THEM.test(plainly(text))) return reading;
  const kind = kindOf(text);
  if (goesOn && kind !== null && open.every((one) => kindOf(one) === kind && opensAlike(one, text))) return reading;
  // "who leads them" had no answer: they are still those that are spoken of.
  if (goesOn && open.every(asksOfRows) && (kind === "rows" || asksOfRows(text))) return reading;
  const alone = goesOn ? readAlone() : reading;
  if (goesOn && namesItsRows(text, alone, schema)) return alone;
  const said = reading.interpretation.replace(/\.$/, "");
  return {
    kind: "not_understood",
    reason: `“${last}” had no answer, so I cannot tell what this goes on from: please ask it in full.`,
    unknown: [],
    choices: [{ label: said, message: said }],
    suggestions: [],
  } satisfies Refusal;
}
