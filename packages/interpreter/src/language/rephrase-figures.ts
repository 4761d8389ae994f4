const months =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
const period = `(?:${months})(?: (?:19|20)\\d\\d)?|(?:19|20)\\d\\d|(?:this|last) (?:month|quarter|year|week)`;
const bare = `(?:q[1-4]|${months})(?: (?:19|20)\\d\\d)?|(?:19|20)\\d\\d`;
const figures = "revenue|turnover|sales|profits?|income|earnings|average|number of";
const moreIn = "(?:higher|lower|better|worse|bigger|more|less)(?: in| during)?";
const beside = "and|or|vs\\.?|versus|to|with|against|than|from";
const spans = "day|week|month|quarter|year";
const moved =
  "grow|grown|grew|changed?|increased?|rise|risen|rose|fall|fallen|fell|drop|dropped|declined?|decreased?|develop|developed|evolved?|shrunk|shrink|gone up|gone down|go up|go down";
const begun = "(?:opened|created|started|raised|reported|logged|received|submitted|filed)";
const drawing =
  "^(?:(?:can you |please )*(?:give me|show me|show|draw|plot|make|create) )?(?:a |the )?(?:chart|graph|plot) of (?:our |the |all )?";

/** Ways to ask for figures, growth and periods that mean the same as a plainer one, which is read instead. */
const askingFor = "(?:(?:what (?:is|are|was|were)|show(?: me)?|calculate) )?";
const moneyOut =
  "refunds?|refund amount|refunded amount|discounts?|(?:[a-z]+ )?costs?|fees?|expenses|spend|shipping|commissions?|tax(?:es)?|tips";
const moneyIn = "revenue|sales|turnover|income|takings";

