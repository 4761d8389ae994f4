/** What a word after a number multiplies it by. Where languages differ ("Billion"), all they may mean. */
const SCALES_OF_WORDS: Readonly<Record<string, readonly number[]>> = {
  __proto__: null as never,
  thousand: [1e3],
  k: [1e3],
  tsd: [1e3],
  tausend: [1e3],
  mille: [1e3],
  mil: [1e3],
  mila: [1e3],
  lakh: [1e5],
  lakhs: [1e5],
  million: [1e6],
  millions: [1e6],
  millionen: [1e6],
  mio: [1e6],
  mn: [1e6],
  m: [1e6],
  millones: [1e6],
  milioni: [1e6],
  crore: [1e7],
  crores: [1e7],
  billion: [1e9, 1e12],
  billions: [1e9],
  bn: [1e9],
  b: [1e9],
  milliarde: [1e9],
  milliarden: [1e9],
  milliard: [1e9],
  milliards: [1e9],
  mrd: [1e9],
  miliardi: [1e9],
  trillion: [1e12],
  billionen: [1e12],
};

/** Letters after a number that change what it is worth; "m" may mean metres, too. */
export function scalesOf(word: string): readonly number[] {
  const known = SCALES_OF_WORDS[word.toLowerCase()];
  if (!known) return [1];
  return METRES.test(word) ? [...known, 1] : known;
}

/** A unit that a multiplier may be taken for. */
const METRES = /^m$/;

/** Words that make the number after them a rounded one. */
export const ROUNDED =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.|some|rund|etwa|ungefähr|zirka|environ|env\.|unos|unas)|[~≈])\s*(?:\p{Sc}|[A-Z]{3})?\s?$/iu;

/** Words that make the number after them a bound: the figure is nearly it, or a little more. */
export const BOUND =
  /(?:\b(?:nearly|almost|just under|over|more than|above|at least|under|below|less than|up to|fast|knapp|beinahe|über|mehr als|gut|mindestens|unter|weniger als|bis zu|presque|plus de|moins de|casi|más de)|[<>])\s*(?:\p{Sc}|[A-Z]{3})?\s?$/iu;

const MONTHS =
  "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch)?|märz|mars|apr(?:il)?|avril|may|mai|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember)?|décembre";

/** The names of months, and how those of each begin, in the order of the year. */
export const MONTH_NAMES = new RegExp(String.raw`(?<!\p{L})(?:${MONTHS})(?!\p{L})`, "giu");
export const MONTH_BEGINNINGS: readonly RegExp[] = [
  /^jan/i,
  /^f[eé]/i,
  /^m(?:ar|är)/i,
  /^a[pv]/i,
  /^ma[iy]/i,
  /^jui?n/i,
  /^jui?l/i,
  /^a[uo]/i,
  /^sep/i,
  /^o/i,
  /^n/i,
  /^d/i,
];

/** Words of a sentence about what is left when something is taken away. */
export const LEFT_OVER =
  /(?<!\p{L})(?:others?|rest|remain\p{L}*|else|not|without|except|übrig\p{L}*|restlich\p{L}*|ander[enmrs]+|weiter[enmrs]+|nicht|ohne|kein\p{L}*|außer)(?!\p{L})/iu;

/** Dates and times that can be nothing else. */
export const DATES: readonly RegExp[] = [
  /\b\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d.,]*\d)/g,
  /\b\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})(?!\d)/g,
  /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g,
  /\b(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?\b/g,
  new RegExp(
    String.raw`(?<![\d.,])\d{1,2}(?:st|nd|rd|th|er|\.)?(?:\s?[-–]\s?\d{1,2}\.?)?\s(?:of\s|de\s)?(?:${MONTHS})\b\.?(?:,?\s\d{4}\b)?`,
    "giu",
  ),
  new RegExp(String.raw`\b(?:${MONTHS})\b\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d{2}\b`, "giu"),
  new RegExp(String.raw`\b(?:${MONTHS})\b\.?,?\s(?:19|20)\d{2}\b`, "giu"),
  /\b[QH][1-4](?:[\s/]*(?:19|20)\d{2})?\b/g,
  /\b(?:19|20)\d{2}[\s/-]?[QHW]\d{1,2}\b/g,
  /\b[1-4](?:st|nd|rd|th|\.)\s(?:quarter|quartal)(?:\s(?:of\s)?(?:19|20)\d{2})?\b/gi,
  /\b(?:FY|GJ)\s?\d{2,4}(?:\/\d{2,4})?\b/g,
  /\b(?:KW|CW|calendar week|Kalenderwoche|week|Woche)\s(?:[0-4]?\d|5[0-3])\b/gi,
  /\b(?:19|20)\d{2}[-–/]\d{2}(?![\d.,]*\d)/g,
];

