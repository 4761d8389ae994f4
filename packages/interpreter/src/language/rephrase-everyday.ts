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

/** "did we ship more in May than in June": how often it was done, in both. */
const didMore = (unit: string, period: string): readonly [RegExp, string] => [
  new RegExp(
    `^(?:did|do|have) we (?!(?:make|earn|sell|sold|have|get|take|turn|bring|spend|pay|lose)\\b)([a-z]+) (?:more|fewer|less) (?:in |during )?(${period})(?: than| or|,? compared (?:to|with)) (?:in |during )?(${period})${ends}`,
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

const buyers =
  "(?:customers|clients|people|persons|buyers|shoppers|users|members|guests|companies|accounts|subscribers|visitors|restaurants|schools|shops|stores|patients|students|employees)";
const sold = "(?:products|items|articles|dishes|goods)";
/** Nothing follows but a time. */
const isAll =
  "(?! by\\b)(?=(?: (?:last|this|in|during|since|before|after|on|yesterday|today|within|so far)\\b.*)?\\s*[?.!]*\\s*$)";

const group = "(?!(?:there|any|all|some|we|you|i|they|more|most|it|these|those)\\b)([a-z][a-z -]*?)";
const twoGroups = `^(?:do|does|did|have|has) ${group}`;
const other =
  "(?!(?:in|on|at|by|during|this|last|before|ever|usual|expected|planned|average|we|they|an?|\\d+)\\b)([a-z][a-z -]*?)(?: ones| do| did| are| were)?(?=(?: (?:in|during|this|last|since|on average)\\b.*)?\\s*[?.!]*\\s*$)";
/** What is compared of two groups, by the word that compares them. */
const qualities = [
  ["longer|shorter", "length"],
  ["older|younger", "age"],
  ["cheaper|more expensive|dearer|pricier", "price"],
  ["heavier|lighter", "weight"],
  ["faster|slower", "speed"],
  ["taller", "height"],
] as const;

/** What was not done for a time that ends today. */
const notIn =
  "((?:\\b(?:not|never|no)|n't) (?:[a-z]+ ){1,4})(?:in|for|since|within)(?: the)?(?: (?:last|past|previous))?(?: (?:over|more than|at least))?";
const atEnd = "(?=\\s*[?.!]*\\s*$)";

/** Everyday turns of phrase that mean the same as a plainer one, which is read instead. */
export const everydayPhrases: readonly (readonly [RegExp, string])[] = [
  // "users who never logged in", "who logged in this month": by the day of their last login
  [
    /\b(?:who|that|which) (?:ha(?:ve|s)n['’]?t|(?:did not|didn['’]?t)(?= log in)|(?:have |has )?(?:never|not|n't))(?: yet| ever)? log(?:ged)? in\b/gi,
    "without login",
  ],
  [
    /\bwithout login (?:for|in)(?: the (?:last|past))? (?=\d+ (?:days?|weeks?|months?)\b)/gi,
    "without login in the last ",
  ],
  [
    /\b(?:(?:who|that|which) )?(?:have |has )?(?:last )?logged in (?=(?:this|last|in|since|before|after|today|yesterday)\b)/gi,
    "with last login ",
  ],
  // "how much was order 12", "what did order 12 cost"
  [
    /^(?:how much (?:was|is|did)|what (?:did|does)) (?:the )?([a-z]+(?: [a-z]+)?) (#?(?!(?:19|20)\d\d\b)\d+)(?: (?:cost|worth|come to|bring in))?(?=\s*[?.!]*\s*$)/i,
    "amount of $1 $2",
  ],
  // "details of customer Mira Holt"
  [
    /^(?:(?:show|give)(?: me)? |get )?(?:the |all )?(?:details|information|info|profile) (?:for|of|about|on) (?=(?:the )?(?:[a-z]+ )?[A-Z])/,
    "everything about ",
  ],
  // "what do we earn per visit on average"
  [/^what do we (?:earn|make|take) per ([a-z]+)(?: on average)?(?=\s*[?.!]*\s*$)/i, "average revenue per $1"],
  // "how many crates weigh over 20"
  [
    /^(how many [a-z]+(?: [a-z]+)?) weigh(?:ed|s)? (?=(?:over|under|above|below|more than|less than|at least|at most) \d)/i,
    "$1 have a weight ",
  ],
  // "compare this year with last year cost by house"
  [
    /^compare ((?:this|last) (?:year|month|quarter|week)) (?:with|to|and|vs\.?|versus|against) ((?:this|last) (?:year|month|quarter|week))(?: for| in| on|,|:)? (?!by\b|per\b)(?:the |our )?([a-z].*?)(?=\s*[?.!]*\s*$)/i,
    "$3 $1 vs $2",
  ],
  // "how much rent is overdue"
  [
    /^how much (?!(?:money|of)\b)([a-z]+) (?:is|are) (?:still |currently )?(overdue|unpaid|outstanding)\b/i,
    "how much $2 $1",
  ],
  // "staff who got a commission"
  [/\bwho (?:get|gets|got) an? (?=[a-z])/gi, "with a "],
  [/\b(not|never|n't) yet\b/gi, "$1"],
  // "tickets nobody is assigned to"
  [
    /\b(?:(?:that|which) )?(?:nobody|no one|no-one) (?:is|was|has been) assigned to\b|\b(?:that are |which are )?not assigned(?: to (?:anyone|anybody|someone|somebody))?(?=\s*[?.!]*$)/gi,
    "that are unassigned",
  ],
  // "orders that used a voucher"
  [/\b(?:(?:that|which|who) )?(?<!\b(?:was|were|is|are|been|get|gets|got) )used an? (?=[a-z])/gi, "with a "],
  // "parcels past their promised date"
  [
    /\b(?:(?:are|is|were|was) )?past (?:their|its|the) (?:promised|due|expected|planned|agreed)(?: \w+)? (?:date|day|deadline)\b|\bpast (?:their|its|the) (?:promised|due|expected|planned|agreed) (?:date|day)\b/gi,
    "overdue",
  ],
  // "orders waiting to be shipped"
  [
    /\b([a-z]+s) (?:(?:that |which )?(?:are )?(?:still )?(?:waiting|left|yet|still|have|need|still have|still need) to be) ([a-z]+ed|sent|paid|done)(?=\s*[?.!]*\s*$)/gi,
    "$1 not $2 yet",
  ],
  // "reminders still to be sent"
  [
    /\b(?:(?:still |yet )?(?:have |has |need |needs )?(?<!\b(?:want|wants|like|likes|likely|supposed|said|known|used|meant) )to be|waiting to be|(?:have|has) yet to be) (?=[a-z]+(?:ed|en|t|aid)\b)/gi,
    "not ",
  ],
  [/\b(never|not|\w+n't) (?!(?:bought|buy|ordered?|purchased?|paid|pay)\b)([a-z]+) anything\b/gi, "$1 $2"],
  // "birthdays this month", "whose birthday is today", "how many members have their birthday in May"
  [
    /^(?:(?:show|list|give|any|all|upcoming|what|which)(?: me)? ?(?:are )?(?:the |our )?)?(?:upcoming )?birthdays?(?: are| do we have)?(?= (?:today|tomorrow|this|next|in|on)\b)/i,
    "who has a birthday",
  ],
  [/^whose birthdays? (?:is|are)(?: it)?(?= (?:today|tomorrow|this|next|in|on)\b)/i, "who has a birthday"],
  [
    /\b(?:(?:that|who) )?(?:have|has|having|celebrates?|with) (?:their |a |his |her )?(birthdays?|(?:work )?anniversar(?:y|ies))(?= (?:today|tomorrow|this|next|in|on)\b)/gi,
    "whose $1 is",
  ],
  // "members referred by other members", "how many towns were founded by another town": by one of their own
  [
    /\b([a-z]{3,}?)s ((?:(?:that|who) )?(?:were|was|are|have been|has been)) ([a-z]+ed) by (?:another|other|an existing|existing|an) \1s?(?=[\s?.!]*$| (?:this|last|in|since|during)\b)/gi,
    "$1s $2 $3 by others",
  ],
  [
    /\b([a-z]{3,}?)s ([a-z]+ed) by (?:another|other|an existing|existing|an) \1s?(?=[\s?.!]*$| (?:this|last|in|since|during)\b)/gi,
    "$1s who were $2 by others",
  ],
  [/\b(the (?:most|fewest)) other (?=[a-z]+s\b)/gi, "$1 "],
  // "which member referred the most members"
  [/^which ([a-z]{3,}) ([a-z]+ed) the (most|fewest) \1s\b/i, "who $2 the $3 $1s"],
  // "how many people does Kim Holt supervise", "who is managed by Kim Holt"
  [
    /^how many (people|persons|employees|staff|colleagues) (?:does|do|did) (?!(?:we|they|you|each|every)\b)([\p{L}' -]+?) (?:supervise|manage|lead|oversee)(?=\s*[?.!]*\s*$)/iu,
    "how many $1 report to $2",
  ],
  [
    /^(?:who|whom) (?:does|do|did) (?!(?:we|they|you|each|every)\b)([\p{L}' -]+?) (?:supervise|manage|lead|oversee)(?=\s*[?.!]*\s*$)/iu,
    "who reports to $1",
  ],
  [
    /^how many ([a-z]+s) (?:does|do|did) (?!we\b|they\b|you\b|each\b|every\b)(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*) (?:supervise|manage|oversee)(?=\s*[?.!]*\s*$)/u,
    "how many $1 report to $2",
  ],
  // "concerts from today on", which do not end with today
  [/\bfrom (today|now|tomorrow) (?:on|onwards?|forward)\b/gi, "since $1"],
  // "next concert", "when is the next concert"
  [
    /^(when|where) is (?:the |our )?next (?!day|week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "$1 is the earliest $2 since today",
  ],
  [
    /^(?:(?:which|what) is )?(?:the |our )?next (?!day|week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "earliest $1 since today",
  ],
  // "which campaign raised the most"
  [
    /^(which|what) ([a-z]+(?: [a-z]+)?) (?:raised|collected|took in) (?:the )?most(?: money)?(?=\s*[?.!]*\s*$| (?:this|last|in|since|during)\b)/i,
    "$1 $2 brought in the most",
  ],
  // "agents and number of clients", "patrons and how much they gave in total": of each of them
  [
    /^(?:(?:list|show)(?: me)? |all |the |our )*([a-z]+s) and (?:the |their )?number of ([a-z]+(?: [a-z]+)?)(?=\s*[?.!]*\s*$)/i,
    "number of $2 per $1",
  ],
  [
    /^(?:(?:list|show)(?: me)? |all |the |our )*([a-z]+)s and how much they(?: have)? ([a-z]+)(?: in total| altogether)?(?=\s*[?.!]*\s*$)/i,
    "how much did each $1 $2 in total",
  ],
  // "how much do we still have to collect", which is not there yet
  [
    /^how much(?: money)? (?:do|did) we (?:still )?(?:have|need) to (?:collect|receive|get)(?=\s*[?.!]*\s*$)/i,
    "how much is still unpaid",
  ],
  // "employees who work full time"
  [/\b(who|that) (?:do |does )?works? (full|part)[- ]time\b/gi, "$1 are $2-time"],
  // "how long does it take to fill a vacancy"
  [/\bto fill (?=(?:an?|the|our) (?:vacanc(?:y|ies)|openings?|positions?|posts?|roles?|jobs?)\b)/gi, "to close "],
  // "volunteers who have stopped"
  [/\b(who|that)(?: have| has)? (?:stopped|quit)(?=\s*[?.!]*\s*$)/gi, "$1 have left"],
  // "the client who has been with us longest"
  [
    /^(?:which |(?:(?:who|what) (?:is|are) )?(?:the |our )?)([a-z]+) (?:(?:who|that|which) )?(?:has|have) been (?:with us|here) (?:for )?(?:the )?longest(?=\s*[?.!]*\s*$)/i,
    "longest serving $1",
  ],
  [/^who (?:is|are) (?:supervised|managed|overseen|led) by (?=\p{Lu})/iu, "who reports to "],
  [/\b(how many|number of) (part|full)[- ]timers?\b/gi, "$1 $2-time"],
  [/\b(part|full)[- ]timers?\b/gi, "$1-time staff"],
  // "orders that have a discount", "how many orders had discounts"
  [/\b(?:that|which|who) (?:have|had|has) (an? [a-z]+)(?=\s*[?.!]*\s*$| (?:this|last|in|since|during)\b)/gi, "with $1"],
  [
    /^(how many|number of) ([a-z]+s) (?:have|had|got) (an? [a-z]+|[a-z]+s)(?=\s*[?.!]*\s*$| (?:this|last|in|since|during)\b)/i,
    "$1 $2 with $3",
  ],
  // "how many first-time buyers this year"
  [
    /\bfirst[- ]time (buyers|customers|clients|shoppers|purchasers)(?: (?:did|do|have) we (?:have|had|get|got|see|seen|win|won)| were there)?(?= (?:this|last|in|since|during)\b)/gi,
    "$1 whose first order was",
  ],
  [/\b(biggest|largest|highest|smallest|lowest|best|longest|shortest|cheapest|most expensive) single\b/gi, "$1"],
  // "clients who signed nothing this year", "donors who gave nothing"
  [/\b(who|that|which) (?:have |has )?([a-z]{3,}) nothing\b(?! (?:but|to|else)\b)/gi, "$1 did not $2"],
  // "which sellers sold nothing in May"
  [
    /\b(which|what) ([a-z]+(?: [a-z]+)?) (?:have |has )?([a-z]+(?:ed|ought|old|ent)) nothing\b(?! (?:but|to|else)\b)/gi,
    "$1 $2 have not $3",
  ],
  // "donors who gave last year", "people who have never given": to whom or what is not said
  [
    /(?<=[a-z] )(?<!\b(?:did|do|does) (?:[a-z]+ )?|\bwe )(?:gives?|gave)(?= (?:last|this|in|since|during|by|before|after|between|nothing|twice|more than once|but|every|each|the (?:most|least)) |\s*[?.!]*\s*$)/gi,
    "donated",
  ],
  [
    /\b(has|have|had|ha(?:s|ve)n't) ((?:never|not|ever|yet) )?given(?= (?:last|this|in|since|during|by|before|after|between|nothing|twice|more than once|but)\b|\s*[?.!]*\s*$)/gi,
    "$1 $2donated",
  ],
  // "average first reply time"
  [/\bfirst (reply|response|answer) times?\b/gi, "time to first $1"],
  // "letters still waiting for an answer"
  [
    /\b([a-z]+s) (?:(?:that|which) )?(?:(?:are|is) )?(?:still )?(?:waiting for|awaiting) (?:an? |the |their )?(?=[a-z]+(?: [a-z]+)?\s*[?.!]*\s*$)/gi,
    "$1 without a ",
  ],
  // "tickets nobody is working on"
  [
    /\b([a-z]+s) (?:that |which )?(?:nobody|no one|no-one) (?:(?:is|was|has been|are) (?:working on|responsible for|looking after)|(?:has |have )?(?:yet )?(?:picked up|taken on|taken over|claimed|grabbed))(?: yet| so far| at the moment| right now)?(?=\s*[?.!]*\s*$)/gi,
    "unassigned $1",
  ],
  // "giving by month", "our total giving last year"
  [
    /^((?:what (?:is|was) )?(?:the |our )?)(total )?giving (?=(?:by|per|each|every|last|this|in|from|so|over|since)\b)/i,
    "$1total amount donated ",
  ],
  // "raised vs goal per campaign"
  [/^(?:amount |money |total )?(raised|donated|collected) (?=(?:vs|versus|against|compared)\b)/i, "revenue "],
  // "how much went to the school fund"
  [/^how much (?:money )?(?:went|goes|has gone|was given|did we give) (?:in)?to\b/i, "revenue for"],
  // "employees who make more than the average"
  [
    /\b(?:make|makes|making|get paid|gets paid|are paid|is paid) (more|less) than\b(?! \d+ (?!$|[?.,]))/gi,
    "earn $1 than",
  ],
  [/\bcheck (in|out)s\b/gi, "check $1"],
  // "did we sell more red than white": one or the other.
  [
    /^((?:did|do|does|have|has) (?:we|they|people|customers|our [a-z]+) (?:[a-z]+ ){1,2}(?:more|fewer|less)) ((?!money\b|revenue\b)[\w-]+) than (?!(?:in|on|at|during|this|last|before|ever|usual|expected|planned|average|the|an?)\b|\d)([\w-]+)/i,
    "$1 $2 or $3",
  ],
  // "average wait between a request and the visit"
  [/\b(?:wait|waits|gap|delay|interval) between\b/gi, "time between"],
  [/\b(?:off|out|called in|calls in) (?=(?:sick|ill)\b)/gi, ""],
  // "open bills and how much they add up to"
  [
    /^(?!(?:how|what|which|number|total)\b)([a-z -]+?) and (?:how much|what) (?:do )?(?:they|it|these|those) (?:all )?(?:adds?|comes?|amounts?) (?:up )?to\b/i,
    "number of $1 and their total amount",
  ],
  [
    /\band (?:how much|what) (?:do )?(?:they|it|these|those) (?:all )?(?:adds?|comes?|amounts?) (?:up )?to\b/gi,
    "and their total amount",
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
    /^(which|what) ([a-z]+) owes? (?:us )?(?:the )?most(?: money)?(?=\s*[?.!]*$)/i,
    "$1 $2 has the highest outstanding amount",
  ],
  // "which clients owe us money"
  [/^who (?:still )?owes us(?: any| some)?(?: money)?(?=\s*[?.!]*$)/i, "which customers have unpaid invoices"],
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
    /^(?:on average,? )?how (?:many days )?late (?:are|were|is|was) (?:the |our |all )?([a-z]+(?: [a-z]+)?s)(?: (?:paid|settled|delivered|returned|shipped))?(?: on average)?(?=\s*[?.!]*$)/i,
    "average delay of $1",
  ],
  [/\b(?:(?:that|which) )?(?:nobody|no[ -]one) owns\b/gi, "without an owner"],
  [/\bno[ -]one\b/gi, "nobody"],
  // "do members spend more than guests", "are comedies longer than dramas": a figure of each of the two.
  [
    new RegExp(
      `${twoGroups} (?:spend|pay|earn|make|bring in|generate)(?: us)? (?:more|less)(?: money| revenue)? than ${other}`,
      "i",
    ),
    "revenue of $1 vs $2",
  ],
  [
    new RegExp(`${twoGroups} [a-z]+ (?:more|fewer|less) (?!often\\b|money\\b)([a-z]+(?: [a-z]+)?) than ${other}`, "i"),
    "number of $2 of $1 vs $3",
  ],
  [new RegExp(`${twoGroups} ([a-z]{3,}) (?:more|less)(?: often)? than ${other}`, "i"), "number of $2s of $1 vs $3"],
  ...qualities.map(([adjective, quality]): readonly [RegExp, string] => [
    new RegExp(`^(?:are|is|were|was) ${group} (?:${adjective})(?: on average)? than ${other}`, "i"),
    `average ${quality} of $1 vs $2`,
  ]),
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
  // "did tulips sell better than roses this year?"
  [
    /^(?:did|do|does) (?!(?:we|they|you|i)\b)((?:(?! in | this | last ).)+?) sell (?:better|worse|more|less) than (?!(?:in|on|at|during|this|last|before|ever|usual|expected|planned|forecast|average|the average|we|they|an?|\d+)\b)(.+?)((?: (?:in|during|this|last)\b.*?)?)\s*[?.!]*$/i,
    "which sold more$3, $1 or $2",
  ],
  [/\b(has|have|had|with|having) (?:0|zero) (?=[a-z])/gi, "$1 no "],
  ...Object.entries(spans).flatMap(([unit, period]) => [
    ...cameMore(period),
    gotMore(unit, period),
    wasHigher(unit, period),
    didMore(unit, period),
  ]),
  ...cameMore(years),
  gotMore("year", years),
  didMore("year", years),
  wasHigher("year", years),
];
