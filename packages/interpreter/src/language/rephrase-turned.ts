const atEnd = "(?=\\s*[?.!]*\\s*$)";
const lead = "^(?:please |can you |could you |i need to |let us |let's )*";

/** Sentences that are turned round, as the plain one: what is asked for first, and then of what. */
export const turnedPhrases: readonly (readonly [RegExp, string])[] = [
  // "break our guests down by town", "split the sales of 2024 by month"
  [
    new RegExp(
      `${lead}(?:break|split|slice|divide) (?:down|up) (?:the |our |all )*([^?.!,]{3,80}?) (by|per) (?=[a-z])`,
      "i",
    ),
    "$1 $2 ",
  ],
  [
    new RegExp(
      `${lead}(?:break|split|slice|divide) (?:the |our |all )*([^?.!,]{3,80}?) (?:down |up )?(by|per) (?=[a-z])`,
      "i",
    ),
    "$1 $2 ",
  ],
  // "the 2024 sales by kind"
  [/^(?:the |our )*((?:19|20)\d\d) ([a-z]+s) (?=(?:by|per) )/i, "$2 in $1 "],
  // "how do the towns compare in rainfall", "how does the average price compare between makers"
  [
    new RegExp(
      `^how (?:do|did) (?:the |our )?((?!we\\b|you\\b|they\\b|i\\b)[a-z]+(?: [a-z]+)?) compare (?:in|by|in terms of|on) (?:the |their )?(?!(?:19|20)\\d\\d)([a-z][a-z ]{2,50}?)${atEnd}`,
      "i",
    ),
    "$2 by $1",
  ],
  [
    new RegExp(
      `^how (?:do|does|did) (?:the |our )?([a-z][a-z ]{2,60}?) compare (?:between|across|among) (?:the |our |different )*([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "$1 by $2",
  ],
  // "which harbour does each boat belong to"
  [
    new RegExp(
      `^(?:which|what) ([a-z]+) (?:does|do|is) (each|every) ([a-z]+(?: [a-z]+)?) (?:belong to|belong in|work in|work at|work for|live in|come from|report to|in|at|from)${atEnd}`,
      "i",
    ),
    "$2 $3 with their $1",
  ],
  // "everyone who has bought a lamp"
  [
    /\b(?:everyone|everybody|anyone|anybody|all those|those) (?:who|that) (?:has |have |had )?(bought|ordered|purchased)\b/gi,
    "customers who $1",
  ],
  // "number of returns and the refund amount"
  [
    /\b((?:number|count) of [a-z]+s) and (?:the |their )?((?:[a-z]+ )?amount)(?= (?:in|for|of|last|this|by|per)\b|\s*[?.!]*\s*$)/gi,
    "$1 and total $2",
  ],
  // "what quantity of the red lamp did we sell"
  [
    /^what (?:quantity|number) of (?:the )?([a-z\d][\w -]{2,60}?) (?:did|do|have) we (?:sell|sold)\b/i,
    "units of $1 sold",
  ],
];