/** A day after its month, which may be a figure after a month, too ("in March 12 orders"). */
export const DAY_AFTER_MONTH = new RegExp(String.raw`\b(?:${MONTHS})\b\.?\s$`, "iu");

/** The number of a passage in brackets. */
export const PASSAGE_NUMBER = /\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]/g;

/** Places in texts. */
export const CITATIONS: readonly RegExp[] = [
  /(?:(?<!['’])\b(?:pp?|pages?|S|Seiten?|section|sec|Abschnitt|chapter|Kapitel|slide|Folie|Art|Artikel|article|paragraph|Absatz)\b\.?|§§?)\s?\d+(?:\.\d+)*(?:\s?[-–]\s?\d+)?(?![\d,.]*\d)/giu,
];

/** Words before a year. */
export const BEFORE_YEAR = new RegExp(
  String.raw`(?:\b(?:in|im|of|for|since|from|until|till|to|by|during|before|after|through|year|years|fiscal|early|late|mid|and|or|vs\.?|versus|und|oder|gegenüber|seit|von|bis|aus|für|jahr|jahre|jahres|vor|nach|ab|anfang|ende|mitte|en|depuis|année|${MONTHS})\b\.?|[(/–,-])\s?$`,
  "iu",
);

/** Words before a number that is a figure, though it could be a year: "there were 2024". */
export const BEFORE_FIGURE =
  /(?:(?<!\p{L})(?:was|were|is|are|has|have|had|totals?|totalled|made|reached|war|waren|ist|sind|hat|hatte|hatten)|[:=])\s(?:\*{1,2})?$/iu;

/** Words that may follow a year which is no count of things. */
export const AFTER_YEAR =
  /^\s(?:and|or|to|was|were|is|are|had|has|have|with|the|a|an|in|by|than|versus|vs|but|as|we|it|there|only|und|oder|bis|war|waren|ist|sind|gab|hatte|hatten|wurde|wurden|mit|der|die|das|lag|liegt|es|nur)\b/i;

/** Words before a number that chooses among rows or ranks them. */
export const SELECTS =
  /\b(?:top|first|last|bottom|next|erste[nr]?|letzte[nr]?|oberste[nr]?|nächste[nr]?|premiers?|primeros?)\s$/iu;
export const RANKS = /(?:\b(?:rank(?:ed|s)?|place|platz|rang|position|no\.|nr\.)\s|#)$/iu;
/** What follows the number of a rank: "7th largest". */
export const RANKED =
  /^(?:st|nd|rd|th)[\s-](?:place|rank|position|largest|biggest|highest|lowest|smallest|best|worst|most|least)(?!\p{L})/iu;
/** Words after a number of rows that were chosen. */
export const SELECTED =
  /^\s(?:largest|biggest|highest|lowest|smallest|best|worst|most|top|größten|kleinsten|höchsten|niedrigsten|besten|wichtigsten|stärksten|meisten)\b/iu;
/** Words before and after a span of time that reaches back from now: "the last 30 days". */
export const SPAN_BEFORE = /\b(?:last|past|previous|next|coming|letzten|vergangenen|vorigen|nächsten|kommenden)\s$/iu;
export const SPAN_AFTER =
  /^[\s-](?:hours?|days?|weeks?|months?|quarters?|years?|stunden?|tagen?|tage|wochen?|monaten?|monate|quartalen?|quartale|jahren?|jahre)\b/iu;

/** What makes a number a multiple: "3.5 times", "2x", "doppelt" has none. */
export const MULTIPLE = /^[\s-]?(?:x|×|times|fold|fach\p{L}*|mal|fois|veces)(?!\p{L})/iu;
/** Words after a count of what was not told: "and 12 more". */
export const MORE = /^\s(?:more|others?|weitere[nrsm]?|andere[nrsm]?|autres)\b/iu;
