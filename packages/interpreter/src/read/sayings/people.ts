import type { Turn } from "./turn.ts";

/** Who is asked for, and who stands above whom. */
export const peopleTurns = [
  {
    name: "who did so",
    pattern: /\b(?:who|that) (?:have |has |had )?(\p{L}{2,}ed)\b/iu,
    recognises: "people by what they did; captures it",
    example: "members who cancelled this year",
  },
  {
    name: "what comes in for people",
    pattern: /\b(household incomes?|(?:incomes?|earnings|wealth)(?= of (?:the|our|all|these|those) ))/i,
    recognises: "what comes in for somebody, rather than from them; captures it",
    example: "income of the tenants",
  },
  {
    name: "rated",
    pattern: /\b(rated)\b/i,
    recognises: "what others think of somebody or something",
    example: "tutors rated by pupils",
  },
  {
    name: "done by such means",
    pattern:
      /\b(?:made|sent|paid|sold|taken|given|bought|\p{L}{2,}ed) by (phone|telephone|mobile|e-?mail|fax|post|mail|letter|sms)s?\b/iu,
    recognises: "a way in which something was done; captures it",
    example: "offers made by phone",
  },
  {
    name: "who",
    pattern: /^who\b/i,
    recognises: "a question for people",
    example: "who sold the most tickets",
  },
  {
    name: "people who did so then",
    pattern:
      /\b(?:paid|ordered|bought|booked|purchased|shopped|visited|came|used|chose|took|attended|had|returned|sent|shipped|placed|made|got|saw|missed|cancelled|failed|passed|hired|rented|with(?: an?)?) (?:[\p{L}-]+ ){1,4}(?:in|since|during|last|this|before|after|between|on) /iu,
    recognises: "a deed of people at a time, which is not that of the people themselves",
    example: "customers who paid by card in 2024",
  },
  {
    name: "who does",
    pattern: /^who (?!is the |are the |was the |were the )/i,
    recognises: "a question for those who do something, not for one that is described",
    example: "who works on the harbour",
  },
  {
    name: "a day of every year",
    pattern: /\b(?:birth ?da(?:y|te)s?|anniversar(?:y|ies))\b/i,
    recognises: "days that come again each year, whatever year is kept",
    example: "gardeners whose birthday is this month",
  },
  {
    name: "so many people",
    pattern:
      /\b((?:more than|over|above|at least|fewer than|less than|under|below|at most|exactly|with|have|has) \d+|the (?:most|least|fewest)) (?:people|persons)\b/i,
    recognises: "a number of people who belong to something",
    example: "gardens with more than 3 people",
  },
  {
    name: "done with others",
    pattern:
      /\b(?:(?:(?:work|collaborat|co-?operat|co-?author|perform|appear|act|play|starr|sing|writ|publish|danc|record|compet)(?:s|e|es|ed|ing|ten)?|sang|sung|wrote)(?: (?:in|on) (?:an? |the |some )?\p{L}+)?(?: together| jointly| both)?|together) (?:both )?(?:with|alongside)\b/iu,
    recognises: "what somebody did with others",
    example: "gardeners who worked together with Ada Moe",
  },
  {
    name: "done by several",
    pattern: /\bby (?!each\b|either\b)["“]?\p{Lu}[^?!]*\band ["“]?\p{Lu}/u,
    recognises: "a work that several people made",
    example: "how many beds were planted by Ada Moe and Kim Holt",
  },
  {
    name: "people to count",
    pattern: /^how many (?:different |of our )?(?:people|persons)\b/i,
    recognises: "people, whoever they are, who are counted",
    example: "how many people pay by card",
  },
  {
    name: "who work here",
    pattern:
      /^how many (?:(?:people|persons|colleagues)\b.* (?:work|works|working|are employed) (?:here|for us|with us|at|in)\b|(?:people|employees|colleagues|staff) do we (?:have|employ)(?: now| today| currently| in total)?\s*[?.!]*$)/i,
    recognises: "the people of the house",
    example: "how many people work here",
  },
  {
    name: "those who did",
    pattern:
      /\b(?:which|what|who|that)\b(?: [a-z]+){0,2} (?:also |then |both )?(?:got|gets?|had|have|has|received|made|(?!need|speed|feed|seed)[a-z]{3,}ed)\b/i,
    recognises: "what those did or had who are asked for",
    example: "which clients got a refund",
  },
  {
    name: "being away",
    pattern:
      /\b(?:who is|who's|whos|(?:people|persons|colleagues|employees|staff|workers)(?: that| who)?(?: are| is)?|how many are|is|are) (?:still )?(?:on (?:\w+ )?(?:leave|holidays?|vacation)|absent|away|off work|off sick|out of office)\b/i,
    recognises: "people who are not there for a time",
    example: "who is on leave today",
  },
  {
    name: "who sold",
    pattern:
      /^who (?:(?:has |have |did |had )(?:not |never )?|ha(?:s|ve)n['’ ]t |didn['’ ]t |never )?(?:sold|sell|sells|opened|closed|handles?|handled|resolved|solved|completed|answered|processed|billed|logged)\b/i,
    recognises: "a question for those who sell rather than buy",
    example: "who sold the most tickets in May",
  },
  {
    name: "seen",
    pattern: /\b(?:did|have|do) (?:we|they|you) (see|seen|treat|serve)\b|\b(?:we|they) (saw)\b/i,
    recognises: "people who came, whose own days only say when they were registered",
    example: "how many members did we see in May",
  },
  {
    name: "never came",
    pattern: /\b(?:never|not|n['’]t) (?:even |ever |yet )?(?:come|came|been here|show(?:ed|n)? up|turn(?:ed)? up)\b/i,
    recognises: "people without a visit",
    example: "members who never came",
  },
  {
    name: "how they feel",
    pattern: /^how satisfied (?:are|were|is|was)\b/i,
    recognises: "one figure of what many have said",
    example: "how satisfied are our visitors",
  },
  {
    name: "what people earn",
    pattern: /\bearn(?:s|ed|ings?)?\b/i,
    recognises: "what people are paid, where it is asked of people who are",
    example: "average earnings by job title",
  },
  {
    name: "what somebody has",
    pattern: /^how many [a-z ]+? (?:does|do|did) .+? have\b/i,
    recognises: "how many somebody has, who is named",
    example: "how many gardeners does Kim have",
  },
  {
    name: "reporting to",
    pattern:
      /\b(reports?|reporting) to\b|\b(managed|supervised|led|headed) by\b|\bworks? (for|under)\b|\bworking (for|under)\b/i,
    recognises: "the row above in a hierarchy",
    example: "everybody who reports to Kim",
  },
  {
    name: "their managers",
    pattern: /\b(?:and|with) their (managers?|supervisors?|boss(?:es)?)\b/i,
    recognises: "those above, shown beside each; captures how they are called",
    example: "gardeners and their supervisors",
  },
  {
    name: "people",
    pattern: /(?<=^| )(people|persons?|members|participants)(?= |$)/i,
    recognises: "people who belong to what is asked for",
    example: "the choir with the most people",
  },
] as const satisfies readonly Turn[];
