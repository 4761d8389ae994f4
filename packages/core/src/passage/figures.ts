/** How people ask for a number, a time or a price. */
export const FIGURE_ASKED =
  /\bhow (?:long|many|much|often|soon|quickly|fast|late|far|old|big|large|heavy)\b|\bwhen\b|\bwhat time\b|\b(?:costs?|prices?|charges?|fees?|limits?|deadlines?)\b|\b(?:wie (?:viele?|lange?|oft|hoch|teuer|schnell|weit)|wann|kostet)\b/i;
/** A number that is no part of a name such as "PL-400", or one in words. */
const HAS_NUMBER =
  /(?<![\p{L}\p{N}]|\p{L}-)\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|twice)\b|(?<!\p{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|zweimal)(?!\p{L})/iu;

/** How people ask for a time; "how long must a password be" asks for none. */
const TIME_ASKED =
  /\bhow (?:long(?!.*\bbe[\s?.!]*$)|soon|quickly|fast|late)\b|\bwhen\b|\bwhat time\b|\b(?:by|until|from) which (?:date|day)\b|\bdeadlines?\b|\b(?:wie (?:lange|schnell)|wann)\b/i;

/** Words that say one. */
const SAYS_TIME =
  /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|noon|midnight|[ap]\.m\.|today|tomorrow|immediately|at once|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|january|february|march|april|may \d|\d+ may|june|july|august|september|october|november|december)\b|\d ?[ap]m\b|\d:\d\d|(?<!\p{L})(?:sekunden?|minuten?|stunden?|uhr|tage?n?|nächten?|wochen?|monate?n?|jahre?n?|sofort|täglich|wöchentlich|monatlich|jährlich|\p{L}+tags|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|mai|juni|juli|oktober|dezember)(?!\p{L})/iu;

/** How much more a sentence is worth that has the time that is asked for, or the number; with a number in place of a time. */
const FIGURE_WORTH = 2;
const NUMBER_WORTH = 1.5;

/** What a sentence is worth to a question by the figure that it has: 1 for none. A length may be asked for like a time. */
export function figureWorth(question: string, text: string): number {
  if (!FIGURE_ASKED.test(question)) return 1;
  const hasTime = TIME_ASKED.test(question) && SAYS_TIME.test(text);
  if (hasTime || (HAS_NUMBER.test(text) && !TIME_ASKED.test(question))) return FIGURE_WORTH;
  return HAS_NUMBER.test(text) ? NUMBER_WORTH : 1;
}

/** True if a text lacks the time that a question asks for. */
export const lacksTime = (question: string, text: string): boolean =>
  TIME_ASKED.test(question) && !SAYS_TIME.test(text);

/** True for a text that has the kind of figure that a question asks for: a time, or a number; false where it asks for none. */
export const hasFigureAsked = (question: string, text: string): boolean =>
  FIGURE_ASKED.test(question) && (TIME_ASKED.test(question) ? SAYS_TIME : HAS_NUMBER).test(text);
