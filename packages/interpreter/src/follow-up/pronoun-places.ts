/** A pronoun as it stands in a question. */
interface Place {
  pattern: RegExp;
  /** What is written instead, with the names of the rows: of one and of many, and what tells each of several: "by customer". */
  instead: (match: RegExpExecArray, names: { one: string; many: string; each: string }) => string;
  /** True where nothing that was named in this question can be what it stands for. */
  always?: true;
  /** True for a pronoun that stands for one. */
  ofOne?: true;
}

/** What is there of a thing once something was done with it. */
const DONE_AS: ReadonlyMap<string, string> = new Map([
  ...["sold", "ordered", "bought", "purchased"].map((done) => [done, "order"] as const),
  ["returned", "return"],
  ["booked", "booking"],
  ["rented", "rental"],
  ["rent", "rental"],
  ["book", "booking"],
  ["borrow", "loan"],
  ["buy", "order"],
  ["purchase", "order"],
  ["pay", "payment"],
  ["ship", "shipment"],
  ["borrowed", "loan"],
  ["serviced", "service"],
  ["repaired", "repair"],
  ["inspected", "inspection"],
  ["delivered", "delivery"],
  ["shipped", "shipment"],
  ["visited", "visit"],
  ["paid", "payment"],
]);

/** What follows "their …" and is no part of what they have. */
const AFTER_THEIRS =
  /\s(?:in|for|this|last|since|by|from|per|during|with|without|who|that|sorted|and (?:how|what|which|when|where))\b/i;

