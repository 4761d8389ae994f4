import type { Turn } from "./turn.ts";

/** What is asked for: rows, kinds of things, one sum or average of them, a rule. */
export const askingTurns = [
  {
    name: "which rows",
    pattern: /^which \p{L}+ (?!of\b)/iu,
    recognises: "one of several things is asked for",
    example: "which garden has the most tulips",
  },
  {
    name: "and when",
    pattern:
      /^(?!when\b|on (?:what|which)\b).*[\w,] and (when)(?: (?:was|is) (?:that|it|this)| (?:that|it|this) (?:was|is|happened))?\s*[?.!]*$/iu,
    recognises: "the day of it, asked for besides",
    example: "who made the first bid, and when",
  },
  {
    name: "and who it was",
    pattern:
      /(?<=[\w,]) and (who|whose|(?:which|what) \p{L}+)(?: (?:it|that))? (?:was|is)(?: (?:it|that))?\s*[?.!]*$/iu,
    recognises: "whose it was, asked for besides",
    example: "when was the first bid, and which bidder was it",
  },
  {
    name: "and to whom",
    pattern: /(?:(?<=[\w,]) and ((?:to|for|by|from|with) whom)|^who \p{L}+ (whom))\s*[?.!]*$/iu,
    recognises: "the other side, asked for besides",
    example: "what is the highest bid, and by whom",
  },
  {
    name: "from which rows",
    pattern: /^(?:from|to|at|in|by) (?:which|what) \p{L}+ (?:is|was|were|are|did|do|does|has|have)\b/iu,
    recognises: "the rows that others have to do with are asked for",
    example: "from which quay was it sent",
  },
  {
    name: "a list in order",
    pattern: /(?:[,;.?]|\band) ?(?:please )?(?:ordered|sorted|order|sort)\b/i,
    recognises: "an order, which only a list has",
    example: "which gardens have the most tulips, sorted by their number",
  },
  {
    name: "rows to list",
    pattern: /^(?:please )?(?:list|show|give|name|display|find|get)\b/i,
    recognises: "rows are asked for, rather than their number",
    example: "list the tulips sold last week",
  },
  {
    name: "a total of",
    pattern:
      /^(?:(?:what (?:is|was)|show|tell me|give me) )?(?:me )?(?:the |our )?total \p{L}+ (?:of|for|from) (?!each\b|every\b|the\b)/iu,
    recognises: "one sum of several rows",
    example: "total weight of open parcels",
  },
  {
    name: "and how many",
    pattern:
      /(?:,|\band\b) how (many|often)\b(?: (?:is|was|were|has|have|did|does|do)(?: (?:it|they|he|she|been|we|\p{L}+ been))? (\p{L}+))?/iu,
    recognises:
      "how many there are or how often something was done, beside something else; captures which, and the deed",
    example: "the newest garden and how many beds it has",
  },
  {
    name: "how often one",
    pattern: /^how (?:often|many times) (?:was|were|has|have|is|did|do|does)\b/i,
    recognises: "how often something was done with what follows",
    example: "how often was the Hill garden visited",
  },
  {
    name: "how often the first",
    pattern: /^how (often) (?:is|was|has|did|does|do|were) (?:the|our) [\p{L} -]{3,60}? (\p{L}+)\s*[?.!]*$/iu,
    recognises: "how often something was done with what is first by something; captures the deed",
    example: "how often was the newest garden visited",
  },
  {
    name: "an average",
    pattern: /^(?:(?:what (?:is|was)|show|tell me|give me) )?(?:me )?(?:the |our )?(?:average|median|mean)\b/i,
    recognises: "an average is what is asked for",
    example: "average yield of the tulips",
  },
  {
    name: "average per time",
    pattern: /\b(?:average|mean)\b.*\b(?:per|an?) (?:day|week|month|quarter|year)\b/i,
    recognises: "what a unit of time comes to on average, rather than a figure of each",
    example: "average yield per month",
  },
  {
    name: "average per time by groups",
    pattern:
      /\b(?:average|mean)\b(?:(?!\b(?:by|per|each)\b).)*\bper (?:day|week|month|quarter|year) (?:by|per|for each|for every) (?!day|week|month|quarter|year)[a-z]/i,
    recognises: "what a unit of time comes to on average for each of some groups",
    example: "average yield per month by garden",
  },
  {
    name: "and who",
    pattern: /(?:,|\band) (who|whom)\b(?! (?:are|were|is|was|have|has|had|live|lives) )/i,
    recognises: "somebody is asked for beside something else",
    example: "the heaviest harvest and who brought it in",
  },
  {
    name: "by whom",
    pattern: /\bby (whom|who)\b/i,
    recognises: "somebody is asked for by what they did to others",
    example: "which gardeners were trained by whom",
  },
  {
    name: "what to do with them",
    pattern:
      /^(?:which |what |list |show (?:me )?)?(?:the |our |all )?\p{L}+s (?:do we (?:need|have) )?to (\p{L}+)\s*[?.!]*$/iu,
    recognises: "things something is to be done with; captures what",
    example: "tools to sharpen",
  },
  {
    name: "which are so",
    pattern:
      /^(?:which|what)(?: of (?:the|our))? [\p{L} ]{2,40} (?:are|is|were|was) (?:still |already |now |currently )?(\p{L}+)\s*[?.!]*$/iu,
    recognises: "rows of which something holds; captures what",
    example: "which gardens are full",
  },
  {
    name: "the first rows",
    pattern:
      /^(?:(?:which|what) (?:is|was) )?(?:the |our )?(first|earliest) (?!name|half|quarter|two|three|of\b)\p{L}+ (?:to|that|who|which|from|in|of|by|with|for)\b/iu,
    recognises: "one that came before the others",
    example: "the first barge to arrive in May",
  },
  {
    name: "done together",
    pattern: /\b(?:bought|ordered|purchased|sold|rented|borrowed|used|eaten|worn|booked|taken) together\b/i,
    recognises: "things that have to do with one another, by the same purchase",
    example: "which bulbs are bought together",
  },
  {
    name: "taken together",
    pattern: /\b(?:all together|together|combined|altogether|in total|in all)\s*[?.!]*$/i,
    recognises: "one sum of all",
    example: "beds of all gardens together",
  },
  {
    name: "what there is",
    pattern: /^(?:what|which) .*\b(?:do|does) (?:we|you|they|i) (?:have|sell|offer|stock|carry|own|use)\b/i,
    recognises: "the kinds of things that there are: each is told once",
    example: "which colours of tulips do we have",
  },
  {
    name: "what is allowed",
    pattern:
      /^(?:and |but |so )?(?:(?:can|may|must|could) (?:i|we) (?:(?:still|also|even|just) )?(?!(?:please|see|get|have|know|view|look|ask|compare|find|check|filter|export|show|list|count|sort)\b)\p{L}+|(?:how (?:long|soon|late|early)|when|where) (?:can|may) (?!you\b|(?:i|we) (?:find|see|get|look|check|view)\b)|how (?:long|soon|late|early) (?:(?:must|should) |(?:do|does) .{1,60}\b(?:have|need) to\b(?! (?:wait|stay|queue)\b)))/iu,
    recognises: "a question for a rule or a deadline, which rows do not state",
    example: "how long can members lend a tool",
  },
  {
    name: "in which way",
    pattern: /^how (?:do|does|did) (?!(?:we|i|you|they) (?:do|rank|compare|perform|stand|look)\b)\p{L}+/iu,
    recognises: "a question for the way in which something is done, which no list of rows tells",
    example: "how do visitors find the garden",
  },
  {
    name: "the best of",
    pattern: /\b(?:has|have|had|with) the (best|worst) (?!of\b|in\b|by\b)(\p{L}+)(?=\s*(?:[?.!]|$))/iu,
    recognises: "who is best in something; captures the end and what",
    example: "which gardener has the best manners",
  },
  {
    name: "two sides",
    pattern: /\b([a-z]{3,} (?:vs\.?|versus) [a-z]{3,})\b/i,
    recognises: "two things side by side; captures both",
    example: "planted versus weeded by month",
  },
  {
    name: "who brought them",
    pattern: /\bbr(?:ings?|ought) in the (?:most|fewest|least) (?:new )?(?!money\b|revenue\b|income\b)(\p{L}+s)\b/iu,
    recognises: "people or orders that somebody brought; captures them",
    example: "who brought in the most members",
  },
  {
    name: "what it is about",
    pattern:
      /\b(?:about|regarding|concerning) (?:the |our |an? )?(\p{L}{4,})(?=\s*(?:[?.!,]|$)| (?:last|this|in|since|by|per)\b)/iu,
    recognises: "a subject matter; captures it",
    example: "letters about tulips",
  },
  {
    name: "what will be",
    pattern: /^(?:what will|how (?:much|many)\b.*\bwill)\b/i,
    recognises: "what nobody knows yet",
    example: "what will seeds cost next year",
  },
  {
    name: "liked",
    pattern: /\b\w+s (?:like|love|prefer|enjoy|hate)\b(?! to\b)/i,
    recognises: "what people think of something, which nothing but a rating tells",
    example: "which garden do visitors like best",
  },
  {
    name: "how much there was",
    pattern: /^(?:and )?how much (?!(?:is|are|was|were)\b)/i,
    recognises: "a number is asked for",
    example: "how much food does the north garden get",
  },
  {
    name: "how much was done",
    pattern: /^how much (?:money )?(?:did|do|does|have|has|had)\b/i,
    recognises: "one amount, which no list of rows tells",
    example: "how much did the shows bring in",
  },
  {
    name: "where from",
    pattern: /\b(?:from|via|through) (?:an? |the |our )?([\p{L}-]+)\s*[?.!]*$/iu,
    recognises: "what rows came from or by, as the last word; captures it",
    example: "how many customers came from email",
  },
  {
    name: "on a plan",
    pattern: /\bon (?:an? |the |our )?([\p{L}-]+) (?:plan|tier|package|tariff|scheme|programme|program)s?\b/iu,
    recognises: "which plan somebody is on; captures what it is called",
    example: "customers on the gold plan",
  },
  {
    name: "a figure beside another",
    pattern:
      /\b(?:how (?:many|much)|(?:the|total|average|a) number of)\b.+\band (for how much|how much|how many|(?:the |their )?(?:total|average|number of))\b(?! (?:of them|more|less|fewer)\b)/i,
    recognises: "two figures, of which neither may be left out; captures how the second begins",
    example: "how many refunds were there, and how much was refunded",
  },
  {
    name: "a total amount",
    pattern: /\b(?:total|sum of|how much) (?:\p{L}+ )?(amount)\b/iu,
    recognises: "money that is summed up, which no number of rows tells",
    example: "total unpaid amount",
  },
  {
    name: "how much of something",
    pattern:
      /^how much (?!money\b|is\b|are\b|was\b|were\b|do\b|does\b|did\b|of\b|more\b|less\b)\p{L}+ (?:did|do|does|have|has|had|was|were|is|are)\b/iu,
    recognises: "an amount of what is named, which no texts tell",
    example: "how much water did we use",
  },
  {
    name: "a part of it",
    pattern:
      /\band how (?:much|many) (?:of (?:it|that|them|those|these|which)\b|(?:were|was|are) (?!(?:there|they|in|at|for|of|from|on|under|by|with)\b))/i,
    recognises: "a second figure, of some of the rows of the first",
    example: "gates per garden and how many of them are open",
  },
  {
    name: "what is wanted",
    pattern:
      /^what (?:else )?(?:do|does|did|would|might) (?:(?:the|our|my|their|these|most|all) )*(?:\p{L}+ ){1,3}(want|like|love|hate|dislike|prefer|expect|think|wish|value|care|need|say)(?=\s*(?:$|[?.!]|(?:most|best|more|about|of|from|for)\b))/iu,
    recognises: "a question for wishes and opinions, which rows do not hold unless something there is called so",
    example: "what do our visitors want",
  },
  {
    name: "two questions",
    pattern:
      /^(?:(?:how (?:many|much)|what|which|who|when|where|number of|total|average)\b.*?[?.;]+ (?:and,? |also,? |then,? )*(?:how (?:many|much)|what|which|who|when|where|number of|total|average)\b(?!.*\b(?:them|they|these|those|its?|their|his|her|this|same|above)\b)|(?:how many|number of|total|average|what (?:is|was) the)\b.*?[?.;]+ (?:and,? |also,? |then,? )*(?:list|show|give|name)\b)/i,
    recognises: "a question, and another after it",
    example: "how many gardens are there? which trees are the oldest?",
  },
  {
    name: "what is thought",
    pattern:
      /^(?:do|would|did) you (?:think|believe|recommend|suggest|say|feel|like)\b|^(?:should|shall|ought) (?:we|i|they|the|our)\b|^(?:what|which|how|where|when|who) (?:\p{L}+ )?should\b|^how (?:(?:can|could|might) (?:we|i|one)|to) (?!see\b|find\b|view\b|look\b|check\b|list\b)|\bbest\b.*\bfor (?:me|us)\s*\??$|\bin the (?:whole |entire )?world\s*\??$/iu,
    recognises: "a question for an opinion or advice, which rows do not hold",
    example: "should we plant more tulips",
  },
  {
    name: "why",
    pattern:
      /^(?:(?:and|but|so) )?(?:why\b|how come\b|what (?:caused|causes|explains|explained|drove|is driving|is behind|was behind)\b|what(?:'s| is| was) (?:the )?(?:cause|reason)s? (?:for|of|behind)\b)|[,;]? (?:and|but) why\b[^?.!]*[?.!\s]*$/i,
    recognises: "a question for a cause, which rows hold only where they tell reasons",
    example: "why did fewer visitors come in May",
  },
  {
    name: "what is liked",
    pattern:
      /^(?:which|what) .*\b(?:do|does|did) .*\b(like|love|hate|dislike|prefer|enjoy)s?(?: the)?(?: most| best| least)?\s*\??$/i,
    recognises: "what somebody likes, which rows do not hold unless something there is called so",
    example: "which tulips do visitors like the most",
  },
  {
    name: "what is to come",
    pattern:
      /^(?:how (?:many|much)|what|predict|forecast|estimate)\b.*\b(?:will|might|could (?!you\b|i\b))\b|^(?:what |when )?will\b/i,
    recognises: "what has not happened yet, which rows hold only where it is planned",
    example: "how many tulips will we sell next month",
  },
  {
    name: "rows in brief",
    pattern:
      /^(?!(?:which|what|who|whose|where|when|why|how|show|list|give|find|get|tell|name|names|any|all|are|is|was|were|do|does|did|can|could|and|or|also|but|by|please|the)\b)(?:\S+ ){1,5}\?$/i,
    recognises: "a few words and a question mark, with nothing that asks",
    example: "open tickets?",
  },
  {
    name: "ids",
    pattern: /\b(ids?|codes?|numbers?(?! of\b))\b/i,
    recognises: "keys, rather than the names behind them",
    example: "ids of the supervisors",
  },
  {
    name: "things at the end",
    pattern: /\bwith (?:the )?\p{L}+(?:(?:,|,? and) (?:the )?\p{L}+)*\s*[?.!]*\s*$/iu,
    recognises: "“with” and nothing but things after it",
    example: "orders of May with customer and courier",
  },
  {
    name: "number of",
    pattern: /\b(number|count) of\b/i,
    recognises: "a count inside another figure",
    example: "average number of visits per member",
  },
  {
    name: "per",
    pattern:
      /\bper\b|^(?!(?:list|show|display|give|find|get|return|name|which|what|who|tell)\b).*\b(?:for|by|in|at|on|from|within) (?:each|every)\b/i,
    recognises: "a figure for each; a list of rows is asked for by a word that asks",
    example: "gates for each garden",
  },
  {
    name: "only groups",
    pattern: /\bonly (?:the |those )?(?:(?:month|quarter|week|day|year)s|(?:those|ones) (?:with|above|over|below))\b/i,
    recognises: "a condition on groups: a row is not a month, and has no number of rows",
    example: "entries by month, only months above 800",
  },
  {
    name: "do",
    pattern: /\b(do|does|did)\b/i,
    recognises: "what somebody does, as a verb apart",
    example: "how many gates does each garden have",
  },
  {
    name: "part of a text",
    pattern: /\b(substrings?|phrase|in part|as part|letters?|in (their|its|the) (first |last )?(names?|titles?))\b/i,
    recognises: "a quoted text that is a part of the value",
    example: "songs with 'sea' in their titles",
  },
  {
    name: "how busy",
    pattern: /^how busy\b/i,
    recognises: "how much happened",
    example: "how busy were we in May",
  },
] as const satisfies readonly Turn[];
