import { relativeEnds } from "./ends-of-times.ts";
const atEnd = "(?=\\s*[?.!]*\\s*$)";
const somebody =
  "(?:we|people|they|you|customers|clients|buyers|shoppers|users|our (?:customers|clients|buyers|shoppers|users))";

/** "older than two weeks": with the number in digits, as an age in days is looked for. */
const inDigits = (before: string): (readonly [RegExp, string])[] =>
  ["two", "three", "four", "five", "six"].map((word, i) => [
    new RegExp(`\\b(${before}) ${word} (?=(?:day|week|month|year)s?\\b)`, "gi"),
    `$1 ${i + 2} `,
  ]);

const monthNamed =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
const dayOfMonth = "(?:3[01]|[12]?\\d)(?:st|nd|rd|th)?";
const halfOf = "(?:the )?(first|second|1st|2nd) half";
const quarterOf = "(q[1-4]|(?:the )?(?:first|second|third|fourth) quarter)";
const ofYear = "(?: of|,| in)? ((?:19|20)\\d\\d)";
const against = "(vs\\.?|versus|compared (?:to|with)|against|and|or|than|compares? (?:to|with)) (?:(?:in|during) )?";
const notOfYear = "(?!(?: of|,| in)? (?:19|20)\\d\\d| of)\\b";
/** "first half", with the year it has now. */
const written = (part: string, year: string) => `${part} of ${year}`;

/** "second half vs first half 2024": both are of the one year that is said, wherever it stands. */
const ofOneYear: readonly (readonly [RegExp, string])[] = [
  [
    /\b(first|second|third|fourth) (and|or|vs\.?|versus) (?:the )?(first|second|third|fourth) (quarter|half)s?\b/gi,
    "$1 $4 $2 $3 $4",
  ],
  [/\bh1(?: of|,| in)? ((?:19|20)\d\d)\b/gi, "the first half of $1"],
  [/\bh2(?: of|,| in)? ((?:19|20)\d\d)\b/gi, "the second half of $1"],
  [/\bh([12]) (?=(?:vs\.?|versus|compared|against|and|or|than)\b.*\bhalf of (?:19|20)\d\d\b)/gi, "the h$1 half "],
  [/\bthe h1 half\b/gi, "the first half"],
  [/\bthe h2 half\b/gi, "the second half"],
  [
    new RegExp(`\\b${halfOf} ${against}${halfOf}${ofYear}\\b`, "gi"),
    `the ${written("$1 half", "$4")} $2 the ${written("$3 half", "$4")}`,
  ],
  [
    new RegExp(`\\b${halfOf}${ofYear} ${against}${halfOf}${notOfYear}`, "gi"),
    `the ${written("$1 half", "$2")} $3 the ${written("$4 half", "$2")}`,
  ],
  [
    new RegExp(`\\b${quarterOf} ${against}${quarterOf}${ofYear}\\b`, "gi"),
    `${written("$1", "$4")} $2 ${written("$3", "$4")}`,
  ],
  [
    new RegExp(`\\b${quarterOf}${ofYear} ${against}${quarterOf}${notOfYear}`, "gi"),
    `${written("$1", "$2")} $3 ${written("$4", "$2")}`,
  ],
  // "how did the second half of 2024 compare with the first half of 2024", of nothing in particular
  [
    /^how (?:did|does|do) (the (?:first|second) half of \d{4}) compares? (?:to|with) (the (?:first|second) half of \d{4})(?=\s*[?.!]*\s*$)/i,
    "revenue in $1 vs $2",
  ],
  [
    /^(?:did|do|have) (?:we|they) (?:get|got|have|had|receive|see) (?:more|fewer|less) ([a-z][a-z -]*?) in (the (?:first|second) half of \d{4}) (?:or|than)(?: in)? (the (?:first|second) half of \d{4})(?=\s*[?.!]*\s*$)/i,
    "number of $1 in $2 vs $3",
  ],
];

