import { buyers } from "./rephrase-everyday.ts";
import { oneOrOtherPhrases } from "./rephrase-one-or-other.ts";

const month =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december)(?:(?: of)? (?:19|20)\\d\\d)?";
const quarter = "(?:this|last) quarter|q[1-4](?:(?: of)? (?:19|20)\\d\\d)?";
const spans = { month: `${month}|(?:this|last) month`, quarter, week: "(?:this|last) week" };
const years = "(?:19|20)\\d\\d|(?:this|last) year";
const ends = "(?=\\s*[?.!]*\\s*$)";

/** "did more members join this year than last", "did we approve more loans": how many, in both; what was done is kept. */
const cameMore = (period: string): (readonly [RegExp, string])[] => {
  const than = `(?:in |during )?(${period})(?: than| or|,? compared (?:to|with)) (?:in |during )?(${period})${ends}`;
  const things = "(?:more|fewer|less) (?!(?:money|revenue|profit|income|than|in|during)\\b)([a-z][a-z -]*?)";
  const neutral = "(?:get|got|have|had|make|made|see|seen|take|taken|receive|received|sell|sold|do|done|spend|spent)";
  return [
    [new RegExp(`^(?:did|have|has|are|were|was) (?:there )?(?:been )?${things} ${than}`, "i"), "how many $1 $2 vs $3"],
    [new RegExp(`^(?:did|have) we (?!${neutral}\\b)([a-z]+) ${things} ${than}`, "i"), "how many $2 did we $1 $3 vs $4"],
  ];
};

/** "did we get more bookings this year than last": what is counted, in both. */
const gotMore = (unit: string, period: string): readonly [RegExp, string] => [
  new RegExp(
    `^(?:(?:did|do|have|has) (?:we|they|people|customers|our [a-z]+) (?:[a-z]+ )?|(?:are|were) (?:we|they) [a-z]+ing )(?:more|fewer|less) ((?!(?:money|revenue|in|during)\\b)[a-z][a-z -]*?) (?:in |during )?(${period})(?: than| or|,? compared (?:to|with)) (?:in |during )?(${period})${ends}`,
    "i",
  ),
  `$1 by ${unit} in $2 and in $3`,
];

/** What is done with money alone: how much of it. */
const moneyVerbs = "(?:collect|raise|invoice|charge|refund|recover)";

/** "did we collect more this year than last": how much it was, in both. */
const cameToMore = (period: string): readonly [RegExp, string] => [
  new RegExp(
    `^(?:did|do|have) we (${moneyVerbs})(?:ed|d)? (?:more|less) (?:money )?(?:in |during )?(${period})(?: than| or|,? compared (?:to|with)) (?:in |during )?(${period})${ends}`,
    "i",
  ),
  "how much did we $1 in $2 vs in $3",
];

/** "did we ship more in May than in June": how often it was done, in both. */
const didMore = (unit: string, period: string): readonly [RegExp, string] => [
  new RegExp(
    `^(?:did|do|have) we (?!(?:make|earn|sell|sold|have|get|take|turn|bring|spend|pay|lose|${moneyVerbs})\\b)([a-z]+) (?:more|fewer|less) (?:in |during )?(${period})(?: than| or|,? compared (?:to|with)) (?:in |during )?(${period})${ends}`,
    "i",
  ),
  `number of $1s by ${unit} in $2 and in $3`,
];

/** "were bookings higher this year or last": the same, of whatever has no figure of its own name. */
const wasHigher = (unit: string, period: string): readonly [RegExp, string] => [
  new RegExp(
    `^(?:was|were|is|are) (?:the |our )*([a-z][a-z -]*?) (?:higher|lower|more|less|fewer|(?<=\\b(?:income|revenues?|sales|turnover|profits?|earnings|takings|spending|costs?) )(?:better|worse|bigger))(?: in| during)? (${period}) (?:or|than) (?:in |during )?(${period})${ends}`,
    "i",
  ),
  `$1 by ${unit} in $2 and in $3`,
];

const sold = "(?:products|items|articles|dishes|goods)";
/** Nothing follows but a time. */
const isAll =
  "(?! by\\b)(?=(?: (?:last|this|in|during|since|before|after|on|yesterday|today|within|so far)\\b.*)?\\s*[?.!]*\\s*$)";

/** What was not done for a time that ends today. */
const notIn =
  "((?:\\b(?:not|never|no)|n't) (?:[a-z]+ ){1,4})(?:in|for|since|within)(?: the)?(?: (?:last|past|previous))?(?: (?:over|more than|at least))?";