export const figurePhrases: readonly (readonly [RegExp, string])[] = [
  // "does paid search convert better than social"
  [
    /^(?:do|does|did) ([a-z][a-z -]*?) (?:convert|converts|converted) (?:better|worse|more|less)(?: often)? than ([a-z][a-z -]*?)(?=(?: (?:in|during|this|last|since)\b.*)?\s*[?.!]*\s*$)/i,
    "conversion rate of $1 vs $2",
  ],
  // "how many more red tulips than yellow tulips are there"
  [
    /^(?:by )?how many more ((?:[\w&'-]+ ){1,3}?)([a-z]+(?: [a-z]+)?) than ((?:[\w&'-]+ ){1,3}?)(?:\2|ones)(?: (?:are there|do we have))?(?=\s*[?.!]*\s*$)/i,
    "number of $1vs $3$2 as a difference",
  ],
  [
    /^(?:by )?how many more ((?:[\w&'-]+ ){1,3}?)than ((?:[\w&'-]+ ){1,3}?)([a-z]+) (?:are there|do we have)(?=\s*[?.!]*\s*$)/i,
    "number of $1vs $2$3 as a difference",
  ],
  // "difference between the average price of red and yellow tulips", "difference in the number of red and yellow tulips"
  [
    /^(?:(?:what is|what's|show(?: me)?|give me) )?(?:the )?difference (?:between|in|of) (?:the )?((?:number|average|total|sum|count|mean)\b(?: (?!and\b)[a-z]+){0,4}? of )(?!(?:all|the)\b)((?:(?!(?:in|and)\b)[\w&'-]+ ){1,3})and (?!in\b|of\b)((?:[\w&'-]+ ){1,4}?[a-z]+)(?=\s*[?.!]*\s*$)/i,
    "$1$2vs $3 as a difference",
  ],
  [/\b(above|below)-average\b/gi, "$1 average"],
  // "countries with above-average revenue", "customers with more revenue than average"
  [
    /\b(?<!(?:day|week|month|quarter|year)s? )(?:with|ha(?:ve|s|d)|having) (?:an? )?(above|below)[- ]average ((?!number\b)[a-z]+(?: (?!this\b|last\b|in\b|by\b|per\b|for\b|of\b|since\b)[a-z]+)?)(?=(?: (?:in|during|this|last|since|by|per|for)\b.*)?\s*[?.!]*\s*$)/i,
    "with $2 $1 average",
  ],
  [
    /\b(?:with|ha(?:ve|s|d)|having) (?:more|higher) (revenue|sales|turnover|profit|margin|spending|income) than (?:the |on )?average\b/i,
    "with $1 above average",
  ],
  [
    /\b(?:with|ha(?:ve|s|d)|having) (?:less|lower) (revenue|sales|turnover|profit|margin|spending|income) than (?:the |on )?average\b/i,
    "with $1 below average",
  ],
  // "an order value above the average order value"
  [
    /\b([a-z]+(?: [a-z]+)?) (above|below|over|under) (?:the |its |their )?average \1\b(?! (?:of|for|among)\b)/i,
    "$1 $2 average",
  ],
  // "who is the boss of Mira Holt"
  [/^who (?:is|are) (?:the )?boss of (?=\S)/i, "who is the manager of "],
  // "how do people pay"
  [
    /^how (?:do|did) (?:our |most )?(?:people|customers|clients|guests|members|they|buyers|users) (?:usually |mostly |prefer to |like to )?pay(?=(?: (?:last|this|in|during|since)\b.*)?\s*[?.!]*\s*$)/i,
    "number of orders by payment method",
  ],
  // "how quickly are letters answered"
  [
    /^how (?:quickly|fast|soon) (?:are|is) (?:our |the )?([a-z]+(?: [a-z]+)?) ([a-z]+ed)(?=\s*[?.!]*\s*$)/i,
    "how long does it take until $1 are $2",
  ],
  // "average time until a bill is paid"
  [
    /^(?:what is |what's )?(?:the |our )?(?:average|avg|mean|usual|typical) (?:time|number of days|days) (?:until|till|before) (?:an? |the |our )?([a-z]+(?: [a-z]+)?) (?:is|are|gets?|was|were) ([a-z]+(?:ed|id|lt|nt))(?=\s*[?.!]*\s*$)/i,
    "how long does it take until $1 are $2",
  ],
  // "when did customers sign up, by year"
  [
    /^when (?:do|did) (?:our |the )?([a-z]+s) ([a-z]+(?: (?:up|in|out))?),? (?:by|per) (year|month|quarter|week|weekday)(?=\s*[?.!]*\s*$)/i,
    "how many $1 $2 by $3",
  ],
  // "how many items does an average order have", "average items per order"
  [
    /\bhow many ([a-z]+(?: [a-z]+)?s) (?:does|do|did) (?:an |the )?(?:average|typical) ([a-z]+) (?:have|contain|include|hold|make|place|buy|get)(?=[\s?.!]*$)/gi,
    "average number of $1 per $2",
  ],
  [/\baverage items per (?=[a-z])/gi, "average number of items per "],
  // "claims as a share of parcels by service"
  [
    /^(?:the )?(?!(?:discounts|costs|fees|expenses|salaries|taxes|tips|commissions)\b|[a-z]+ as .* of (?:all |the |our |total )*(?:sales|takings)\b)([a-z]+s) as an? (share|percentage|proportion|percent) of (?:all |the )?([a-z]+s)(?=(?: (?:by|per|for each|in|this|last|since)\b.*)?\s*[?.!]*\s*$)/i,
    "$2 of $3 with $1",
  ],
  // "how heavy is a typical parcel"
  [
    /^how (heavy|old|long|large|big|tall|expensive) (?:is|was) (?:an?|the|our) (?:average|typical|usual|normal) ([a-z]+(?: [a-z]+)?[^sy\W])(?=\s*[?.!]*\s*$)/i,
    "how $1 are $2s on average",
  ],
  [
    /^how (heavy|old|long|large|big|tall|expensive) (?:is|was) (?:an?|the|our) (?:average|typical|usual|normal) ([a-z]+(?: [a-z]+)?[^aeou\W])y(?=\s*[?.!]*\s*$)/i,
    "how $1 are $2ies on average",
  ],
  // "tickets opened and resolved by month", "opened vs closed tickets per week": what began, and what came into a state.
  [
    new RegExp(
      `\\b([a-z]+s) ${begun} (?:and|vs\\.?|versus) ([a-z]+ed|won|lost|paid)(?= (?:by|per|each|every) (?:${spans})\\b)`,
      "gi",
    ),
    "new and $2 $1",
  ],
  [
    new RegExp(
      `\\b${begun} (?:and|vs\\.?|versus) ([a-z]+ed|won|lost|paid) ([a-z]+s)(?= (?:by|per|each|every) (?:${spans})\\b)`,
      "gi",
    ),
    "new and $1 $2",
  ],
  // "in September and October": both are months.
  [
    new RegExp(
      `\\b(in|during|for|of) (${months}) (and|vs\\.?|versus|compared (?:with|to)|against|or) (?:in |to )?(${months}) ((?:19|20)\\d\\d)\\b`,
      "gi",
    ),
    "$1 $2 $5 $3 $1 $4 $5",
  ],
  [
    new RegExp(
      `\\b(in|during|for|of) (${months}) (${beside}|compared (?:with|to)) (?:in )?(${months})\\b(?! ?\\d)`,
      "gi",
    ),
    "$1 $2 $3 $1 $4",
  ],
  [
    new RegExp(
      `\\b((?:in|during|for|of) (?:${months}) (?:.+ )?(?:compared|versus|vs\\.?|against)(?: with| to)?) (${months})\\b(?! ?\\d)`,
      "gi",
    ),
    "$1 in $2",
  ],
  // "parcels from 10 to 20 kg"
  [
    /\bfrom (\d+(?:\.\d+)?) to (\d+(?:\.\d+)?) (?=(?:kgs?|kilos?|grams?|km|kilomet(?:re|er)s?|miles?|tons?|tonnes?|lit(?:re|er)s?|euros?|dollars?|pounds?|minutes?|hours?|seats?|points?)\b)/gi,
    "between $1 and $2 ",
  ],
  // "in both September and October 2025"
  [
    new RegExp(`\\bin both (?:in )?(${months}) and (?:in )?(${months}) ((?:19|20)\\d\\d)\\b`, "gi"),
    "in both $1 $3 and $2 $3",
  ],
  // "when was the last leak reported and what did it cost"
  [
    /^when (?:was|were) (the (?:last|latest|first|earliest|most recent) [a-z]+(?: [a-z]+)?) ([a-z]+ed),? and (?:what|how much) did (?:it|they|that) cost(?=[\s?.!]*$)/i,
    "$2 date and cost of $1",
  ],
  // "visits per club October vs September"
  [
    new RegExp(
      `(?<!\\b(?:in|during|for|of|from|between|and|vs|versus|against|this|last) )\\b(${months}) (vs\\.?|versus|against|compared (?:with|to)) (${months})(?=\\s*[?.!]*$)`,
      "gi",
    ),
    "in $1 $2 in $3",
  ],
  // "compare visits by club between September and October"
  [
    new RegExp(
      `^(?:please |can you )*compare (?!(?:in|between)\\b)(.+?) between (${bare}) and (${bare})(?=\\s*[?.!]*$)`,
      "i",
    ),
    "$1 in $2 vs in $3",
  ],
  // "for each campaign that started in May, compare the budget with the cost"
  [
    /^for (?:each|every) ([a-z][^,]*), (?:please )?compare (?:the )?([a-z ]+?) (?:with|to|and|against) (?:the )?([a-z ]+?)(?=\s*[?.!]*$)/i,
    "$2 vs $3 for each $1",
  ],
  // "what did the fees add up to in May"
  [
    /^what (?:did|do|does) (?:the |our |all )*([a-z][a-z ]*?) (?:add up|amount|sum up) to(?=\s*[?.!]*$| (?:in|this|last|for|since|by|per)\b)/i,
    "total $1",
  ],
  // "this month vs last"
  [
    new RegExp(
      `\\b(this|last|previous) (${spans}) (.*?\\b(?:vs\\.?|versus|compared (?:with|to)|against|and|than|to|or|from)) (?:the )?(this|last|previous|next)\\b(?= one\\b|\\s*[?.,!]|\\s*$)(?: one)?`,
      "gi",
    ),
    "$1 $2 $3 $4 $2",
  ],
  // "how does November compare to October in revenue"
  [
    new RegExp(
      `^how (?:did|does|do) ((?:this|last) (?:${spans})|${bare}) compare (?:to|with|against) ((?:this|last) (?:${spans})|${bare}) (?:in terms of|in|for|by) ([a-z ]{4,30}?)(?=\\s*[?.!]*\\s*$)`,
      "i",
    ),
    "$3 in $1 compared to in $2",
  ],
  // "how did November compare to October"
  [
    new RegExp(`^how (?:did|does|do) ((?:this|last) (?:${spans})|${bare}) compare (?=(?:to|with|against) )`, "i"),
    "compare $1 ",
  ],
  // "this year vs last year so far": as far as this year has come
  [
    /\bthis (year|quarter|month) (vs\.?|versus|compared (?:with|to)|against) (?:the )?(?:last|previous) \1 (?:so far|to date|until now|up to now)(?=\s*[?.!]*\s*$)/gi,
    "this $1 $2 the same period last $1",
  ],
  // "compare this month with last month", "compare Q1 and Q2": what came in, where nothing else is said.
  [
    new RegExp(
      `^(?:please |can you )*compare ((?:this|last) (?:${spans})|${bare}) (?:with|to|and|against|vs\\.?) (?:the )?((?:this|last|previous) (?:${spans})|the same (?:period|time) last year|${bare})(?=\\s*[?.!]*\\s*$)`,
      "i",
    ),
    "revenue in $1 vs in $2",
  ],
  // "which yard costs us the most": what it costs, rather than a name of two words.
  [/^(which|what) ([a-z]+) costs? (us |me )?the (most|least)\b/i, "$1 $2 did cost $3the $4"],
  // "how did we do last month", "how was business in March"
  [
    new RegExp(
      `^how (?:did (?:we|things) (?:do|go)|have (?:we done|things gone)|(?:are|were) (?:we|things) (?:doing|going)|(?:is|was) (?:business|trade))(?: so far)?(?= (?:in |during )?(?:this|last|previous|${bare})\\b)`,
      "i",
    ),
    "revenue",
  ],
  // "how did October go", "how was last week", "how is this year looking": what came in then, where nothing else is said
  [
    new RegExp(
      `^how (?:(?:did|does|is|has|was) )(?:the )?(${bare}|(?:this|last|previous) (?:${spans}))(?: (?:go|going|gone|turn out|look|looking|been|do|doing|perform|performing|shape up|shaping up))?(?: for us)?(?: so far| overall)?(?=\\s*[?.!]*\\s*$)`,
      "i",
    ),
    "revenue in $1",
  ],
  // "how is business doing", "how are things going": this year and the one before.
  [
    /^how (?:is|was|are|have|has|'s) (?:(?:the|our) )?(?:business|company|things|it all|it|everything|we|sales|trade)(?: been)? (?:doing|going|performing|developing|running|looking)(?: (?:lately|so far|overall|in general|at the moment|right now|now|currently))?(?=\s*[?.!]*\s*$)/i,
    "growth of revenue this year compared to the same period last year",
  ],
  [
    /^how(?:'s| is) (?:the |our )?(?:business|trade|revenue)(?: (?:lately|so far|overall))?(?=\s*[?.!]*\s*$)/i,
    "growth of revenue this year compared to the same period last year",
  ],
  // "trips by from depot": a side of a way, as a question back names it
  [/\b(?:by|for each|for every) (?:the )?(?=(?:from|to) [a-z])/gi, "per "],
  // "chart of orders": how they go on; "chart of orders by region"
  [new RegExp(`${drawing}(?=.+ (?:by|per|over|for each)\\b)`, "i"), ""],
  [new RegExp(`${drawing}([a-z]+(?: [a-z]+)?)(?=\\s*[?.!]*\\s*$)`, "i"), "$1 by month"],
  // "the rate of late shipments" is a share of them, and no price.
  [/\brate of (?=(?:late|delayed|overdue|on[- ]time) )/gi, "share of "],
  // "sum of the unpaid invoices": what they come to, rather than how many there are
  [
    /^(?:(?:what(?:'s| is| was)|show(?: me)?|give me) )?(?:the )?sum of (?:(?:all|the|our) )*(?=(?:[a-z]+ )?(?:invoices|bills|orders|payments|refunds|claims|donations|expenses|loans|deposits|quotes|offers|fines|premiums|contracts|deals|purchases)\b)/i,
    "total amount of ",
  ],
  // "the total amount of money in the invoices"
  [/\bamount of money (?:in|of|from|on) (?=the |all |our )/gi, "amount of "],
  // "how many were sold, and for how much"
  [
    /(?=,? and for how much\b)(?<=\bhow many\b.+),? and for how much(?: money)?(?: in (?:total|all)| altogether)?(?=\s*[?.!]*\s*$)/gi,
    " and total revenue",
  ],
  // "how much of the budget was spent per campaign": what was spent, over what there was to spend
  [
    /^(?:how much|what (?:share|part|percentage|percent|proportion)) of (?:the |our |its |their |each )?(?:[a-z]+ )?budgets? (?:was|were|is|are|has been|have been|did we|have we|got|gets)(?: already)? (?:spent|spend|used(?: up)?|use)(?: so far)?(?: (?:by|per|for|on|in) (?:each )?)?(?=[a-z]* *[?.!]*\s*$)/i,
    "the percentage ratio of total cost to total budget by ",
  ],
  [
    /^(?:what|how much) (?:share|part|percentage|percent|proportion)? ?of (?:its|their|the) budgets? did (?:each|every) ([a-z]+) (?:spend|use)(?: up)?(?=\s*[?.!]*\s*$)/i,
    "the percentage ratio of total cost to total budget by $1",
  ],
  [
    /^(?:the )?(?:share|percentage|percent|part) of (?:the )?budgets? (?:that (?:was|is|were) )?(?:spent|used)(?: (?:by|per|for) (?:each )?)?(?=[a-z]* *[?.!]*\s*$)/i,
    "the percentage ratio of total cost to total budget by ",
  ],
  [
    /^budgets? (?:spent|used|usage|spend) (?:by|per|for) (?:each )?([a-z]+)(?:,? (?:in|as a) (?:percent|percentage|%))(?=\s*[?.!]*\s*$)/i,
    "the percentage ratio of total cost to total budget by $1",
  ],
  [/^(the percentage ratio of total cost to total budget) by (?=\s*[?.!]*\s*$)/i, "$1"],
  [/\btotal spending\b/gi, "total spend"],
  // "refunds as a percentage of revenue in 2024", "what percentage of revenue is refunded": one sum over another
  [
    new RegExp(
      `^${askingFor}(?:the |our |total )*(${moneyOut}) as an? (?:percentage|percent|%|share|proportion|fraction) of (?:the |our |total )*(${moneyIn})\\b`,
      "i",
    ),
    "the percentage ratio of total $1 to total $2",
  ],
  [
    new RegExp(
      `^(?:what|how much|which) ?(?:percentage|percent|%|share|proportion|fraction|part)? of (?:the |our |total )*(${moneyIn}) (?:is|was|were|gets?|got|has been|did we) refund(?:ed)?\\b`,
      "i",
    ),
    "the percentage ratio of total refunds to total $1",
  ],
  [
    /^(?:what|how much|which) ?(?:percentage|percent|%|share|proportion|fraction|part)? of (?:the |our |total )*((?:claimed|paid|billed|invoiced|charged|ordered) amounts?) (?:is|was|were|gets?|got|has been|did we) refund(?:ed)?\b/i,
    "the percentage ratio of total refund amount to total $1",
  ],
  // Asked as a rate that is known by its own name.
  // "what percentage of visits end in an order"
  [
    /\b(percentage|percent|share|proportion|fraction) of (?:the |our |all )*([a-z]+) (?:that )?(?:end|ends|ended|result|results|resulted) (?:up )?(?:in|with) (an?) (?=[a-z]+\b)/gi,
    "$1 of $2 have $3 ",
  ],
  [
    /\b(?:repeat[- ](?:purchase|order|customer|buyer)|re-?purchase|re-?order) rates?\b/gi,
    "share of customers with more than one order",
  ],
  [
    /\bctr (?=(?!(?:of|for|by|per|in|on|this|last|since|from|and|vs|versus|between|over)\b)[a-z])/gi,
    "clicks per impression of ",
  ],
  [/\b(?:click[- ]?through rate|ctr)\b/gi, "clicks per impression"],
  [/\b(ads?|advertising|marketing) spending\b/gi, "$1 spend"],
  [/\bcpc\b/gi, "cost per click"],
  [/\bcpl\b/gi, "cost per lead"],
  // "what are we paying for each visit", "how much does a visit cost us on average"
  [
    /^(?:what|how much) (?:do we pay|are we paying|did we pay) (?:per|for (?:each|every|an?|one)) (?=[a-z])/i,
    "cost per ",
  ],
  [
    /^(?:what|how much) (?:does|did) (?:an?|one|each|every) ([a-z]+(?: [a-z]+)?) cost us(?: on average)?(?=\s*[?.!]*$| (?:by|per|in|this|last)\b)/i,
    "cost per $1",
  ],
  // "what does a click cost", which is paid for; anything else has a price
  [
    /^(?:what|how much) (?:does|did) (?:an?|one|each|every) ([a-z]+ )?(clicks?|leads?|visits?|sessions?|impressions?|views?|conversions?|acquisitions?|hires?|downloads?) cost(?: on average)?(?=\s*[?.!]*$| (?:by|per|in|this|last)\b)/i,
    "cost per $1$2",
  ],
  [
    /^(?:what|how much) (?:does|did) (?:an?|one|each|every) ([a-z]+(?: [a-z]+)?) cost(?: on average)?(?=\s*[?.!]*$| (?:by|per|in|this|last)\b)/i,
    "average price of a $1",
  ],
  // "how far do we drive per delivery"
  [
    /^how far (?:do|did|have|has) (?:we|they|you|(?:our |the )?[a-z]+s) (?:drive|driven|travel|travelled|traveled|fly|flown|ride|ridden|sail|sailed|go|gone|walk|walked|run)(?: in total| altogether| overall)?(?=\s*[?.!]*$)/i,
    "total distance",
  ],
  [
    /^how far (?:do|did|have|has) (?:we|they|you|(?:our |the )?[a-z]+s) (?:drive|driven|travel|travelled|traveled|fly|flown|ride|ridden|sail|sailed|go|gone|walk|walked|run) (?=(?:per|by|in|this|last|since|on average)\b)/i,
    "distance ",
  ],
  // "how many parcels does a driver deliver per month"
  [
    /^how many ([a-z]+(?: [a-z]+)?) (?:does|did) (?:an?|each|every|one|the average) ([a-z]+) [a-z]+(?: on average)? (?:per|each|every|a) (day|week|month|quarter|year)(?: on average)?(?=\s*[?.!]*$| (?:in|this|last)\b)/i,
    "average number of $1 per $2 per $3",
  ],
  // "how long after booking are shipments delivered"
  [
    /^how long after (?:the |their |its )?([a-z]+) (?:are|is|were|was|do|does|did|have|has) (?:the |our |a |an )?([a-z]+(?: [a-z]+)?) (?:been )?([a-z]+)(?: on average)?(?=\s*[?.!]*$)/i,
    "how long does it take from $1 to $3 for $2",
  ],
  // "by how much did revenue grow from 2023 to 2024"
  [
    new RegExp(
      `^(?:by )?(?:how(?! many)(?: much| strongly| far| fast)?|what (?:percentage|percent))(?: did| has| have)? (?:the |our )*(.+?)(?: have| has)? (?:${moved})(?: by)?(?= (?:from|between|since|in|compared|vs\\.?|versus|this|last|over)\\b)`,
      "i",
    ),
    "growth of $1",
  ],
  [
    /\b(?:difference|decrease|decline|drop|rise|increase|change|development) (?:in|of) (?=(?:the |our )*(?:[\w-]+ ){1,4}(?:from|between)\b(?! (?:the )?(?:\w+est|most|least|maximum|minimum)\b))/gi,
    "growth of ",
  ],
  // Of a growth, the two that are named are its ends: "growth between 2022 and 2024".
  [
    /^((?:(?:what|which) (?:was|is) |show (?:me )?)?(?:the |our )*growth of (?!.*\b(?:by|per|each|every) (?:month|week|day|quarter|year)\b).+?) (?:between|from) (?:the )?(.+?) (?:and|to) (?:the )?(.+)$/i,
    "$1 in $2 and in $3",
  ],
  // "did we make more in May or June", "were fees higher this year or last year": the figure of both.
  [
    new RegExp(
      `^(?:did|do) we (?:make|earn|take|bring in|take in|turn over) (?:more|less)(?: (?:money|revenue))? (?:in |during )?(${period}) (?:or|than) (?:in |during )?(${period})(?=\\s*[?.!]*\\s*$)`,
      "gi",
    ),
    "revenue in $1 and in $2",
  ],
  [
    new RegExp(
      `^(?:was|were|is|are) (?:the |our )*((?:${figures})(?: [a-z][\\w ]*?)?) ${moreIn} (${period}) or (?:in |during )?(${period})(?=\\s*[?.!]*\\s*$)`,
      "gi",
    ),
    "$1 in $2 and in $3",
  ],
  [
    new RegExp(
      `^(?:was|is) (?:the |our )*([a-z][\\w ]*?) ${moreIn} ((?:${months})(?: (?:19|20)\\d\\d)?) or (?:in |during )?((?:${months})(?: (?:19|20)\\d\\d)?)(?=\\s*[?.!]*\\s*$)`,
      "gi",
    ),
    "$1 by month in $2 and in $3",
  ],
  // "the day with the highest order volume": with the most orders
  [/\bby (order|ticket|call|booking|shipment|transaction|session|visit) volume\b/gi, "by number of $1s"],
  [
    /\b(?:highest|largest|biggest|greatest) (order|ticket|call|booking|shipment|transaction|session|visit) volume\b/gi,
    "most $1s",
  ],
  [/\b(?:lowest|smallest) (order|ticket|call|booking|shipment|transaction|session|visit) volume\b/gi, "fewest $1s"],
  [
    /\b(order|ticket|call|booking|shipment|transaction|session|visit) volume(?= (?:by|per|for each|over|in|last|this)\b)/gi,
    "number of $1s",
  ],
  // "our busiest month"
  [
    /^(?:when (?:was|is) |(?:what|which)(?:'s| was| is| were| are) |(?:show|give|tell|find)(?: me)? )?(?:the |our )?(busiest|quietest) (?:day of the week|week ?day)s?\b/gi,
    "which weekday was $1",
  ],
  [
    new RegExp(
      `^(?:when (?:was|is) |(?:what|which)(?:'s| was| is| were| are) )?(?:the |our )?(busiest|quietest) (${spans})s?\\b`,
      "gi",
    ),
    "which $2 was $1",
  ],
  // "which month was the weakest for revenue"
  [new RegExp(ranked("best|strongest", true), "gi"), "which $1 had the most $3$2"],
  [new RegExp(ranked("weakest|worst", true), "gi"), "which $1 had the least $3$2"],
  [new RegExp(ranked("best|strongest", false), "gi"), "which $1 had the highest revenue$2"],
  [new RegExp(ranked("weakest|worst", false), "gi"), "which $1 had the lowest revenue$2"],
];

/** "which month of 2024 was the weakest for …": captures the span, its period and what is ranked by. */
function ranked(words: string, isBy: boolean): string {
  const by = isBy ? " (?:for|by|in|in terms of) ([a-z][\\w ]+?)" : "";
  return `\\b(?:which|what) (${spans}|weekday)((?: (?:of|in) (?:(?:19|20)\\d\\d|(?:this|last) year))?) (?:was|is|has been) (?:the |our )?(?:${words})(?: one)?${by}(?=\\s*[?.!]|\\s*$)`;
}
