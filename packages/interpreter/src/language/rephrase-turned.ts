const atEnd = "(?=\\s*[?.!]*\\s*$)";
const lead = "^(?:please |can you |could you |i need to |let us |let's )*";

/** Sentences that are turned round, as the plain one: what is asked for first, and then of what. */
export const turnedPhrases: readonly (readonly [RegExp, string])[] = [
  // "who owes us money, city by city"
  [/,? ([a-z]+) by \1(?=\s*[?.!]*$)/i, " by $1"],
  // "who can teach both yoga and boxing"
  [
    /\b(who|(?:which|what) [a-z]+s?) (?:can |could |is able to )(?:teach|do|play|speak|offer|handle|run|cover) (?=both )/gi,
    "$1 has ",
  ],

  // "break our guests down by town", "split the sales of 2024 by month"
  [
    new RegExp(
      `${lead}(?:break|split|slice|divide) (?:down|up) (?:the |our |all )*([^?.!,]{3,80}?) (by|per) (?=[a-z])`,
      "i",
    ),
    "$1 $2 ",
  ],
  [
    new RegExp(
      `${lead}(?:break|split|slice|divide) (?:the |our |all )*([^?.!,]{3,80}?) (?:down |up )?(by|per) (?=[a-z])`,
      "i",
    ),
    "$1 $2 ",
  ],
  // "the ones on hold - who are they?"
  [
    new RegExp(
      `^(?:the|all|those|just the|only the) ones (?:that are |who are |which are )?(on|in|under|off) ([a-z][a-z ]{2,30}?)(?:,? ?[-–—:,] ?(?:who|which|what) are they)?${atEnd}`,
      "i",
    ),
    "which ones are $1 $2",
  ],
  [new RegExp(` ?[-–—:,] ?(?:who|which|what) are they${atEnd}`, "i"), ""],
  // "the 2024 sales by kind"
  [/^(?:the |our )*((?:19|20)\d\d) ([a-z]+s) (?=(?:by|per) )/i, "$2 in $1 "],
  // "how do the towns compare in rainfall", "how does the average price compare between makers"
  [
    new RegExp(
      `^how (?:do|did) (?:the |our )?((?!we\\b|you\\b|they\\b|i\\b)[a-z]+(?: [a-z]+)?) compare (?:in|by|in terms of|on) (?:the |their )?(?!(?:19|20)\\d\\d)([a-z][a-z ]{2,50}?)${atEnd}`,
      "i",
    ),
    "$2 by $1",
  ],
  [
    new RegExp(
      `^how (?:do|does|did) (?:the |our )?([a-z][a-z ]{2,60}?) compare (?:between|across|among) (?:the |our |different )*([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "which harbour does each boat belong to"
  [
    new RegExp(
      `^(?:which|what) ([a-z]+) (?:does|do|is) (each|every) ([a-z]+(?: [a-z]+)?) (?:belong to|belong in|work in|work at|work for|live in|come from|report to|in|at|from)${atEnd}`,
      "i",
    ),
    "$2 $3 with their $1",
  ],
  // "everyone who has bought a lamp"
  [
    /\b(?:everyone|everybody|anyone|anybody|all those|those) (?:who|that) (?:has |have |had )?(bought|ordered|purchased)\b/gi,
    "customers who $1",
  ],
  // "number of returns and the refund amount"
  [
    /\b((?:number|count) of [a-z]+s) and (?:the |their )?((?:(?!(?:average|mean|median|highest|lowest|maximum|minimum|max|min|avg)\b)[a-z]+ )?amount)(?= (?:in|for|of|last|this|by|per)\b|\s*[?.!]*\s*$)/gi,
    "$1 and total $2",
  ],
  // "what quantity of the red lamp did we sell"
  [
    /^what (?:quantity|number) of (?:the )?([a-z\d][\w -]{2,60}?) (?:did|do|have) we (?:sell|sold)\b/i,
    "units of $1 sold",
  ],
  // "boats: kind, builder, price"
  [
    /^(?!(?:quick|question|urgent|important|help|please|note|hello|hi|hey|list|show|fyi|asap)\b)((?:[a-z]+ )?[a-z]+s): ((?:(?:[a-z]+ ){0,2}[a-z]+, )+(?:and )?(?:[a-z]+ ){0,2}[a-z]+)(?=\s*[.!]*\s*$)/i,
    "$2 of $1",
  ],
  // "payments by what they were for (purpose)"
  [/\b(by|per) (?:what|who|whom|where|how|why|which) (?:[a-z]+ ){1,5}?(?:[a-z]+ )?\(((?:[a-z]+ )?[a-z]+)\)/gi, "$1 $2"],
  // "when are we least busy", "least busy day"
  [/\bleast busy\b/gi, "quietest"],
  [/\bmost busy\b/gi, "busiest"],
  // "peak hour for visits", "our peak month"
  [/\bpeak[- ](hour|day|week|month)s?\b/gi, "busiest $1"],
  // "when is the gym quietest": at what hour
  [/^when (?:is|are) (?:the |our )?(?:[a-z]+ )?(?:the )?(busiest|quietest)(?=\s*[?.!]*\s*$)/i, "which hour is the $1"],
  // "our slowest month", "which weekday is the slowest": the quietest
  [
    /^((?:when (?:was|is) |(?:what|which)(?:'s| was| is| were| are) )?(?:the |our )?)(?:slowest|deadest|calmest) (?=(?:hour|day|week ?day|week|month|quarter|year)s?\b)/i,
    "$1quietest ",
  ],
  [
    /^((?:which|what) (?:hour|day|week ?day|week|month|quarter|year)s? (?:is|are|was|were) (?:the |our )?)(?:slowest|deadest|calmest)(?=[\s?.!]*$)/i,
    "$1quietest",
  ],
  // "busiest hour"
  [
    /^(?:(?:what|which)(?:'s| is| was)? )?(?:the |our )?(busiest|quietest) (hour)(?: of (?:the|a) day)?(?=\s*[?.!]*\s*$| (?:in|on|at|last|this)\b)/i,
    "which $2 is the $1",
  ],
  [
    /^(?:(?:what|which)(?:'s| is| was)? )?(?:the |our )?busiest hour (?:of|for) (?:the |our )?([a-z-]+(?: [a-z]+)?s)(?=\s*[?.!]*\s*$)/i,
    "which hour has the most $1",
  ],
  // "how long do guests take to pay"
  [
    /^how long (?:do|does|did|will) (?:it|they|we|(?:the |our )?[a-z]+s) (?:usually |typically |normally |generally )?take (?:us |them )?to (?:pay|get paid|be paid)(?: (?:us|(?:the|our|their) (?:bills?|invoices?)))?(?=\s*[?.!]*\s*$| (?:on average|in general)\s*[?.!]*\s*$)/i,
    "average time to pay",
  ],
  // "average days late": by how much
  [
    /\b(average|mean|median) (?:number of )?days (?:late|overdue|delayed)(?=\s*[?.!]*\s*$| (?:by|per|of|for)\b)/gi,
    "$1 delay",
  ],
  // "return period": a noun, and no request to return something
  [/^return (?=(?:period|window|policy|deadline|interval)s?\b)/i, "returns "],
];
