export const rose = "(?:grew|grown|increased|rose|risen|improved|gained|climbed|jumped|expanded|went up|gone up)";
export const fell = "(?:shrank|shrunk|declined|dropped|fell|fallen|decreased|slipped|lost|went down|gone down)";
const rise = "(?:growth|increase|rise|gain|improvement|jump)(?: rate)?";
const fall = "(?:drop|decline|decrease|fall|loss|dip|shrinkage)";
const most = "(?:the )?(?:most|fastest|quickest|strongest)";
const great = "(?:biggest|highest|largest|strongest|fastest|greatest|best|steepest|sharpest|most)";
const grown = "grow|grown|rise|risen|increased?|go up|gone up|improved?|climb(?:ed)?";
const shrunk = "fall|fallen|drop(?:ped)?|decreased?|declined?|go down|gone down|shrink|shrunk";
/** What is compared, and by what: a few plain words each. */
export const things =
  "((?!(?:of|our|the|ones?|it|they|he|she|we|you|i|that|this|these|those|each|both|more|else)\\b)[a-z]+(?:[ -](?!(?:has|have|had|with|of|in|by|is|are|was|were|saw)\\b)[a-z]+){0,2}?)";
export const figure =
  "(?:the |our )?((?!(?:the|our|terms|last|this|\\d)\\b)[a-z]+(?: (?!(?:this|last|from|between|since|over|compared|in|year)\\b)[a-z]+){0,2})";
/** What is counted. */
const counted =
  "(?:orders|purchases|transactions|sessions|visits|visitors|customers|clients|members|users|guests|bookings|reservations|registrations|enrol?ments|subscriptions|sign-?ups|appointments|trips|deliveries|shipments|rentals|loans|returns|complaints|tickets|claims|leads)";
/** A figure that is a sum or a count by itself; of any other the total is meant. */
const summed = "(?:total|average|mean|number|revenue|sales|turnover|income|profit|earnings|spending)\\b";
/** What one time is held against another by. */
const beside = "compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\\.?|against|over|since|from|on";
const against = `(?:(?:${beside}) )`;
/** With the space before it. */
const time = `(?: ${against}?(?:the )?(?:this|last) (?:year|month|quarter)| (?:from|between) [^?.!]+?| year[- ]over[- ]year| yoy)?`;
const atEnd = "(?=\\s*[?.!]*\\s*$)";
/** Between two times that are both named. */
const between = "( (?:from|between) [^?.!]+? (?:to|and) [^?.!]+?)";
const asked = "(?:which|what|whose) (?:of (?:the|our) )?";
const shown = "(?:(?:what|which|who) (?:is|are|was|were) |(?:show|list|give)(?: me| us)? )?(?:the |our |my )?";

/** One way of asking, with a named figure and without one, which is revenue then. */
const ranked = (before: string, put: `${string} the ${"highest" | "lowest"}`): (readonly [RegExp, string])[] => [
  [new RegExp(`^${before}(?: (?:in|by|of|for)(?: terms of)? ${figure})(${time})${atEnd}`, "i"), `${put} $2 growth$3`],
  [new RegExp(`^${before}(${time})${atEnd}`, "i"), `${put} revenue growth$2`],
];

const within =
  "(\\b(?:with|has) the (?:highest|lowest) [a-z ]{2,40}? growth|^top [a-z\\d ]{2,40}? by [a-z ]{2,30}? growth)(?: rate)?";
/** What a growth is asked of is compared with the time before it; of a year that is not over, as much of the year before. */
const compared = (said: string, periods: string): readonly [RegExp, string] => [
  new RegExp(`${within}${said}${atEnd}`, "i"),
  `$1 ${periods}`,
];

