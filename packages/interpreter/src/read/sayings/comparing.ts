import type { Turn } from "./turn.ts";

/** What is compared, ranked, denied or chosen of several. */
export const comparingTurns = [
  {
    name: "more in one or the other",
    pattern:
      /\b(?:more|less|fewer|better|worse|higher|lower)\b(?:.* or (?:in|at|from|on|by|via|through|with|for) \p{L}| (?:in|at|from|on|by|via|through|with|for|among) (?!\d)[\p{L} ]+ or \p{L})/iu,
    recognises: "two values to be compared by a figure of each",
    example: "did we sell more in May or in June",
  },
  {
    name: "more of one or the other",
    pattern: /^(?:did|do|does|have|has) .*\b(?:more|less|fewer)\b [\w-]+(?: [\w-]+)? or [\w-]+/i,
    recognises: "two values of one column to be compared by a figure of each",
    example: "did we plant more red or yellow tulips",
  },
  {
    name: "by how many more",
    pattern: /\bas a difference\b/i,
    recognises: "the difference between a figure of two values, rather than both figures alone",
    example: "number of red vs yellow tulips as a difference",
  },
  {
    name: "with and without",
    pattern: /\bwith (?:and|or|vs\.?|versus) without\b/i,
    recognises: "a figure of the rows that have something beside that of those that have not",
    example: "average order value with and without coupon",
  },
  {
    name: "more on some days",
    pattern:
      /^(?:do|does|did|are|is|were|was)\b.*\b(go(?:es)? (?:up|down)|rise|increase|drop|fall|decrease|decline|higher|lower|more|less|fewer|better|worse|busier|quieter)\b(?! than \d).*\b(?:weekends?|week ?days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i,
    recognises: "whether some days of the week have more than others, which those days alone do not tell",
    example: "are there more visits on Mondays",
  },
  {
    name: "all of others",
    pattern:
      /\b(?:who|that|which \p{L}+|\p{L}+s|people)(?: (?:have|has|had))? (?:attend(?:ed)?|bought(?: from| in)?|ordered(?: from| in)?|visited|completed|passed|took|taken|tried|read|watched|played|joined|reviewed|rated|used|teach(?:es)?|taught|speaks?|worked on|finished|enrolled in|served) ((?:all|every)(?: of)?(?: the| our| their)? (?!(?:day|week|month|quarter|year|hour|time|night|season)s?\b)[\p{L}-]+)(?=\s*[?.!]*\s*$| (?:in|this|last|since)\b)/iu,
    recognises: "who has to do with every one of several others, and not with some of them",
    example: "which gardeners visited every garden",
  },
  {
    name: "the first of a hundred",
    pattern:
      /\b(?:top|best|bottom|worst|first|last|highest|lowest|largest|biggest|smallest) (\d+(?:\.\d+)? ?(?:%|percent\b|per cent\b))/i,
    recognises: "so many of a hundred rows, which depends on how many there are",
    example: "the top 10 percent of customers",
  },
  {
    name: "another place",
    pattern: /\b(?:to|at|in) (?:a different|another) (?!(?:one|time|day|way|month|year|week)\b)[\p{L}]+/iu,
    recognises: "one of two places of a row that is not the other",
    example: "bikes returned to a different depot",
  },
  {
    name: "numbered row",
    pattern: /\b(\p{L}{3,}) #?(\d{2,})\b(?! \p{L})/iu,
    recognises: "a number right behind a noun: captures both",
    example: "the weight of parcel 3763",
  },
  {
    name: "other places",
    pattern:
      /\b(?:from|in|to|at|of|for|outside) ((?:any )?other (?!(?:words?|ways?|times?|things?|cases?|terms?|hands?|than)\b)[\p{L}]+)/iu,
    recognises: "places or kinds that are not the one in the speaker's mind",
    example: "parcels from other countries",
  },
  {
    name: "more of two",
    pattern: /^(?:are|were|is|was) there (more|fewer|less)\b.*\bor\b/i,
    recognises: "two kinds of rows, of which one may have more",
    example: "are there more tulips in Fenwick or in Saltby",
  },
  {
    name: "which of two",
    pattern:
      /^(?:is|are|was|were|do|does|did|which|where|who)\b.*\b(?:higher|lower|more|fewer|less|bigger|larger|greater|smaller|better|worse|cheaper|longer|shorter)\b.*\bor\b/i,
    recognises: "two of a kind that are compared",
    example: "is the rent higher in Fenwick or in Saltby",
  },
  {
    name: "or",
    pattern: /\b(or|either)\b/i,
    recognises: "one of several",
    example: "open or closed gates",
  },
  {
    name: "one or the other",
    pattern:
      /(?<!\bwhether )\b[\p{L}\p{N}]+ or (?!more\b|less\b|fewer\b|not\b|so\b|above\b|below\b|over\b|under\b|after\b|before\b|later\b|earlier\b|older\b|younger\b|higher\b|lower\b|greater\b|larger\b|smaller\b|equal\b|better\b|worse\b|up\b|down\b|her\b|she\b)[\p{L}\p{N}]+/iu,
    recognises: "two of which either will do, but for bounds as in “5 or more”",
    example: "with the letters D or S",
  },
  {
    name: "any of",
    pattern: /\bany of\b/i,
    recognises: "one of several, where none is chosen",
    example: "any of Kim and Lee",
  },
  {
    name: "much or little of",
    recognises: "an adjective of degree, “in” or “on”, and what there is much or little of",
    example: "products low in stock",
    pattern: /\b(?:low|lower|high|rich|poor|short) (?:in|on) ([a-z]{3,})/i,
  },
  {
    name: "a comparison",
    pattern:
      /\b(?:more|less|fewer|greater|higher|lower|bigger|smaller|larger|over|under|above|below|at least|at most|between|exceeds?|exceeding)\b(?: than)?(?: (?:the|an?|our)\b)?(?: \S+)?/i,
    recognises: "the words of a comparison, to name it where nothing could be compared",
    example: "gates with more than usual",
  },
  {
    name: "bigger",
    pattern: /\b(higher|taller|larger|bigger|longer|shorter|deeper|heavier|older|younger|faster)\b/i,
    recognises: "a comparison by a quality; captures the adjective",
    example: "trees taller than 20",
  },
  {
    name: "without",
    pattern: /\b(never|without|no|not have|not had|haven't|hasn't|have not|has not|did not|didn't|do not|does not)\b/i,
    recognises: "what none of the rows may have",
    example: "gardens without a gate",
  },
  {
    name: "two counts",
    pattern: /\b(?:how many|number of)\b.*\band (?:also )?(?:how many|the number of)\b/i,
    recognises: "two numbers of rows",
    example: "how many gates are open and how many are shut",
  },
  {
    name: "all of theirs",
    pattern:
      /\b(with|have|has|had|having|who|that)(?: \p{L}+)? (only|exclusively|solely) (?!the\b|a\b|one\b|\d|two\b|three\b)|\b(?:whose|of which|of whom) .*\b(?:are|is|was|were) (all|only)\b/iu,
    recognises: "what holds of each row that belongs to another; captures the word that says so",
    example: "gardens with only yellow tulips",
  },
  {
    name: "either none or none",
    pattern: /\beither no\b.*\bor no\b/i,
    recognises: "one of two that may be missing",
    example: "gardens with either no gate or no fence",
  },
  {
    name: "an end of a list",
    pattern: /\b(?:top|highest|best) \d+\b/i,
    recognises: "the first of a list",
    example: "only the top 3",
  },
  {
    name: "the low end of a list",
    pattern: /\b(?:bottom|lowest|worst|least) \d+\b/i,
    recognises: "the last of a list",
    example: "the bottom 5",
  },
  {
    name: "a later place",
    pattern:
      /\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](most|least|highest|lowest|largest|smallest|biggest|oldest|youngest|best|longest|shortest|cheapest|latest|newest)\b/i,
    recognises: "a place after the first",
    example: "the second highest tree",
  },
  { name: "top", pattern: /\btop\b/i, recognises: "a ranking", example: "top gardens" },
  { name: "top few", pattern: /\btop \d+\b/i, recognises: "a ranking of so many", example: "top 3 gardens" },
  {
    name: "one that is had",
    pattern: /\b(?:with(?:out)?|ha(?:ve|s|d)|having|lack(?:s|ing)?) an? ([a-z][a-z-]+)\b/,
    recognises: "one of something, which things have or lack",
    example: "inns with a bar",
  },
] as const satisfies readonly Turn[];
