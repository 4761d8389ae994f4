import { askedWords } from "@parley/core/passage/ranking";
import { ANY_NUMBER, isLabelled } from "./tells.ts";

/** "what does delivery to Spain cost": a passage that tells the price does not say "cost". */
const COSTS = /^(?:what|how much) (?:do|does|did|would|will) (.+) cost(?: us)?(?: on average)?(?=\s*[?.!]*\s*$)/i;

/** How people ask for a telephone number or an address to write to, and what one looks like. A passage that has one does not say what it is. */
const CONTACTS = [
  {
    asked:
      /\b(?:(?:tele)?phone|mobile|cell|fax|contact) numbers?\b|\b(?:which|what) number(?= (?:do|does|should|can|must)\b.* (?:call|ring|dial)\b)/i,
    told: /(?<![\d-])\+?(?:\d[ ()/-]{0,2}){6,}\d/,
  },
  { asked: /\be-?mail address(?:es)?\b/i, told: /[\w.+-]+@[\w-]+\.\w/ },
];

/** What questions say in other words than passages that answer them, in the order in which it is put into theirs. */
const IN_THEIR_WORDS: readonly (readonly [RegExp, string])[] = [
  [COSTS, "how much is $1"],
  // "how long is the probation period", "what is the password length": a passage that tells it says neither word.
  [
    /^(?:how long (?:is|are)|what (?:is|are)) (?:the |our )?(?:minimum |maximum )?(.+?) (?:period|length|duration)(?=\s*[?.!]*\s*$)/i,
    "how long is $1",
  ],
  // "who bears the cost of the parcel": a passage that tells it says who pays.
  [
    /\b(?:bears?|covers?|carries|carry) (?:the |any |all )?(?:costs?|charges?|expenses?|postage)(?: (?:of|for)\b)?/gi,
    "pays the cost of",
  ],
  [/\bput (.{2,60}?) on hold\b/i, "pause $1"],
  // "what is the limit for dinner", "what is the hotel limit on trips": a passage that has one does not say "limit".
  [
    /^what (?:is|are) (?:the|our) ((?:[\p{L}-]+ ){0,2})(?:limit|maximum|allowance|cap)s? (?:for|of|on) /iu,
    "how much is $1",
  ],
  // "get their money back": a passage about it says "refund".
  [/\b(?:get|gets|getting|receive|receives|have) (?:(?:my|their|his|her|our|your|the) )?money back\b/gi, "refund"],
  // "how are refunds paid out"
  [/\b(pa(?:id|y|ys|ying)) out\b/gi, "$1"],
  [/\blast time\b/gi, "last"],
];

/** A question in the words of passages that answer it. */
export function asPassagesSay(question: string): string {
  const plain = CONTACTS.reduce((text, { asked }) => text.replace(asked, " "), question);
  const text = askedWords(plain).wanted.length > 0 ? plain : question;
  return IN_THEIR_WORDS.reduce((said, [asked, told]) => said.replace(asked, told), text);
}

/** Money, or that none is taken. */
const MONEY_TOLD =
  /[$€£¥]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|pence|free|prices?|costs?|fees?|charges?|rates?|kostenlos|gebühr\p{L}*|preis\p{L}*|kostet|kosten)\b/iu;

/** False for what has no number of money, as no answer to what something costs: "written to within 48 hours". */
const tellsPrice = (quote: string): boolean =>
  quote
    .split(/(?<=[.!?])\s+|\n+/)
    .some((sentence) => isLabelled(sentence) || (ANY_NUMBER.test(sentence) && MONEY_TOLD.test(sentence)));

/** What is asked for money. */
const MONEY_ASKED = /\b(?:costs?|prices?|charges?|fees?|expensive|how much .*\bpay)\b/i;

/** True for what tells of money where that is asked for, and for anything where it is not. */
export const tellsMoney = (question: string, quote: string): boolean =>
  !MONEY_ASKED.test(question) || tellsPrice(quote);

/** False for what is quoted without the kind of thing that is asked for: a price, a telephone number, an address. */
export const tellsKind = (question: string, quote: string): boolean =>
  (!COSTS.test(question) || tellsPrice(quote)) &&
  CONTACTS.every(({ asked, told }) => !asked.test(question) || told.test(quote));

/** "this year", "last month": when something was that a passage of another year does not tell. */
const RELATIVE =
  /\b(this|last|past|previous|current)(?: (?:\d+|two|three|six|twelve))? (day|week|month|quarter|year)s?\b/i;

/** The year that a question speaks of without saying its number; null for none. */
export function yearAsked(question: string, now: number): string | null {
  const [, which = "", unit = ""] = RELATIVE.exec(question) ?? [];
  if (which === "") return null;
  const year = new Date(now).getUTCFullYear();
  const isBefore = unit.toLowerCase() === "year" && /^(?:last|previous)$/i.test(which);
  return String(isBefore ? year - 1 : year);
}

const YEARS = /(?<!\d|[.,])(?:19|20)\d\d(?!\d|[.,]\d)/g;

/** True for a passage that speaks of years, and not of the one that is asked for. */
export function isOfOtherYear(year: string | null, passage: string): boolean {
  if (year === null) return false;
  const told = Array.from(passage.matchAll(YEARS), ([one]) => one);
  return told.length > 0 && !told.includes(year);
}