/** Things by how a figure of theirs has changed: "which region grew the most this year", "fastest-growing categories". */
export const growthRankPhrases: readonly (readonly [RegExp, string])[] = [
  // "which category has grown the most", "which category grew the most in profit"
  ...ranked(`${asked}${things}(?: (?:has|have|had))? ${rose} ${most}`, "which $1 has the highest"),
  ...ranked(`${asked}${things}(?: (?:has|have|had))? ${fell} ${most}`, "which $1 has the lowest"),
  // "which country's sales grew the most"
  [
    new RegExp(`^${asked}${things}['’]s? ${figure}(?: (?:has|have))? ${rose} ${most}(${time})${atEnd}`, "i"),
    "which $1 has the highest $2 growth$3",
  ],
  [
    new RegExp(`^${asked}${things}['’]s? ${figure}(?: (?:has|have))? ${fell} ${most}(${time})${atEnd}`, "i"),
    "which $1 has the lowest $2 growth$3",
  ],
  // "which region lost the most orders from May to June"
  [
    new RegExp(`^${asked}${things} (?:has |have |had )?(?:gained|won|added) ${most} ${figure}${between}${atEnd}`, "i"),
    "which $1 has the highest $2 growth$3",
  ],
  [
    new RegExp(`^${asked}${things} (?:has |have |had )?(?:lost|shed) ${most} ${figure}${between}${atEnd}`, "i"),
    "which $1 has the lowest $2 growth$3",
  ],
  // "in which country did leads fall the most from 2024 to 2025"
  [
    new RegExp(
      `^(?:in |for |at )(?:which|what) ${things} (?:did|do|has|have) ${figure} (?:${grown}) ${most}(${time})${atEnd}`,
      "i",
    ),
    "which $1 has the highest $2 growth$3",
  ],
  [
    new RegExp(
      `^(?:in |for |at )(?:which|what) ${things} (?:did|do|has|have) ${figure} (?:${shrunk}) ${most}(${time})${atEnd}`,
      "i",
    ),
    "which $1 has the lowest $2 growth$3",
  ],
  // "which category had the biggest increase in revenue"
  ...ranked(
    `${asked}${things} (?:has|had|have|saw|shows?|showed|made|recorded) the ${great} ${rise}`,
    "which $1 has the highest",
  ),
  ...ranked(
    `${asked}${things} (?:has|had|have|saw|shows?|showed|made|recorded) the ${great} ${fall}`,
    "which $1 has the lowest",
  ),
  // "fastest-growing categories": some of them
  [
    new RegExp(`^${shown}(?:fastest|quickest|strongest)[- ]growing ${things}(?<=[a-z]{3}s)(${time})${atEnd}`, "i"),
    "top 5 $1 by revenue growth$2",
  ],
  // "fastest-growing category by revenue"
  ...ranked(`${shown}(?:fastest|quickest|strongest)[- ]growing ${things}`, "$1 with the highest"),
  ...ranked(`${shown}(?:fastest[- ](?:shrinking|declining)|slowest[- ]growing) ${things}`, "$1 with the lowest"),
  // "biggest drop in revenue by country"
  [
    new RegExp(`^${shown}${great} ${rise} (?:in|of) ${figure} (?:by|per|for each) ${things}(${time})${atEnd}`, "i"),
    "$2 with the highest $1 growth$3",
  ],
  [
    new RegExp(`^${shown}${great} ${fall} (?:in|of) ${figure} (?:by|per|for each) ${things}(${time})${atEnd}`, "i"),
    "$2 with the lowest $1 growth$3",
  ],
  [
    new RegExp(`^(.*\\b(?:highest|lowest)\\b.* growth) between ([^?.!]+?) and ([^?.!]+?)${atEnd}`, "i"),
    "$1 from $2 to $3",
  ],
  [
    new RegExp(`^(?:(?:which|what) )?(.+?) (?:with|has) the (highest|lowest) (?=${counted} growth\\b)`, "i"),
    "$1 with the $2 number of ",
  ],
  [new RegExp(`\\b((?:with|has) the (?:highest|lowest)) (?!${summed})(?=[a-z ]{2,40}? growth\\b)`, "i"), "$1 total "],
  compared(` this year ${against}(?:the )?last year`, "this year compared to the same period last year"),
  compared(" last year", "last year compared to the year before"),
  compared(" last (month|quarter)", "last $2 compared to the $2 before"),
  compared(
    `(?: ${against}?(?:the )?(?:this|last) year| year[- ]over[- ]year| yoy)?`,
    "this year compared to the same period last year",
  ),
  compared(` ${against}?(?:the )?(?:this|last) (month|quarter)`, "this $2 compared to last $2"),
];

const ever = "(?:at all |strongly |much |a lot )?";

const way = "(?:up|down|better|worse|higher|lower|well)";
const moving = `(?:(?:going|getting|trending|moving|heading) ${way}(?: or ${way})?|(?:increasing|decreasing|growing|rising|falling|declining|shrinking|improving|slipping)(?: or (?:increasing|decreasing|growing|rising|falling|declining|shrinking|improving|slipping|not))?)`;
/** What adds up over a month, so that a month can be held against the next. */
const addedUp = `((?:[a-z]+ ){0,2}(?:${counted}|revenues?|turnover|sales|income|profits?|earnings|spending|order value|traffic))`;
/** A time by its own name, or by its place before today. */
const named =
  "(?:(?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:19|20)\\d\\d)?|(?:19|20)\\d\\d|(?:this|last) (?:year|month|quarter|week))";
const lately = "(?: over time| lately| recently| these days| at the moment| right now| currently)?";

