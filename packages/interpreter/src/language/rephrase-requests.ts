const rows = "(?:the|all|every|each|any|our|those|a|an|some|which|what|who|whose|how|when|where|only)";
const polite = "(?:(?:please|kindly|now|next|first|also|and|then|just)[, ]+)*";
const asked = "(?:(?:can|could|would|will) (?:you|someone|anybody) (?:please |kindly |just )*)?";
const amount = "[$€£]?\\d[\\d.,]{0,20}k?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred";
const bounds = "(?:more|less|fewer|greater|higher|lower|larger|smaller) than|over|under|above|below|at least|at most";
const number = "(?=[$€£]?\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred)\\b)";

/** How people ask for something to be shown: what they say before it is no part of it. */
export const requestPhrases: readonly (readonly [RegExp, string])[] = [
  // "export all customers": any table can be downloaded where it is shown
  [/^(?:please )?(?:export|download) (?:(?:a list of|all|the|our|me) )*(?=[a-z]+(?: [a-z]+)?s\b)/i, "list all "],
  // "revenue by month chart", of no kind: the one that suits it is drawn anyway
  [/^(.+\b(?:by|per|over)\b.+?) (?:chart|graph|plot|diagram)(?=\s*[?.!]*$)/i, "$1"],
  [/^(?:i have|here is|here's|just) (?:a|one|another) (?:quick |short |small )?question\s*[.:,!–-]*\s*/i, ""],
  // "from our database, which …", "for my report: …"
  [
    /^(?:so|now|hey|well|ok|okay|right|listen|(?:from|in|using|based on|according to|looking at|given) (?:the|our|this|your|my) (?:data(?:base| ?set)?|records?|tables?)|for (?:my|our|the|a) (?:report|presentation|records?|meeting|boss|manager|homework)|(?:can|could) you (?:please )?tell me)\s*[,:–-]+\s*(?=[a-z])/i,
    "",
  ],
  [
    /,? (?:at the (?:present )?moment|at present|at this time|as of now|as of today|as it stands)(?=\s*[?.!]*\s*$)/i,
    "",
  ],
  // "…, if that is not too much trouble", "I would very much appreciate a list of …"
  [
    /,? if (?:that|this|it)(?:['’]s| is| would) (?:be )?(?:not (?:be )?(?:too |so )?(?:much |great |big )?(?:an? )?(?:of an? )?(?:trouble|bother|problem|hassle|inconvenience|effort)|ok(?:ay)?|all right|fine|possible)(?: (?:for|with|to) you)?(?=\s*[?.!]*\s*$)/i,
    "",
  ],
  [/\b(is|are|was|were) still (?=(?:active|valid|enabled|current)\b)/gi, "$1 "],
  // The price of one, rather than what is usually spent at once.
  [/\baverage (?=ticket (?:price|cost|fee)s?\b)/gi, "mean "],
  [/,? if (?:you (?:do not|don['’]t) mind|(?:at all )?possible|you (?:can|could|please))(?=\s*[?.!]*\s*$)/i, ""],
  [
    /^(?:i|we)(?:['’]d| would)? (?:very much |really |greatly |also )*appreciate (?:it if you (?:could|would) (?:please )?(?:show|give|tell|send) (?:me|us) )?(?=(?:an?|the|all|some|how|what|which)\b)/i,
    "show ",
  ],
  // "how many nurses work here": all that are known do
  [
    /^((?:how many|number of|which|what|who are the|list (?:all )?|show (?:all )?)(?: of our)? [a-z]+(?: [a-z]+)?) (?:(?:who|that) )?(?:do )?(?:work|are employed|are working) (?:here|for us|with us|at our (?:company|firm|shop|business))(?=\s*[?.!]*\s*$)/i,
    "$1 do we have",
  ],
  // "who was the vet that treated the dog"
  [/^who (?:is|was) (?:the|our) ([a-z]+) (?:that|who) (?=[a-z])/i, "which $1 "],
  // "who are the people that report to Mira Holt"
  [/^who are (?:all )?the people (?:that|who) (?=report to\b)/i, "which people "],
  [/\b(people|persons|employees|colleagues) that (?=(?:report|work|joined|left|have|are|were)\b)/gi, "$1 who "],
  // "how many of this year's classes were full"
  [
    /\bhow many of (this|last) (year|month|week|quarter)['’]s ([a-z]+(?: [a-z]+)?) (were|was|are|is|have|got) (.+?)(?=\s*[?.!]*$)/i,
    "how many $3 $4 $5 $1 $2",
  ],
  // "all courses and who teaches them"
  [/\b([a-z]+s) and who (teach)es (?:them|each|it)(?=[\s?.!]*$)/gi, "$1 and their $2er"],
  [/\b([a-z]+s) and who ([a-z]+e)s (?:them|each|it)(?=[\s?.!]*$)/gi, "$1 and their $2r"],
  [/\b([a-z]+s) and who (own|lead|train|coach)(?:e?s) (?:them|each|it)(?=[\s?.!]*$)/gi, "$1 and their $2er"],
  // "how many users do not have alerts switched on", "haven't enabled alerts"
  [
    /\b(?:do not|don['’]t|does not|doesn['’]t) have ([a-z]+(?:[ -][a-z]+)?) (?:enabled|switched on|turned on|activated|set up)(?=[\s?.!]*$)/gi,
    "without $1",
  ],
  [
    /\b(?:have not|haven['’]t|has not|hasn['’]t) (?:enabled|switched on|turned on|activated|set up) ([a-z]+(?:[ -][a-z]+)?)(?=[\s?.!]*$)/gi,
    "without $1",
  ],
  // "what reasons do customers give for cancelling"
  [
    /^((?:what|which) )reasons (?:do|did) (?:our |the )?[a-z]+ (?:give|have|state|name|tell us) for (?=[a-z]+ing\b|[a-z]+ion\b)/i,
    "$1reasons for ",
  ],
  // "what does each plan cost and how much storage does it have"
  [/^(?:what|how much) does each ([a-z]+) cost(?=\s*[?.!]*$)/i, "$1s with their price"],
  [
    /^(?:what|how much) does each ([a-z]+) cost,? and (?:how much|what|which) ([a-z]+) does it (?:have|include|offer)(?=\s*[?.!]*$)/i,
    "$1s with their price and $2",
  ],
  // "how long do we need to settle a claim"
  [
    /^how long (?:do|did) we (?:usually |normally |typically )?(?:need|take) to (?=[a-z]{3,} )/i,
    "how long does it take to ",
  ],
  // "how long do parcels need to be delivered"
  [
    /^((?:on average,? )?how long (?:does|do|did) .+?) (?:needs?|takes?) to be (?:delivered|completed|finished|done)\b/i,
    "$1 take",
  ],
  // "net donations after fees by month"
  [
    /^(?:(?:what (?:are|were|is)|show(?: me)?) )?(?:the |our )?net ([a-z]+s) (?:after|less|minus|net of) (?:the |all )?([a-z]+s)(?=\s*[?.!]*$| (?:by|per|this|last|in|since)\b)/i,
    "total $1 minus total $2",
  ],
  // "what percentage of donations goes to fees"
  [
    /^what (?:percentage|percent|share|proportion) of (?:the |our |all )*([a-z]+s?) (?:goes|go|went|is going) (?:to|on|for|into) (?:the )?([a-z]+s)(?=\s*[?.!]*$| (?:by|per|this|last|in|since)\b)/i,
    "percentage ratio of total $2 to total $1",
  ],
  // "how much did we get from the Lottery Fund"
  [
    /^how much (?:money )?(?:did|have) we (?:get|gotten|got|obtain|obtained) from (?=the |[A-Z])/,
    "how much did we receive from ",
  ],
  [
    /^How much (?:money )?(?:did|have) we (?:get|gotten|got|obtain|obtained) from (?=the |[A-Z])/,
    "How much did we receive from ",
  ],
  // "what does scrap cost us"
  [
    /^(?:[Ww]hat|[Hh]ow much) (?:does|do) (?!an?\b|one\b|each\b|every\b|it\b|that\b|this\b|they\b)(?:the |our |all )*([a-z]+(?: [a-z]+)?)(?<!s) cost us(?: in total| altogether)?(?=\s*[?.!]*$)/,
    "total $1 cost",
  ],
  // "what did tolls cost us in total this year"
  [
    /^(?:what|how much) did (?:the |our |all )*([a-z]+s) cost us(?: in total| altogether)?(?=\s*[?.!]*$| (?:this|last|in|since|during|between|by|per)\b)/i,
    "how much did we spend on $1",
  ],
  // "when was the last ticket", by the day of it
  [
    /^(?:what (?:is|was) )?(?:the )?date of (?:the |our |your )?(?:very )?(first|last|latest|most recent|earliest|newest) (?=[a-z])/i,
    "when was the $1 ",
  ],
  [
    /^(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*?)(?:['’]s)? (first|last|latest|most recent|earliest|newest) ([a-z]+) date(?=\s*[?.!]*$)/u,
    "when was the $2 $3 of $1",
  ],
  // "on what date did Mira Holt join"
  [/^(?:on|at) (?:what|which) (?:date|day|time) (?=(?:did|was|were|does|is)\b)/i, "when "],
  // "members subscribed to the cheapest plan"
  [
    /\b(?:subscribed|signed up) (?:to|for) (?=(?:the|our|a) (?:[a-z]+ )?(?:plans?|tiers?|tariffs?|packages?)\b)/gi,
    "on ",
  ],
  // "how much do drivers earn on average"
  [
    /^(?:on average,? )?(?:how much|what) (?:do|does|did) (?:the |our |an? |all )*([a-z]+(?: [a-z]+)?) (?:earn|get paid)( (?:per|an) hour)?(?: on average)?(?<=\bon average\b.*)(?=\s*[?.!]*$| (?:by|per|in|for|at)\b)/i,
    "average pay$2 of $1",
  ],
  // "for each coach, how many classes did they give"
  [
    /^for each ([a-z]+(?: [a-z]+)?),? how many ([a-z]+(?: [a-z]+)?) (did|does|do|has|have) (?:they|he|she|it|each(?: of them| one)?) (?=[a-z])/i,
    "how many $2 $3 each $1 ",
  ],
  // "what do trainers get paid per hour", "people paid more than 40 per hour"
  [
    /\b(?:paid|earning) ((?:more|less) than|over|under|at least|at most|above|below) (\d[\d.,]*) (?:per|an|each) hour\b/gi,
    "who earn $1 $2 an hour",
  ],
  [
    /\b(?:avg\.?|average|mean) ([a-z]+(?: [a-z]+)?) (pay|wages?|salary|earnings) (?:per|an) hour\b/gi,
    "average hourly $2 of $1",
  ],
  [/\b(pay|wages?|salary|earnings) per hour\b/gi, "hourly $1"],
  // "houses same street as Mill House"
  [/^([a-z]+s) (?:with |of |from )?same ([a-z]+) (?:as )?(?=\p{Lu})/iu, "$1 in the same $2 as "],
  // "Mira Holt's direct reports"
  [
    /^(?:(?:who are|show|list) )?(\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)+)['’]s (?:direct reports|subordinates)(?=\s*[?.!]*$)/iu,
    "who reports to $1",
  ],
  // "employees who have Mira Holt as their manager"
  [
    /^((?:(?:which|what) )?[a-z]+(?: [a-z]+)?) (?:(?:who|that) )?(?:have|has) (\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)+) as (?:a |an |the |their |his |her )?(boss|manager|supervisor|chief|superior|line manager)(?=\s*[?.!]*$)/iu,
    "$1 report to $2",
  ],
  // What is shortened or misspelt in haste.
  [/\b(?:pls|plz|plse)\b/gi, "please"],
  [/^gimme\b/i, "give me"],
  [/\b(this|last|next|per|by|each|every|previous|past) yr\b/gi, "$1 year"],
  [/\b(this|last|next|per|by|each|every|previous|past) (?:mth|mnth)\b/gi, "$1 month"],
  [/\b(this|last|next|per|by|each|every|previous|past) (?:qtr|qrtr)\b/gi, "$1 quarter"],
  [/^who (?:has |have )?left (?:the|our) sales (?:team|force|staff)\b/i, "which salespeople left"],
  [/\bno\. of (?=[a-z])/gi, "number of "],
  [/\bhow (?:mny|manny|amny|meny|mayn|mant|may(?= [a-z]+s\b))(?= [a-z])/gi, "how many"],
  [/\bsold for (?:the )?(?:most(?: money)?|highest price)(?=[\s?.!]*$)/gi, "has the highest sale price"],
  // "with no phone and no fax", "without phone and fax"
  [
    /\b(?:without|with no) (?:an? |any )?([a-z]+(?: (?:number|address))?) (?:and|or) (?:no )?(?:an? |any )?((?!without\b|with\b)[a-z]+(?: (?:number|address))?)(?=[\s?.!]*$)/gi,
    "without $1 and without $2",
  ],
  // "guides and the tour each of them leads", "guests with the room they are in": what belongs to each
  [
    /,? (?:(?:with|along with|together with|plus) the ([a-z]+(?: [a-z]+)?) (?:(?:that|which|where|(?:in|to|for) which) )?they(?: each)?|(?:and|with|along with|together with|plus) the ([a-z]+(?: [a-z]+)?) (?:(?:that|which|where|(?:in|to|for) which) )?each(?: (?:one|person))?(?: of them)?) (?:covers?|leads?|belongs? to|(?:works?|lives?|sits?|is|are) (?:in|at|for)|comes? from|reports? to|(?:is|are) assigned to|has|have)(?=[\s?.!]*$)/gi,
    " and their $1$2",
  ],
  [
    /\b(?:(?:that|who|which) (?:are|is) )?able to (?=(?:carry|hold|seat|lift|take|accommodate|host|sleep)\b)/gi,
    "that can ",
  ],
  [/\b([a-z]+s) holding (?=(?:an?|the) )/gi, "$1 with "],
  // "left Fenwick for Saltby"
  [
    /\b(?:(?:that|which|who) )?(?:left|departed from|set off from) (\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+)?) for (?=\p{Lu})/gu,
    "from $1 to ",
  ],
  [/\b(?:sent|send|sending|given|give|brought) back (?=(?:the )?(?:most|least|more|less|very often)\b)/gi, "returned "],
  // "with neither a phone nor a fax"
  [
    /\b(?:with|(?:who|that|which) (?:have|has)) neither (?:an? |any )?([a-z]+(?: (?:number|address))?) nor (?:an? |any )?([a-z]+(?: (?:number|address))?)(?=[\s?.!]*$)/gi,
    "without $1 and without $2",
  ],
  // "jobs with no fitter assigned"
  [
    /\b(with no|without|have no|has no) ((?:an? |any )?[a-z]+) (?:assigned|attached|allocated|recorded|entered|on file)(?: yet| to (?:them|it))?(?=[\s?.!]*$)/gi,
    "$1 $2",
  ],
  // "reviews we haven't answered yet"
  [
    /\b(?:that |which )?(?:we|i|you|they) (?:haven['’]?t|have not) (?:yet )?(?=[a-z]+ed(?: yet)?[\s?.!]*$)/gi,
    "not yet ",
  ],
  [/\b(?:that (?:are|were) )?not (?:yet )?(?:been )?answered(?: yet)?(?=[\s?.!]*$)/gi, "unanswered"],
  [/\bw\/o\b/gi, "without"],
  [/\bw\/ (?=[a-z])/gi, "with "],
  [/(?<=[a-z)]) & (?=[a-z])/g, " and "],
  [/(?<![\w#])(?:nos?\.|nr\.?|num\.?|#) of (?=[a-z])/gi, "number of "],
  [/(?<=[a-z)]) \+ (?=[a-z])/g, " and "],
  // "members by their status"
  [/\bby (?:their|its) (?=(?!own\b|first\b|last\b)[a-z])/gi, "by "],
  [/\b(avg|max|min)\.(?= [a-z])/gi, "$1"],
  // "number of orders / month"
  [/(?<=\b(?:number|count|average|total|sum|revenue|sales|how many)\b[^.?!,/]{1,40}) \/ (?=[a-z])/gi, " per "],
  [
    /\b(more|less|fewer|greater|higher|lower|larger|smaller|bigger|older|younger|earlier|later|longer|shorter|taller|heavier|lighter|cheaper|faster|slower|better|worse) then (?=[$€£]?\d|(?:the|average|one|two|three|four|five|six|ten|its|their)\b)/gi,
    "$1 than ",
  ],
  [/\b(?:taking|taken|took|takes?) place\b/gi, "happened"],
  [/\bnorth of (?=[$€£]?\d)/gi, "more than "],
  [/\bsouth of (?=[$€£]?\d)/gi, "less than "],
  [/^(?:do you have |is there )?any (?:idea|clue) (?=(?:what|which|who|how|when|where)\b)/i, ""],
  [/^(?:would|do) you mind (?:listing|showing|giving|telling|finding|sending)(?: me| us)? /i, "show "],
  [/^where (?:can|could|do) (?:i|we|you|one) (?:eat|drink) (?=\p{L})/iu, "where is "],
  [/\b(i|we|you|they|who|that|which)['’]ve (?:got )?/gi, "$1 have "],
  [/\b(i|we|you|they|who)['’]d (?=like|love|prefer|want|need|be)/gi, "$1 would "],
  [/\b(?:have|has) got\b/gi, "has"],
  // "I would like to have the prices", "I am looking for all towns"
  [
    new RegExp(
      `^${polite}(?:i|we)(?: would|'d)? (?:just |really |also )*(?:(?:like|love|want|need|wish|have) (?:to (?:have|get|see|obtain|be given|be shown|receive|view|look at|find out|know|understand|learn) )?|(?:am|are|would be) (?:looking|searching|interested) (?:for|in) (?:knowing |seeing |getting |having )?|(?:am|are) trying to (?:find|get|see|work out|find out) )(?:about )?(?=${rows}\\b)`,
      "i",
    ),
    "show ",
  ],
  // "help me find the town", "please provide me with the prices", "search for all towns", "identify the towns"
  [
    new RegExp(
      `^${polite}${asked}(?:help (?:me|us) (?:to )?)?(?:(?:provide|supply|present|furnish) (?:me |us )?(?:with )?|(?:look|search|check|hunt) for |identify |locate |determine |extract |obtain |take |gather |collect |enumerate |specify |state |mention |name |report |return |fetch |retrieve |look up |pull (?:up |out )?|bring (?:me |us |up )+|hand me |send me |work out |figure out |find out |find |get (?:me )?|list |write down |print (?:out )?|output |point out |pick out |single out |read out )(?=${rows}\\b)`,
      "i",
    ),
    "show ",
  ],
  [
    /^how (?:large|big|high|great) is the (?:total |overall )?(?:number|count|quantity|amount) of /i,
    "what is the number of ",
  ],
  // "each individual town"
  [
    /\b(each|every|per) (?:individual|single|separate|distinct|different|unique|respective) (?=(?!(?:has|have|had|is|was|are|were|in|of|on|at|with|who|that|and|or)\b)[a-z])/gi,
    "$1 ",
  ],
  [/\b(?:every|each)(?: single)? one of (?:the|our|these|those)\b/gi, "all the"],
  // "no fewer than 3", "not more than 5", "a minimum of 2"
  [new RegExp(`\\b(?:no|not) (?:less|fewer|lower|smaller) than ${number}`, "gi"), "at least "],
  [new RegExp(`\\b(?:no|not) (?:more|greater|higher|larger|bigger) than ${number}`, "gi"), "at most "],
  [new RegExp(`\\b(?:not|never) (?:below|under) ${number}`, "gi"), "at least "],
  [new RegExp(`\\b(?:not|never) (?:above|over|exceeding) ${number}`, "gi"), "at most "],
  [new RegExp(`\\b(?:an? )?min(?:imum|\\.)? (?:of )?${number}`, "gi"), "at least "],
  [new RegExp(`\\b(?:an? )?max(?:imum|\\.)? (?:of )?${number}`, "gi"), "at most "],
  // "that normally have more than 10 vans free"
  [
    new RegExp(`\\b(?:normally|typically|usually|generally) ((?:have|has|had) )?(?=(?:${bounds}) \\d)`, "gi"),
    "$1on average ",
  ],
  // "that have on average more than 10 vans free"
  [
    new RegExp(`\\bon average,? ((?:${bounds}) \\d[\\d.,]*(?: [a-z]+){0,3}?)(?=[?.!]*\\s*$| and\\b| or\\b|,)`, "gi"),
    "$1 on average",
  ],
  // "a duration at least as long as the average"
  [
    /\b(?:at least|no less than) as (?:long|high|large|big|great|much|many|old|tall|heavy|expensive) as\b/gi,
    "at least",
  ],
  [/\b(?:at most|no more than) as (?:long|high|large|big|great|much|many|old|tall|heavy|expensive) as\b/gi, "at most"],
  // "the trips that lasted the longest, and how long did they last"
  [
    /\b(that|(?:which )?[a-z]+s|which) (?:lasts?|lasted) the (longest|shortest)(?: time)?(?=[?.!,]*\s*$|,? and\b)/gi,
    "$1 are the $2",
  ],
  [
    /,? and how long (?:do|did|does) (?:they|it|each(?: of them| one)?) (?:last|take)(?=\s*[?.!]*\s*$)/gi,
    " and how long they are",
  ],
  // "that has a diver assigned to it whose name …"
  [/\b([a-z]+) (?:assigned|belonging|attached|linked|connected|related) to (?:it|them) (?=whose\b)/gi, "$1 "],
  // "for each town, select all those that have more than 3 shops"
  [
    /^(?:for|of) (?:each|every|all) ([a-z]+(?: [a-z]+)?), (?:select|list|find|show|give|return)(?: me)? (?:all )?(?:of )?(?:those|the ones|them) (?=(?:that|which|who|with|whose)\b)/i,
    "show the $1 ",
  ],
  // "third-floor rooms"
  [
    /\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))-(floor|storey|story|level|grade|form|tier|round|division|league|row|shift)(?=\b)/gi,
    "$1 $2",
  ],
  // "temperatures that reached 30", "when did it hit 30"
  [
    new RegExp(`\\b(?:has |have |had )?(?:reach(?:e[sd])?|reaching|attain(?:ed|s|ing)?|hit) ${number}`, "gi"),
    "at least ",
  ],
  [new RegExp(`(?<![\\w$€£])(${amount}) at (?:the )?(least|most)\\b`, "gi"), "at $2 $1"],
  [/\b(older|younger) than (\d+) years?(?: old| of age)\b/gi, "$1 than $2"],
  [/\b(maximum|minimum|average|mean|median) of (?:the |all (?:the )?)(?=[a-z])/gi, "$1 "],
  // "the town that occurs most often"
  [
    /\bthe ([a-z]+(?: (?!of\b)[a-z]+){0,2}) (?:that|which) (?:occurs?|appears?|comes? up|shows? up|is (?:seen|found|used|chosen)) (?:the )?most(?: often| frequently| commonly| times)?\b/gi,
    "the most common $1",
  ],
  [
    /\bthe ([a-z]+(?: (?!of\b)[a-z]+){0,2}) (?:that|which) (?:occurs?|appears?|comes? up|shows? up|is (?:seen|found|used|chosen)) (?:the )?(?:least|fewest)(?: often| frequently| commonly| times)?\b/gi,
    "the least common $1",
  ],
  [
    /\bthe ([a-z]+(?: [a-z]+)?) with the (?:highest|greatest|largest|most) (?:frequency|number of occurrences|occurrences)\b/gi,
    "the most common $1",
  ],
  // "members under age 30", "people over the age of 40"
  [
    /(?<!\bno [a-z]{1,30} )\b(?:(?:(?:who|that) )?(?:are|is|were) )?(under|over|above|below)(?: the)? age(?: of)? (?=\d)/gi,
    "whose age is $1 ",
  ],
  // "all clubs, starting with the oldest"
  [
    /,? (?:starting|beginning) (?:with|from) the (?:oldest|earliest)(?: ones?)?(?=\s*[?.!]*\s*$)/gi,
    " from oldest to newest",
  ],
  [/,? (?:starting|beginning) (?:with|from) the youngest(?: ones?)?(?=\s*[?.!]*\s*$)/gi, " from youngest to oldest"],
  [
    /,? (?:starting|beginning) (?:with|from) the (?:newest|latest|most recent)(?: ones?)?(?=\s*[?.!]*\s*$)/gi,
    " from newest to oldest",
  ],
  // "their kinds and in which towns they are located"
  [
    /(?:,| and|, and) (?:in|at|on) (?:which|what) ([a-z]+(?: [a-z]+)?) (?:are|is|were|was|did|do|does) (?:they|it|each(?: of them)?)(?: (?:located|situated|based|held|placed|in))?(?=\s*[?.!]*\s*$)/gi,
    " and $1",
  ],
  // "who took part in a race"
  [/\btook part in\b/gi, "participated in"],
  [/\btak(?:es?|ing|en) part in\b/gi, "participate in"],
  // "with the highest price first"
  [
    /,? (?:with|putting|starting with|beginning with) the (?:highest|largest|biggest|greatest|newest|latest|most recent) ([a-z]+(?: [a-z]+)?) (?:first|on top|at the top)\b/gi,
    " in descending order of $1",
  ],
  [
    /,? (?:with|putting|starting with|beginning with) the (?:lowest|smallest|least|oldest|earliest) ([a-z]+(?: [a-z]+)?) (?:first|on top|at the top)\b/gi,
    " in ascending order of $1",
  ],
  [
    /\b(?:elsewhere|anywhere else|somewhere else) than (?:in|at) |\bin (?:places|towns|cities|countries|states) other than /gi,
    "outside ",
  ],
  [/\b(by|for|to|from|in charge of) (?:multiple|several) (?=[a-z]+s\b)/gi, "$1 more than one "],
  [/\bfollowing (?=(?:the year )?(?:19|20)\d\d\b)/gi, "after "],
  [/\bpreceding (?=(?:the year )?(?:19|20)\d\d\b)/gi, "before "],
  [/\bnot only ([^.?!]{1,80}?),? but (?:also )?/gi, "both $1 and "],
  // "containing the text 'ad'"
  [
    /\b(contain(?:s|ing)?|includ(?:e|es|ing)|has|have|having|with) the (?:text|term|characters?|expression|sequence) (?=["'‘“])/gi,
    "$1 the word ",
  ],
];