const atEnd = "(?=\\s*[?.!]*\\s*$)";

/** Nothing more, or a time or what is told apart by it. */
const tailOfTime = "((?: (?:in|this|last|since|during|by|per|for each)\\b.*?)?)(?=\\s*[?.!]*\\s*$)";

/** Turns of phrase about what is ordered, paid, owed and late. */
export const dealingPhrases: readonly (readonly [RegExp, string])[] = [
  // "how much do we pay the gardeners in wages"
  [
    /^how much (?:money )?(do|did) we (?:pay|spend on) (?:the |our )?((?!(?:for|in|on|to|per|each)\b)[a-z]+(?: [a-z]+){0,2}?) in (salaries|wages)\b/i,
    "how much $1 we spend on $3 in $2",
  ],
  // "how much money did we give back in May"
  [
    /^how much (?:money )?(did|have|do|has) (we|they) (?:give|given|pay|paid|hand|handed) back\b/i,
    "how much $1 $2 refund",
  ],
  // "tutors paid better than their boss"
  [
    /\b(?:(?:who|that) (?:are|is|were|was) )?paid (?:more|better|higher) than (?=(?:their|his|her) )/gi,
    "who earn more than ",
  ],
  [
    /\b(?:(?:who|that) (?:are|is|were|was) )?paid (?:less|worse|lower) than (?=(?:their|his|her) )/gi,
    "who earn less than ",
  ],
  // "customers who ordered in both 2023 and 2024": no order of theirs, which "ordered in" may be as well
  [/\bordered (?:things |something )?(?=(?:in|during) both\b)/gi, "bought something "],
  // "which products do customers buy most"
  [
    new RegExp(
      `^(?:which|what) ([a-z]+s) (?:do|does|did) (?:most |our |the )?${buyers} (?:buy|order|purchase) (?:the )?most(?: often)?(?=\\s*[?.!]*\\s*$| (?:last|this|in|since)\\b)`,
      "i",
    ),
    "best selling $1",
  ],
  // "which customers ordered last month": what they did, and no order of theirs
  [
    new RegExp(
      `\\b(which|what|how many|number of|share of|percentage of) ((?:[a-z]+ )?${buyers})( (?:have|has|had))? ordered${isAll}`,
      "gi",
    ),
    "$1 $2$3 ordered something",
  ],
  // "which products were ordered last month", "have been sold": those that were, and none of a day of their own
  [
    new RegExp(
      `\\b(which|what) ((?:[a-z]+ )?${sold}) (?:were|was|have been|got|did we|have we|we) (?:ordered|sold|sell)${isAll}`,
      "gi",
    ),
    "$1 $2 were bought",
  ],
  [
    new RegExp(`\\bhow many ((?:[a-z]+ )?${sold}) (?:were|have been|got) ordered${isAll}`, "gi"),
    "how many $1 were sold",
  ],
  // "average days to pay"
  [/\b(average|mean|median) (?:number of )?days to (?=[a-z]+\b)/gi, "$1 time to "],
  [
    /^(which|what) ([a-z]+) owe (?:us )?(?:the )?most(?: money)?(?=\s*[?.!]*$)/i,
    "$1 $2 have the highest outstanding amount",
  ],
  [
    /^(which|what) ([a-z]+) owes (?:us )?(?:the )?most(?: money)?(?=\s*[?.!]*$)/i,
    "$1 $2 has the highest outstanding amount",
  ],
  // "which reason brings in the most in fines"
  [
    /^(which|what) ([a-z]+) (?:brings?|brought|makes?|made|earns?|earned|costs?|cost)(?: us)?(?: in)? (?:the )?most in (?=[a-z]+(?:s|e?s)\b)(?!(?:sales|terms|times|years|months|this|last)\b)/i,
    "$1 $2 has the highest total ",
  ],
  // "which clients owe us money"
  [/^who (?:still )?owes us(?: any| some)?(?: money)?(?=\s*[?.!]*$)/i, "which customers have unpaid invoices"],
  // "who owes us money, city by city"
  [
    /^(?:who (?:still )?owes us(?: any| some)?(?: money)?|how much (?:are we|is) (?:still )?owed(?: to us)?),? (?:by|per|for each|in each) ([a-z]+)(?=\s*[?.!]*$)/i,
    "total amount of unpaid invoices by $1",
  ],
  [/^((?:which|what) [a-z]+) (?:still )?owes? us(?: any| some)?(?: money)?(?=\s*[?.!]*$)/i, "$1 have unpaid invoices"],
  // "how much of the harvest was sold"
  [
    /^how much of (?:the |our )?([a-z ]+?) (?:was|is|were|has been|got|gets) (?=[a-z]+(?:ed|old|ent)\b)/i,
    "share of $1 ",
  ],
  // "offers that have run out of validity"
  [/\b(have|has|had) run out(?: of (?:validity|date|time)|(?! of\b))/gi, "$1 expired"],
  [/\brunning out\b(?! of\b)/gi, "expiring"],
  // "members who have not come in 3 months", "customers not seen for over a year"
  [
    new RegExp(`${notIn} (\\d+|two|three|four|five|six|twelve) (days|weeks|months|years)${atEnd}`, "gi"),
    "$1in the last $2 $3",
  ],
  [new RegExp(`${notIn} (?:an?|one|the (?:last|past)) year${atEnd}`, "gi"), "$1in the last 12 months"],
  [new RegExp(`${notIn} (?:an?|one) month${atEnd}`, "gi"), "$1in the last 30 days"],
  [new RegExp(`${notIn} (?:an?|one) week${atEnd}`, "gi"), "$1in the last 7 days"],
  // "contracts that run out in May"
  [/\brun(s)? out\b(?! of\b)/gi, "expire$1"],
  // "total of unpaid invoices": the sum of their amounts.
  [
    /^((?:what is |show (?:me )?)?(?:the |our )?total) of (?=(?:[a-z]+ )?(?:invoices|bills|payments|donations|gifts|refunds|expenses|fees|fines|charges)\b)/i,
    "$1 amount of ",
  ],
  // "what do we charge for a repair"
  [
    /^(?:what|how much) (?:do|does) (?:we|they|it|you) (?:charge|cost|take|ask) (?:for|per) (?:an? |the )?(?=[a-z])/i,
    "what is the price of ",
  ],
  // "what did we bill last month"
  [
    /^what (do|did|have) we (bill|billed|invoice|invoiced|make|made|take|taken|earn|earned)(?: in)?(?=(?: (?:last|this|in|from|on|with|per|each|every|by|during|so|since|yesterday|today)\b.*)?\s*[?.!]*\s*$)/i,
    "how much $1 we $2",
  ],
  // "the most expensive product we sell": all that are there are sold.
  [
    /^((?:(?:what|which) (?:is|are) |show (?:me )?)?(?:our |the )?(?:(?:most|least) [a-z]+|[a-z]+est) [a-z]+)(?: that)? (?:we|you) (?:(?:currently|still|ever) )?(?:sell|offer|have|carry|make|rent out|run|operate)(?=\s*[?.!]*\s*$)/i,
    "$1",
  ],
  // "how quickly do we answer a letter"
  [/^how (?:quickly|fast|soon) (?:do|did) (?:we|they|you) (?=[a-z]+ [a-z])/i, "how long does it take on average to "],
  // "who opened the most new accounts this year"
  [/\b(most|fewest|least) new (?=[a-z]+s\b.*\b(?:this|last|in|since|today|yesterday)\b)/gi, "$1 "],
  // "what do our guides earn on average"
  [/^what (do|does|did) (?=.+ earn\b)/i, "how much $1 "],
  // "how happy are customers with our support"
  [/^how (?:happy|pleased|content) (?=(?:are|were|is|was)\b)/i, "how satisfied "],
  [/\bnon (?=[a-z]{4,})/gi, "non-"],
  // "how many days late are invoices paid on average"
  [
    new RegExp(
      `^(?:on average,? )?how (?:many days )?late (?:are|were|is|was) (?:the |our |all )?(?!(?:we|they|it|things)\\b)([a-z]+(?: [a-z]+)?s)(?: (?:paid|settled|delivered|returned|shipped))?(?: on average)?${tailOfTime}`,
      "i",
    ),
    "average delay of $1$2",
  ],
  // "how late on average", "how late were we last month"
  [
    new RegExp(
      `^(?:on average,? )?how (?:many days )?late(?: (?:are|were|is|was) (?:we|they|it|things))?(?: usually| normally| typically)?(?: on average)?${tailOfTime}`,
      "i",
    ),
    "average delay$1",
  ],
  [/\bfrom ordered (?=to [a-z]+(?:ed|ent)\b)/gi, "from order "],
  // "how many days from hired to fired", "how long from booking to delivery"
  [
    /^(?:(?:how many|number of|the) )*(days|hours) (?=(?:from|between) [a-z]+ (?:to|and) [a-z]+(?:\b(?! of\b)))/i,
    "average $1 ",
  ],
  [/^how long (?:is it |was it )?(?=(?:from|between) [a-z]+ (?:to|and) [a-z]+\b)/i, "average time "],
  [/^(average|mean|median) (?:number of )?days (?=between [a-z]+ and [a-z]+\b)/i, "$1 time "],
  [/\b(?:(?:that|which) )?(?:nobody|no[ -]one) owns\b/gi, "without an owner"],
  [/\bno[ -]one\b/gi, "nobody"],
  ...oneOrOtherPhrases,
  // "cars that should be back by now but are not"
  [
    /\b(?:should (?:be|have been|have come)|(?:was|were) (?:due|supposed) to (?:be|have been|come)) (?:back|here|ready|[a-z]+ed|paid|done|sent)(?: by now| already)?,? (?:but|and|yet) (?:still )?(?:is|are|was|were|has|have)(?: not|n't)(?: been)?(?: yet)?/gi,
    "are overdue",
  ],
  [
    /\b(?:should (?:be|have been|have come)) (?:back|here|ready|[a-z]+ed|paid|done|sent) (?:by now|already)/gi,
    "are overdue",
  ],
  // "which van costs us the most in repairs"
  [
    /^(which|what) ([a-z]+(?: [a-z]+)?) (?:costs?|cost) (?:us )?the (most|least)(?: money)? (?:in|for|on) ([a-z]+)/i,
    "$1 $2 has the $3 $4 cost",
  ],
  // "what do vip clients spend compared to the others"
  [
    /^(?:what|how much) (?:do|does|did) (?:our |the )?([a-z][a-z ]*?) (?:spend|pay|bring in) (?:compared (?:to|with)|versus|vs\.?|against) ([a-z][a-z -]*?)(?=\s*[?.!]*$)/i,
    "revenue of $1 vs $2",
  ],
  [/\bper square met(?:er|re)\b/gi, "per sqm"],
  [/\bper (?:square|sq\.?) (?:foot|feet|ft)\b/gi, "per sqft"],
  // "tenants who are behind on rent"
  [
    /\b(?:(?:who|that) (?:are|is) |are |is )?behind (?:on|with) (?:their |the |its )?(?=[a-z]+(?: payments?| instal+ments?)?\s*[?.!]*\s*$)/gi,
    "with overdue ",
  ],
  // "5 star reviews"
  [
    /(?<!\b(?:than|top|first|last|best|next) )\b(\d(?:\.5)?)[- ]stars? (?!ratings?\b|or\b|and\b)([a-z]+s)\b/gi,
    "$2 with $1 stars",
  ],
  [/\b((?:share|percentage|percent|proportion|part) of [a-z ]+?) (?:comes?|came|is|are|was|were) from\b/gi, "$1 from"],
  // "how much did we give away in discounts"
  [/\b(how much (?:did|do|have|had) (?:we|you|they) (?:give|gave|given)) away in\b/gi, "$1 in"],
  [/\b(staff|employee|personnel) turnover rate\b/gi, "share of $1 who left"],
  [/\b(staff|employee|personnel) turnover\b/gi, "number of $1 who left"],
  // "how many days do our carters take to deliver": on average
  [/^how many (days|hours) (?=(?:do|does|did) .* take to [a-z]+)/i, "how long in $1 on average "],
  // "which yard delivers late most often"
  [/\bdelivers? (late|on time) (?:the )?(most|least)(?: often)?\b/gi, "has the $2 $1 deliveries"],
  // "which depot has the most late deliveries": the most of those that were late
  [
    /\b(most|fewest|least) (late|overdue|delayed|on[- ]time|un[a-z]{2,}(?:ed|id|nt)|outstanding) ([a-z]+s)\b/gi,
    "$1 $3 that were $2",
  ],
  [/\b(per|an?|each) km\b/gi, "$1 kilometre"],
  [/\b(per|an?|each) kg\b/gi, "$1 kilo"],
  // "how much do we still have to pay our suppliers"
  [
    /^how much (?:money )?(?:do|are) we (?:still |currently )*(?:owe|owing|have to pay|need to pay)(?: out)?(?: to)?(?: (?:our|the|all))* ([a-z]{3,}s)(?: (?:now|still|in total|altogether|at the moment))?(?=\s*[?.!]*\s*$)/i,
    "total unpaid amount to $1",
  ],
  // "what do we still owe each supplier"
  [
    /^(?:how much|what) (?:money )?do we (?:still |currently )*owe (?:to )?(?:each|every|per)(?: of (?:our|the))? ([a-z]{3,}?)s?(?: (?:now|still|in total|altogether|at the moment))?(?=\s*[?.!]*\s*$)/i,
    "unpaid amount per $1",
  ],
  // "how much does each customer still owe us"
  [
    /^(?:how much|what) (?:money )?does (?:each|every) ([a-z]{3,}) (?:still |currently )*owe(?: us)?(?: (?:now|still|in total|altogether|at the moment))?(?=\s*[?.!]*\s*$)/i,
    "unpaid amount per $1",
  ],
  // "how much do customers still owe us", "how much are we still owed"
  [
    /^(?:how much|what) (?:money )?(?:(?:do|are) (?:our |the |all )*(?:[a-z]{3,}s|people|they)(?: all)? (?:still |currently )*(?:owe|owing)(?: (?:to )?us)?|are we (?:still )?owed)(?: (?:now|still|in total|altogether|at the moment))?(?=\s*[?.!]*\s*$)/i,
    "total unpaid amount",
  ],
  // "tickets that have been open for more than 10 days"
  [
    /\b(?:(?:have|has) been|are|is|were|was|still) (?:still )?open (?:for )?(?:more than|longer than|over) (\d+) (days|weeks|months)\b/gi,
    "are open and older than $1 $2",
  ],
  // "started later than planned"
  [/\b(?:later|after it was) than (?:was )?(?:planned|promised|scheduled|expected|agreed|due)\b/gi, "late"],
  // "which teas sold best this year compared with last year"
  [
    /\b(?:which|what) ([a-z]+(?: [a-z]+)?) (?:sold|sell|sells|did|do) (?:the )?best (?=.*\b(?:compared|versus|vs)\b)/gi,
    "best selling $1 ",
  ],
  // "longer than an hour"
  [
    /\b(than|over|under|within|at least|at most) (?:an?|one) (minute|hour|day|week|month|year)\b(?! (?:ago|after|before))/gi,
    "$1 1 $2",
  ],
  // The data that is asked anyway.
  [
    /(?<=\S) (?:in|of|from) (?:the|this|my|our|that) (?:(?:uploaded|attached) )?(?:file|sheet|spreadsheet|workbook|csv|excel|upload|attachment|dataset|data ?set)(?=\s*[?.!]*\s*$)/gi,
    "",
  ],
  // "how many orders does a customer place on average", "visits per member on average"
  [
    /^(?:(?:what (?:is|was)|show|give me|tell me) )?(?:the |our )?(?:number of|how many) ([a-z][a-z -]*?) (?:per|for each|for every) ([a-z][a-z -]*?),? on average(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  [
    /^(?:on average,? )?how many ((?!days\b|hours\b|minutes\b|weeks\b|nights\b|months\b|years\b)[a-z][a-z -]*?) (?:does|do|did|has|have) (?:a|an|each|every) ([a-z]+)(?: [a-z]+)?(?:,? on average)(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  // "how many bottles are in a crate on average"
  [
    /^(?:on average,? )?how many ([a-z][a-z -]*?) (?:are|were) (?:there )?(?:in|on) (?:a|an|each|every|the average) ([a-z]+)(?:,? (?:on average|usually|typically|normally))(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  [
    /^on average,? how many ((?!days\b|hours\b|minutes\b|weeks\b|nights\b|months\b|years\b)[a-z][a-z -]*?) (?:does|do|did|has|have) (?:a|an|each|every) ([a-z]+)(?: [a-z]+)?(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  // "who are our newest members? show 5"
  [
    /^(?!.*\b(?:top|first|bottom) \d)(.*\west\b.*?)[?.,;]{1,3} (?:please )?(?:show|list|give me|name|just|only)(?: me)?(?: the)? (\d+)\s*[.?!]*$/i,
    "$1, top $2",
  ],
  [/\b(?:leading|principal|chief|dominant|number one) ((?:reason|cause|source)s?)\b/gi, "most common $1"],
  [/\bmain ((?:reason|cause|source|type|kind|category|language|trouble|problem)s?|categories)\b/gi, "most common $1"],
  [/\b(has|have|had|with|having) (?:0|zero) (?=[a-z])/gi, "$1 no "],
  ...Object.entries(spans).flatMap(([unit, period]) => [
    ...cameMore(period),
    gotMore(unit, period),
    wasHigher(unit, period),
    cameToMore(period),
    didMore(unit, period),
  ]),
  ...cameMore(years),
  gotMore("year", years),
  cameToMore(years),
  didMore("year", years),
  wasHigher("year", years),
];