/** The pronouns that lead back, in this order: the first that stands in a question is the one that counts. */
export const places: readonly Place[] = [
  // "which customers are those", "which owners were they"
  {
    pattern: /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:are|were|is|was) (?:they|those|these|them|it|that)$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "which practices are affected"
  {
    pattern:
      /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:are|were|is|was) (?:affected|involved|concerned|behind (?:that|this|it|them|those|these))(?: by (?:that|this|it|them|those|these))?$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "list them with their total spend": each of them
  {
    pattern:
      /^(?:and )?(?:list|show|give|see)(?: me)? (?:all of )?(?:them|those|these)(?: all)? (?:with|along with|together with|and) (?:their|the) (.+)$/i,
    instead: ([, beside = ""], { many }) => `${many} with their ${beside}`,
    always: true,
  },
  // "what did that cost us in incidents"
  {
    pattern:
      /^(?:and )?(?:what|how much) (?:did|do|does|has) (?:that|this|they|those|these) costs?(?: us)?(?: in (\w+))?$/i,
    instead: ([, of = ""], { many }) => `total cost of ${of === "" ? "" : `${of} of `}the ${many}`,
    always: true,
  },
  // "how much did each spend this year"
  {
    pattern: /^(?:and )?how much (did|do|does|has|have) each(?: one)?(?: of (?:them|those|these))? (\w.*)$/i,
    instead: ([, word = "", rest = ""], { one, many }) =>
      `how much ${word.replace(/^does$/i, "do").replace(/^has$/i, "have")} the ${many} ${rest} by ${one}`,
    always: true,
  },
  // "how many lessons did each have this year"
  {
    pattern:
      /^(?:and )?how many (\w+(?: \w+)?) (?:did|do|does|has|have|had) each(?: one)?(?: of (?:them|those|these))?(?: (?!in\b|this\b|last\b|since\b|today\b)\w+)?((?: (?:in|this|last|since|today)\b.*)?)$/i,
    instead: ([, counted = "", when = ""], { one }) => `number of ${counted}${when} by ${one}`,
    always: true,
  },
  // "which one is the oldest", "what's the most expensive"
  {
    pattern:
      /^(?:and )?(?:which one|which|what)(?:'s| is| was) (the (?:(?:most|least) (?!of\b)\w+|(?!best\b|worst\b|highest\b|lowest\b|biggest\b|smallest\b|largest\b)\w+est))$/i,
    instead: ([, end = ""], { one }) => `${end} ${one}`,
    always: true,
  },
  // "which one costs the most"
  {
    pattern:
      /^(?:and )?which (?:one|of them|of these|of those) (?!(?:is|are|was|were|of|in|by|from|for|to|on|with)\b)(\w+ .*)$/i,
    instead: ([, asked = ""], { one }) => `which ${one} ${asked}`,
    always: true,
  },
  // "which channel was it on", "what town does it belong to"
  {
    pattern:
      /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:is|was|does|did) it (?:on|in|at|for|from|of|with|by|under|belong to|come from|go to)$/i,
    instead: ([, asked = ""], { one }) => `${asked} of the ${one}`,
    always: true,
    ofOne: true,
  },
  // "top customers among them"
  {
    pattern: /^(.+?) (?:among|amongst|out of) (?:them|these|those)$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "which club did they join"
  {
    pattern: /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:did|do|have) they \w+$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "and the average age", "average time to close"
  {
    pattern:
      /^(?:and )?(?:(?:what is|what's|what was|what are|how about|what about) )?(?:the |their )?((?:average|mean|median) (?:age|duration|length|(?:\w+ )?time(?: to \w+)?))$/i,
    instead: ([, asked = ""], { many }) => `${asked} of ${many}`,
    always: true,
  },
  // "was it full"
  {
    pattern: /^(?:and )?(is|was|did|does|has|had) it\b(?! (?:true|possible|that|there|about)\b)/i,
    instead: ([, word = ""], { one }) => `${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  // "who teaches it", "how is it rated": the one that was shown
  {
    pattern:
      /^((?:who|which|how many|how much|where|when|how often)\b.+?(?<!\b(?:make|made|find|found|is|was)) )it((?: (?:the )?(?:most|least)(?: often)?)?(?: (?:last|this|in|since|during)\b(?! (?:total|all|time|general|fact)\b).*)?)$/i,
    instead: ([, before = "", when = ""], { one }) => `${before}the ${one}${when}`,
    always: true,
    ofOne: true,
  },
  // "how much did it cost", "how many of its leads were won"
  {
    pattern: /\b(did|does|has|had) it\b(?! (?:take|mean|matter|happen|look|go|feel|usually|typically|normally))/i,
    instead: ([, word = ""], { one }) => `${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  // "why is it returned": of that one; what is asked says itself what was done
  {
    pattern: /^(?:and )?why (?:is|was|do|does|did)\b.*?\bit\b.*$/i,
    instead: ([asked]) => asked,
    always: true,
    ofOne: true,
  },
  // "when was it last sold"
  {
    pattern: /^(?:and )?when (?:was|is|has) it (?:been )?(last|first) (\w+)$/i,
    instead: ([, end = "", done = ""]) => `when was the ${end} ${DONE_AS.get(done.toLowerCase()) ?? done}`,
    always: true,
    ofOne: true,
  },
  // "when was it opened", "how old is it"
  {
    pattern: /^((?:and )?(?:when|where|how \w+) )(is|was) it\b(?! (?:true|possible|that|there|about)\b)/i,
    instead: ([, lead = "", word = ""], { one }) => `${lead}${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  {
    pattern: /\b(?:of )?its (\w+(?: (?!(?:is|are|was|were|has|have|did|in|this|last|by|per)\b)\w+)?)/i,
    instead: ([, what = ""], { one }) => `${what} of the ${one}`,
    always: true,
    ofOne: true,
  },
  // "how many are in the food industry"
  {
    pattern:
      /^(?:and )?how many (are|were|have|had) (?!(?:there|they|that|those|these|left|it|we|you|i|been|remaining)\b)(?=\w)/i,
    instead: ([, word = ""], { many }) => `how many ${many} ${word} `,
    always: true,
  },
  // "how many passengers were on them"
  {
    pattern: /^(?:and )?(how (?:many|much) .+ (?:on|in|at|with|for|by|from|to)) (?:them|those|these)$/i,
    instead: ([, before = ""], { many }) => `${before} the ${many}`,
    always: true,
  },
  // "in which stores"
  {
    pattern:
      /^(?:and )?(?:in|at|from|for|to|by|with|on) (?:which|what) ((?!(?:day|week|month|quarter|year|hour)s?\b)\w+)$/i,
    instead: ([, asked = ""]) => `which ${asked}`,
    always: true,
  },
  // "which are urgent"
  {
    pattern: /^(?:and )?(?:which|what) (are|were|have|had) (?!(?:they|those|these|it|that|the|our|my|there)\b)(?=\w)/i,
    instead: ([, word = ""], { many }) => `which ${many} ${word} `,
    always: true,
  },
  // "when did they last order"
  {
    pattern: /\bwhen (?:did|have|has) (?:they|he|she) (last|first) (\w+)\b/i,
    instead: ([, word = "", done = ""], { each }) =>
      `when was the ${word} ${DONE_AS.get(done.toLowerCase()) ?? done}${each}`,
    always: true,
  },
  // "which technician had the most of them"
  {
    pattern: /\bthe (most|least|fewest) of (?:them|these|those)\b/i,
    instead: ([, word = ""], { many }) => `the ${word} ${many}`,
    always: true,
  },
  // "which of them have no orders", "how many of those were late"
  {
    pattern: /\b(which|how many|how much|who|what|some|any|all|most|none) of (?:them|these|those)\b(?! \w+s\b)/i,
    instead: ([, word = ""], { many }) => `${/^who$/i.test(word) ? "which" : word} ${many}`,
  },
  {
    pattern: /\b(of|among) (?:them|these|those)\b(?=\s*$|\s+(?:are|were|is|was|have|had|has|did|do)\b)/i,
    instead: ([, word = ""], { many }) => `${word} the ${many}`,
  },
  // "how many orders did they place", "where are they from"
  {
    pattern: /\b(did|do|does|are|were|is|was|have|has|had|can|will) (?:they|he|she|(?:those|these)(?! \w+s\b))\b/i,
    instead: ([, word = ""], { many }) => `${word} the ${many}`,
    always: true,
  },
  // "when was their last order"
  {
    pattern: /\b(?:their|his|her) ((?:very )?(?:last|first|latest|earliest|most recent|next) \w+)\b/i,
    instead: ([, phrase = ""]) => `the ${phrase}`,
  },
  // "list their emails", "what was their total value last year"
  {
    pattern: /\b(?:their|his|her) (.+)$/i,
    instead: ([, rest = ""], { many }) => {
      const end = AFTER_THEIRS.exec(rest)?.index ?? rest.length;
      return `the ${rest.slice(0, end)} of the ${many}${rest.slice(end)}`;
    },
  },
  // "which customers placed them"
  {
    pattern: /^((?:which|what|who)\b.*) (?:them|those|these)$/i,
    instead: ([, before = ""], { many }) => `${before} the ${many}`,
    always: true,
  },
  { pattern: /\b(?:them|they|(?:those|these)$)/i, instead: (_, { many }) => `the ${many}` },
  // "the biggest one", "new ones this month", "which ones"
  {
    pattern: /\bthe (\w+(?:est)|(?:most|least) \w+|last|first|latest|newest|oldest) one\b/i,
    instead: ([, word = ""], { one }) => `the ${word} ${one}`,
  },
  {
    pattern: /\b(new|which|open|unpaid|late|overdue|cancelled|active|other) ones\b/i,
    instead: ([, word = ""], { many }) => `${word} ${many}`,
  },
  // "which customers placed the ones paid by card"
  {
    pattern: /\b(?:the|those) ones (?=(?:that|which|who|with|without|from|in|by|of|over|under|above|below|\w+ed)\b)/i,
    instead: (_, { many }) => `the ${many} `,
    always: true,
  },
  // "who handles the high ones"
  {
    pattern:
      /^((?:who|which|how many|how much|when|where|what)\b.*\bthe) (?!(?:big|small|new|old|other|same)\b)(\w+) ones$/i,
    instead: ([, before = "", word = ""], { many }) => `${before} ${word} ${many}`,
  },
  // "how much credit was that"
  {
    pattern: /^(?:and )?how much (\w+(?: \w+)?) (?:is|was|were|are) (?:that|this|those|these)$/i,
    instead: ([, amount = ""], { many }) => `total ${amount} of the ${many}`,
    always: true,
  },
  // "how many orders was that"
  {
    pattern: /^(how many \w+(?: \w+)?) (?:is|was|were|are) (?:that|this|those|these)$/i,
    instead: ([, before = ""]) => before,
    always: true,
  },
];
