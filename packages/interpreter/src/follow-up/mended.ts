import type { Refusal } from "../question.ts";
import { WORDS_THAT_ASK } from "./ways-on.ts";

/** A question that had no answer, and why. */
export interface Open {
  text: string;
  refusal: Refusal;
}

/** Words of a question that were not understood, from where to where. */
export interface Gap {
  from: number;
  to: number;
}

/** What a turn says of the question before it: its words without those that only say that it does. */
export interface Correction {
  text: string;
  /** "no, I meant …": it is about that question, whatever else it could be. */
  isSaid: boolean;
}

const OPENS_CORRECTION =
  /^(?:(?:no|nope|sorry|oops|wait|ah|oh|hm+|well|actually|my bad|typo)\b[,.! ]*)*(?:i (?:actually |really )?(?:meant?|wanted|was (?:asking|looking) for|should have said)\b[,: ]*(?:to (?:say|see|know|ask) |by that )?(?:for )?|(?:rather|make (?:that|it)|try|say)\b[,: ]*)?/i;
const OPENS_SMOOTHLY = /^(?:(?:ok(?:ay)?|now|then|so|but|please|well|fine|alright)\b,? )+/i;
const ENDS_CORRECTION = /[,. ]+(?:(?:is what )?i (?:mean|meant)|sorry|instead|rather)$/i;
const ENDS_POLITELY = /[,. ]+(?:then|please|i guess|of course|thanks)$/i;

export function correctionIn(said: string): Correction {
  const plain = said
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(OPENS_SMOOTHLY, "")
    .replace(ENDS_POLITELY, "");
  const text = plain.replace(OPENS_CORRECTION, "").replace(ENDS_CORRECTION, "").replace(OPENS_SMOOTHLY, "");
  return text === "" ? { text: plain, isSaid: false } : { text, isSaid: text !== plain };
}

/** "by month i meant", "the players sorry": said first, as most corrections are; "all of them then": without it. */
export const saidFirst = (said: string): string => {
  const [, text, lead] = /^(.+?)[,. ]+(?:is what )?(i (?:mean|meant)|sorry)[.!\s]*$/i.exec(said) ?? [];
  if (text !== undefined && lead !== undefined && /\w/.test(text)) return `${lead}, ${text}`;
  return said.replace(/(?<=\w \w+)[, ]+then[.!\s]*$/i, "");
};

/** "never mind", "forget that": nothing hangs on what was asked before. What is asked then; null where it is not said. */
const LETS_GO =
  /^(?:(?:ok(?:ay)?|well|no|so),? )*(?:never ?mind|nevermind|nvm|forget (?:it|that|about (?:it|that))|skip (?:it|that)|scrap that|leave (?:it|that)|doesn'?t matter|whatever|different question|another question|new question|something else)(?:[,.:;!\-– ]+(?:then |but |and |so |just )?|$)/i;

export function askedAnew(said: string): string | null {
  const rest = said.trim().replace(LETS_GO, "");
  return rest === said.trim() ? null : rest;
}

/** Words that are part of every question: none of them is a gap by itself. */
const NO_GAP =
  /^(?:a|an|the|and|or|of|in|on|at|by|for|per|each|to|from|with|is|are|was|were|do|does|did|has|have|had|how|many|much|what|which|who|show|list|all|any|it|its|that|this|them|those|these|what's|whats|who's|whos|about|only|just|me|us|i|we|you)$/i;

interface Word extends Gap {
  text: string;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }));

/** The phrases of a question that its refusal names, each as long as it goes. */
export function gapsOf({ text, refusal: { reason, unknown } }: Open): Gap[] {
  const lower = text.toLowerCase();
  const told = [...reason.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words.toLowerCase());
  const named =
    unknown.length > 0 ? unknown.map((word) => word.toLowerCase()) : told.filter((one) => lower.includes(one));
  const open = new Set(named.flatMap((phrase) => wordsOf(phrase).map((word) => word.text)));
  const gaps: Gap[] = [];
  for (const { text: word, from, to } of wordsOf(lower)) {
    // By which figure the best are told is no other word for "best".
    if (!open.has(word) || NO_GAP.test(word) || SAYS_HIGH.test(word) || SAYS_LOW.test(word)) continue;
    const last = gaps.at(-1);
    if (last !== undefined && lower.slice(last.to, from).trim() === "") last.to = to;
    else gaps.push({ from, to });
  }
  return gaps;
}

const GROUPED = /\b(?:by|per|for each|for every|each|every|in each|grouped by) (?:the |our )?$/i;
const LED_IN_BY_EACH = /^(?:(?:and )?(?:by|per|for each|for every|each|split by|grouped by) )(?:the |our )?/i;
const PLACED = /\b(in|on|at|for|from|of|with|to|via|about|by|during|since|called|named) (?:(?:the|our|a|an|all) )?$/i;
const LED_IN = /^(?:and )?(in|on|at|for|from|of|with|to|via|about|by|during|since) (?=\S)/i;

