const plain = "(?!paid\\b|priced\\b|rated\\b|valued\\b|charged\\b|qualified\\b|experienced\\b|satisfied\\b)";
const done = `${plain}([a-z]+ed|sold|bought|read|worn|taken|driven|lent|seen|eaten|drunk|sent|made)`;
const orders = "order|purchase|visit|booking|appointment|stay|lesson|class|trip|donation|loan|ride|session|treatment";
const atEnd = "(?=\\s*[?.!]*\\s*$)";
const inTime = `(?=(?: (?:last|this|in|during|since|ever|so far)\\b.*)?\\s*[?.!]*\\s*$)`;

const buyers =
  "(?:people|they|(?:our |the )?(?:customers|clients|buyers|shoppers|users|guests|members|visitors|readers))";

const shown = "(?:show(?: me)? |list |what (?:is|was) )?(?:the )?";
/** What rows hold, of which there may be several in time: no rows themselves. */
const held =
  "scores?|marks?|grades?|prices?|balances?|amounts?|salary|wages?|weights?|heights?|ratings?|temperatures?|levels?|values?|fees?|rates?|costs?|status|stage";

/** "the first score of each pupil": that which came first, rather than when it was. */
const heldOfEach = (first: string, meant: string): (readonly [RegExp, string])[] => [
  [
    new RegExp(
      `^${shown}(?:${first}) ((?:[a-z]+ )?(?:${held})) (?:of|for|by|per|from) (?:each|every) ([a-z]+)${atEnd}`,
      "i",
    ),
    `${meant} $1 per $2`,
  ],
  [
    new RegExp(
      `^${shown}(?:all |our )?([a-z]+?)s (?:and|with) their (?:${first}) ((?:[a-z]+ )?(?:${held}))${atEnd}`,
      "i",
    ),
    `${meant} $2 per $1`,
  ],
];

/** What somebody does that is called like what comes of it. */
const deeds = "order|return|visit|call|cancel|complain|donate|book|purchase|borrow|rent";
const nouns: ReadonlyMap<string, string> = new Map([
  ["cancel", "cancellations"],
  ["complain", "complaints"],
  ["donate", "donations"],
  ["book", "bookings"],
  ["borrow", "loans"],
  ["rent", "rentals"],
]);

/** "which customers return the most": whoever has the most returns; of several the first ten. */
const doMost: (readonly [RegExp, string])[] = deeds.split("|").flatMap((deed) => {
  const rows = nouns.get(deed) ?? `${deed}s`;
  const often = (noun: string, most: string) =>
    new RegExp(
      `^(which|what) (?!(?:do|does|did)\\b)${noun} ${deed}s? (?:things |items |stuff )?(?:the )?${most}(?: often)?${inTime}`,
      "i",
    );
  return [
    [often("((?:[a-z]+ )?[a-z]+[^s\\W]s|people)", "most"), `top $2 by number of ${rows}`],
    [often("([a-z]+(?: [a-z]+)?)", "(most|least)"), `$1 $2 have the $3 ${rows}`],
  ];
});

/** What is ranked within groups, or groups by a figure: read before "by" and "per" are read as anything else. */
export const groupRankPhrases: readonly (readonly [RegExp, string])[] = [
  // "name of stations, the 3 with the most passengers", as readings say it
  [
    /,? (?:the|those) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) with the (highest|lowest|most|fewest|least|latest|earliest|largest|smallest|longest|shortest|greatest|best|worst)\b/gi,
    " with the $1 $2",
  ],
  // "members by total spend": what they spent
  [/\bby total (?=(?:spend|spending)\b)/gi, "by "],
  // "which town ordered the most": who did, and no order of rows
  [
    /\b((?:which|what) [a-z]+(?: [a-z]+)?) ordered (?:the )?(most|least)(?: often)?(?=\s*[?.!]*\s*$| (?:in|last|this|since|during)\b)/gi,
    "$1 has the $2 orders",
  ],
  // "highest revenue by product", "most orders per customer": all of them, in that order
  [
    /^(?:show |the )*(?:most|highest|biggest|largest|best) (sales|revenue|turnover|profits?|income|spend|spending) (?:by|per) (?=[^,]+$)/i,
    "$1 by ",
  ],
  [/^(?:show |the )*most (\w{3,}[^s\W]s) (?:by|per) (?=[^,]+$)/i, "number of $1 by "],
  [
    /^(?:show |the )*(?:lowest|smallest|worst|least) (sales|revenue|turnover|profits?|income|spend|spending) (?:by|per) ([^,?.!]+)[?.!\s]*$/i,
    "$1 by $2, lowest first",
  ],
  [
    /^(?:show |the )*(?:fewest|least) (\w{3,}[^s\W]s) (?:by|per) ([^,?.!]+)[?.!\s]*$/i,
    "number of $1 by $2, fewest first",
  ],
  // "latest order by customer": the latest of each, and nothing to sort by
  [
    /^((?:show |the )*(?:latest|last|first|biggest|largest|smallest|most recent|newest|oldest|cheapest|most expensive) orders?) by (?=[a-z]+[?.!\s]*$)/i,
    "$1 per ",
  ],
];

