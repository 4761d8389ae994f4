/**
 * What is said before a question, or after it, and is no part of it: a filler, a politeness, who asks. It is left out before anything
 * else is read, as it would otherwise be looked for in the data, or found there by chance.
 *
 * For example "can you check how many members there are" is "how many members there are", and never one about check-ins.
 */

/** How a question begins, or what is asked for where it has no question word. */
const begins =
  "(?:how (?:many|much|long|often|old|high|large|big)|what|which|who|whose|whom|when|where|the|our|all|list|show|number of|count of|total|overall|average|avg|mean|median|sum of|share of|percentage of)\\b";
const atEnd = "(?=\\s*[?.!]*\\s*$)";

/** Entries of the list of what is read in plainer words. */
export const leadInPhrases: readonly (readonly [RegExp, string])[] = [
  // "quickly, how many orders are there", "one moment, …"
  [
    /^(?:quickly|real quick|one (?:moment|second|sec|more thing|more)|just a (?:moment|second|sec)|sorry|thanks|excuse me|out of curiosity|for (?:my|our|the|a) (?:report|presentation|meeting|boss|manager|board)|by the way|anyway|alright|right)\s*[,:–-]\s+(?=\p{L})/iu,
    "",
  ],
  // "I was wondering how many orders we have", "we would love to know which …"
  [
    new RegExp(
      `^(?:i|we) (?:was|were|am|are|have been) (?:just )?(?:wondering|curious|asking myself|asked)(?: about)?,? (?=${begins})`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^(?:(?:i|we)(?: would|['’]d)? |would )(?:just |really )?(?:love|be (?:happy|glad|interested|curious)) to (?:know|see|find out|hear|learn)(?: about)? (?=${begins})`,
      "i",
    ),
    "",
  ],
  // "can you check how many orders there are", "please look up the total", "say how many there are"
  [
    new RegExp(
      `^(?:please |kindly )?(?:(?:can|could|would|will) you )?(?:please |kindly |quickly |just )*(?:check|double-check|verify|confirm|look up|look into|say|answer|calculate|compute|work out)(?: for me| (?:me|us))?,? (?=${begins})`,
      "i",
    ),
    "",
  ],
  // "exactly how many orders are there", "roughly how much …": as exactly as it is known
  [
    /^(?:roughly|approximately|approx\.?|exactly|precisely|about|around|just(?: about)?|actually|ca\.) (?=(?:how (?:many|much|long|often)|what|which|who|total|the (?:total|average|number)|average|number of)\b)/i,
    "",
  ],
  // "a report of sales by region": the figures themselves
  [
    /^(?:(?:please )?(?:show|give|make|create|get|pull|run|build|generate|prepare|i need|i want|i['’]d like)(?: me| us)? )?(?:an?|the) (?:quick |short |simple |small )?(?:report|table|summary|overview|list) (?:of|on|about|with|showing) (?:the |our )*(?=(?:number|count|total|average|avg|mean|sum|share|percentage) )/i,
    "",
  ],
  // "how many customers are on file"
  [
    new RegExp(
      `^(how many (?:[a-z]+ ){1,4}?)(?:are|do we have|have we got|are there|is there|we have) (?:currently )?(?:on file|on record|in (?:our|the) records|on (?:our|the) books)${atEnd}`,
      "i",
    ),
    "$1are there",
  ],
  // "how many animals that are insured are there"
  [
    new RegExp(
      `^(how many [a-z]+(?: [a-z]+)?) (?:that|which|who) (are|were|have been) ((?!in\\b|from\\b|at\\b|on\\b)[a-z-]+(?: [a-z-]+)?) are there${atEnd}`,
      "i",
    ),
    "$1 $2 $3",
  ],
  // "overall number of visits", "overall count of": all of them
  [/^(?:what (?:is|was) )?(?:the |our )?overall (?=(?:number|count|total)\b)/i, ""],
  // "the most trips overall"
  [
    /\b(the (?:most|fewest|least) (?:[a-z]+ )?[a-z]+s) (?:overall|in total|altogether|all in all|all told|to date)(?=\s*[?.!]*\s*$| (?:in|this|last|since|during)\b)/gi,
    "$1",
  ],
  // "has by far the most orders", "… the most by far"
  [/,? \bby far\b,?(?= the (?:most|least|fewest|highest|largest|biggest|best)\b|\s*[?.!]*\s*$)/gi, ""],
];
