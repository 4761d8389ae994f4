/** Ways to count, to order and to bound that mean the same as a plainer one, which is read instead. */
export const countPhrases: readonly (readonly [RegExp, string])[] = [
  // "in or after 2005"
  [/\b(?:in|on|at) or (?:after|since|later than)\b/gi, "since"],
  [/\b(?:in|on|at) or (?:before|earlier than) ((?:the )?(?:year )?(?:19|20)\d\d)\b/gi, "$1 or earlier"],
  [/^on average, (?=how\b)/i, "on average "],
  [/\b((?:more|less|fewer|\w+er)(?: \w+)?) then (?=(?:all|any|every|each|some|the)\b)/gi, "$1 than "],
  [/\b((?:sort|order|rank|arrang)(?:ed?|ing)?(?: \w+){0,3}),? first(?:ly)? (?=by\b)/gi, "$1 "],
  // "sorted by name, and then by town"
  [
    /\b((?:sort|order|rank|arrang)(?:ed|ing)?\b[^.?!]*?),? (?:and )?(?:then|finally|lastly|afterwards)(?: (?:sorted|ordered))? (?:by )?(?=[a-z])/gi,
    "$1, ",
  ],
  // "in the range of 5 to 10"
  [
    /\b(?:with)?in (?:the |a )?range (?:of |from |between )?((?:the )?[$€£]?[\d.,]*\d) (?:and|to|-) (?=[$€£]?\d)/gi,
    "between $1 and ",
  ],
  // "sorted by the date they were formed"
  [
    /\b(dates?|days?|years?|times?) (?:that |when |in which |on which )?(?:they|it|he|she) (?:(?:was|were|is|are|had|has|have)(?: been)? )?(?=[a-z]+(?:ed|ook|eft|ade|old|en|rn)\b)/gi,
    "$1 ",
  ],
  [/\b(?:he or she|she or he|s?he\/s?he|\(s\)he)\b/gi, "they"],
  // "tell me the date when the first claim was made"
  [
    /^(?:(?:tell me|show me|give me|find|return|show|what is|what was) )?(?:the )+(?:date|day) (?:when|on which|that) the (first|last|latest|earliest|most recent) (\w+) (?:was|were)\b/i,
    "when was the $1 $2",
  ],
  // "the customers with multiple orders"
  [
    /\b(has|have|had|having|with|made|placed|assigned|been assigned|got|given) (?:multiple|several) /gi,
    "$1 more than one ",
  ],
  // "which product was ordered the greatest number of times"
  [
    /\b(?:the )?(?:greatest|largest|highest|biggest|most) (?:total )?(?:number|amount|count) of times\b/gi,
    "the most times",
  ],
  [/\b(?:the )?(?:fewest|smallest|lowest|least) (?:total )?(?:number|amount|count) of times\b/gi, "the fewest times"],
];
