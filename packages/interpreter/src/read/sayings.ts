import { unitNamed } from "../language/units.ts";
import type { Token } from "../language/tokens.ts";

/** A turn of phrase that matters beyond the reading of the words it is made of. */
interface Turn {
  name: string;
  /** Tried on the question's words, in upper or lower case; what it captures is kept. */
  pattern: RegExp;
  /** What is recognised by it. */
  recognises: string;
  example: string;
}

/**
 * All that is asked about a question's words as a whole, in the order of the stages that ask. Each is looked for once, when
 * the sketch is begun; after the reading nobody looks at the words again.
 */
export const turns = [
  {
    name: "a time by name",
    pattern:
      /\b(how long|(delivery|lead|turnaround|resolution|response|shipping|processing|handling|closing|payment|waiting|wait|repair|completion) times?|times? to (?!time\b)\w+|downtime|(?:length|duration) of (?:the )?stays?)\b/i,
    recognises: "the time something takes, as a figure to group",
    example: "delivery time by garden",
  },
  {
    name: "part of a text",
    pattern: /\b(substrings?|phrase|in part|as part|letters?|in (their|its|the) (first |last )?(names?|titles?))\b/i,
    recognises: "a quoted text that is a part of the value",
    example: "songs with 'sea' in their titles",
  },
  {
    name: "who",
    pattern: /^who\b/i,
    recognises: "a question for people",
    example: "who sold the most tickets",
  },
  {
    name: "who does",
    pattern: /^who (?!is the |are the |was the |were the )/i,
    recognises: "a question for those who do something, not for one that is described",
    example: "who works on the harbour",
  },
  {
    name: "which rows",
    pattern: /^which \p{L}+ (?!of\b)/iu,
    recognises: "one of several things is asked for",
    example: "which garden has the most tulips",
  },
  {
    name: "a total of",
    pattern:
      /^(?:(?:what (?:is|was)|show|tell me|give me) )?(?:me )?(?:the |our )?total \p{L}+ (?:of|for|from) (?!each\b|every\b|the\b)/iu,
    recognises: "one sum of several rows",
    example: "total weight of open parcels",
  },
  {
    name: "an average",
    pattern: /^(?:(?:what (?:is|was)|show|tell me|give me) )?(?:me )?(?:the |our )?average\b/i,
    recognises: "an average is what is asked for",
    example: "average yield of the tulips",
  },
  {
    name: "the first rows",
    pattern:
      /^(?:(?:which|what) (?:is|was) )?(?:the |our )?(first|earliest) (?!name|half|quarter|two|three|of\b)\p{L}+ (?:to|that|who|which|from|in|of|by|with|for)\b/iu,
    recognises: "one that came before the others",
    example: "the first barge to arrive in May",
  },
  {
    name: "more in one or the other",
    pattern: /\b(?:more|less|fewer|better|worse)\b.* or (?:in|at|from|on|by|via|through|with|for) \p{L}/iu,
    recognises: "two values to be compared by a figure of each",
    example: "did we sell more in May or in June",
  },
  {
    name: "who work here",
    pattern:
      /^how many (?:people|persons|colleagues)\b.* (?:work|works|working|are employed) (?:here|for us|with us|at|in)\b/i,
    recognises: "the people of the house",
    example: "how many people work here",
  },
  {
    name: "taken together",
    pattern: /\b(?:all together|together|combined|altogether|in total|in all)\s*[?.!]*$/i,
    recognises: "one sum of all",
    example: "beds of all gardens together",
  },
  {
    name: "what there is",
    pattern: /^(?:what|which) .*\b(?:do|does) (?:we|you|they|i) (?:have|sell|offer|stock|carry|own|use)\b/i,
    recognises: "the kinds of things that there are: each is told once",
    example: "which colours of tulips do we have",
  },
  {
    name: "out of stock",
    pattern: /\bout of stock\b/i,
    recognises: "nothing left of something: rows of a stock say the opposite",
    example: "seeds that are out of stock",
  },
  {
    name: "who sold",
    pattern: /^who (?:has |have )?(?:sold|sells)\b/i,
    recognises: "a question for those who sell rather than buy",
    example: "who sold the most tickets in May",
  },
  {
    name: "reporting to",
    pattern:
      /\b(reports?|reporting) to\b|\b(managed|supervised|led|headed) by\b|\bworks? (for|under)\b|\bworking (for|under)\b/i,
    recognises: "the row above in a hierarchy",
    example: "everybody who reports to Kim",
  },
  {
    name: "their managers",
    pattern: /\b(?:and|with) their (managers?|supervisors?|boss(?:es)?)\b/i,
    recognises: "those above, shown beside each; captures how they are called",
    example: "gardeners and their supervisors",
  },
  {
    name: "leaving",
    pattern: /\b(starts?|started|starting|depart\w*|leav(e|es|ing)|left|dispatched|sent from|originat\w+)\b/i,
    recognises: "the first of two places",
    example: "ferries that leave Bergen",
  },
  {
    name: "arriving",
    pattern: /\b(ends?|ended|ending|arriv\w+)\b/i,
    recognises: "the second of two places",
    example: "ferries arriving at Bergen",
  },
  {
    name: "an hour of the day",
    pattern:
      /\b(?:(?:what|which) (hours?|time of (?:the )?day)|(?:busiest|quietest|peak) (hours?)|(?:by|per) (hours?) of (?:the )?day)\b/i,
    recognises: "hours as times of the day, which no figure is told by",
    example: "at what hour do most visitors come",
  },
  {
    name: "things that are sold",
    pattern: /\b(?:that|which) (?:we|you|they) (?:still |currently |now )?sell\b/i,
    recognises: "things that can be bought, whether anybody did or not",
    example: "plants that we still sell",
  },
  {
    name: "a rate of pay",
    pattern: /\b\d+(?:\.\d+)? (?:an?|per) (hour|day|week|month|year)\b/i,
    recognises: "a number for each unit of time; captures the unit",
    example: "tutors who earn more than 40 an hour",
  },
  {
    name: "which of two",
    pattern:
      /^(?:is|are|was|were|do|does|did|which|where|who)\b.*\b(?:higher|lower|more|fewer|less|bigger|larger|greater|smaller|better|worse|cheaper|longer|shorter)\b.*\bor\b/i,
    recognises: "two of a kind that are compared",
    example: "is the rent higher in Fenwick or in Saltby",
  },
  {
    name: "or",
    pattern: /\b(or|either)\b/i,
    recognises: "one of several",
    example: "open or closed gates",
  },
  {
    name: "any of",
    pattern: /\bany of\b/i,
    recognises: "one of several, where none is chosen",
    example: "any of Kim and Lee",
  },
  {
    name: "per",
    pattern: /\bper\b/i,
    recognises: "a figure for each",
    example: "gates per garden",
  },
  {
    name: "only groups",
    pattern: /\bonly (?:the |those )?(?:(?:month|quarter|week|day|year)s|(?:those|ones) (?:with|above|over|below))\b/i,
    recognises: "a condition on groups: a row is not a month, and has no number of rows",
    example: "entries by month, only months above 800",
  },
  {
    name: "a comparison",
    pattern:
      /\b(?:more|less|fewer|greater|higher|lower|bigger|smaller|larger|over|under|above|below|at least|at most|between|exceeds?|exceeding)\b(?: than)?(?: (?:the|an?|our)\b)?(?: \S+)?/i,
    recognises: "the words of a comparison, to name it where nothing could be compared",
    example: "gates with more than usual",
  },
  {
    name: "bigger",
    pattern: /\b(higher|taller|larger|bigger|longer|shorter|deeper|heavier|older|younger|faster)\b/i,
    recognises: "a comparison by a quality; captures the adjective",
    example: "trees taller than 20",
  },
  {
    name: "without",
    pattern: /\b(never|without|no|not have|not had|haven't|hasn't|have not|has not|did not|didn't|do not|does not)\b/i,
    recognises: "what none of the rows may have",
    example: "gardens without a gate",
  },
  {
    name: "an end of time",
    pattern: /\b(first|earliest|last|latest|most recent|most recently|newest)\b/i,
    recognises: "the first or the last moment; captures which",
    example: "when was the last visit",
  },
  {
    name: "ordering",
    pattern: /\b(order(ed)?|buy|bought|purchased?)\b/i,
    recognises: "the moment of a purchase",
    example: "when did each member last order",
  },
  {
    name: "time taken",
    pattern:
      /\b(days?|hours?|weeks?|how long|delivery time|lead time|turnaround|(resolution|response|shipping|processing|handling|closing|payment|waiting|wait|repair|completion) times?|time to|time between|time from|downtime|(?:length|duration) of (?:the )?stays?|stays?)\b/i,
    recognises: "a stretch of time",
    example: "average delivery time",
  },
  {
    name: "recent days",
    pattern: /\b(last|past|next|previous) \d* ?(days?|hours?|weeks?)\b/i,
    recognises: "a period counted from today, not a time something took",
    example: "visits of the last 30 days",
  },
  {
    name: "a limit of time",
    pattern:
      /\b(more than|longer than|over|at least|less than|fewer than|under|within|at most|up to) (\d+(?:\.\d+)?) (day|hour|week)s?\b/i,
    recognises: "a time compared with one that is said; captures the comparison, the number and the unit",
    example: "repairs that took more than 5 days",
  },
  {
    name: "what is allowed",
    pattern:
      /^(?:and |but |so )?(?:(?:how (?:long|soon|late|early)|when|where) (?:can|may) (?!you\b|(?:i|we) (?:find|see|get|look|check|view)\b)|how (?:long|soon|late|early) (?:(?:must|should) |(?:do|does) .{1,60}\b(?:have|need) to\b))/i,
    recognises: "a question for a rule or a deadline, which rows do not state",
    example: "how long can members lend a tool",
  },
  { name: "hours", pattern: /\bhours?\b/i, recognises: "hours as the unit", example: "average wait in hours" },
  {
    name: "took",
    pattern:
      /\b(took|take|takes|taken|lasted|downtime|stays?|time to \w+|(?:resolution|response|processing|handling|closing|waiting|wait|repair|completion) times?)\b|^how long (?:is|are|was|were)\b|\b(?:does|did|do) (?:\S+ ){1,4}(?:last|run|stay)\b(?! \w*(?:year|month|week|day|quarter)\b)/i,
    recognises: "a time from the beginning to the end of a row",
    example: "how long each tour took",
  },
  {
    name: "more in one time than in another",
    pattern:
      /\b(more|less|fewer) (?!than\b)((?:(?!in\b|this\b|last\b|during\b|on\b|than\b)\w+ )*)(?:(?:in|this|last|during|on)\b).+? than (?:in|this|last|during|on|the)\b/i,
    recognises: "a figure of one period compared with that of another; captures the direction and what is counted",
    example: "members who came more often in May than in April",
  },
  {
    name: "a unit of time asked for",
    pattern: /\bin (seconds|minutes|hours|days|weeks)\b/i,
    recognises: "the unit a duration is wanted in; captures it",
    example: "average visit in minutes",
  },
  { name: "median", pattern: /\bmedian\b/i, recognises: "the middle one", example: "median wait in days" },
  {
    name: "average",
    pattern: /\b(average|mean|on average|avg)\b|\bhow long (does|do|did) it\b/i,
    recognises: "the usual time",
    example: "how long does it take to close a ticket",
  },
  {
    name: "longest",
    pattern: /\b(longest|maximum|slowest)\b/i,
    recognises: "the longest time",
    example: "slowest repair in days",
  },
  {
    name: "time in total",
    pattern: /\b(?:total|overall) (?:downtime|time (?:to|spent|taken)|(?:repair|handling|processing|waiting) time)\b/i,
    recognises: "the times of all rows, summed up",
    example: "total downtime per pump in hours",
  },
  {
    name: "in money",
    pattern: /\bin (?:euros?|eur|(?:us )?dollars?|usd|pounds|gbp|francs|chf|money)\b/i,
    recognises: "amounts rather than rows",
    example: "gifts by town in euros",
  },
  {
    name: "shortest",
    pattern: /\b(shortest|minimum|fastest)\b/i,
    recognises: "the shortest time",
    example: "fastest repair in days",
  },
  {
    name: "lateness",
    pattern: /\b(late|too late|delayed|belated(?:ly)?|on time|in time|punctual(?:ly)?|overdue|past due)\b/i,
    recognises: "what happened against what was promised; captures how it is called",
    example: "parcels delivered late",
  },
  {
    name: "lateness first",
    pattern: /^(late|too late|delayed|belated(?:ly)?|on time|in time|punctual(?:ly)?|overdue|past due)\b/i,
    recognises: "lateness as the question's first words",
    example: "overdue parcels",
  },
  {
    name: "ids",
    pattern: /\b(ids?|codes?|numbers?)\b/i,
    recognises: "keys, rather than the names behind them",
    example: "ids of the supervisors",
  },
  {
    name: "profit",
    pattern: /\b(gross |net |profit )?(profits?|margins?|profitability)\b/i,
    recognises: "how profit is called, to name it where there is none",
    example: "gross margin by garden",
  },
  {
    name: "amount",
    pattern: /amount|value/i,
    recognises: "a sum of money, rather than a number of rows",
    example: "total amount of gifts",
  },
  {
    name: "number of",
    pattern: /\b(number|count) of\b/i,
    recognises: "a count inside another figure",
    example: "average number of visits per member",
  },
  {
    name: "people",
    pattern: /(?<=^| )(people|persons?|members|participants)(?= |$)/i,
    recognises: "people who belong to what is asked for",
    example: "the choir with the most people",
  },
  {
    name: "same",
    pattern: /\bsame\b/i,
    recognises: "the answer before, for something else",
    example: "the same by garden",
  },
  {
    name: "more columns",
    pattern: /^\s*(?:and|with|also|plus|add|include)\b.*\b(?:their|its|his|her)\b/i,
    recognises: "more of the rows answered before",
    example: "and their phone numbers",
  },
  {
    name: "another count",
    pattern: /^\s*(?:and|what about|how about)(?: the| our)? \S+(?: \S+)?\s*\??\s*$/i,
    recognises: "something else counted, by what the answer before was by",
    example: "and gates?",
  },
  {
    name: "an end of a list",
    pattern: /\b(?:top|highest|best) \d+\b/i,
    recognises: "the first of a list",
    example: "only the top 3",
  },
  {
    name: "the low end of a list",
    pattern: /\b(?:bottom|lowest|worst|least) \d+\b/i,
    recognises: "the last of a list",
    example: "the bottom 5",
  },
  {
    name: "a later place",
    pattern:
      /\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](most|least|highest|lowest|largest|smallest|biggest|oldest|youngest|best|longest|shortest|cheapest|latest|newest)\b/i,
    recognises: "a place after the first",
    example: "the second highest tree",
  },
  { name: "top", pattern: /\btop\b/i, recognises: "a ranking", example: "top gardens" },
  { name: "top few", pattern: /\btop \d+\b/i, recognises: "a ranking of so many", example: "top 3 gardens" },
  {
    name: "do",
    pattern: /\b(do|does|did)\b/i,
    recognises: "what somebody does, as a verb apart",
    example: "how many gates does each garden have",
  },
  {
    name: "rows in brief",
    pattern:
      /^(?!(?:which|what|who|whose|where|when|why|how|show|list|give|find|get|tell|name|names|any|all|are|is|was|were|do|does|did|can|could|and|or|also|but|by|please|the)\b)(?:\S+ ){1,5}\?$/i,
    recognises: "a few words and a question mark, with nothing that asks",
    example: "open tickets?",
  },
  { name: "cents", pattern: /\b(cents?|pence)\b/i, recognises: "amounts wanted in cents", example: "fees in cents" },
] as const satisfies readonly Turn[];

