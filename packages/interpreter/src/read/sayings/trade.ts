import type { Turn } from "./turn.ts";

/** Money, stock and purchases. */
export const tradeTurns = [
  {
    name: "what is left",
    recognises: "the rest of something, which is a figure less another",
    example: "how much is left to bill",
    pattern:
      /\bhow (?:much|many)\b.*\b(?:left|remaining|remains)\b(?! (?:from|the|a|an|early|late)\b)|\bleft (?:to|on|in|of|over)\b/i,
  },
  {
    name: "a return on money",
    pattern:
      /\b(returns? on (?:\p{L}+ )?(?:spend(?:ing)?|costs?|investments?|budgets?|capital|equity|sales)|roas|roi)\b/iu,
    recognises: "what came back of what was spent, which no sum of either tells",
    example: "return on ad spend by channel",
  },
  {
    name: "out of stock",
    pattern: /\b(?:out of stock|sold out(?! of\b))/i,
    recognises: "nothing left of something: rows of a stock say the opposite",
    example: "seeds that are out of stock",
  },
  {
    name: "turned into",
    pattern:
      /(?<!\bthe )\b((?:turn(?:s|ed)?|convert(?:s|ed)?) (?:in)?to|becomes?|became|(?:results?|resulted) in|(?:leads?|led) to) (?:an? |the )?[a-z]+s?\b/i,
    recognises: "what came of each of some rows, which the rows of whoever they belong to do not tell",
    example: "how many visits turn into orders",
  },
  {
    name: "running low",
    pattern: /\b((?:running|getting|going) low|low (?:on|in) stock)\b/i,
    recognises: "little left of something, where no level says how much that is: no priority does that is low",
    example: "which seeds are running low",
  },
  {
    name: "something sold",
    pattern: /\b(?:sells?|sold|sellers?|selling)\b(?! out\b)/i,
    recognises: "what was sold, which what lies in stock does not tell",
    example: "which seeds sold best",
  },
  {
    name: "things that are sold",
    pattern: /\b(?:that|which) (?:we|you|they) (?:still |currently |now )?sell\b/i,
    recognises: "things that can be bought, whether anybody did or not",
    example: "plants that we still sell",
  },
  {
    name: "a rate of pay",
    pattern: /\b\d+(?:\.\d+)? (?:an?|per) (hour|day|week|month|year)\b/i,
    recognises: "a number for each unit of time; captures the unit",
    example: "tutors who earn more than 40 an hour",
  },
  {
    name: "ordering",
    pattern: /\b(order(ed)?|buy|bought|purchased?)\b/i,
    recognises: "the moment of a purchase",
    example: "when did each member last order",
  },
  {
    name: "makes money",
    // What "makes the most money" is rephrased to.
    pattern: /\bbrought out the (?:most|least)\b/i,
    recognises: "money that is made by somebody: what comes in, or what people are paid",
    example: "who brought out the most",
  },
  {
    name: "what is in stock is worth",
    pattern: /\b(?:value|worth) of (?:our |the |all )*(?:stock|inventory)\b|\b(?:stock|inventory) (?:value|worth)\b/i,
    recognises: "an amount of money, rather than how many there are",
    example: "value of our stock",
  },
  {
    name: "what rows are worth",
    pattern: /^(?:what is |show )?(?:the |our )?(?:total )?(?:value|worth) of (?!the (?:stock|inventory))/i,
    recognises: "an amount of money, rather than how many there are",
    example: "value of all paintings per room",
  },
  {
    name: "opening hours",
    pattern:
      /\b(?:opening|business|office|visiting) (?:hours|times)\b|^(?:when|what time|at what time) (?:do|does|will) .*\b(?:open|close)s?(?= on \p{L}|\s*[?.!]*$)/iu,
    recognises: "when somebody may come, which no day of opening tells",
    example: "opening hours of the north garden",
  },
  {
    name: "how much is it",
    pattern: /^how much (?:is|are|was|were)\b/i,
    recognises: "the price of what is named",
    example: "how much is the family ticket",
  },
  {
    name: "what one pays for it",
    pattern: /^(?:how much|what) (?:do|does|did|would|will) (?!.*\bcosts? us\b).* cost\b/i,
    recognises: "a cost that somebody else has: what one pays",
    example: "what does the family ticket cost",
  },
  {
    name: "what was made",
    pattern:
      /^(?!.*\b(?:sold|sell|order|ordered|bought|shipped|delivered)\b).*\bunits\b.*\b(?:make|made|produced?|manufactured?)\b(?! (?:money|an?|the|any|of)\b)/i,
    recognises: "what came into being, rather than what was sold",
    example: "how many units did we make in May",
  },
  {
    name: "a rate",
    pattern: /\b(\p{L}[\p{L}-]+) rates?\b/iu,
    recognises: "how often something comes about; captures what",
    example: "cancellation rate",
  },
  {
    name: "in money",
    pattern: /\bin (?:euros?|eur|(?:us )?dollars?|usd|pounds|gbp|francs|chf|money)\b/i,
    recognises: "amounts rather than rows",
    example: "gifts by town in euros",
  },
  {
    name: "profit",
    pattern: /\b(gross |net |profit )?(profits?|margins?|profitability)\b/i,
    recognises: "how profit is called, to name it where there is none",
    example: "gross margin by garden",
  },
  {
    name: "amount",
    pattern: /amount|value/i,
    recognises: "a sum of money, rather than a number of rows",
    example: "total amount of gifts",
  },
  {
    name: "how much we pay",
    pattern: /^(?:how much|what) .*\b(?:do|did) we (?:pay|spend)\b/i,
    recognises: "the sum that we pay",
    example: "how much do we pay our gardeners per month",
  },
  {
    name: "whom we pay",
    pattern: /^(?:which|what|who|whom) .*\b(?:do|did) we (pay) .*\b(?:most|least|more|less)\b/i,
    recognises: "those who get the most money from us",
    example: "which nursery do we pay the most",
  },
  {
    name: "what we spend",
    pattern:
      /\bwe(?:'ve| have| had)?(?: (?:really|usually|actually|currently))? (?:spend|spent)\b|\bour (?:total |overall |monthly |yearly |annual )?spend(?:ing)?\b/i,
    recognises: "money that goes out to those who sell to us",
    example: "how much did we spend with each supplier",
  },
  {
    name: "not yet",
    pattern: /(?:\b(?:not|never)|n't)\b.*\byet\b/i,
    recognises: "what has not happened, and is to come",
    example: "orders not received yet",
  },
  {
    name: "a size",
    pattern: /\b(?:size|volume)s?\b/i,
    recognises: "how large rows are, which may be what they come to",
    example: "average loan size",
  },
  { name: "cents", pattern: /\b(cents?|pence)\b/i, recognises: "amounts wanted in cents", example: "fees in cents" },
  {
    name: "how much there is",
    pattern: /^(?:and )?(?:how much|what(?:'s| is)?|total)\b/i,
    recognises: "an amount that is asked for",
    example: "how much is outstanding",
  },
  {
    name: "a goal reached or not",
    pattern:
      /(\bnot |n['’ ]?t |\bnever |\bfailed to |)\b(reach(?:ed|es)?|met|meets?|hits?|exceed(?:ed|s)?|beat|beats|surpass(?:ed|es)?|achieved?|missed|misses|above|over|below|under|behind|short of) (?:the |a )?(?:their |its |his |her |own )*(goals?|targets?|quotas?)\b/i,
    recognises: "what came in against a goal; captures a denial, the verb and the noun",
    example: "gardens that reached their goal",
  },
  {
    name: "what is left to a goal",
    pattern:
      /\b(?:how (close|near|far)\b.*?\b|how (?:much|many)\b.*?\b(missing|short|left|remaining|needed|lacking|needs?|away|off)\b.*?\b|(missing|shortfall|gap|remaining(?: amount)?|progress) )(?:to|from|of|for|until|till|towards?|against) (?:reach(?:ing)? |meet(?:ing)? )?(?:the |a )?(?:their |its |our |fundraising |own )*(goals?|targets?)\b/i,
    recognises: "how much is missing to a goal, or how near it is; captures how that is said, and the noun",
    example: "how much is missing to the goal of the north garden",
  },
  {
    name: "a budget kept or not",
    pattern:
      /\b(not |n['’ ]?t |\bnever |)(?:(?:are|is|was|were|be|been|go|goes|went|gone|ran|run|stay|stayed|remain|remained|kept) ){0,4}(over|above|exceed(?:ed|s|ing)?|overran|overspent|under|below|within|inside) (?:the |their |its |our |own )*budgets?\b(?! of\b)/i,
    recognises: "what was spent against a budget; captures a denial and on which side of it",
    example: "projects that went over budget",
  },
] as const satisfies readonly Turn[];
