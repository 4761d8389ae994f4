/**
 * Other ways to say what a figure is told by, which rows have the most of it, and how many of them are wanted: each has a plainer one,
 * which is read instead.
 *
 * For example "number of tickets channel-wise" is "number of tickets by channel", and "which shop leads in number of sales" is "which shop
 * has the highest number of sales".
 */

/** How a question begins that asks for a figure. */
const figure =
  "(?:(?:(?:show|give|tell|get|see)(?: me| us)?|what(?: is| was| are| were|['’]s|s)?|i(?: need| want|['’]d like to see)) )?(?:the |our )*(?:(?:total|overall) )?(?:number|count|sum|total|average|avg\\.?|mean|median|share|percentage|how many|how much)\\b";
const counted = "(?:number of|count of|total|average|avg\\.?|mean|median)";
const few = "(\\d+|two|three|four|five|six|seven|eight|nine|ten|twenty)";
const most = "(?:highest|largest|biggest|greatest|max(?:imum|\\.)?|top)";
const least = "(?:lowest|smallest|min(?:imum|\\.)?)";
const atEnd = "(?=\\s*[?.!]*\\s*$)";
const month =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const arranged =
  "(?:broken (?:down|up)|split(?: up)?|divided up|grouped|segmented|categori[sz]ed|classified|separated|bucketed|aggregated|summari[sz]ed)";