/** The name of a turn of phrase. */
export type Saying = (typeof turns)[number]["name"];

/** The units in which a number of a question may count time. */
const timed = /(?<![\d.])(\d+(?:\.\d+)?)\s+(millisecond|second|minute|hour)s?\b/gi;

/** What later stages may know of a question's words. */
export interface Said {
  /** True where the question has this turn of phrase. */
  readonly has: (saying: Saying) => boolean;
  /** The words of a turn of phrase, then the parts it captures (empty where one is absent). Empty where it was not said. */
  readonly words: (saying: Saying) => readonly string[];
  /** True where a word of the question has this stem: it tells two keys to one table, or two dates of a row, apart. */
  readonly stem: (stem: string) => boolean;
  /** True where a word of at least four letters begins so, in lower case. */
  readonly begins: (start: string) => boolean;
  /** The unit of time right after a number: 10 is in minutes in "more than 10 minutes". */
  readonly unitOf: (number: number) => string | null;
  /** The unit that columns are kept in, right after a number: "km" of 10 in "over 10 kilometres". */
  readonly keptIn: (number: number) => string | null;
  /** How many words there are. */
  readonly length: number;
}

/** Recognises the turns of phrase of a question. */
export function sayingsOf(tokens: readonly Token[]): Said {
  const text = tokens.map((token) => token.text).join(" ");
  const stems = new Set(tokens.map((token) => token.stem));
  const words = text.split(" ");
  const letters = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 4);
  const units = new Map(
    [...text.matchAll(timed)].map(([, number, unit]) => [Number(number), unit?.toLowerCase() ?? null]),
  );
  const kept = new Map(
    tokens.flatMap(({ number }, at) => {
      const unit = number === null ? undefined : unitNamed(tokens[at + 1]?.lower ?? "");
      return number === null || unit === undefined ? [] : [[number, unit] as const];
    }),
  );
  const said = new Map<Saying, readonly string[]>();
  for (const { name, pattern } of turns) {
    const match = pattern.exec(text);
    if (match !== null)
      said.set(
        name,
        Array.from(match, (part: string | undefined) => part ?? ""),
      );
  }
  return {
    has: (saying) => said.has(saying),
    words: (saying) => said.get(saying) ?? [],
    stem: (stem) => stems.has(stem),
    begins: (start) => letters.some((word) => word.startsWith(start)),
    keptIn: (number) => kept.get(number) ?? null,
    unitOf: (number) => units.get(number) ?? null,
    length: words.length,
  };
}
