import type { Turn } from "./turn.ts";

/** Moments, and the time between two of them. */
export const timesTurns = [
  {
    name: "what is to be done",
    recognises: "a deed that is still to come; captures its verb",
    example: "repairs due to finish this week",
    pattern: /\b(?:due|scheduled|expected|planned|supposed) to (?!be\b)([a-z]+)\b/i,
  },
  {
    name: "of what is ahead",
    recognises: "what is so now or will be, and nothing that has been",
    example: "how many visits are there in May",
    pattern:
      /^(?!.*\b(?:was|were|did|had|have been|has been)\b).*\b(?:is|are|will|upcoming|forthcoming|coming up|(?:booked|scheduled|planned) for|do we have)\b/i,
  },
  {
    name: "per unit of time",
    recognises: "a unit of time that belongs to the figure",
    example: "wages per month",
    pattern: /\b(?:per|an?|each|every) (?:day|week|month|quarter|year)\b/i,
  },
  {
    name: "how often it is due",
    recognises: "how often something is paid, right before what it is",
    example: "yearly rent of the north garden",
    pattern:
      /\b(?:yearly|annual|monthly|quarterly) (?:salar(?:y|ies)|wages?|pay|rents?|fees?|costs?|prices?|charges?|premiums?|subscriptions?)\b/i,
  },
  {
    name: "kept per month",
    recognises: "a number that is named as that of a month or a week",
    example: "monthly fee by year",
    pattern: /\b(?:monthly|weekly|quarterly)\b/i,
  },
  {
    name: "kept per year",
    recognises: "a number that is named as that of a year",
    example: "annual fee by month",
    pattern: /\b(?:yearly|annual)\b/i,
  },
  {
    name: "done by nobody",
    recognises: "what nobody did, or that something was not used; captures the deed",
    example: "gardens nobody visited last month",
    pattern:
      /\b(?:nobody (?:has |have |had |ever |yet )*|(?:not|(?:is|are|was|were|has|have|had)n['’ ]?t) (?:been )?(?=(?:used|done)\b))(\p{L}{3,})/iu,
  },
  {
    name: "a time by name",
    pattern:
      /\b(how long|(delivery|lead|turnaround|resolution|response|shipping|processing|handling|closing|payment|waiting|wait|repair|completion|rental|hire|loan) times?|times? to (?!time\b)\w+|downtime|(?:length|duration) of (?:the )?stays?|(?:average|mean|median|longest|shortest) (?:stay|\p{L}+ (?:length|duration)))\b/iu,
    recognises: "the time something takes, as a figure to group",
    example: "delivery time by garden",
  },
  {
    name: "both in one time",
    pattern: /\b([a-z]+(?:ed|[aeo]ft|orn|un|en)) and ([a-z]+(?:ed|[aeo]ft|orn|un|en))\b/i,
    recognises: "two things that were done, in one time",
    example: "members who joined and left this year",
  },
  {
    name: "an hour of the day",
    pattern:
      /\b(?:(?:what|which) (hours?|time of (?:the )?day)|(?:busiest|quietest|peak) (hours?)|(?:by|per) (hours?) of (?:the )?day)\b/i,
    recognises: "hours as times of the day, which no figure is told by",
    example: "at what hour do most visitors come",
  },
  {
    name: "leaving",
    pattern:
      /\b(starts?|started|starting|depart\w*|leav(e|es|ing)|left|dispatched|(?:sent|com(?:es?|ing)|came) from|originat\w+)\b/i,
    recognises: "the first of two places",
    example: "ferries that leave Bergen",
  },
  {
    name: "arriving",
    pattern: /\b(ends?|ended|ending|arriv\w+)\b|\bper to \w/i,
    recognises: "the second of two places",
    example: "ferries arriving at Bergen",
  },
  {
    name: "beside a period",
    pattern:
      /\b(?:compared (?:to|with)|in comparison (?:to|with)|versus|vs\.?|against) (?:the )?(?:same \p{L}+ )?(?:last|previous|prior|past) (?:year|quarter|month|week)\b/iu,
    recognises: "a figure of one period, beside that of an earlier one",
    example: "fees compared to last year",
  },
  {
    name: "coming back",
    pattern: /\b(?:came|comes?|coming) back\b/i,
    recognises: "a deed done again",
    example: "how many visitors came back",
  },
  {
    name: "in one span of time",
    pattern: /\b(?:in|on|within|during) the same (?:day|week|month|quarter|year)\b/i,
    recognises: "two days that fall into one",
    example: "who joined and left in the same year",
  },
  {
    name: "a span of the house",
    pattern: /\b(?:this|last|next|current|previous|coming) (?:term|semester|season|session|sprint|shift)\b/i,
    recognises: "a stretch of time whose days are nowhere said",
    example: "enrolments this term",
  },
  {
    name: "an end of time",
    pattern: /\b(first|earliest|last|latest|most recent|most recently|newest)\b/i,
    recognises: "the first or the last moment; captures which",
    example: "when was the last visit",
  },
  {
    name: "first or last of each",
    pattern:
      /\b(?:whose|their|his|her|its) (?:very |only )?(first|earliest|last|latest|most recent) (?!names?\b)(\p{L}+)/iu,
    recognises: "each one's own first or last; captures which, and of what",
    example: "members whose last visit was before May",
  },
  {
    name: "for the first or last time",
    pattern: /\bfor the (?:very )?(first|last) time\b/i,
    recognises: "something done that was not done before, or since; captures which",
    example: "members who bought for the first time in May",
  },
  {
    name: "time taken",
    pattern:
      /\b(days?|hours?|weeks?|within \d+ (?:month|year)s?|how long|delivery time|lead time|turnaround|(resolution|response|shipping|processing|handling|closing|payment|waiting|wait|repair|completion|rental|hire|loan) times?|time to|time between|time from|from \w+ing to \w+ing|downtime|(?:takes?|took) (?:the )?(?:longest|shortest|most time|least time)|(?:length|duration) of (?:the )?stays?|(?<!\b(?:per|each|every|an?|one|number of) )stay|(?:longest|shortest) stays)\b(?! (?:total|cost|price|value|amount|revenue|rate|fee|status|id|count|number)s?\b)/i,
    recognises: "a stretch of time",
    example: "average delivery time",
  },
  {
    name: "what takes time",
    pattern: /\b(?:takes?|took|taken) (?:(?!to\b)\S+ ){0,3}?to (\p{L}{4,})/iu,
    recognises: "the deed that takes a time; captures it",
    example: "how long does it take us to answer a letter",
  },
  {
    name: "from one day to another",
    pattern:
      /\b(?:from|between) (?:the |an? )?(due|\p{L}{4,}) (\p{L}{4,}) (?:to|until|till|and) (?:the |an? )?(due|\p{L}{4,}) (\p{L}{4,})/iu,
    recognises: "the days of which a time begins and ends with one, each by two words; captures all four",
    example: "average time from planned departure to actual departure",
  },
  {
    name: "from one to another",
    pattern:
      /\b(?:from|between) (?:the |an? |being )?(?:\p{L}+ )?(due|\p{L}{4,}) (?:to|until|till|and) (?:the |an? |being )?(?:\p{L}+ (?!(?:this|last|next|over|with|during|since|from|each|when|where|were|have|that)\b))?(\p{L}{4,})/iu,
    recognises: "what a time begins and ends with; captures both",
    example: "days from sowing to planting",
  },
  {
    name: "recent days",
    pattern: /\b(last|past|next|previous) \d* ?(days?|hours?|weeks?)\b/i,
    recognises: "a period counted from today, not a time something took",
    example: "visits of the last 30 days",
  },
  {
    name: "less than in another time",
    pattern:
      /\b((?:more|less|fewer|better|worse) than (?:in |they did )?(?:last|the previous|the year|the month|this) (?:year|month|quarter|week|before))(?=\s*[?.!]*\s*$)/i,
    recognises: "a figure of each that is held against that of another time; captures how",
    example: "which teams sold less than last year",
  },
  {
    name: "an end of each time",
    pattern:
      /\b((?:last|first) (?:day|week|weekday|monday|friday|weekend) of (?:each|every) (?:week|month|quarter|year))\b/i,
    recognises: "a part of each of several times, which no condition tells; captures it",
    example: "orders on the last day of each month",
  },
  {
    name: "how long one lasts",
    pattern:
      /\b(?:average|avg|mean|median|typical|usual|longest|shortest) ((?!the\b|name\b|title\b|word\b|text\b)[a-z]+ (?:lengths?|durations?))\b/i,
    recognises: "the length of what is done, which no number of them tells; captures it",
    example: "average visit length",
  },
  {
    name: "a limit of time",
    pattern:
      /\b(more than|longer than|shorter than|over|at least|less than|fewer than|under|within|at most|up to) (\d+(?:\.\d+)?) (day|hour|week|month|year)s?\b/i,
    recognises: "a time compared with one that is said; captures the comparison, the number and the unit",
    example: "repairs that took more than 5 days",
  },
  {
    name: "an age in days",
    pattern: /\b(?:older|younger|more|less) than (\d+) (day|week|month)s?\b/i,
    recognises: "an age that is not in years; captures the number and the unit",
    example: "requests older than 30 days",
  },
  {
    name: "a history",
    pattern:
      /\b(?:histor(?:y|ies|ical)|ever|over time|previous|former(?:ly)?|past|rais(?:es?|ed|ing)|increas(?:es?|ed|ing)|chang(?:es?|ed|ing)|all|since|first|earliest|development|evolution|(?<!\b(?:best|worst|highest|lowest|most|least|well) )paid|earned|was|were|did|had)\b/i,
    recognises: "rows that held once, as well as those that hold now",
    example: "all prices of the oak",
  },
  {
    name: "now",
    pattern: /\b(?:now|currently|at the moment|at present|these days)\b(?! \w+(?:ing|ed)\b)/i,
    recognises: "how things stand, rather than how they were",
    example: "the best paid job right now",
  },
  { name: "hours", pattern: /\bhours?\b/i, recognises: "hours as the unit", example: "average wait in hours" },
  {
    name: "took",
    pattern:
      /\b(took|take|takes|taken|lasted|downtime|stays?|time to \w+|(?:resolution|response|processing|handling|closing|waiting|wait|repair|completion|rental|hire|loan) times?)\b|^how long (?:is|are|was|were)\b|\b(?:does|did|do) (?:\S+ ){1,4}(?:last|run|stay)\b(?! \w*(?:year|month|week|day|quarter)\b)/i,
    recognises: "a time from the beginning to the end of a row",
    example: "how long each tour took",
  },
  {
    name: "more in one time than in another",
    pattern:
      /\b(more|less|fewer) (?!than\b)((?:(?!in\b|this\b|last\b|during\b|on\b|than\b)\w+ )*)(?:(?:in|this|last|during|on)\b).+? than (?:in|this|last|during|on|the)\b/i,
    recognises: "a figure of one period compared with that of another; captures the direction and what is counted",
    example: "members who came more often in May than in April",
  },
  {
    name: "a unit of time asked for",
    pattern:
      /\bin (seconds|minutes|hours|days|weeks|(?:months|years)(?= (?:by|per|for)\b|\s*[?.!]*$))\b|\b(minutes|hours) of (?!the )(?=\w)/i,
    recognises: "the unit a duration is wanted in; captures it",
    example: "average visit in minutes",
  },
  {
    name: "a unit asked for",
    pattern:
      /(?:^|\b(?:in|how many|total|number of) )(tonnes|tons|kg|kilos|kilograms|grams|pounds|lbs|km|kilomet(?:er|re)s|met(?:er|re)s|miles|lit(?:er|re)s|hectares|acres|kwh|mwh|mb|gb|tb|megabytes|gigabytes|terabytes)\b/i,
    recognises: "the unit an amount is wanted in, whatever it is kept in; captures it",
    example: "total weight in tonnes",
  },
  {
    name: "nights stayed",
    pattern: /\bhow many (?:nights|days)\b.*\b(?:stay|stayed)\b|\b(?:nights|days) stayed\b/i,
    recognises: "the lengths of stays, summed up",
    example: "how many nights did members stay",
  },
  {
    name: "over or under a number",
    pattern:
      /\b(\p{L}+) (?:not )?(?:of )?(?:over|under|above|below|at least|at most) \d{1,3}\b(?! ?(?:%|percent|years?\b(?! old)|months?|weeks?|days?|hours?|minutes?|nights?|km|kg|miles?|points?|stars?|times))/iu,
    recognises: "a number right behind whom it is said of; captures the word before",
    example: "members under 30",
  },
  { name: "median", pattern: /\bmedian\b/i, recognises: "the middle one", example: "median wait in days" },
  {
    name: "average",
    pattern:
      /\b(average|mean|on average|avg)\b|\bhow (?:long|many (?:days|hours|weeks|months)) (does|do|did) (?:it|an?)\b|\bhow (?:long|many (?:days|hours|weeks|months)) (?:(?:is|are|was|were|does|do) )?(?:it |there )?(?:takes? |pass(?:es)? |lies? |go by )?(?:between|from)\b|\bhow long do(?:es)? (?!\d)(?:[a-z]+ ){1,3}(?:take|last)\b/i,
    recognises: "the usual time",
    example: "how long does it take to close a ticket",
  },
  {
    name: "longest",
    pattern: /\b(longest|maximum|slowest|took (?:the )?most time)\b/i,
    recognises: "the longest time",
    example: "slowest repair in days",
  },
  {
    name: "shortest",
    pattern: /\b(shortest|minimum|fastest|took (?:the )?least time)\b/i,
    recognises: "the shortest time",
    example: "fastest repair in days",
  },
  {
    name: "after it was due",
    pattern:
      /\b(?:after|past|beyond) (?:(?:the|their|its) )?(?:due|promised|planned) (?:date|day)s?\b|\bafter (?:it|they) (?:was|were) (?:due|promised|planned)\b/i,
    recognises: "a time that is counted from the day that was promised",
    example: "how long after the due date are bills paid",
  },
  {
    name: "one length",
    pattern:
      /^how (?:long|many|much)\b|\b(?:time|duration|length|wait|delay|days|hours)\b.*\b(?:to|until|between|from)\b/i,
    recognises: "the longest time alone, rather than what took it",
    example: "how long did the longest tour take",
  },
  {
    name: "time in total",
    pattern:
      /\b(?:total|overall) (?:downtime|time (?:to|spent|taken)|(?:repair|handling|processing|waiting) time|(?:[a-z]+ )?durations?)\b/i,
    recognises: "the times of all rows, summed up",
    example: "total downtime per pump in hours",
  },
  {
    name: "lateness",
    pattern: /\b(late|too late|delayed|belated(?:ly)?|on[- ]time|in time|punctual(?:ly)?|overdue|past due)\b/i,
    recognises: "what happened against what was promised; captures how it is called",
    example: "parcels delivered late",
  },
  {
    name: "lateness first",
    pattern:
      /^(?:(?:list|show|give)(?: me)? )?(?:all |any |the |our )*(?:number of |how many )?(late|too late|delayed|belated(?:ly)?|on[- ]time|in time|punctual(?:ly)?|overdue|past due)\b/i,
    recognises: "lateness as the question's first words",
    example: "overdue parcels",
  },
] as const satisfies readonly Turn[];
