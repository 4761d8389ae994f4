export const buyers =
  "(?:customers|clients|people|persons|buyers|shoppers|users|members|guests|companies|accounts|subscribers|visitors|restaurants|schools|shops|stores|patients|students|employees)";

const costsToMake = (compared: string): RegExp =>
  new RegExp(
    `\\b(?:(?:that|which) )?costs? (?:us )?(?:${compared}) (\\S*\\d\\S*)(?: euros?| dollars?| pounds?)? to (?:make|produce|manufacture|buy|buy in|purchase|build)\\b`,
    "gi",
  );

/** Everyday turns of phrase that mean the same as a plainer one, which is read instead. */
export const everydayPhrases: readonly (readonly [RegExp, string])[] = [
  // "which product comes back most often": people who come back are others
  [
    /^(which|what) (?!(?:[a-z]+ )?(?:people|persons?|customers?|clients?|members?|guests?|visitors?|users?|patients?|buyers?|donors?|students?|pupils?|owners?|tenants?|shoppers?|subscribers?|players?|travell?ers?|employees?)\b)([a-z]+(?: [a-z]+)?) (?:comes?|came|(?:is|are|gets?|was|were) (?:being )?(?:sent|brought)) back(?: to us)?(?: the)?(?: most)?(?: often| frequently)?(?=\s*[?.!]*\s*$| (?:last|this|in|since)\b)/i,
    "$1 $2 is returned most often",
  ],
  // "how many users have never logged in"
  [
    new RegExp(
      `\\b(${buyers}) (?:have (?:never|not(?: yet| ever)?)|haven['’]?t(?: yet| ever)?) logged in(?=\\s*[?.!]*\\s*$)`,
      "gi",
    ),
    "$1 without login",
  ],
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
  // "users inactive for more than 90 days", "who have not been active since May"
  [
    /\b(?:(?:who|that|which) )?(?:(?:are|is|were|have been|has been) )?(?:inactive|dormant|idle) (?:for|in)(?: (?:more than|over|at least|longer than|the (?:last|past)))? (\d+|two|three|four|six|twelve) (days|weeks|months|years)\b/gi,
    "with no activity in the last $1 $2",
  ],
  [
    /\b(?:(?:who|that|which) )?(?:have not|haven['’]?t|has not|hasn['’]?t|not) been active (?:for|in)(?: (?:more than|over|at least|the (?:last|past)))? (\d+|two|three|four|six|twelve) (days|weeks|months|years)\b/gi,
    "with no activity in the last $1 $2",
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
  [/(?<=\w )who (?:get|gets|got) an? (?=[a-z])/gi, "with a "],
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
  // "products that cost more than 200 to make": what they cost us, and no price
  [costsToMake("more than|over|above"), "have a cost over $1"],
  [costsToMake("less than|under|below"), "have a cost under $1"],
  // "how many products came back in May"
  [
    /\b(products|items|articles|goods|parcels|units|pieces|orders) (?:that |which )?(?:came|come|were sent|got sent) back\b(?! (?:for|to)\b)/gi,
    "$1 were returned",
  ],
  // "total number of items returned": how many were
  [
    /^(?:(?:what (?:is|was)|show(?: me)?) )?(?:the )?(?:total )?number of (items|units|pieces) (?:that were |which were )?(returned|sold|shipped|ordered)\b/i,
    "how many $1 were $2",
  ],
  // "reminders still to be sent"
  [
    /\b(?:(?:still |yet )?(?:have |has |need |needs )?(?<!\b(?:want|wants|like|likes|likely|supposed|said|known|used|meant|first|last|latest|earliest|(?:first|last|latest|earliest) [a-z]+) )to be|waiting to be|(?:have|has) yet to be) (?=[a-z]+(?:ed|en|t|aid)\b)/gi,
    "not ",
  ],
  // "users who never enrolled in anything"; who never paid for anything bought nothing
  [
    /\b(never (?:ever )?(?!(?:paid|pay)\b)[a-z]+(?:ed|[aeo]ft|un|en|ent|old|eld|ot)) (?:(?:in|for|to|at|on|with) )?(?:anything|any of (?:them|those|it))(?=\s*[?.!]*\s*$)/gi,
    "$1",
  ],
  // "invoices paid late this year", of which it is kept how much was paid
  [
    /^((?:(?:show|list|give)(?: me)? )?(?:all |the |our |which )*)([a-z]+s) (paid|delivered|sent|shipped|returned|finished|completed) (too late|late|early)(?=\s*[?.!]*\s*$| (?:this|last|in|since|during)\b)/i,
    "$1$2 that were $3 $4",
  ],
  // "courses without a single review"
  [/\bwithout (?:even )?a single (?=[a-z])/gi, "without "],
  // "tickets nobody has answered yet"
  [
    /\b([a-z]+s) (?:that |which )?(?:nobody|no one|no-one) (?:has |have |had )?(?:yet |ever )?(answered|resolved|paid|approved|reviewed|signed|confirmed)(?: yet| so far)?(?=\s*[?.!]*\s*$)/gi,
    "un$2 $1",
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
  [
    /(?<=\w )(?:that|which|who) (?:have|had|has) (an? [a-z]+)(?=\s*[?.!]*\s*$| (?:this|last|in|since|during)\b)/gi,
    "with $1",
  ],
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
    /(?<=[a-z] )(?<!\b(?:did|do|does) (?:[a-z]+ ){0,2}|\bwe )(?:gives?|gave)(?= (?:last|this|in|since|during|by|before|after|between|nothing|twice|more than once|but|every|each|the (?:most|least)) |\s*[?.!]*\s*$)/gi,
    "donated",
  ],
  [
    /\b(has|have|had|ha(?:s|ve)n't) ((?:never|not|ever|yet) )?given(?= (?:last|this|in|since|during|by|before|after|between|nothing|twice|more than once|but)\b|\s*[?.!]*\s*$)/gi,
    "$1 $2donated",
  ],
  // "average first reply time"
  [/\bfirst (reply|response|answer) times?\b/gi, "time to first $1"],
  // "letters still waiting for an answer"; "jobs waiting for screws" may have others
  [
    /\b(?!status\b)([a-z]+s) (?:(?:that|which) )?(?:(?:are|is) )?(?:still )?(?:waiting for|awaiting) (?!each\b|every\b|(?!results|papers|documents)[a-z]+[^s]s\s*[?.!]*\s*$)(?:an? |the |their )?(?=[a-z]+(?: [a-z]+)?\s*[?.!]*\s*$)/gi,
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
];
