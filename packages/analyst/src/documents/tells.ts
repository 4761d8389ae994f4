import { askedWords } from "@parley/core/passage/ranking";

/** What is quoted of a passage, and where it stands. */
export interface Quoted {
  place: string;
  quote: string;
}

/** Numbers as digits and as words. */
export const ANY_NUMBER =
  /\d|\b(?:no|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|half|once|twice|every|each|daily|weekly|monthly|quarterly|yearly|annually|free|unlimited)\b|(?<!\p{L})(?:kein\p{L}*|eine?[nrms]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|erste\p{L}*|zweite\p{L}*|dritte\p{L}*|kostenlos|unbegrenzt)(?!\p{L})/iu;

/** Numbers that say how many of something there are. */
const HOW_MANY_THERE_ARE =
  /^(?:\d.*|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|unlimited|kein\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|unbegrenzt)$/iu;

/** A day, a month or a year of the calendar. */
const CALENDAR_DATE =
  /\b(?:1[89]|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]|\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/** "how much is …", "what is the price of …": the answer has a number. */
const NUMBER_ASKED =
  /^(?:and |but |so )?(?:how (?:many|much|often|high|heavy|large|big|old|fast|long)\b|what (?:is|are|was|were) (?:the |our )?(?:price|cost|fee|charge|limit|maximum|minimum|salary|wage|number|amount)s?\b|wie (?:viele?|oft|hoch|lange?|teuer|schwer|schnell|alt)\b|was kostet\b)/i;

/** "when was the last recall", "when did it open": the answer has a date. */
const PAST_DATE_ASKED = /^(?:and |but |so )?(?:when (?:was|were|did)\b|wann (?:war|waren|wurde|wurden|hat|haben)\b)/i;

/** "how many employees do we have": what is counted, as far as a verb shows where it ends, else its first word. */
const COUNTED_THING =
  /^(?:and |but |so )?(?:how many|wie viele)((?: [\p{L}-]+){1,3}?)(?= (?:are|is|do|does|did|can|may|must|will|were|was|have|has|of|there|per|a|an|in|on|gibt|hat|haben|habe|sind|darf|kann|pro|im|in)\b|[?.!]|$)|^(?:and |but |so )?(?:how many|wie viele)( [\p{L}-]+)/iu;

/** Words between a number and what it counts, at most: "27 days of annual leave", "28 paid holidays". */
const WORDS_BETWEEN = 3;

const PARAGRAPH_NUMBER = /^\s*(?:[-*+•]\s+)?(?:\d+[.)]|\d+(?:\.\d+)+)\s/;

export const isLabelled = (line: string): boolean => /^\s*\|/.test(line) || /^- [^|]*: .*\|/.test(line);

/**
 * True if what is quoted can be an answer to a question for a figure: it has a number where one is asked, of what is counted, and a
 * date where it is asked when something was. Other questions are not judged.
 */
export function canTell(question: string, { place, quote }: Quoted): boolean {
  const asked = question.trim();
  if (PAST_DATE_ASKED.test(asked) && !CALENDAR_DATE.test(`${place}\n${quote}`)) return false;
  if (NUMBER_ASKED.test(asked) && !ANY_NUMBER.test(quote)) return false;
  const [, ended, first] = COUNTED_THING.exec(asked) ?? [];
  const counted = ended ?? first;
  if (counted !== undefined && !counts(counted, quote)) return false;
  return saysTogether(asked, { place, quote });
}

