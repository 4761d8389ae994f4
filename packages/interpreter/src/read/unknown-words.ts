import type { Token } from "../language/tokens.ts";
import { isDeedAsked } from "./deeds-asked.ts";
import type { Role, UnknownWord } from "./sketch.ts";
import { deed, isRestriction, spans } from "./unknown-restrictions.ts";

const here = /^(this|our|entire|whole|these)$/;
/** Whose data is kept elsewhere. */
const others = /^(?:competitors?|competition|rivals?|peers?|industry|market)$/;
const collective =
  /^(?:fleet|collection|catalog(?:ue)?|portfolio|assortment|range|line-?up|inventory|books?|premises)$/;
const leadsToName =
  /^(for|from|by|than|with|into|at|near|on|about|through|via|called|named|dr|mr|mrs|ms|miss|prof|professor|st|versus|vs)$/;
const title = /^(dr|mr|mrs|ms|miss|prof|professor)$/;
const article = /^(the|a|an)$/;
const asks = /^(what|whats|is|are|was|were|show|give|me|find|list|get|tell)$/;
/** "by the musician with the last name Heilo": what follows tells who. */
const described = /^(with|whose|who|named|called|that|which)$/;
/** "how much did", "what does" */
const isHelp = (said: (token: number) => string, at: number): boolean =>
  /^(did|do|does)$/.test(said(at)) && /^(much|many|what)$/.test(said(at - 1));
/** "average commute": what is averaged. */
const averages = /^(?:average|mean|median)$/;
const unit = /^(minute|hour|day|night|week|month|year)s?$/;
const anything = /^(something|anything|things?|stuff|it|them|there|from)$/;
const money = /^(revenue|turnover|profit|income|earnings)$/;
const pronoun = /^(i|you|he|she|it|we|they|one)$/;
/** "more than 3 people": how many there are of those, and nothing else that is more than 3. */
const DIGITS_OF_ROWS = 3;
const compares = /^(?:than|over|above|under|below|least|most|exactly|with|have|has|had)$/;
const noun =
  /^(?:people|persons|men|women|children)$|^(?!(?:euros?|dollars?|pounds?|cents?|times|percents?|points?|stars?|degrees?|pieces|units|(?:second|minute|hour|day|night|week|month|quarter|year|kilo|gram|litre|liter|met(?:re|er)|mile|foot|inche|ton|tonne|piece|item)s)$)[a-z]{3,}[^s\W]s$/;
/** What people feel: rows that do not hold it tell nothing about it. */
const feeling =
  /^(?:(?:un|dis)?satisfied|(?:un)?happy|(?:dis)?pleased|disappointed|annoyed|angry|delighted|frustrated|interested|loyal|bored|motivated)$/;
const auxiliary = /^$|^(?:[?.!]|do|does|did|are|is|were|was|have|has|had)$/;

/** For each unknown word: where the unknown words around it begin and end. */
function runsOf(unknown: ReadonlySet<number | undefined>): Map<number, { first: number; end: number }> {
  const runs = new Map<number, { first: number; end: number }>();
  for (const token of unknown) {
    if (token === undefined || unknown.has(token - 1)) continue;
    let end = token + 1;
    while (unknown.has(end)) end++;
    for (let each = token; each < end; each++) runs.set(each, { first: token, end });
  }
  return runs;
}

/** "our data", "the share of vans in the fleet": all there are; "came through our website" says which. */
const isHere = (token: number, said: (token: number) => string): boolean =>
  (here.test(said(token - 1)) &&
    !(said(token - 1) === "our" && /(?:ed|through|via|from|about|with|by)$/.test(said(token - 2))) &&
    !spans.test(said(token)) &&
    !others.test(said(token))) ||
  (collective.test(said(token)) && said(token - 1) === "the" && /^(?:in|of|from|on)$/.test(said(token - 2)));

/** "the names of all schools that …": what has the names. */
function isNamedOf(
  token: number,
  said: (token: number) => string,
  kindOf: (token: number) => "schema" | "value" | undefined,
): boolean {
  let before = token - 1;
  while (/^(?:the|all|any|every|each|those|these|our|distinct|different)$/.test(said(before))) before--;
  const isName = said(before) === "of" && /^(?:names?|ids?|titles?)$/.test(said(before - 1));
  const isPart = /^(?:first|last|full)$/.test(said(before - 2));
  return isName && !isPart && !deed.test(said(token)) && kindOf(token + 1) === undefined;
}

/** "at the keeper's cottage": that alone. */
const isPlaceOf = (tokens: readonly Token[], token: number): boolean =>
  tokens[token - 1]?.possessive === true && /^(?:to|at|in|from|near|by|the)$/.test(tokens[token - 2]?.lower ?? "");

/** "how full was it", "what do they think of it" */
const isFelt = (token: number, said: (token: number) => string): boolean =>
  feeling.test(said(token)) || said(token - 1) === "how";

/** "gardens with more than 3 people"; "a height over 300 stories" is of the height. */
const isComparedNumber = (
  token: number,
  said: (token: number) => string,
  kindOf: (token: number) => "schema" | "value" | undefined,
): boolean =>
  compares.test(said(token - 2)) &&
  said(token - 1).length <= DIGITS_OF_ROWS &&
  noun.test(said(token)) &&
  kindOf(said(token - 2) === "than" ? token - 4 : token - 3) !== "schema";

const isBought = (before: string, word: string): boolean =>
  /^(bought|buy|buys|purchased)$/.test(before) && !anything.test(word);

/** "how many tickets did we close": what was done with them. */
const isDoneByUs = (token: number, said: (token: number) => string): boolean =>
  /^(?:we|they|you)$/.test(said(token - 1)) &&
  /^(?:did|have)$/.test(said(token - 2)) &&
  /^[a-z]{4,}$/.test(said(token));