/** "tickets closed on the day they were opened", "booked and held on the same day": of both days of a row. */
export const sameDayPhrases: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(?:\\b(?:was|were|is|are|got) (?=[a-z]+ on the))?([a-z]+) on the (?:same |very )?(?:day|date) (?:as |that |when |on which )?(?:it|they) (?:(?:was|were|is|are|had been|have been|has been) )?([a-z]+)${atEnd}`,
      "gi",
    ),
    "$1 on the same day as $2",
  ],
  [
    new RegExp(
      `\\b([a-z]+(?:ed|[aeo]ft|orn|un|en|aid|ent|old|eld)) and ([a-z]+(?:ed|[aeo]ft|orn|un|en|aid|ent|old|eld)) (?:on|in|within) (?:the same|one|a single) day${atEnd}`,
      "gi",
    ),
    "$2 on the same day as $1",
  ],
];

/** Times that are said loosely, as a plainer one that the answer then tells. */
export const timePhrases: readonly (readonly [RegExp, string])[] = [
  ...relativeEnds,
  ...ofOneYear,
  // "customers who haven't ordered in a while"
  [
    new RegExp(
      `((?:\\b(?:not|never|no|(?:did|do|does|have|has|had)nt)|n['’]t) (?:[a-z]+ ){1,4}?)(?:(?:in|for) )?(?:quite )?(?:a (?:long )?(?:while|time)|ages|some time|long)${atEnd}`,
      "gi",
    ),
    "$1in the last 6 months",
  ],
  [
    new RegExp(
      `((?:\\b(?:not|never|no|(?:did|do|does|have|has|had)nt)|n['’]t) (?:[a-z]+ ){0,3}[a-z]+) (?:lately|recently|of late)${atEnd}`,
      "gi",
    ),
    "$1 in the last 3 months",
  ],
  // "when do people buy the most": in which months of the year
  [
    new RegExp(
      `^when (?:do|does|did) ${somebody} (?:usually |mostly |typically )?(?:buy|order|purchase|shop)(?: from us| here| things)? (?:the )?most(?: often)?${atEnd}`,
      "i",
    ),
    "number of orders by month of the year, highest first",
  ],
  [
    new RegExp(`^when (?:do|did) (?:we|you) (?:usually |typically )?(?:sell|make)(?: the)? most${atEnd}`, "i"),
    "revenue by month of the year, highest first",
  ],
  [
    new RegExp(
      `^when (?:do|did) (?:we|you) (?:usually |typically )?(?:get|have|see|receive) (?:the )?most (?:of (?:the|our) )?([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "number of $1 by month of the year, highest first",
  ],
  [
    new RegExp(
      `^when (?:do|did) (?:our |the |most )?([a-z]+s) ((?!buy|order|purchase|shop|sell)[a-z]+(?: (?:in|up|out))?) (?:the )?most(?: often)?${atEnd}`,
      "i",
    ),
    "which month did most $1 $2",
  ],
  // "at what time of day do we get the most orders", "what time of day do people visit us"
  [
    new RegExp(
      `^(?:at |around |in )?(?:what|which) (?:hours?|times?)(?: of (?:the )?day)? (?:do|does|did) ${somebody} (?:usually |mostly |typically )?(?:get|have|receive|see|make|take) (?:the )?most (?:of (?:the|our) )?([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "number of $1 by hour of day, highest first",
  ],
  [
    new RegExp(
      `^(?:at |around |in )?(?:what|which) (?:hours?|times?) of (?:the )?day (?:do|does|did) (?:most )?${somebody} (?:usually |mostly |typically |tend to )?(visit|order|book|call|log in)(?: (?:us|here|in|things|(?:the|our) [a-z]+))?(?: (?:the )?most(?: often)?)?${atEnd}`,
      "i",
    ),
    "number of $1s by hour of day, highest first",
  ],
  [/\b(which|what) (hours?) of (?:the )?day (?=(?:has|have|had|sees?|saw|gets?|got|is|was|are)\b)/gi, "$1 $2 "],
  [/\bwithin (?:an?|one) (month|year)\b(?= of [a-z]+ing\b|\s*[?.!]*\s*$)/gi, "within 1 $1"],
  // "between 1 and 15 October 2025", "from 1 to 15 October": both are days of that month
  [
    new RegExp(
      `\\b(between|from) (?:the )?(${dayOfMonth}) (and|to|until|till|through) (?:the )?(${dayOfMonth}) (?:of )?(${monthNamed})(,? (?:19|20)\\d\\d)?\\b`,
      "gi",
    ),
    "$1 $2 $5$6 $3 $4 $5$6",
  ],
  [
    new RegExp(
      `\\b(between|from) (${monthNamed}) (${dayOfMonth}) (and|to|until|till|through) (${dayOfMonth})(,? (?:19|20)\\d\\d)?(?![ -]?(?:${monthNamed}|\\d))\\b`,
      "gi",
    ),
    "$1 $2 $3$6 $4 $2 $5$6",
  ],
  // "did not arrive by the promised date"
  [
    /\b((?:arriv|deliver|paid|pay|return|finish|complet|ship|done|com)[a-z]*) (?:by|before|until) (?:the |their |its )?(?:promised|due|agreed|planned|scheduled) (?:delivery )?(?:date|day|time)s?\b/gi,
    "$1 on time",
  ],
  // "were not delivered on time", "did not arrive in time": late
  [/\b(?:did|do|does|have|has)(?: not|n['’]?t) (?:come|arrive) (?:on|in) time\b/gi, "arrived late"],
  [/\b(?:did|do|does|have|has)(?: not|n['’]?t) pay (?:on|in) time\b/gi, "paid late"],
  [/\b(?:did|do|does|have|has)(?: not|n['’]?t) ([a-z]+?)e? (?:on|in) time\b/gi, "$1ed late"],
  [/\b((?:were|was|are|is|have been|has been) )?(?:not|n['’]t) ([a-z]+(?:ed|id)) (?:on|in) time\b/gi, "$1$2 late"],
  // "what does it cost a year"
  [
    /^((?:how much|what) .*\b(?:cost|costs|pay|earn|earns|charge|spend|rent)\b.*?) an? (year|month|week|quarter)\b(?! (?:ago|later|before|earlier|after|or)\b)/i,
    "$1 per $2",
  ],
  // "the first order of 2025": one of the orders, and in no order
  [
    /\b((?:first|last|latest|newest|earliest|biggest|largest|smallest|cheapest|most recent|most expensive) order) of (?=(?:19|20)\d\d\b|(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:this|last) (?:year|month|quarter|week))\b)/gi,
    "$1 in ",
  ],
  ...inDigits("within"),
  ...inDigits(
    "(?:took|take|takes|taking|taken|lasted|lasting|lasts|waited|waiting) (?:more than|longer than|less than|over|under|at least|at most|up to)",
  ),
  // "total nights by room type", "how many nights were sold in August"
  [
    /^(?:(?:what (?:is|are|was|were)|show(?: me)?) )?(?:the )?(?:total |number of |how many )+(?:room |guest |bed )?nights(?: (?:were |did we |have we |are |do we )?(?:sold|sell|booked|stayed|spent|occupied|have|had))?(?=\s*[?.!]*\s*$| (?:in|this|last|since|during)\b)/i,
    "how many nights did people stay",
  ],
  [
    /^(?:(?:what (?:is|are|was|were)|show(?: me)?) )?(?:the )?(?:total |number of |how many )+(?:room |guest |bed )?nights(?: (?:were |did we |have we |are |do we )?(?:sold|sell|booked|stayed|spent|occupied|have|had))?(?= (?:by|per|for each)\b)/i,
    "how many nights did guests stay",
  ],
  // "which parcel took the longest to be delivered"
  [
    /\b((?:takes?|took) (?:the )?(?:longest|shortest|most time|least time)) (?:time )?to be (?=[a-z]+(?:ed|id|lt|nt)\b)/gi,
    "$1 until ",
  ],
  // "tickets open for more than two weeks", "orders that have been pending for over a month"
  [
    /\b([a-z]+s) (?:(?:that |which )?(?:are|is|were|have been|has been) )?(?:still )?(open|active|pending|unresolved|unpaid|unanswered|outstanding) (?:for )?(?:more than|over|longer than|at least|after) (an?|one|\d+|two|three|four|five|six) (day|week|month|year)s?\b/gi,
    "$2 $1 older than $3 $4s",
  ],
  // "subscriptions running for more than a year"
  [
    /\b([a-z]+s) (?:(?:that |which )?(?:are|is|have been|has been) )?(?:still )?running (?:for )?(?:more than|over|longer than|at least) (an?|one|\d+|two|three|four|five|six) (day|week|month|year)s?\b/gi,
    "current $1 older than $2 $3s",
  ],
  [/\b(older|younger) than (?:an?|one) (day|week|month|year)s?\b/gi, "$1 than 1 $2"],
  ...inDigits("(?:older|younger) than"),
  // "at what hour do most members check in"
  [
    /^(?:at )?(?:what|which) (?:hour|time)(?: of (?:the )?day)? do (?:the )?most [a-z]+s (check|sign|log) (in|out)(?=[\s?.!]*$)/i,
    "number of $1 $2s by hour of day, highest first",
  ],
  // "what time do most cars arrive": no moment of one of them
  [/^(?:at )?(?:what|which) time(?: of (?:the )?day)? (?=do (?:the )?most\b)/i, "at what hour "],
  // "what time did the last order come in"
  [/^(?:at )?what time (?=(?:did|does|do|was|is|were)\b)/i, "when "],
  // "what about hours", after an answer by weekday
  [
    /^(?:and |ok(?:ay)? |then )*(?:what|how) about (?:the )?(hour|weekday|week|month|quarter|year)s(?=\s*[?.!]*\s*$)/i,
    "by $1",
  ],
  [/^((?:and |what about |how about )+)during the week(?=\s*[?.!]*\s*$)/i, "$1on workdays"],
  // "how many orders on weekdays": from Monday to Friday
  [
    /\b(on|during) (?:the )?(?:week ?days|working days|business days)(?=\s*[?.!]*\s*$| (?:in|this|last|since|during|by|per)\b)/i,
    "$1 workdays",
  ],
];
