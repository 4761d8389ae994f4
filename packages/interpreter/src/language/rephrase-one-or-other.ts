const atEnd = "(?=\\s*[?.!]*\\s*$)";
const time = "((?: (?:in|during|this|last|since|for)\\b[^,:?]*?)?)";
const other =
  "(?!(?:in|on|at|by|during|this|last|before|ever|usual|expected|planned|average|we|they|an?|\\d+)\\b)([a-z][a-z -]*?)(?: ones| do| did| are| were)?(?=(?: (?:in|during|this|last|since|on average)\\b.*)?\\s*[?.!]*\\s*$)";
const group = "(?!(?:there|any|all|some|we|you|i|they|more|most|it|these|those)\\b)([a-z][a-z -]*?)";
const twoGroups = `^(?:do|does|did|have|has) ${group}`;
/** "Alder or Birch", as the last of a question or the first. */
const either = "(?:the |our )?([a-z][a-z '-]*?),? or (?:the |our )?([a-z][a-z '-]*?)";
const had = "(?:gets?|got|has|have|had|takes?|took|receives?|received|sees?|saw)";
const things = "(?!than\\b)([a-z]+(?: [a-z]+)?s)";

/** What is compared of two groups, by the word that compares them. */
const qualities = [
  ["longer|shorter", "length"],
  ["older|younger", "age"],
  ["cheaper|more expensive|dearer|pricier", "price"],
  ["heavier|lighter", "weight"],
  ["faster|slower", "speed"],
  ["taller", "height"],
] as const;

/** What is told by a rank alone, by the word that compares two. */
const ranks = [
  ["more popular", "most popular"],
  ["less popular", "least popular"],
  ["more common", "most common"],
  ["busier", "busiest"],
  ["quieter", "quietest"],
  ["more profitable", "most profitable"],
] as const;

/** Two things side by side, of which one is more than the other: a figure of each. */
export const oneOrOtherPhrases: readonly (readonly [RegExp, string])[] = [
  // "do members spend more than guests"
  [
    new RegExp(
      `${twoGroups} (?:spend|pay|earn|make|bring in|generate)(?: us)? (?:more|less)(?: money| revenue)? than ${other}`,
      "i",
    ),
    "revenue of $1 vs $2",
  ],
  [
    new RegExp(`${twoGroups} [a-z]+ (?:more|fewer|less) (?!often\\b|money\\b)([a-z]+(?: [a-z]+)?) than ${other}`, "i"),
    "number of $2 of $1 vs $3",
  ],
  [new RegExp(`${twoGroups} ([a-z]{3,}) (?:more|less)(?: often)? than ${other}`, "i"), "number of $2s of $1 vs $3"],
  // "are comedies longer than dramas"
  ...qualities.map(([adjective, quality]): readonly [RegExp, string] => [
    new RegExp(`^(?:are|is|were|was) ${group} (?:${adjective})(?: on average)? than ${other}`, "i"),
    `average ${quality} of $1 vs $2`,
  ]),
  // "is a lamp cheaper than a rug"
  ...qualities.map(([adjective, quality]): readonly [RegExp, string] => [
    new RegExp(`^is an? ([a-z][a-z -]*?) (?:${adjective})(?: on average)? than an? ([a-z][a-z -]*?)${atEnd}`, "i"),
    `average ${quality} of $1 vs $2`,
  ]),
  // "which is heavier on average, lamps or rugs"
  ...qualities.map(([adjective, quality]): readonly [RegExp, string] => [
    new RegExp(
      `^(?:which|what)(?: one)? (?:is|are|was|were) (?:the )?(?:${adjective})(?: on average)?[,:]? (?:on average, )?${either}${atEnd}`,
      "i",
    ),
    `average ${quality} of $1 vs $2`,
  ]),
  // "is Yoga more popular than Pilates", "which class is busier, Yoga or Pilates"
  ...ranks.flatMap(
    ([more, most]) =>
      [
        [new RegExp(`^(?:are|is|were|was) ${group} ${more} than ${other}`, "i"), `which is the ${most}, $1 or $2`],
        [
          new RegExp(
            `^((?:which|what)(?: (?!one )[a-z]+)??)(?: one)? (is|are|was|were) (?:the )?${more}[,:]? ${either}${atEnd}`,
            "i",
          ),
          `$1 $2 the ${most}, $3 or $4`,
        ],
      ] as const,
  ),
  // "which gets more bookings this year, Yoga or Pilates"
  [
    new RegExp(
      `^(?:which|what|who)(?: one| [a-z]+)?(?: of (?:them|the two|these))? ${had} (?:more|fewer) ${things}${time}[,:] ${either}${atEnd}`,
      "i",
    ),
    "number of $1 $3 vs $4$2",
  ],
  // "Yoga or Pilates: which gets more bookings"
  [
    new RegExp(
      `^${either}[,:] (?:which|what|who)(?: one)?(?: of (?:them|the two|these))? ${had} (?:more|fewer) ${things}${time}${atEnd}`,
      "i",
    ),
    "number of $3 $1 vs $2$4",
  ],
  // "do we have more looms in Alder or in Birch"
  [
    new RegExp(
      `^(?:do|did) (?:we|they|you) (?:have|get|see|receive|take|do) (?:more|fewer) ${things} (in|at|from|for|on|by|via) ${either}${time}${atEnd}`,
      "i",
    ),
    "number of $1 $2 $3 vs $4$5",
  ],
  // "did more people visit Alder or Birch last month"
  [
    new RegExp(
      `^(?:do|does|did|have|has) (?:more|fewer) ([a-z]+) (visit|attend|join|book|order)(?:ed)? ${either}${time}${atEnd}`,
      "i",
    ),
    "how many $1 $2ed $3 vs $4$5",
  ],
  // "are more members active or frozen"
  [
    /^(?:are|were|is|was) (?:more|fewer) ([a-z]+s) ([a-z]+(?:ed|ive|en|id|ost|te|ing|ent)) or ([a-z]+(?:ed|ive|en|id|ost|te|ing|ent))(?=\s*[?.!]*\s*$)/i,
    "number of $2 vs $3 $1",
  ],
  // "are more dogs or cats insured"
  [
    /^(?:are|were|is|was) (?:there )?(?:more|fewer) ([a-z]+s) or ([a-z]+s) (?!(?:in|at|on|from|with|than|for|of|by|or)\b)([a-z]+(?:ed|ive|en|id|old|ost|te|ing))(?=\s*[?.!]*\s*$| (?:in|this|last|since)\b)/i,
    "number of $3 $1 vs $2",
  ],
  // "how does Yoga compare with Pilates"
  [
    new RegExp(
      `^how (?:does|do|did) (?:the |our )?([a-z][a-z '-]*?) compare (?:with|to|against) (?!(?:last|this|the (?:previous|month|year|week|same)|before|previous|average|other|19|20)\\b)(?:the |our )?([a-z][a-z '-]*?)${time}${atEnd}`,
      "i",
    ),
    "compare $1 and $2$3",
  ],
  // "did tulips sell better than roses this year?"
  [
    /^(?:did|do|does) (?!(?:we|they|you|i)\b)((?:(?! in | this | last ).)+?) sell (?:better|worse|more|less) than (?!(?:in|on|at|during|this|last|before|ever|usual|expected|planned|forecast|average|the average|we|they|an?|\d+)\b)(.+?)((?: (?:in|during|this|last)\b.*?)?)\s*[?.!]*$/i,
    "which sold more$3, $1 or $2",
  ],
];
