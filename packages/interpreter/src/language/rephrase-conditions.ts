const placed = "(?:whose|with|(?:that |which )?have|having) (?:an? |the )?";
const begins = "(?:source|origin|departure|departing|starting)";
const ends = "(?:destination|arrival|arriving|ending)";
const named = '((?:the )?(?:\\p{Lu}[\\p{L}.\'-]*(?: \\p{Lu}[\\p{L}.\'-]*)*|"[^"]+"))';
const placedIn = "(?: [a-z]+)?(?: (?:is|are))?(?: both)? in ";
const also = ",? and (?:whose |with |have |having |its |their |an? |the )*";

/** Ways to say what rows have, share or are told by that mean the same as a plainer one, which is read instead. */
export const conditionPhrases: readonly (readonly [RegExp, string])[] = [
  // "machines out of order by club": nothing is put in order
  [/\bout of order by\b/gi, "out of order per"],
  // "members who have not been in for a month"
  [
    /\b(have|has)(?: ?n['’]t| not)(?: yet)? been (?:(?:in|here|back|around|to see us) )?(?=(?:in|for|since|within|over|during) (?:the (?:last|past)|over|more than|at least|an?|this|last|\d+|two|three|six|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)\b)/gi,
    "$1 not visited ",
  ],
  // "members who get our newsletter", "owners who do not receive the newsletter"
  [
    /\b((?:who|that) )?(?:do|does|did) ?(?:not|n['’]t) (?:get|receive|want) (?:the |our |a )?(?=newsletters?\b|mailing list\b)/gi,
    "$1are not subscribed to the ",
  ],
  [
    /\b(?:gets?|getting|receives?|receiving|wants?) (?:the |our |a )?(?=newsletters?\b|mailing list\b)/gi,
    "subscribed to the ",
  ],
  // "hops whose source pier is in Saltby and whose destination pier is in Fenwick", "whose source and destination piers are in Saltby"
  [new RegExp(`\\b${placed}${begins}${placedIn}${named}${also}${ends}${placedIn}${named}`, "gu"), "from $1 to $2"],
  [new RegExp(`\\b${placed}${ends}${placedIn}${named}${also}${begins}${placedIn}${named}`, "gu"), "from $2 to $1"],
  [new RegExp(`\\b${placed}(?:${begins} and ${ends}|${ends} and ${begins})${placedIn}${named}`, "gu"), "from $1 to $1"],
  // "the number of times reservations were made for it": how many there were
  [
    /\bnumber of times (?:that )?(?:the |an? )?([a-z]+s) (?:were|was|are|is|have been|has been) (?:made|placed|taken|given|recorded|reported|held|ordered|booked)(?: (?:for|by|on|in|to) (?:it|them|him|her|each(?: of them)?))?/gi,
    "number of $1",
  ],
  // "show the mill with the maximum storage": the one, and no figure of each
  [
    /^(?:(?:show|find|list|give|display|return|get|tell)(?: me)?|what is|what's|who is) the ([a-z]+(?: [a-z]+)?[^s\W]) with the (max(?:imum)?|min(?:imum)?) (?!number\b|amount\b|count\b|of\b)(?=[a-z][a-z _]*[\s?.!]*$)/i,
    "which $1 has the $2 ",
  ],
  // "who grew up in Saltby", "who did not grow up there"
  [
    /\b(?:(?:do|does|did) not|(?:don|doesn|didn)['’]t) (?:grow up|hail) (?:in|from) (?=\p{Lu}|["'‘“])/gu,
    "are not from ",
  ],
  [
    /\b(?:(?:was|were|is|are) )?(?:grew up in|grow up in|raised in|hail(?:s|ed)? from) (?=\p{Lu}|["'‘“])/gu,
    "are from ",
  ],
  // "the years shared by members of A and B": of both
  [
    /\b(?:(?:that|which) (?:are|is) )?(?:shared by|common to|in common (?:for|between|among)) (?!more\b|at\b|less\b|fewer\b|all\b|two\b|three\b|several\b|many\b|multiple\b|\d)(?:the |both )*([^?.!]{2,80}?) (?:and|or) /gi,
    "shared by both $1 and ",
  ],
  // "ordered by the year they were built"
  [
    /\b(year|date|day) (?:that |in which |on which |when )?(?:they|it|each) (?:were|was) ([a-z]+(?:ed|lt|wn|de|en))\b/gi,
    "$1 $2",
  ],
  // "the average age across all gymnasts": theirs
  [
    /(?<=\b(?:average|mean|median|total|maximum|minimum|highest|lowest) [a-z][a-z ]{2,60}) across (?:all of the |all the |all |the )(?=[a-z])/gi,
    " of all ",
  ],
  // "sort all rooms according to the price"
  [
    /\b(sort|order|rank|arrange)(ed|ing)? ([a-z ]{0,40}?)(?:in accordance with|according to) (?:the |their )?(?=[a-z])/gi,
    "$1$2 $3by ",
  ],
  // "contains the French word 'moulin'"
  [/\bthe \p{L}+ (?=(?:word|phrase|text|string|term) ["'‘“])/giu, "the "],
  // "the average weight of different breeds": for each of them
  [
    /(?<=\b(?:average|mean|maximum|minimum|max|min|highest|lowest|total)(?: and (?:average|maximum|minimum|max|min|highest|lowest|total))? (?!number\b|count\b|of\b)[a-z][a-z ]{2,50}) (?:of|for|across|among) (?:the )?different (?=[a-z])/gi,
    " for each ",
  ],
  // "who spent more than 500 in total": what each of them spent comes to that anyway
  [
    /(?<=\bspen[dt]s? )((?:more|less|fewer) than|over|under|above|below|at least|at most) ([€$£]?\d[\d.,]*k?(?: (?:euros?|dollars?|pounds?|eur|usd|gbp))?) (?:in total|altogether|overall|all in all)(?=\s*(?:[?.!]|$)| (?:this|last|in|since|by|so)\b)/gi,
    "$1 $2",
  ],
  // "the number of ships that have each flag"
  [/(?<=\b(?:number|count) of (?:the )?([a-z]+) )(?:that|which|who) (?:have|has) each (?=[a-z])/gi, "for each "],
  // "five star reviews", "three-room flats": the number, as it is kept
  ...["two", "three", "four", "five", "six"].map((word, i): readonly [RegExp, string] => [
    new RegExp(
      `\\b${word}[ -](?=(?:star|room|bed|bedroom|bathroom|door|seat|cabin|berth|floor|storey|person)\\b)`,
      "gi",
    ),
    `${i + 2} `,
  ]),
  // "over 60 square metres"
  [/(?<=\d) ?(?:square met(?:re|er)s?|sq\.? ?m(?:et(?:re|er)s?)?|m2|m²)(?![\p{L}\p{N}])/giu, " sqm"],
  [/(?<=\d) ?(?:square (?:feet|foot)|sq\.? ?ft)(?![\p{L}\p{N}])/giu, " sqft"],
];