/** A question with other words in the place of some. */
const put = (text: string, { from, to }: Gap, words: string): string => {
  const before = text.slice(0, from);
  const own = /\b(?:the|a|an|our) $/i.test(before) ? words.replace(/^(?:the|a|an|our) /i, "") : words;
  return `${before}${own}${text.slice(to)}`.replace(/\s+/g, " ").trim();
};

/** A question that a turn makes of one that was not understood. */
export interface Mended {
  text: string;
  /** The same without what was said: what is read alike has left it out. Null where more than a gap was filled. */
  without: string | null;
}

/** One way in which some words complete a question. */
interface Way {
  /** What it mends, and what is made of it. */
  example: [question: string, said: string, made: string];
  made: (open: Open, said: Correction) => readonly Mended[];
}

/** "this year", "2025": a time that a question could not be restricted to is no word that another stands for. */
const NAMES_A_TIME =
  /\b(?:day|week|month|quarter|year|(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|today|yesterday)s?\b/i;

const ofEachGap =
  (words: (text: string, gap: Gap, said: Correction) => string | null) =>
  (open: Open, said: Correction): Mended[] =>
    // What was said last is answered first.
    gapsOf(open)
      .filter(({ from, to }) => !NAMES_A_TIME.test(open.text.slice(from, to)) || NAMES_A_TIME.test(said.text))
      .toReversed()
      .flatMap((gap) => {
        const instead = words(open.text, gap, said);
        return instead === null ? [] : [{ text: put(open.text, gap, instead), without: put(open.text, gap, "") }];
      });

const whole = (text: string): Mended => ({ text, without: null });

/** "which box makes the most money", "best mechanic": whose figure is compared, and which end of it is asked for. */
const RANKED =
  /^(?:and )?(?:show |list |give me )?(?:who|which|what|whats|what's|(?:who|what) (?:is|are) (?:the |our )?)?\s*(?:the |our )?(?:(best|worst|top|strongest|weakest|biggest|smallest) )?([\p{L}]+(?: [\p{L}]+)?)\b/iu;
const SAYS_HIGH = /\b(?:best|most|top|highest|biggest|largest|strongest|greatest)\b/i;
const SAYS_LOW = /\b(?:worst|least|fewest|lowest|smallest|weakest)\b/i;
const IN_TIME = /\b(?:(?:in|during|since) (?:\d{4}|[a-z]+(?: \d{4})?)|(?:this|last) (?:day|week|month|quarter|year))$/i;

/** Noun in the place of whom a ranking is of, where its figure was not understood. */
function rankedBy({ text, refusal: { unknown } }: Open, said: Correction): Mended[] {
  const plain = text.trim().replace(/[?.!\s]+$/, "");
  const [, , noun = ""] = RANKED.exec(plain) ?? [];
  const isLow = SAYS_LOW.test(plain);
  const rows = noun.split(" ").find((word) => !NO_GAP.test(word) && !SAYS_HIGH.test(word) && !SAYS_LOW.test(word));
  if (rows === undefined || (!isLow && !SAYS_HIGH.test(plain)) || unknown.includes(rows)) return [];
  const figure = said.text.replace(LED_IN_BY_EACH, "").replace(/^(?:the )?(?:most|highest|least|fewest|lowest) /i, "");
  const counted = /^(?:the )?(?:number|count|amount) of /i.exec(figure)?.[0];
  const time = IN_TIME.exec(plain)?.[0] ?? "";
  const asked = (most: string, what: string) => whole(`which ${rows} has the ${most} ${what} ${time}`.trim());
  if (counted !== undefined) return [asked(isLow ? "fewest" : "most", figure.slice(counted.length))];
  return [asked(isLow ? "lowest" : "highest", figure), asked(isLow ? "fewest" : "most", figure)];
}

/** The ways in their order. The first that makes a question which is understood is the one that is meant. */
const WAYS: readonly Way[] = [
  {
    example: ["repairs waiting for tyres", "waiting for parts", "repairs waiting for parts"],
    made: (open, said) =>
      gapsOf(open).flatMap((gap) => {
        const again = saidAgain(open.text.slice(0, gap.from), said);
        return again === null ? [] : [whole(put(open.text, { from: again.from, to: gap.to }, said.text))];
      }),
  },
  {
    example: ["revenue per warehouse", "by town", "revenue per town"],
    made: ofEachGap((text, gap, said) =>
      GROUPED.test(text.slice(0, gap.from)) ? said.text.replace(LED_IN_BY_EACH, "") : null,
    ),
  },
  {
    example: ["deliveries in southgate", "in northgate", "deliveries in northgate"],
    made: ofEachGap((text, gap, said) => {
      const [, own] = LED_IN.exec(said.text) ?? [];
      const [, before] = PLACED.exec(text.slice(0, gap.from)) ?? [];
      const isOther = own !== undefined && own.toLowerCase() !== before?.toLowerCase() && !said.isSaid;
      return before === undefined || isOther ? null : said.text.replace(LED_IN, "");
    }),
  },
  {
    example: ["which supplier has the most parts", "category", "which category has the most parts"],
    made: ofEachGap((_, __, said) => (LED_IN.test(said.text) || LED_IN_BY_EACH.test(said.text) ? null : said.text)),
  },
  { example: ["best mechanic", "by number of repairs", "which mechanic has the most repairs"], made: rankedBy },
  {
    example: ["total cost of repairs in 2024", "labour", "total labour of repairs in 2024"],
    made: (open, said) => {
      if (gapsOf(open).length > 0 || LED_IN_BY_EACH.test(said.text) || LED_IN.test(said.text)) return [];
      const figure = /\b(?:total|average|mean|median|highest|lowest|sum of) (?:the )?([\p{L}]+)\b/iu.exec(open.text);
      const noun = figure?.[1] ?? "";
      const to = (figure?.index ?? 0) + (figure?.[0].length ?? 0);
      // "sales of tea": "sales feb of tea"
      const gap = figure === null ? saidAgain(open.text, said) : { from: to - noun.length, to };
      return gap === null ? [] : [whole(put(open.text, gap, said.text))];
    },
  },
];

/** The first word of what is said, where the question has it. */
function saidAgain(text: string, said: Correction): Gap | null {
  const [first = ""] = said.text.toLowerCase().split(" ");
  return NO_GAP.test(first) ? null : (wordsOf(text).findLast((word) => word.text.toLowerCase() === first) ?? null);
}

/** "assists?", "and tickets?": nothing of it means anything here, so that nothing can hang on it. */
export function isUnknown(open: Open): boolean {
  const gaps = gapsOf(open);
  const isGap = ({ from, to }: Gap) => gaps.some((gap) => gap.from <= from && to <= gap.to);
  return (
    open.refusal.unknown.length > 0 &&
    !WORDS_THAT_ASK.test(open.text.replace(/^(?:and )?(?:what|how) about\b/i, "")) &&
    wordsOf(open.text).every((word) => NO_GAP.test(word.text) || isGap(word))
  );
}

/** "and gas", "only the open ones": something more is said, and not what was meant. */
const SAYS_MORE =
  /^(?:and|also|plus|only|just|without|excluding|except|same|sort|order|what about|how about|vs|versus)\b/i;
const HAS_PARTS =
  /\S (?:of|in|on|at|by|for|per|with|from|where|that|who|over|under|since) |^(?:\d|(?:total|average|number|top|count|sum|median)\b)/i;
/** Words that name nothing by themselves. */
const SAYS_NOTHING =
  /^(?:(?:both|all|together|everything|everybody|everyone|each|either|any|more|less|yes|no|none|it|that|this|them|one|ones|again|much|many|total|in|of)\s*)+$/i;
const MOST_WORDS_MENDING = 8;
const MOST_WORDS_UNMARKED = 4;
/** Ways that are tried: each is a reading. */
const MOST_WAYS = 4;

/** True for what may be other words for something: no question of its own, and nothing that is added. */
export const isAnswer = ({ text }: Correction): boolean =>
  text.split(/\s+/).length <= MOST_WORDS_MENDING &&
  !SAYS_NOTHING.test(text) &&
  !SAYS_MORE.test(text) &&
  !WORDS_THAT_ASK.test(text);

/** The questions that a turn may make of one that was not understood, the likeliest first. */
export function mendedBy(open: Open, said: Correction): Mended[] {
  if (!isAnswer(said)) return [];
  const words = said.text.split(/\s+/).length;
  const isShort =
    words <= MOST_WORDS_UNMARKED && !HAS_PARTS.test(said.text.replace(LED_IN, "").replace(LED_IN_BY_EACH, ""));
  const ways = said.isSaid || isShort ? WAYS : WAYS.filter(({ made }) => made === rankedBy);
  const isNew = (text: string) => ![open.text, said.text].some((one) => one.toLowerCase() === text.toLowerCase());
  return ways
    .flatMap(({ made }) => made(open, said))
    .filter(({ text }, at, all) => isNew(text) && all.findIndex((one) => one.text === text) === at)
    .slice(0, MOST_WAYS);
}
