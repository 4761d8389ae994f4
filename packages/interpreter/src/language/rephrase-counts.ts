const units =
  "kgs?|kilos?|kilograms?|grams?|tons?|tonnes|km|kilomet(?:er|re)s?|met(?:er|re)s?|cm|mm|miles|lit(?:er|re)s?|hours?|minutes?|days?|weeks?|months?|years?|euros?|dollars?|pounds";

/** Ways to count, to order and to bound that mean the same as a plainer one, which is read instead. */
export const countPhrases: readonly (readonly [RegExp, string])[] = [
  // "which pupils have only one invoice"
  [
    /\b(have|has|had|with|having|placed|made|bought|took|attended|received|sent|got) only (1|one|2|two|3|three) (?=[a-z])/gi,
    "$1 exactly $2 ",
  ],
  // "how many flats have a balcony and how many do not"
  [
    /^how many ([a-z][a-z -]*?) (?:have|had|has|got) (?:an? |any )?([a-z][a-z -]*?),? and how many (?:(?:of them )?(?:do|did|does|have) ?(?:not|n['’]t)|lack)(?: have)?(?: (?:one|any|it|this|that))?(?=\s*[?.!]*\s*$)/i,
    "number of $1 with and without $2",
  ],
  // "how many customers did we win last year"
  [
    /^how many (?:new )?((?:[a-z]+ )?(?:customers|clients|members|users|accounts|subscribers|donors|patients|guests)) (?:did|have) we (?:win|won|gain(?:ed)?|acquired?|land(?:ed)?|attract(?:ed)?|onboard(?:ed)?|add(?:ed)?|sign(?:ed)? up|picked up|pick up)\b/i,
    "how many new $1",
  ],
  // "teachers and how many pupils they teach", "volunteers and the number of fairs they helped at"
  [
    /^(?:(?:show|list|give me)(?: me)? )?(?:all |the |our )*([a-z]+s) and (?:how many|the number of) ([a-z]+s)(?: that)? (?:they|each(?: of them)?) (?:have |has )?(?!not\b|never\b|don|did)[a-z]+(?: (?:at|for|in|on|to|with|of))?(?=\s*[?.!]*\s*$)/i,
    "number of $2 per $1",
  ],
  // "pupils taking more than one course"
  [
    /\b([a-z]+s) (?:(?:who|that) (?:are )?)?(?:taking|take|attending|attend) ((?:more|fewer|less) than|at least|at most|exactly) (\d+|one|two|three|four|five) (?=(?!(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|photos?|pictures?)\b)[a-z]+s?(?: (?:this|last|in)\b.*)?\s*[?.!]*\s*$)/i,
    "$1 with $2 $3 ",
  ],
  // What is left of the revenue of a house with rooms, none of which need be let
  [/\brevenue per available room\b/gi, "revpar"],
  // "total spending on repairs"
  [
    /^(?:(?:what (?:is|was)|show(?: me)?|give me) )?(?:the |our )*(?:total )?(?:spending|spend|expenditure|outlay|expenses) on (?!.*\b(?:customers?|clients?|members?|people|users?|guests?|per|by|each)\b)(?=[a-z])/i,
    "how much did we spend on ",
  ],
  // "could you break the orders down by region, please"
  [
    /^(?:(?:please|kindly|(?:can|could|would|will) you(?: please| kindly)?) )*(?:break|split) (?:down |up )?(?:the |our |all )*([a-z][a-z -]*?) (?:down |up )?(?:by|per) ([a-z][^?.!,]*?)(?:,? please)?(?=\s*[?.!]*\s*$)/i,
    "$1 by $2",
  ],
  // "how do visits split by town", "how are orders spread across regions"
  [
    /^how (?:(?:do|does|did) (?:the |our |all )*([a-z][a-z -]*?) (?:split(?: up)?|break down|divide(?: up)?)|(?:are|is|were|was) (?:the |our |all )*([a-z][a-z -]*?) (?:split(?: up)?|spread|distributed|divided(?: up)?|broken down)) (?:by|per|across|over|among|between|into) (?:the |our |all |different |various )*(?=[a-z])/i,
    "number of $1$2 by ",
  ],
  // "how does average price compare across makers", "how do makers compare in average price"
  [
    /^how (?:does|do|did) (?:the |our )*([a-z][a-z -]*?) (?:compare|differ|vary) (?:across|between|among|by) (?:the |our |all |different |various )*(?!(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|this|last|q[1-4])([a-z]+(?: [a-z]+)?)(?=\s*[?.!]*$)/i,
    "$1 by $2",
  ],
  [
    /^how (?:do|did) (?:the |our )*([a-z]+(?: [a-z]+)?) (?:compare|differ) (?:in|by|on) (?:terms of )?((?:average |total |number of )?[a-z]+(?: [a-z]+)?)(?=\s*[?.!]*$)/i,
    "$2 by $1",
  ],
  // "of our flights, how many were cancelled"
  [
    /^of (?:all )?(?:the |our )?([a-z]+(?: [a-z]+)?),? how many (?=(?:are|were|is|was|have|had|did|do)\b)/i,
    "how many $1 ",
  ],
  // "growth of sales 2022 to 2023"
  [
    /\b(growth|increase|decrease|decline|change|rise|drop)((?: (?:in|of))?(?: [a-z-]+){0,4}) ((?:19|20)\d\d) to ((?:19|20)\d\d)\b/gi,
    "$1$2 from $3 to $4",
  ],
  // "in 2022 as well as in 2024", of whatever is listed
  [
    /^(?!(?:how|number|count|total|average|sum|compare|revenue)\b)(.*?)\b(?:in|during) ((?:19|20)\d\d),? (?:as well as|and also|and again) (?:in |during )?((?:19|20)\d\d)\b/i,
    "$1in both $2 and $3",
  ],
  // "which guests spent more than 3000 in total"
  [
    /\b((?:spent|spend|gave|donated) (?:more|less) than \S*\d\S*(?: euros?| dollars?| pounds?)?)(?: in total| altogether| overall| all in all)(?=\s*[?.!]*$| (?:this|last|in|since|during)\b)/gi,
    "$1",
  ],
  // "500km"
  [/(?<![\w.,])(\d+(?:[.,]\d+)?)(kg|km|cm|mm|ml|kwh|mins?|hrs?)\b/gi, "$1 $2"],
  // "1000 kg or more"
  [
    new RegExp(`(?<![\\w$€£])(\\d[\\d.,]*) (${units}) or (?:more|over|above|longer|heavier)(?! than\\b)`, "gi"),
    "at least $1 $2",
  ],
  [
    new RegExp(`(?<![\\w$€£])(\\d[\\d.,]*) (${units}) or (?:less|under|below|shorter|lighter)(?! than\\b)`, "gi"),
    "at most $1 $2",
  ],
  // "how many eggs are in an average basket"
  [
    /^how many ([a-z]+(?: [a-z]+)?) (?:are )?(?:there )?(?:in|on|per|at) (?:an|the) average ([a-z]+(?: [a-z]+)?)(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  [
    /^how many ([a-z]+(?: [a-z]+)?) does (?:an|the) average ([a-z]+(?: [a-z]+)?) (?:have|hold|contain|include|make|place|take)(?=\s*[?.!]*\s*$)/i,
    "average number of $1 per $2",
  ],
  // "how many flats do we look after"
  [/^(how many [a-z]+(?: [a-z]+)? do we) (?:manage|run|operate|look after)(?=\s*[?.!]*\s*$)/i, "$1 have"],
  // "in each of the last 3 months"
  [
    /\b(?:in|for|during|over) each of the (?:last|past|previous) (\w+) (?:full |calendar )?(week|month|quarter|year)s\b/gi,
    "by $2 in the last $1 full $2s",
  ],
  [/\b(?:in|for|during|over) each of the (?:last|past|previous) (\w+) days\b/gi, "by day in the last $1 days"],
  // "more than 30 days ago"
  [/\b(?:more than|over|longer than|at least) (?=(?:an?|\w+) (?:day|week|month|quarter|year)s? ago\b)/gi, "before "],
  [
    /\b(?:less than|under|within|not more than|no more than) (?=(?:an?|\w+) (?:day|week|month|quarter|year)s? ago\b)/gi,
    "since ",
  ],
  // "in the past 30 days, inclusive of 30 days ago"
  [
    /\b(?:in|within|over|during) (?:the )?(?:past|last|previous) (\d+|an?|one) (day|week|month|quarter|year)(s?),? ?\(?inclusive of (?:the day )?\1 (?:day|week|month|quarter|year)s? ago\b\)?/gi,
    "since $1 $2$3 ago",
  ],
  [
    /\b(?:in|within|over|during) (?:the )?(?:past|last|previous) (day|week|month|quarter|year),? ?\(?inclusive of (?:the day )?(\d+|an?|one) (day|week|month|quarter|year)(s?) ago\b\)?/gi,
    "since $2 $3$4 ago",
  ],
  // "between 2025-06-01 inclusive and 2025-06-08 exclusive"
  [
    /\b(?:between|from) ((?:19|20)\d\d-\d\d-\d\d) inclusive and ((?:19|20)\d\d-\d\d-\d\d) exclusive\b/gi,
    "since $1 and before $2",
  ],
  // Time up to today has today in it, and from one day to another both.
  [
    /,? ?[,(]?\b(?:both |all )?inclusive(?: of (?:both|today(?:'s date)?|(?:the )?(?:start|end)(?: and end)?(?: dates?| days?)?))?\b\)?(?! of\b)/gi,
    "",
  ],
  // Weeks begin on Monday here, and the whole of one is that one.
  [
    /\b(?:the whole of |the entirety of |all of )(?=the (?:last|previous) (?:iso )?(?:week|month|quarter|year)\b)/gi,
    "",
  ],
  [/\b(?:the )?(?:last|previous|preceding) iso (?:calendar )?week\b/gi, "last week"],
  // The last week ends before this one.
  [
    /\b((?:last|previous) (week|month|quarter|year)),? ?\(?(?:excluding|exclusive of|not including|without) (?:the )?(?:current|this) \2\b\)?/gi,
    "$1",
  ],
  [/,? ?\((?:excluding|exclusive of|not including) (?:the )?(?:current|this) (\w+)\)/gi, " excluding the current $1"],
  [
    /\b(?:exclusive of|not including) (?:the )?(?:current|this) (?=(?:day|week|month|quarter|year)\b)/gi,
    "excluding the current ",
  ],
  // "statuses and their counts"
  [
    /,? (?:and|with|along with) (?:(?:their|the|its) )?(?:respective |corresponding )?counts?(?: (?:of|for) each)?(?=\s*[?.!]*\s*$)/gi,
    ", and how many of each",
  ],
  // "how many sales did each seller make": no make of anything.
  [
    /\b(how many [a-z]+(?: [a-z]+)? (?:did|does|do|has|have) (?!(?:we|i|you|they)\b)[a-z]+(?: [a-z]+){0,2}) ma[kd]e(?=\s*(?:[?.!,]|$)|(?: (?:in|during|last|this|since|between|on|for|over|within|per|so|with|and)\b))/gi,
    "$1 have",
  ],
  // "ordered from most to least sales"
  [
    /\b(sorted|ordered|ranked|arranged) from (?:the )?most to (?:the )?(?:least|fewest) ([a-z]+s)\b/gi,
    "$1 by number of $2 in descending order",
  ],
  [
    /\b(sorted|ordered|ranked|arranged) from (?:the )?(?:least|fewest) to (?:the )?most ([a-z]+s)\b/gi,
    "$1 by number of $2 in ascending order",
  ],
  // "items in an average order"
  [
    /^(?:(?:what(?:'s| is)|show(?: me)?) )?(?:the )?(?:number of )?([a-z]+s) (?:in|on|of|per) an average ([a-z]+)(?=[?.!\s]*$)/i,
    "average number of $1 per $2",
  ],
  // "combinations of town and kind"
  [/\bcombinations of (?=[\w ]+ and )/gi, ""],
  // "the top 5 towns by price, showing the number of houses"
  [/, showing (?=(?:the|their|its|each)\b)/gi, ". Show "],
  // In what shape the answer is wanted, before what else says so.
  [
    /(?<=[?.!])\s+(?:please )?(?:give|return|show|express|state|report|provide) (?:(?:me )?(?:the|this|that|your) )?(?:answer|result|number|value|figure)s? (?:as|in) (?:an? )?(?:integer|whole number|decimal(?: number)?|single number|number)s?[.!]?/gi,
    "",
  ],
  [/(?<=[?.!])\s+(?:please )?match (?:the )?["'`]?[a-z_][\w ]{0,40}?["'`]? case[- ]insensitively[.!]?/gi, ""],
  // How it is to be done.
  [/,? (?:based on|by) (?:doing )?(?:an? )?(?:left |inner |right |outer )*join(?:ing)?\b[^.?!]*/gi, ""],
  [
    /,? ?\(?\bround(?:ed)? (?:it |this |them )?(?:off )?to (?:\d+|\w+) (?:decimals?|digits|decimal places)(?: places?)?\b\)?/gi,
    "",
  ],
  [/(?<= )integer (?=(?:years?|months?|days?|hours?|minutes?|seconds?)\b)/gi, ""],
  [/,? as (?:an integer|a whole number|an integer value|a decimal(?: number)?)\b/gi, ""],
  [
    /,? ?\((?:[a-z ]{0,30}\b)?(?:case[- ]insensitive(?:ly)?|ignoring (?:the )?(?:upper |lower )?case|regardless of (?:upper |lower )?case|with wild ?cards)\)/gi,
    "",
  ],
  [
    /,? (?:(?:in a )?case[- ]insensitive(?:ly)?(?: (?:way|manner|match))?|ignoring (?:the )?(?:upper |lower )?case|regardless of (?:the )?(?:upper |lower )?case)(?=\s*(?:[?.!,]|$))/gi,
    "",
  ],
  [
    /(?<=[?.!]\s{0,3})(?:represent|format|express|write) (?:each|every|the) (?:date|day|week|month|quarter|year)s? as [^?.!]{1,60}[.!]?/gi,
    "",
  ],
  [/\b(have|has|had|who|that) issued (?=(?:an?|any|no|more|at|some|the|[a-z]+s)\b)/gi, "$1 given "],
  // "how many orders were there? How many of these were late?"
  [
    /[?.]\s+(?:and |also,? |out of (?:these|those|them), )?how many (?:of (?:these|those|them|which)(?: [a-z]+s)?(?= (?:were|was|are|is|happened|occurred|took|have|had|got)\b)|(?<=them, how many|those, how many|these, how many))/gi,
    " and how many of them",
  ],
  // Not what the sales brought.
  [/\b(?:total )?sales count\b/gi, "number of sales"],
  // "no of customers", "nr. of orders"
  [/(?<![\w"“'-])(?:no|nos|nr|num)\.? of (?=[a-z])/gi, "number of "],
  // "in or after 2005"
  [/\b(?:in|on|at) or (?:after|since|later than)\b/gi, "since"],
  [/\b(?:in|on|at) or (?:before|earlier than) ((?:the )?(?:year )?(?:19|20)\d\d)\b/gi, "$1 or earlier"],
  [/^on average, (?=how\b)/i, "on average "],
  // "growers and how many open orders each of them has"
  [
    /^(?:(?:show|list|give)(?: me)? )?(?:all |the |our )*(?!what|which|who)([a-z]+(?: [a-z]+)?),? and (how many .+?) (?:each(?: one)?(?: of them)?|they(?: each)?) (?:has|have|had|\w+ed|sold|made|took|got|did)(?= |\?|$)/i,
    "$2 for each $1",
  ],
  [/\b((?:more|less|fewer|\w+er)(?: \w+)?) then (?=(?:all|any|every|each|some|the)\b)/gi, "$1 than "],
  [/\b((?:sort|order|rank|arrang)(?:ed?|ing)?(?: \w+){0,3}),? first(?:ly)? (?=by\b)/gi, "$1 "],
  // "sorted by name, then by town, and lastly by age"
  [
    /(?<=\b(?:sort|order|rank|arrang)(?:ed|ing|e)?\b[^.?!]{0,200}),? (?:and )?(?:then|next|finally|lastly|last|afterwards|secondly|thirdly) by (?=[a-z])/gi,
    ", ",
  ],
  // "sorted by name, and then town"
  [
    /\b((?:sort|order|rank|arrang)(?:ed|ing)?\b[^.?!]{0,200}?),? (?:and )?(?:then|finally|lastly|afterwards)(?: (?:sorted|ordered))? (?:by )?(?=[a-z])/gi,
    "$1, ",
  ],
  // "clubs that have at least a member", "have at least some orders"
  [
    /\bat least (?:an?|some) (?=[a-z]+\b(?! (?:of (?:a|the)|few|couple|dozen|hundred|thousand|week|month|year)\b))(?!few|couple|dozen|hundred|thousand|million|day|week|month|quarter|year|hour|minute)/gi,
    "at least one ",
  ],
  // "towns with 2 to 4 parks"
  [
    /\b(has|have|had|having|with|own|owns|owned|hold|holds|held|made|placed|contain|contains|receive|received|won) (?:from )?(\d+|two|three|four|five|six) to (\d+|three|four|five|six|seven|eight|nine|ten) (?=[a-z]+s\b)(?!(?:day|week|month|quarter|year|hour|minute)s\b)/gi,
    "$1 between $2 and $3 ",
  ],
  // "rows with a null price", "with null prices"
  [
    /\b(?:with|having|have|has) (?:an? |the )?(?:null|empty|blank) (?!(?:[a-z]+ )?(?:value|record|row|entry|entries|field|column|space|seat)s?\b)([a-z]+(?: (?!and\b|or\b|in\b|for\b|who\b|that\b|sorted\b|ordered\b)[a-z]+)?)/gi,
    "whose $1 is null",
  ],
  // "in the range of 5 to 10"
  [
    /\b(?:with)?in (?:the |a )?range (?:of |from |between )?((?:the )?[$€£]?[\d.,]*\d) (?:and|to|-) (?=[$€£]?\d)/gi,
    "between $1 and ",
  ],
  // "sorted by the date they were formed"
  [
    /\b(dates?|days?|years?|times?) (?:that |when |in which |on which )?(?:they|it|he|she) (?:(?:was|were|is|are|had|has|have)(?: been)? )?(?=[a-z]+(?:ed|ook|eft|ade|old|en|rn)\b)/gi,
    "$1 ",
  ],
  // "all depots and when they opened"
  [
    /(?<=^(?!how\b|when\b).*)(?:,| and|, and) when (?:they|it|each)(?: (?:was|were)(?: first)?)? ([a-z]+ed)(?=[\s?.!]*$)/gi,
    " and date $1",
  ],
  // "which town they are in", "the town they are in"
  [/\b((?:which|what|the) [a-z]+) (?:they|it) (?:are|is) in(?=[\s?.!,]| and\b)/gi, "$1"],
  // "rooms: floor, seats"
  [/^([a-z]+s): (?=[a-z]+(?: [a-z]+)?(?:,| and) )/i, "$1, "],
  // "in each month of this year"
  [
    /\b(?:in|for|during) (?:each|every) (day|week|month|quarter) (?:of|in) (?=(?:this|last) (?:year|month|quarter)\b|(?:19|20)\d\d\b)/gi,
    "by $1 in ",
  ],
  [/\bby (day|week|month|quarter) in (?=(?:this|last) )/gi, "by $1 "],
  // "open unpaid bills"
  [/\bopen (?=(?:unpaid|outstanding|overdue)\b)/gi, ""],
  [/\b(?:he or she|she or he|s?he\/s?he|\(s\)he)\b/gi, "they"],
  // "tell me the date when the first claim was made"
  [
    /^(?:(?:tell me|show me|give me|find|return|show|what is|what was) )?(?:the )+(?:date|day) (?:when|on which|that) the (first|last|latest|earliest|most recent) (\w+) (?:was|were)\b/i,
    "when was the $1 $2",
  ],
  // "the customers with multiple orders"
  [
    /\b(has|have|had|having|with|made|placed|assigned|been assigned|got|given) (?:multiple|several) /gi,
    "$1 more than one ",
  ],
  // "which product was ordered the greatest number of times"
  [
    /\b(?:the )?(?:greatest|largest|highest|biggest|most) (?:total )?(?:number|amount|count) of times\b/gi,
    "the most times",
  ],
  // "used for most of the times", "the most times of payments"
  [/\b(?:(?:by|for|at|in) )?(?:the )?most of (?:the )?times\b/gi, "the most times"],
  [/\b(?:the )?(most|fewest) times of (?=[a-z]+s\b)/gi, "the $1 "],
  [/\b(?:the )?(?:fewest|smallest|lowest|least) (?:total )?(?:number|amount|count) of times\b/gi, "the fewest times"],
];