/** Whether something grew, asked so that yes or no would be the answer: both figures side by side say it. */
export const growthPhrases: readonly (readonly [RegExp, string])[] = [
  // "are sales going up or down", "is revenue trending up", "how are orders trending": by month, which shows it
  [new RegExp(`^(?:are|is) (?:the |our )?${addedUp} (?:still )?${moving}${lately}${atEnd}`, "i"), "$1 by month"],
  [
    new RegExp(
      `^how (?:are|is) (?:the |our )?${addedUp} (?:trending|developing|evolving|moving)${lately}${atEnd}`,
      "i",
    ),
    "$1 by month",
  ],
  [
    new RegExp(
      `^(?:are|did) we sell(?:ing)? (?:more|less|better|worse)(?: or less)? (?:than )?(?:${beside})?(?: the)? ?last (year|month|quarter|week)${atEnd}`,
      "i",
    ),
    "sales this $1 compared to last $1",
  ],
  // "is revenue up or down on last month", "are sales up this year", "did orders go up or down compared to last month"
  [
    new RegExp(
      `^(?:are|is|was|were|did|has|have) (?:the |our )?${addedUp} (?:go |gone |went )?${way}(?: or ${way})?(?: (?:than|${beside}) (?:the )?(?:last|previous)| this) (year|month|quarter|week)${atEnd}`,
      "i",
    ),
    "$1 this $2 compared to last $2",
  ],
  [
    new RegExp(
      `^(?:are|is|did|has|have) (?:the |our )?${addedUp} (?:go |gone |went )?${way}(?: or ${way})?${lately}${atEnd}`,
      "i",
    ),
    "$1 by month",
  ],
  // "are we doing better than last year", "are we up or down on last month"
  [
    new RegExp(
      `^(?:are|did|have) we (?:do |doing |done )?(?:${way}|better|worse)(?: or (?:${way}|better|worse))?(?: off)? (?:than|${beside}) (?:the )?(?:last|previous) (year|month|quarter|week)${atEnd}`,
      "i",
    ),
    "revenue this $1 compared to last $1",
  ],
  // "did revenue grow compared to last year", "have orders gone up since last month"
  [
    new RegExp(
      `^(?:did|has|have|does|do) (?:the |our )*((?!we\\b|they\\b|you\\b|it\\b|that\\b|this\\b)[a-z][a-z -]*?) ${ever}(?:${grown}|${shrunk}) ${ever}(?:(?:this (?:year|month|quarter|week) )?(?:${beside}) )(?:the )?(?:last|previous) (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "$1 this $2 compared to last $2",
  ],
  // "from the second to the third quarter of 2025"
  [
    /\b(?:the )?(first|second|third) (to|and|vs\.?|versus|against|or) (?:the )?(second|third|fourth) quarter(?:(?: of)? ((?:19|20)\d\d))?\b/gi,
    "$1 quarter $4 $2 $3 quarter $4",
  ],
  // "did income fall from May to June, and by how much"
  [
    new RegExp(
      `^(?:did|has|have) (?:the |our )*((?!we\\b|they\\b|you\\b|it\\b|that\\b|this\\b)[a-z][a-z -]*?) ${ever}(?:${grown}|${shrunk}|changed?)${between}(?:,? and)?(?:,? by how much)?${atEnd}`,
      "i",
    ),
    "how did $1 change$2",
  ],
  // "how much more did we invoice in 2024 than in 2023": the change from the one to the other
  [
    new RegExp(
      `^(?:by )?how (much|many) (?:more|less|fewer) (.+?),? (?:in |during )?(?:the )?(${named}) than (?:in |during )?(?:the )?(${named})${atEnd}`,
      "i",
    ),
    "how $1 $2, growth from $4 to $3",
  ],
  // "sales in 2025 minus 2024", "difference between the number of orders in 2025 and in 2024"
  [
    new RegExp(
      `^(?:what (?:is|was) )?(?:the |our )*(.+?),? (?:in |during |of )?(${named}) minus (?:(?:those |that )?(?:in|during|of) )?(?:the )?(${named})${atEnd}`,
      "i",
    ),
    "growth of $1 from $3 to $2",
  ],
  [
    new RegExp(
      `^(?:(?:what (?:is|was)|show(?: me)?|give me) )?(?:the )?difference (?:between|in|of) (?:the |our )*(?!(?:${named})\\b)([a-z].+?),? (?:in |during |of |between |from )(${named}) (?:and|to) (?:(?:those |that )?(?:in|during|of) )?(?:the )?(${named})${atEnd}`,
      "i",
    ),
    "growth of $1 from $2 to $3",
  ],
  // "did revenue grow this year", "are sales up this month"
  [
    new RegExp(
      `^(?:(?:did|has|have) (?:the |our )*((?!we\\b|they\\b|you\\b|it\\b|that\\b|this\\b)[a-z][a-z -]*?) ${ever}(?:${grown}|${shrunk})) this (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "$1 this $2 compared to last $2",
  ],
  // "how much did revenue grow compared to last year"
  [
    new RegExp(
      `^(?:by )?how much (?:did|has|have) (?:the |our )*([a-z][a-z -]*?) (?:${grown}|${shrunk}|changed?) (?:${beside}) (?:the )?(?:last|previous) (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "how did $1 change this $2 compared to last $2",
  ],
];