/** What a figure is told by. */
const told: readonly (readonly [RegExp, string])[] = [
  // "number of tickets according to channel", "… depending on channel"
  [
    new RegExp(
      `^(${figure}.*?),? (?:according to|depending on|dependent on|as a function of|listed by) (?:the |their )?(?!the\\b|(?:latest|last|newest|our|my|its|records?|plan|schedule|whether|if|how|${counted})\\b)([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "total cost broken down per machine", "… split up by machine", "… categorised by machine"
  [
    new RegExp(
      `^(${figure}.*?),? (?:${arranged}) (?:by|per|into|according to|for each) (?:the |their |each )?(?=[a-z])`,
      "i",
    ),
    "$1 by ",
  ],
  // "tickets broken down by channel", where nothing else is said
  [
    new RegExp(
      `^((?:show(?: me)? |list |give me )?(?:all |the |our )*[a-z]+(?: [a-z]+)?s),? (?:${arranged}) (?:by|per|into|across|for each) (?:the |their |each )?([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "group tickets by channel and count them", "group the total cost by machine"
  [
    new RegExp(
      `^group (?:the |our |all )*([a-z][a-z ]*?) (?:by|per) ([a-z][a-z ]*?),? and count (?:them|each)${atEnd}`,
      "i",
    ),
    "number of $1 by $2",
  ],
  [new RegExp(`^group (?:the |our |all )*(${counted} [a-z][a-z ]*?) (?:by|per) (?=[a-z])`, "i"), "$1 by "],
  // "number of tickets channel-wise", "channel-wise number of tickets"
  [
    new RegExp(
      `^(${figure}.*?),? (?!(?:revenue|sales?|price|cost|profit|money|time|number|amount|other|like)\\b)([a-z]+)(?:-| )wise${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  [
    new RegExp(
      `^(?!(?:revenue|sales?|price|cost|profit|money|time|number|amount|other|like)\\b)([a-z]+)(?:-| )wise (${counted} .+?)${atEnd}`,
      "i",
    ),
    "$2 by $1",
  ],
  // "appointments practice-wise", "tickets count channel-wise"
  [new RegExp(`^((?:the |our )?[a-z]+s(?: counts?)?) ([a-z]+)-wise${atEnd}`, "i"), "$1 by $2"],
  // "tickets across channels"
  [
    new RegExp(
      `^((?:the |our )?[a-z]+s) across (?:the |all |our |different |various )*([a-z]+(?: [a-z]+)?s)${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "number of orders divided by country": one word, and no other number
  [
    new RegExp(
      `^((?:the )?(?:number of|how many) [a-z]+(?: [a-z]+)?) divided by (?!total\\b|quantity\\b|revenue\\b|price\\b|cost\\b|amount\\b|count\\b|capacity\\b|area\\b)([a-z]+[a-rt-z])${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "number of tickets /channel"
  [new RegExp(`^(${figure}[^/]{1,60}) /(?=[a-z]+(?: [a-z]+)?\\s*[?.!]*$)`, "i"), "$1 per "],
  // "channel by channel, number of tickets"
  [
    new RegExp(
      `^(?!(?:day|week|month|quarter|year|hour)\\b)([a-z]+(?: [a-z]+)?) by \\1[,:]? (${counted} .+?)${atEnd}`,
      "i",
    ),
    "$2 by $1",
  ],
  // "each channel's number of tickets"
  [
    new RegExp(
      `^(?:(?:show(?: me)?|list|what (?:is|was)) )?(?:each|every) ([a-z]+(?: [a-z]+)?)['’]s (${counted} .+?)${atEnd}`,
      "i",
    ),
    "$2 for each $1",
  ],
  [/\b(?:across|among|between|over) the (?:different|various|individual) (?=[a-z])/gi, "for different "],
];

/** Which of them has the most, and how many of those are wanted. */
const ranked: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bmax(?:imum|\\.)? (?=(?:number|count|quantity) of |total |average )`, "gi"), "highest "],
  [new RegExp(`\\bmin(?:imum|\\.)? (?=(?:number|count|quantity) of |total |average )`, "gi"), "lowest "],
  // "driver with the highest trips count"
  [new RegExp(`\\b(with|has|had|have|having) (?:the )?${most} ([a-z]+s) counts?\\b`, "gi"), "$1 the most $2"],
  [new RegExp(`\\b(with|has|had|have|having) (?:the )?${least} ([a-z]+s) counts?\\b`, "gi"), "$1 the fewest $2"],
  // "which driver leads in number of trips", "… ranks first by average score"
  [
    new RegExp(
      `^((?:which|what) [a-z]+(?: [a-z]+)?) (?:leads?|ranks? (?:first|highest|top|number one)|comes? first|is (?:first|number one|top|ahead|in the lead)) (?:in|by|for|on|in terms of|with) (?:the |its |their )?(?=${counted} )`,
      "i",
    ),
    "$1 has the highest ",
  ],
  // "which driver has more trips than any other"
  [
    /\b(has|have|had) more ([a-z]+(?: [a-z]+)?) than any(?:one else|body else| others?(?: [a-z]+)?)(?=\s*[?.!]*\s*$| (?:in|this|last)\b)/gi,
    "$1 the most $2",
  ],
  [
    /\b(has|have|had) fewer ([a-z]+(?: [a-z]+)?) than any(?:one else|body else| others?(?: [a-z]+)?)(?=\s*[?.!]*\s*$| (?:in|this|last)\b)/gi,
    "$1 the fewest $2",
  ],
  [
    /\b(has|have|had) an? (higher|larger|greater|bigger) ([a-z]+(?: [a-z]+){0,3}) than any(?: others?(?: [a-z]+)?)(?=\s*[?.!]*\s*$)/gi,
    "$1 the highest $3",
  ],
  // "which driver's number of trips is the highest", "for which driver is the number of trips highest"
  [
    new RegExp(`^((?:which|what) [a-z]+(?: [a-z]+)?)['’]s (${counted} .+?) is (?:the )?(?:${most})${atEnd}`, "i"),
    "$1 has the highest $2",
  ],
  [
    new RegExp(`^((?:which|what) [a-z]+(?: [a-z]+)?)['’]s (${counted} .+?) is (?:the )?(?:${least})${atEnd}`, "i"),
    "$1 has the lowest $2",
  ],
  [
    new RegExp(
      `^(?:for|in|at|of) ((?:which|what) [a-z]+(?: [a-z]+)?) (?:is|was) the (${counted} .+?) (?:the )?(?:${most})${atEnd}`,
      "i",
    ),
    "$1 has the highest $2",
  ],
  [
    new RegExp(
      `^(?:for|in|at|of) ((?:which|what) [a-z]+(?: [a-z]+)?) (?:is|was) the (${counted} .+?) (?:the )?(?:${least})${atEnd}`,
      "i",
    ),
    "$1 has the lowest $2",
  ],
  // "number one driver by trips"
  [/^(?:the |our )?(?:number (?:one|1)|no\. ?1|#1) (?=[a-z]+(?: [a-z]+)? by )/i, "top 1 "],
  [/\bthe single (?=[a-z]+(?: [a-z]+)? (?:with|that|who|which|having) )/gi, "the "],
  // "top-5 customers", "our leading 5 customers by orders"
  [/\btop-(?=\d+ )/gi, "top "],
  [
    new RegExp(`^((?:show(?: me)? |list )?(?:the |our )*)leading ${few} (?=[a-z]+(?: [a-z]+)? (?:by|in)\\b)`, "i"),
    "$1top $2 ",
  ],
  // "top 5 customers ranked by number of orders", "… according to price", "… with their number of orders"
  [
    new RegExp(
      `\\b(top (?:${few} )?[a-z]+(?: [a-z]+)?) (?:ranked by|measured by|judged by|according to|when ranked by) (?:the |their )?(?=[a-z])`,
      "gi",
    ),
    "$1 by ",
  ],
  [
    new RegExp(`\\b(top ${few} [a-z]+(?: [a-z]+)?) (?:for|with their|with the) (?=(?:number of|total|average) )`, "gi"),
    "$1 by ",
  ],
  // "clients by total price, only the first"
  [
    new RegExp(
      `^((?!top\\b|which\\b|what\\b|who\\b)[a-z]+(?: [a-z]+)?) (?:ordered |sorted |ranked )by (.+?)(?: descending|,? highest first),? (?:but )?(?:only|just) the (?:first|top)(?: one)?${atEnd}`,
      "i",
    ),
    "top 1 $1 by $2",
  ],
];

/** A figure itself: its sum, its average, its part of a whole. */
const figures: readonly (readonly [RegExp, string])[] = [
  // "on average, what is the price of a product"
  [
    /^on average,? what(?:['’]s| is| was| are| were) (?:the |our )?(?!average\b|total\b|number\b)(?=[a-z]+(?: [a-z]+)? of )/i,
    "what is the average ",
  ],
  [
    /^(?:how (?:high|large|big|great)) (?:is|was|are|were) (?:the |our )?(?=(?:average|total|avg|mean|share|percentage|proportion)\b)/i,
    "what is the ",
  ],
  [/\bwhat portion of (?=[a-z])/gi, "what share of "],
  [
    /^((?:what (?:is|was) )?(?:the )?)(?:entire|whole|grand total of|grand total|sum total of|tot\.) (?=[a-z]+(?: [a-z]+)? (?:of|for)\b)/i,
    "$1total ",
  ],
  [
    /^(?:please )?(?:add up|sum up|tally up|total up) (?:the |our |all )*(?=[a-z]+(?: [a-z]+)? (?:of|for)\b)/i,
    "total ",
  ],
  // "price average for parcels", "price averaged over parcels"
  [
    /^((?!(?:the|our|what|show|list|how|monthly|weekly|daily|yearly|above|below|over|under)\b)[a-z]+(?: [a-z]+)?) (?:averages? (?:for|of)|averaged over|averaged across)(?: all)?(?: the)? (?=[A-Za-z])/i,
    "average $1 of ",
  ],
  [/\bamongst\b/gi, "among"],
  // "total budget over all campaigns": of all of them, and no more than the most of it
  [
    /(?<=^(?:what (?:is|was) )?(?:the )?(?:total|sum|average|mean|number)\b[^?.!]{1,60}) over all (?:the |our |of the |of our )?(?=[a-z])/gi,
    " of all ",
  ],
  // "over March 2025": a month is a stretch of time
  [new RegExp(`\\b(?:over|across|throughout) (?=${month}(?: of)? (?:19|20)\\d\\d\\b)`, "gi"), "in "],
  // "last months returns"
  [/(?<!\bthe )\b(last|this|previous) (week|month|quarter|year)s (?=[a-z]+s\b)/gi, "$1 $2's "],
  // "customers without a single order", "customers who have yet to place an order"
  [/\b(without|with no|have no|has no|with not|not) (?:an? |one )?single (?=[a-z])/gi, "$1 any "],
  [/\b(who|that|which) (?:have|has) yet to (?=[a-z]+ )/gi, "$1 did not "],
  // "customers missing orders"
  [
    /^((?:(?:which|what|list|show|all|the) )*[a-z]+s) (?:(?:are|that are|who are) )?missing (?:an? |any |their )?(?=[a-z]+(?: [a-z]+)?\s*[?.!]*$)/i,
    "$1 without ",
  ],
  [/\b([a-z]+s) thats (?=[a-z])/gi, "$1 that are "],
];

/** Entries of the list of what is read in plainer words. */
export const arrangementPhrases: readonly (readonly [RegExp, string])[] = [...told, ...ranked, ...figures];