/** "bounce rate", "parental leave": a thing that is named in two words, and nothing else. */
const NAMED_IN_TWO_WORDS =
  /^(?:(?:the|our|your|what is (?:the|our)|what's (?:the|our)) )?([\p{L}-]+) ([\p{L}-]+)[?.!\s]*$/iu;

/** False where a thing is named in two words and a passage has but one of them: shipping rates tell nothing of a "bounce rate". */
export function saysWhatIsNamed(question: string, passage: string): boolean {
  const named = NAMED_IN_TWO_WORDS.exec(question.trim())?.slice(1) ?? [];
  return named.filter((word) => !NOT_REPEATED.test(word)).every((word) => shareIn(word, passage) === 1);
}

/** "what is the salary of a team lead": what is asked, and of what. */
const ASKED_OF = /^(?:and |but |so )?what (?:is|are) (?:the|our) (?:[\p{L}-]+ ){0,2}?([\p{L}-]+) (?:of|for) (.+)$/iu;

/** What answers do not repeat. */
const NOT_REPEATED =
  /^(?:amount|charge|cost|deadline|fee|limit|maximum|minimum|number|period|policy|price|procedure|process|rule|time)s?$/i;

/** False where a passage lacks what is asked, or says it in another sentence than of what it is asked. */
function saysTogether(asked: string, { place, quote }: Quoted): boolean {
  const [, what = "", whose = ""] = ASKED_OF.exec(asked) ?? [];
  if (what === "" || quote.split("\n").some(isLabelled)) return true;
  const has = (words: string, text: string) => {
    const { wanted, stems, placeOf } = askedWords(words);
    return wanted.length === 0 || stems(text).some((one) => placeOf(one) !== undefined);
  };
  const heading = place.split(" › ").at(-1) ?? "";
  if (has(what, heading)) return true;
  if (!has(what, quote)) return NOT_REPEATED.test(what);
  if (has(whose, heading)) return true;
  return quote.split(/(?<=[.!?])\s+|\n+/).some((sentence) => has(what, sentence) && has(whose, sentence));
}

/** True if a number in a text counts this: "12 vans", "Holidays: 28", or a row whose columns are called so. */
function counts(counted: string, text: string): boolean {
  const { wanted, stems, placeOf } = askedWords(counted);
  if (wanted.length === 0) return true;
  const names = (word: string) => stems(word).some((one) => placeOf(one) !== undefined);
  const lines = text.split("\n");
  const labelled = lines.filter(isLabelled).join(" ");
  if ((labelled.match(/[\p{L}\p{N}]+/gu) ?? []).some(names)) return true;
  return lines.some((line) => {
    // The number of a paragraph counts nothing.
    const words = line.replace(PARAGRAPH_NUMBER, "").match(/[\p{L}\p{N}.,'’]*[\p{L}\p{N}]|[:=]/gu) ?? [];
    return words.some((word, at) => {
      if (!HOW_MANY_THERE_ARE.test(word)) return false;
      const following = words.slice(at + 1, at + 2 + WORDS_BETWEEN);
      // "8 dollars per seat" counts no seats.
      const rate = following.findIndex((one) => /^(?:per|each|pro|je)$/i.test(one));
      if ((rate === -1 ? following : following.slice(0, rate)).some(names)) return true;
      return [":", "=", "is", "are"].includes(words[at - 1] ?? "") && words.slice(Math.max(0, at - 3), at).some(names);
    });
  });
}

/** How much of a question one sentence of what is quoted says, or its table, with the heading that it stands under: 0 to 1. */
export function saidOf(question: string, { place, quote }: Quoted): number {
  const heading = place.split(" › ").at(-1) ?? "";
  const lines = quote.split("\n");
  const table = lines.filter(isLabelled).join("\n");
  const others = lines.filter((line) => !isLabelled(line)).flatMap((line) => line.split(/(?<=[.!?])\s+/));
  return Math.max(...[table, ...others].map((text) => shareIn(question, `${heading} ${text}`)));
}

/** How many of a question's words a text has: 0 to 1. */
export function shareIn(question: string, text: string): number {
  const { wanted, stems, placeOf } = askedWords(question);
  const said = new Set(stems(text).flatMap((word) => placeOf(word) ?? []));
  return wanted.length === 0 ? 1 : said.size / wanted.length;
}
