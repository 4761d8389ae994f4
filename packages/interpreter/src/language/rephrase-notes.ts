const atEnd = "(?=\\s*[?.!]*\\s*$)";
const surely =
  "January|February|April|June|July|August|September|October|November|December|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec";
const month = `(?:${surely}|March|May|Mar)`;
const against = "(?:vs\\.?|versus|against)";
/** Rows in the plural, or a figure of theirs. */
const figure = "(?:revenue|turnover|profit|income|sales)";
const rows = `(?:[a-z]{2,}[^s\\W]s|${figure})`;
/** Words that ask, or ask to show: what follows them is no note. */
const asks =
  "(?:how|what|whats|which|who|whose|when|where|why|is|are|was|were|do|does|did|can|could|show|list|give|count|tell|find|name|compare|number|total|average)";
/** What is done, and called so. */
const deeds =
  "orders|purchases|bookings|reservations|invoices|transactions|visits|shipments|deliveries|rentals|tickets|appointments|trips|stays";
const span = "(?:month|quarter|year|week|day)";

/** Questions that are jotted down like a note, as the sentence they stand for. */
export const notePhrases: readonly (readonly [RegExp, string])[] = [
  // "guests by room in June, count", "late parcels 2024 count"
  [
    new RegExp(
      `^(?:total )?(?!${asks}\\b)((?:[\\w'’-]+ ){0,3}${rows}\\b(?:[^?.!,]* [^?.!,]+)?)(?:, (?:count|how many)|(?<!\\b(?:of|by|per|with|and|or) [a-z]+) count)${atEnd}`,
      "i",
    ),
    "number of $1",
  ],
  // "late parcels by depot, count and value"
  [
    new RegExp(
      `^(?!${asks}\\b)((?:[\\w'’-]+ ){0,3}${rows}(?: [\\w'’-]+){0,2}) (by|per) ([\\w'’-]+(?: [\\w'’-]+)?)(?:,|:| -)? (?:count|number) (?:and|&|\\+) (?:total )?(?:value|amount|total|sum)${atEnd}`,
      "i",
    ),
    "number of $1 and total amount $2 $3",
  ],
  // "September vs October: orders by status", "orders by status, Sept against Oct"
  [new RegExp(`^(${month}) ${against} (${month})[:,] (?:how many )?(.+?)[?.!\\s]*$`), "$3 in $1 vs $2"],
  [
    new RegExp(`(?<=[a-z])(?<!\\b(?:in|during|for|from|of|between)),? (${month}) ${against} (${month})${atEnd}`),
    " in $1 and in $2",
  ],
  // "October orders and revenue", "the October orders that …", "orders October"
  [new RegExp(`^(${surely}) (?!(?:19|20)\\d\\d\\b)(${rows}\\b[^\\d?.!]*?)[?.!\\s]*$`), "$2 in $1"],
  [new RegExp(`\\b(the|our|all|of|many) (${month}) (${rows})\\b`), "$1 $3 in $2"],
  [new RegExp(`(?<=\\b(?:${rows}|sold|[a-z]{3,}ed)) (${month})${atEnd}`), " in $1"],
  // "the first 2024 shipment"
  [/\b(first|last|earliest|latest|biggest|largest|smallest) ((?:19|20)\d\d) ([a-z]{3,})\b/gi, "$1 $3 in $2"],
  // "different products sold in May"
  [/^(?:distinct|different|unique) (?=[a-z]+s (?:were )?sold\b)/i, "number of different "],
  // "order count of our best customer"
  [
    /^(?:the )?([a-z]+[^s\W]) count (?:of|for|by) (?=(?:the |our )?(?:top|best|biggest|largest|most)\b)/i,
    "number of $1s of ",
  ],
  [new RegExp(`\\bof (?:the |our )?top ([a-z]+[^s\\W]) (?=by (?:total )?${figure}\\b)`, "gi"), "of our best $1 "],
  // "fines last month, total"
  [new RegExp(`^(?!${asks}\\b)([^?.!,]{2,60}), (?:in )?total${atEnd}`, "i"), "total $1"],
  // "client numbers by town"
  [/^([a-z]+[^s\W]) numbers (?=(?:by|per|in each|for each|of each) )/i, "number of $1s "],
  // "worst revenue month 2024"
  [
    new RegExp(`^(?:the |our )?(?:worst|weakest|lowest|poorest) (${figure}) (${span})\\b`, "i"),
    "which $2 had the lowest $1",
  ],
  [
    new RegExp(`^(?:the |our )?(?:best|strongest|highest|top) (${figure}) (${span})\\b`, "i"),
    "which $2 had the highest $1",
  ],
  // "top 3 gardens revenue last month", "three best articles by turnover"
  [new RegExp(`^(top (?:\\d+|[a-z]+) [a-z]+s) (?=${figure}\\b)`, "i"), "$1 by "],
  [/^(\d+|two|three|four|five|six|seven|eight|nine|ten) best(?:-[a-z]+)? (?=[a-z]+s by )/i, "top $1 "],
  // "top complaint reason", "the main cause of delays"
  [/\b(?:main|primary|chief|leading|principal|(?<=^)top) (?=(?:[a-z]+ )?(?:reason|cause)\b)/gi, "most common "],
  // "in which month did we make the least revenue"
  ...(["most|highest", "least|lowest"] as const).map((ends): readonly [RegExp, string] => [
    new RegExp(
      `^(?:in |during )?(?:which|what) (${span})((?: (?:of|in) (?:(?:19|20)\\d\\d|(?:this|last) year))?) (?:did|do|have) we (?:make|made|earn|have|had|take in|bring in|get|generate|see) the (?:${ends})(?: (${figure}|money))?${atEnd}`,
      "i",
    ),
    `which $1$2 had the ${ends.startsWith("most") ? "highest" : "lowest"} revenue`,
  ]),
  // "orders and revenue in October": how many, and what they came to
  [
    new RegExp(`^(?:the |our )?(${deeds}) and (?:the |our )?(?:total )?(?=${figure}\\b)`, "i"),
    "number of $1 and total ",
  ],
  [
    new RegExp(`^(?:the |our )?(?:total )?(${figure}) and (?:the |our )?(?:number of )?(?=(?:${deeds})\\b)`, "i"),
    "total $1 and number of ",
  ],
  // "how many kilos did the heaviest parcel weigh"
  [/^how many (?:kilos?|kilograms|kgs?|tonnes|tons|pounds|grams) ((?:did|do|does) .+? weigh)\b/i, "how much $1"],
  // "how big is our workforce", "how large is our fleet of vans"
  [
    /^how (?:big|large) is (?:our |the |your )(?:entire |whole |total )?(?:workforce|staff|personnel)(?=\s*[?.!]*\s*$)/i,
    "how many people work here",
  ],
  [
    /^how (?:big|large) is (?:our |the |your )(?:entire |whole |total )?(?:fleet|collection|range|catalog(?:ue)?|portfolio|network|team|selection|pool|stable|herd) of (?=[a-z]+s\b)/i,
    "how many ",
  ],
  // "how did orders per town differ between May and June"
  [
    new RegExp(
      `^how (?:did|do|does) (?:the |our )?(.{3,80}?) (?:differ|compare|vary) between (${month}|(?:19|20)\\d\\d) and (${month}|(?:19|20)\\d\\d)${atEnd}`,
      "i",
    ),
    "compare $1 in $2 and $3",
  ],
  // "how many days on average pass between the order and its delivery"
  [
    /^how many (days|hours|minutes|weeks) (?:on average )?(?:pass|passes|go by|elapse|lie|are there)(?: on average)? between (?:the |an? )?([a-z]+) and (?:the |its |their |an? )?([a-z]+)(?: on average)?(?=\s*[?.!]*\s*$| (?:by|per|for each|in) )/i,
    "how many $1 does it take on average from $2 to $3",
  ],
  // "how many minutes does a visit last on average"
  [
    /^(?:on average,? )?how many (minutes|hours|seconds|days|weeks|months) (?:does|do|did) (?:an? |the |our )?([a-z]+?)s? last(?: on average)?(?= |[?.!]*$)((?: (?:by|per|for each|in) [^?.!]+)?)[?.!\s]*$/i,
    "average duration of $2s$3 in $1",
  ],
  [
    /^(?:on average,? )?how long (?:does|do|did) (?:an? |the |our )?([a-z]+?)s? last on average(?= |[?.!]*$)((?: (?:by|per|for each|in) [^?.!]+)?)[?.!\s]*$/i,
    "average duration of $1s$2",
  ],
  // "how much revenue does each clerk make per order on average"
  [
    new RegExp(
      `^how much (${figure}) (?:does|do|did) (each|every) ([a-z]+(?: [a-z]+)?) (?:make|earn|bring in|generate|get) per ([a-z]+)(?: on average)?${atEnd}`,
      "i",
    ),
    "$1 per $4 for $2 $3",
  ],
  // "parcels that arrived after the promised day"
  [
    /\b(?:(?:that|which) )?(?:arrived|came|got there|were delivered|was delivered) after (?:the|their|its) (?:promised|agreed|expected|scheduled|planned) (?:day|date|time)\b/gi,
    "were late",
  ],
  [/\b(make|makes|made|making) more money than\b/gi, "earn more than"],
  // "number of red lamps people have bought"
  [
    /^(how many|(?:the )?number of) ([a-z][\w -]{2,60}?s) (?:that |which )?(?:people|customers|clients|guests) (?:have |had )?(?:bought|ordered|purchased)\b/i,
    "$1 $2 sold",
  ],
  [
    /^how many ([a-z][\w -]{2,60}?s) (?:did|do|have) (?:people|customers|clients|guests) (?:buy|order|purchase|bought|ordered|purchased)\b/i,
    "how many $1 were sold",
  ],
  // "yearly payroll by role"
  [/\b(?:yearly|annual) payroll(?: costs?)?(?= (?:by|per|for each|of)\b|\s*[?.!]*\s*$)/gi, "total annual salary"],
  // "payroll by practice", "staff costs by practice": all of it
  [
    /^((?:(?:what (?:is|are|was|were)|show(?: me)?|give me) )?(?:the |our )*)payroll(?: costs?)?(?= (?:by|per|for each)\b|\s*[?.!]*\s*$)/i,
    "$1total payroll",
  ],
  [
    /^((?:(?:what (?:is|are|was|were)|show(?: me)?|give me) )?(?:the |our )*)(?:total )?(?:staff|personnel|salary|wage) (?:costs?|expenses?|spend(?:ing)?)(?= (?:by|per|for each|of|in|at)\b|\s*[?.!]*\s*$)/i,
    "$1total salary",
  ],
];