/** "which town grows the most plums" */
const isMost = (before: string, last: string): boolean => /^(?:most|fewest)$/.test(before) && /[^s\W]s$/.test(last);

/** "how many visits did holloway have": whose they are; any of a kind, as "clients", is told no further. */
const isDoer = (token: number, said: (token: number) => string): boolean =>
  /^(?:did|does)$/.test(said(token - 1)) &&
  /^[a-z]{4,}$/.test(said(token)) &&
  !/s$|^(?:people|everybody|everyone|anybody|anyone|somebody|someone|management|staff|really|actually|usually)$/.test(
    said(token),
  ) &&
  /^(?:have|make|take|get|do|see|give|check|book|order|buy|place|work|pay)$/.test(said(token + 1));

/** The unknown words with their roles, by the words around them. `kindOf` tells what tokens mean here. */
export function withRoles(
  words: readonly UnknownWord[],
  tokens: readonly Token[],
  kindOf: (token: number) => "schema" | "value" | undefined,
): UnknownWord[] {
  const said = (token: number) => tokens[token]?.lower ?? "";
  const unknown = new Set(words.map(({ token }) => token));
  const runs = runsOf(unknown);
  const known = new Map<number, Role>();
  /** Looked at once for each word: it depends on the words before it. */
  const roleOf = (token: number): Role => {
    const role = known.get(token) ?? roleByWords(token);
    known.set(token, role);
    return role;
  };
  const roleByWords = (token: number): Role => {
    const before = said(token - 1);
    if (isHere(token, said)) return "here";
    if (isCounted(token)) return "counted";
    if (isAsked(token) || isDeedAsked(token, said, kindOf(token - 1) === "schema" || unknown.has(token - 1)))
      return "asked";
    if (isTold(token) || isRestriction(token, said, kindOf)) return "names";
    // "spent on advertising": what it was spent on.
    if ((deed.test(said(token)) && before !== "on") || isDoneByUs(token, said)) return "doing";
    if (article.test(before) && described.test(said(token + 1))) return "other";
    if (leadsToName.test(article.test(before) ? said(token - 2) : before)) return "names";
    if (isOwner(token) || isOfCounted(token) || isDoer(token, said)) return "names";
    // The second word of a name: "for copperlane foods".
    return unknown.has(token - 1) && roleOf(token - 1) === "names" ? "names" : "other";
  };
  // "dr", what was bought, "recurring revenue": they tell which rows are meant.
  const isTold = (token: number): boolean =>
    title.test(said(token)) ||
    isPlaceOf(tokens, token) ||
    isBought(said(token - 1), said(token)) ||
    isSpan(token) ||
    isOfVerb(token) ||
    money.test(said(token + 1));
  // "visits of copperlane": rows, and whose they are.
  const isOwner = (token: number): boolean =>
    said(token - 1) === "of" &&
    kindOf(token - 2) === "schema" &&
    /^$|^(?:in|on|of|for|last|this|since|[?.!])$/.test(said(token + 1));
  /** "more than 3 open loans": those alone are counted. */
  const isOfCounted = (token: number): boolean =>
    /^\d+$/.test(said(token - 1)) &&
    (kindOf(token + 1) === "schema" || (isLast(token) && isComparedNumber(token, said, kindOf)));
  const isAveraged = (token: number): boolean => averages.test(said(token - 1)) && isLast(token);
  const isLast = (token: number): boolean => kindOf(token + 1) === undefined && !unknown.has(token + 1);
  // "how much did breakdowns cost": whose figure is asked for.
  const isOfVerb = (token: number): boolean =>
    isHelp(said, article.test(said(token - 1)) ? token - 2 : token - 1) && !pronoun.test(said(token));
  // "within a week": the number would be of any time.
  const isSpan = (token: number): boolean =>
    unit.test(said(token)) && /^(than|within)$/.test(said(article.test(said(token - 1)) ? token - 2 : token - 1));
  /** The words right after "how many" or "number of", where none of them is known. */
  const isCounted = (token: number): boolean => {
    const { first, end } = runs.get(token) ?? { first: token, end: token + 1 };
    // "how many x-ray machines do we own": what is counted stands behind what restricts it.
    const isRestricted = kindOf(first - 1) === "value" && !said(first - 1).endsWith("ed");
    if (isRestricted && said(first - 2) === "many" && auxiliary.test(said(end))) return !deed.test(said(token));
    const isAfterCount = /^(many|number of|count of)$/.test(
      said(first - 1) === "of" ? `${said(first - 2)} of` : said(first - 1),
    );
    return (isAfterCount || isMost(said(first - 1), said(end - 1))) && kindOf(end) === undefined;
  };
  /** "what is the address of Stella": right before "of", and asked for rather than part of a condition. */
  const isAsked = (token: number): boolean =>
    isFelt(token, said) ||
    (/[a-z]{3}er$/.test(said(token)) && said(token + 1) === "than") ||
    isNamedOf(token, said, kindOf) ||
    isAveraged(token) ||
    (said(token + 1) === "of" && isWanted(kindOf(token - 1) === "value" ? token - 1 : token));
  const isWanted = (first: number): boolean => said(first - 1) === "the" && asks.test(said(first - 2));
  // "dr kaldor": the name says who is meant.
  const isTitleOfName = (token: number): boolean => title.test(said(token)) && kindOf(token + 1) !== undefined;
  return words.flatMap((word) => {
    if (word.token === undefined) return [word];
    return isTitleOfName(word.token) ? [] : [{ ...word, role: roleOf(word.token) }];
  });
}