/** Ways to ask what comes first, and what came again, that mean the same as a plainer one, which is read instead. */
export const rankPhrases: readonly (readonly [RegExp, string])[] = [
  // "which products are returned the most", "which voucher was used the least"
  [
    new RegExp(
      `^(?:which|what) ([a-z]+(?: [a-z]+)?) (?:was|is|were|are|gets?|got|has been|have been|being) ${done} (?:the )?(most|least)(?: often| frequently)?\\b(?! (?:recent|recently|number|times)\\b)`,
      "i",
    ),
    "$3 $2 $1",
  ],
  [/\b(highest|lowest|best|worst|top)-(rated|paid|priced|ranked|scored|scoring|earning|paying|selling)\b/gi, "$1 $2"],
  // "starting from the best ratings to the lowest"
  [
    /,? (?:starting |sorted |ordered |going )?from (?:the )?(?:best|highest|largest|biggest|greatest) ([a-z]+(?: [a-z]+)?) to (?:the )?(?:lowest|worst|smallest|least)(?: one| ones| \1)?(?=\s*[?.!]*\s*$)/gi,
    ", ordered by $1, highest first",
  ],
  [
    /,? (?:starting |sorted |ordered |going )?from (?:the )?(?:worst|lowest|smallest|least) ([a-z]+(?: [a-z]+)?) to (?:the )?(?:highest|best|largest|biggest|greatest)(?: one| ones| \1)?(?=\s*[?.!]*\s*$)/gi,
    ", ordered by $1, lowest first",
  ],
  // "salary range per job title": from the lowest to the highest
  [
    /^((?:show|list|what (?:is|are))(?: me)? )?(?:the |our )?(salary|pay|wage|price|age|weight|size|fee|rent|cost|height) ranges? (?=(?:per|by|for each|for every|in each|of each) [a-z])/i,
    "$1lowest and highest $2 ",
  ],
  // "top 3 products by conversion rate", "highest return rate by category"
  [
    /^(?:(?:show|list)(?: me)? )?(?:the |our )?(?:top|best) (?:(\d+) )?([a-z]+(?: [a-z]+)?) by ((?:[a-z-]+ )?[a-z-]+ rate)(?=\s*[?.!]*\s*$)/i,
    "which $1 $2 have the highest $3",
  ],
  [
    /^(?:(?:what is|show|list)(?: me)? )?(?:the |our )?(highest|lowest) ((?:[a-z-]+ )?[a-z-]+ rate) (?:by|per|of any|among) ([a-z]+(?: [a-z]+)?)(?=\s*[?.!]*\s*$)/i,
    "which $3 has the $1 $2",
  ],
  [
    /^(?:(?:what is|show|list)(?: me)? )?(?:the |our )?worst ((?:returns?|refunds?|cancell?ation|churn|no-show|error|failure|defect|complaint|incident|absence|bounce|scrap) rate) (?:by|per) ([a-z]+(?: [a-z]+)?)(?=\s*[?.!]*\s*$)/i,
    "which $2 has the highest $1",
  ],
  // "products by return rate, worst first": the rate of each
  [
    /^(?:(?:show|list|rank|sort)(?: me)? )?(?:the |our |all )?([a-z]+(?: [a-z]+)?s) by ((?:[a-z-]+ )?[a-z-]+ rate)(?=\s*[?.!]*\s*$)/i,
    "$2 by $1, highest first",
  ],
  [
    /^(?:(?:show|list|rank|sort)(?: me)? )?(?:the |our |all )?([a-z]+(?: [a-z]+)?s) by ((?:[a-z-]+ )?[a-z-]+ rate)(?=, [a-z]+ first\s*[?.!]*\s*$)/i,
    "$2 by $1",
  ],
  // "ordered by the highest average rating first": by that rating
  [ordersBy("highest|most|largest|biggest|greatest|best"), "$1$2, highest first"],
  [ordersBy("lowest|least|smallest|fewest|worst"), "$1$2, lowest first"],
  ...doMost,
  // "what do people return most often", "which boats do guests rent the most"
  [
    new RegExp(
      `^(what|which [a-z]+) (?:do|does|did) ${buyers} (?:usually )?(?!buy\\b|order\\b|purchase\\b|like\\b|need\\b|want\\b)([a-z]+[^e\\W]) (?:the )?(most|least)(?: often| frequently)?${atEnd}`,
      "i",
    ),
    "$1 gets $2ed $3 often",
  ],
  [
    new RegExp(
      `^(what|which [a-z]+) (?:do|does|did) ${buyers} (?:usually )?(?!like\\b|purchase\\b|have\\b|make\\b|take\\b|see\\b|leave\\b|come\\b|give\\b)([a-z]+e) (?:the )?(most|least)(?: often| frequently)?${atEnd}`,
      "i",
    ),
    "$1 gets $2d $3 often",
  ],
  // "which channel converts best", "the best converting devices"
  [
    new RegExp(
      `^(which|what) ([a-z]+(?: [a-z]+)?) (?:converts?|converted) (?:the )?(?:best|most|better)${inTime}`,
      "i",
    ),
    "$1 $2 has the highest conversion rate",
  ],
  [
    new RegExp(`^(which|what) ([a-z]+(?: [a-z]+)?) (?:converts?|converted) (?:the )?(?:worst|least)${inTime}`, "i"),
    "$1 $2 has the lowest conversion rate",
  ],
  [
    /^(?:(?:which|what) is )?(?:the |our )?best[- ]converting ([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "which $1 has the highest conversion rate",
  ],
  [
    /^(?:(?:which|what) is )?(?:the |our )?worst[- ]converting ([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "which $1 has the lowest conversion rate",
  ],
  // "preferred payment method by town"
  [/\bpreferred ([a-z]+(?: [a-z]+)?) (?=(?:by|per|in each|for each) )/gi, "most common $1 "],
  // "who bought the red tulips most often"
  [
    new RegExp(
      `^who (?:has |have )?(?:bought|ordered|purchased) (?:the |our )?(?!most\\b|more\\b|something\\b|anything\\b)([a-z][\\w -]*?) (?:the )?most(?: often)?${inTime}`,
      "i",
    ),
    "which customer has the most orders of $1",
  ],
  // "what's selling well"
  [
    /^what(?:['’]?s| is| are) selling (?:well|best)(?=(?: (?:this|last|in|during|since)\b.*)?\s*[?.!]*\s*$)/i,
    "what sells best",
  ],
  // "which roses sell best"
  [/^(?:which|what) ([a-z]+s) (?:sell|are selling|sold) (?:the )?best(?=\s*[?.!]*\s*$)/i, "top 10 best selling $1"],
  // "which products are not selling well": those that sell worst
  [
    /^(?:(?:which|what) )?(?:of (?:the|our) )?([a-z]+s) (?:that )?(?:are|is|do|does|have|has)(?: not|n['’]t) (?:been )?(?:sell|sold|selling)(?: (?:very|so|that))? (?:well|much|good)(?=(?: (?:this|last|in|during|since)\b.*)?\s*[?.!]*\s*$)/i,
    "worst selling $1",
  ],
  [
    /^(?:(?:which|what) )?([a-z]+s) (?:(?:that )?(?:are )?(?:selling|sell) (?:badly|poorly|slowly)|(?:sell|sold) (?:the )?worst)(?=(?: (?:this|last|in|during|since)\b.*)?\s*[?.!]*\s*$)/i,
    "worst selling $1",
  ],
  // "how many products do we sell": what there is to sell, of no time
  [
    /^(?:how many|number of) (?:different )?((?:[a-z]+ )?(?:products|articles|items|dishes|services|models|brands)) (?:do|does|can) (?:we|you|they|the (?:shop|store|company)) (?:currently |actually )?(?:sell|offer|carry|stock|have)(?: in total| altogether| here| now)?(?=\s*[?.!]*\s*$)/i,
    "how many $1 do we have",
  ],
  [
    /^(?:what|which) ((?:[a-z]+ )?(?:products|articles|items|dishes|services|models|brands)) (?:do|does|can) (?:we|you|they|the (?:shop|store|company)) (?:currently |actually )?(?:sell|offer|carry|stock|have)(?: here| now)?(?=\s*[?.!]*\s*$)/i,
    "list all $1",
  ],
  // "which club costs us the most rent"
  [costing("most"), "$1 $2 has the highest $3"],
  [costing("least"), "$1 $2 has the lowest $3"],
  // "how many customers come back to buy again"
  [
    new RegExp(
      `\\b(?:come|came|comes|return|returned)(?: back)? (?:to|and) (order|buy|book|visit|donate|rent|borrow|purchase) (?:again|(?:a second|another) time|more)${inTime}`,
      "gi",
    ),
    "$1ed again",
  ],
  [/\bbuyed again\b/gi, "bought again"],
  [/\b(donat|purchas)eed again\b/gi, "$1ed again"],
  // "the top five towns in descending order in terms of rainfall", "rank the towns in terms of rainfall"
  [
    /\b(top|rank|best|worst|bottom)\b((?: [a-z\d]+){1,5}?),? (?:in (?:descending|decreasing) order )?(?:in terms of|based on|with respect to|as measured by) (?:the |their )?(?=[a-z])/gi,
    "$1$2 by ",
  ],
  // "at what hour are most reports written": the one with the most of them
  [
    /^(?:at|in|on|during|from) (?:what|which) ((?!order|case|way|sense|condition|price|rate|level|extent)[a-z]+(?: [a-z]+)?) (?:are|were|is|was|do|did) (?:the )?most (?:of the )?([a-z]+(?: [a-z]+)?s) (?:created|made|opened|filed|reported|written|received|recorded|taken|started|placed|sent|booked|registered|logged|submitted|occur(?:ring)?|happen(?:ing)?|take place|come in|start)(?=\s*[?.!]*\s*$)/i,
    "which $1 has the most $2",
  ],
  // "which brand is the most expensive to repair": what one such job costs
  [
    /^(which|what) ([a-z]+(?: (?:of )?[a-z]+)?) (?:is|are) (?:the )?(?:most expensive|costliest|dearest) to (repair|maintain|service|ship|deliver)(?=\s*[?.!]*\s*$| (?:this|last|in|since)\b)/i,
    "$1 $2 has the highest average $3 cost",
  ],
  [
    /^(which|what) ([a-z]+(?: (?:of )?[a-z]+)?) (?:is|are) (?:the )?(?:least expensive|cheapest) to (repair|maintain|service|ship|deliver)(?=\s*[?.!]*\s*$| (?:this|last|in|since)\b)/i,
    "$1 $2 has the lowest average $3 cost",
  ],
  [
    /^(which|what) ([a-z]+(?: (?:of )?[a-z]+)?) costs? (?:us )?(?:the )?(?:most|more) to (repair|maintain|service|ship|deliver)(?=\s*[?.!]*\s*$| (?:this|last|in|since)\b)/i,
    "$1 $2 has the highest total $3 cost",
  ],
  // "rank the sales reps by revenue"
  [/^rank (?:(?:all|the|our) )*(?=[a-z]+(?: [a-z]+){0,2} by )/i, ""],
  // "longest running campaign": how long it ran, whether or not it still does
  [
    /\blongest[- ]running (?=(?:campaign|show|exhibition|promotion|offer|sale|event|course|project|experiment|test|job|task|tour|series|(?:work |production |repair )?(?:order|ticket|case))s?\b)/gi,
    "longest ",
  ],
  // "longest running subscription": of those that still run, the first to have begun
  [
    /^((?:(?:which|what) (?:is|are) |show |list )?(?:the |our )*)longest[- ](?:running|standing) (subscription|contract|membership|tenancy|lease|policy|agreement)(?=s?\s*[?.!]*\s*$)/i,
    "$1oldest active $2",
  ],
  // "pupils per town, top 5"
  [/^([a-z]+(?: [a-z]+)?) per ([a-z]+),? top (\d{1,3})(?=\s*[?.!]*\s*$)/i, "$1 by $2, top $3"],
  // "how much does the average pupil pay per month"
  [
    /^how much (?:does|do|did) (?:the|an|our) (?:average|typical) ([a-z]+) (?:pay|spend|bring in)(?: us)? (?:per|a|each|every) (week|month|quarter|year)(?=\s*[?.!]*\s*$)/i,
    "average revenue per $1 by $2",
  ],
  [
    /^how much (?:does|do|did) (?:the|an|our) (?:average|typical) ([a-z]+) (?:pay|spend|bring in)(?: us)?(?=(?: (?:in|this|last|since)\b.*)?\s*[?.!]*\s*$)/i,
    "average revenue per $1",
  ],
  // "which campaigns lost money"
  [
    /^(?:which|what) ([a-z]+(?: [a-z]+)?) (?:(?:are |were |have been )?losing|lose|lost|have lost) (?:us )?money(?=(?: (?:in|this|last|since|during)\b.*)?\s*[?.!]*\s*$)/i,
    "$1 with profit below 0",
  ],
  // "products that lose money", "products sold at a loss"
  [
    /\b(?:(?:which |that )?(?:are |is |were )?(?:losing money|making a loss|unprofitable|sold at a loss|selling at a loss)|(?:that|which) (?:lose|lost|loses) (?:us )?money|(?:that|which) (?:make|made|makes) a loss)\b/gi,
    "with profit below 0",
  ],
  // "which categories are growing"
  [
    /^(?:which|what) ([a-z]+(?: [a-z]+)?) (?:are|is) (?:growing|shrinking|declining)(?: the)?(?: most| fastest)?(?=\s*[?.!]*\s*$)/i,
    "revenue growth by $1 this year compared to the same period last year",
  ],
  // "how many direct reports does Kim have", "direct reports of Kim"
  [/\bhow many (?:direct reports|subordinates) (?:does|do|did) (.+?) have\b/gi, "how many people report to $1"],
  [
    /^(?:(?:who|what) are |list |show |give me )?(?:the |all )*(?:direct reports|subordinates) of (?!each\b|every\b|all\b|(?:the |our )?managers?\b)/i,
    "who reports to ",
  ],
  // "people who have Kim as their manager"
  [
    /\b(?:who |that )?(?:have|has) (?!which\b|who\b|what\b)((?:[a-z.-]+ ){0,2}[a-z.-]+) (?:as|for) (?:their |his |her |its |a |the )?(?:line |direct )?(?:manager|boss|supervisor)(?=\s*(?:[?.!,]|$))/gi,
    "report to $1",
  ],
  // "number of Kim's direct reports", "Mira Holt's subordinates"
  [
    /^(?:how many|number of) (?!our\b|the\b|each\b|every\b)((?:[\p{L}.-]+ ){0,2}[\p{L}.-]+)['’]s (?:direct reports|subordinates)(?: are there)?(?=\s*[?.!]*\s*$)/iu,
    "how many people report to $1",
  ],
  [
    /^(?:(?:who are|list|show) )?(?!our\b|the\b|each\b|every\b)((?:[\p{L}.-]+ ){0,2}[\p{L}.-]+)['’]s (?:direct reports|subordinates)(?=\s*[?.!]*\s*$)/iu,
    "people who report to $1",
  ],
  // "who is the manager of each nurse"
  [
    /^(?:who|what) (?:is|are) the (manager|boss|supervisor|coach|mentor|head|leader)s? (?:of|for) (each|every) (?=[a-z])([^?.!]+?)[?.!\s]*$/i,
    "$2 $3 with their $1",
  ],
  // "the boat that is rented most, which harbour is it in"
  [
    /^(?:for |of )?(the .{3,60}?), (?:which|what) ([a-z]+(?: [a-z]+)?) (?:is|was|does|are) (?:it|he|she|that|this)(?: (?:in|at|from|belong to|of))?(?=\s*[?.!]*\s*$)/i,
    "$2 of $1",
  ],
  // "which driver had the trip with the highest toll"
  [
    /^(?:which|what) ([a-z]+(?: [a-z]+)?) (?:has|have|had|made|placed) the ((?!most\b|fewest\b|least\b|highest\b|lowest\b)[a-z]+(?: [a-z]+)?) with the (highest|lowest|largest|smallest|biggest|longest|shortest) (?=[a-z])/i,
    "$1 of the $2 with the $3 ",
  ],
  // "how much money do our drivers make"
  [
    /^how much money (do|does|did) ((?:(?:our|the|an|a) )?(?!we\b|you\b|they\b|i\b)[a-z]+(?: [a-z]+)?) (?:make|earn)(?=\s*[?.!]*\s*$)/i,
    "how much $1 $2 earn",
  ],
  // "how much is an order worth on average"
  [
    /^how much (?:is|was) (?:an?|the average) ([a-z]+(?: [a-z]+)?) worth(?: on average)?(?=\s*[?.!]*\s*$| (?:in|last|this|by|per)\b)/i,
    "average value of $1s",
  ],
  // "which van earned the most"
  [
    /^((?:which|what) [a-z]+(?: [a-z]+)?) (?:has |have )?earn(?:ed|s)? (?:us )?the (most|least)(?=\s*[?.!]*$| (?:this|last|in|since|during)\b)/i,
    "$1 brought in the $2",
  ],
  // "who earns more than their manager"
  [
    /^who (earns?|makes?|is paid) more than (?:their|his|her) (manager|boss|supervisor)(?=\s*[?.!]*\s*$)/i,
    "employees who earn more than their $2",
  ],
  // "price range of our products"
  [
    /^(?:what(?:'s| is) )?(?:the |our )?(price|salary|age|size|weight|fee|cost) range (?:of|for|in) /i,
    "lowest and highest $1 of ",
  ],
  // "are companies or persons spending more"
  [
    /^(?:are|is) ([a-z]+(?: [a-z]+)?) or ([a-z]+(?: [a-z]+)?) (spend|order|buy|pay|earn)ing more(?=\s*[?.!]*\s*$)/i,
    "do $1 $3 more than $2",
  ],
  // "how many tickets did each agent resolve last month"
  [
    /^how many ([a-z]+(?: [a-z]+)?) (?:did|has|have) each ([a-z]+(?: [a-z]+)?) (resolve|close|handle|complete|approve)d?(?= (?:last|this|in|since|during)\b|\s*[?.!]*\s*$)/i,
    "number of $1 $3d per $2",
  ],
  // "how many customers came back for a second order"
  [
    new RegExp(
      `\\b(?:came|come|comes|coming) back (?:for|to place|to make|with) (?:a|their|another) second (${orders})\\b`,
      "gi",
    ),
    "with at least 2 $1s",
  ],
  // "how many customers ordered again"
  [
    new RegExp(
      `\\b(ordered|bought|purchased|visited|booked|donated|borrowed|rented) (?:again|a second time|twice or more)${inTime}`,
      "gi",
    ),
    "$1 more than once",
  ],
  ...heldOfEach("first|earliest", "earliest"),
  ...heldOfEach("last|latest|most recent", "latest"),
  // "date of the first order of each customer"
  [
    /^(?:show(?: me)? |list |what (?:is|was) )?(?:the )?(?:date|day)s? of (?:the )?(first|earliest|last|latest|most recent) (?!name)([a-z]+) (?:of|for|by|per|from)(?: each| every)? ([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "when was the $1 $2 per $3",
  ],
  // "last driver hired at each depot", "most recently launched product of each category"
  [
    /^(?:show(?: me)? |list |which (?:is|was|are|were) |who (?:is|was|are|were) )?(?:the )?(last|latest|newest|most recent) ((?!name)[a-z]+) ([a-z]+ed)(?: (up|in|out))? (?:in|at|of|for|by|from|to|on|with) (each|every) /i,
    "$2 with the latest $3 date for $5 ",
  ],
  [
    /^(?:show(?: me)? |list |which (?:is|was|are|were) |who (?:is|was|are|were) )?(?:the )?(?:most recently|last|latest) ([a-z]+ed) ((?!name)[a-z]+) (?:in|at|of|for|by|from|to|on|with) (each|every) /i,
    "$2 with the latest $1 date for $3 ",
  ],
  [
    /^(?:show(?: me)? |list |which (?:is|was|are|were) |who (?:is|was|are|were) )?(?:the )?(first|earliest) ((?!name)[a-z]+) ([a-z]+ed)(?: (up|in|out))? (?:in|at|of|for|by|from|to|on|with) (each|every) /i,
    "$2 with the earliest $3 date for $5 ",
  ],
  // "who joined last at the north garden", "which member signed up first in May"
  [
    /^((?:who|(?:which|what) [a-z]+(?: [a-z]+)?) (?:was |were )?(?!finished|placed|ranked|ended|rated|scored)[a-z]+(?:ed|came|left|began)(?: up| in| out| down)?) last (?=(?:in|at|from|to|for|of|on|with) )/i,
    "$1 latest ",
  ],
  [
    /^((?:who|(?:which|what) [a-z]+(?: [a-z]+)?) (?:was |were )?(?!finished|placed|ranked|ended|rated|scored)[a-z]+(?:ed|came|left|began)(?: up| in| out| down)?) first (?=(?:in|at|from|to|for|of|on|with) )/i,
    "$1 earliest ",
  ],
  [
    /^(who (?:was |were )?(?:joined|registered|signed up|subscribed|enrolled|started)) first(?=[\s?.!]*$)/i,
    "$1 earliest",
  ],
  // "first order of each customer", "customers and their last order"
  [
    /^(?:show(?: me)? |list |what (?:is|was) |when (?:is|was) )?(?:the )?(first|earliest|last|latest|most recent) (?!name)([a-z]+) (?:of|for|by|per|from) (?:each|every) ([a-z]+)(?=\s*[?.!]*\s*$)/i,
    "when was the $1 $2 per $3",
  ],
  [
    /^(?:show(?: me)? |list )?(?:all |the |our )?([a-z]+?)s (?:and|with) (?:their|the date of their) (first|earliest|last|latest|most recent) (?!name)([a-z]+)(?: date)?(?=\s*[?.!]*\s*$)/i,
    "when was the $2 $3 per $1",
  ],
  // "how long do people stay on the site"
  [
    new RegExp(
      `^how long (?:do|did) (?:people|visitors|users|customers|they) (?:usually |typically )?(?:stay|spend|remain) on (?:the|our) (?:web ?site|site|page|app|shop|store)${atEnd}`,
      "i",
    ),
    "average session duration",
  ],
  // "average lifetime of a subscription"
  [
    /\b(?:average|mean) (?:lifetime|life ?span) of (?:an? |our |the )?([a-z]+?)s?(?=\s*[?.!]*\s*$)/i,
    "average duration of $1s",
  ],
];

/** "which … costs us the most rent": captures what costs, and what is paid for it. */
function costing(end: string): RegExp {
  return new RegExp(
    `^(which|what) ([a-z]+(?: [a-z]+)?) (?:costs?|cost) (?:us )?the ${end} (?!(?:money|in|for|on|to|per|overall|now|this|last)\\b)([a-z]+)${atEnd}`,
    "i",
  );
}

/** "ordered by the … first": captures by what. */
function ordersBy(ends: string): RegExp {
  return new RegExp(
    `\\b((?:ordered|sorted|ranked|order|sort) by )(?:the )?(?:${ends}) ((?:[a-z]+ ){0,3}[a-z]+) first\\b`,
    "gi",
  );
}
