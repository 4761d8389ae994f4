const grew = "grow|grown|rise|risen|increased?|go up|gone up|improved?|climb(?:ed)?";
const shrank = "fall|fallen|drop(?:ped)?|decreased?|declined?|go down|gone down|shrink|shrunk";
const beside = "compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\\.?|against|over|since|from|on";
const ever = "(?:at all |strongly |much |a lot )?";

/** Whether something grew, asked so that yes or no would be the answer: both figures side by side say it. */
export const growthPhrases: readonly (readonly [RegExp, string])[] = [
  // "did revenue grow compared to last year", "have orders gone up since last month"
  [
    new RegExp(
      `^(?:did|has|have|does|do) (?:the |our )*((?!we\\b|they\\b|you\\b|it\\b|that\\b|this\\b)[a-z][a-z -]*?) ${ever}(?:${grew}|${shrank}) ${ever}(?:(?:this (?:year|month|quarter|week) )?(?:${beside}) )(?:the )?(?:last|previous) (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "$1 this $2 compared to last $2",
  ],
  // "did revenue grow this year", "are sales up this month"
  [
    new RegExp(
      `^(?:(?:did|has|have) (?:the |our )*((?!we\\b|they\\b|you\\b|it\\b|that\\b|this\\b)[a-z][a-z -]*?) ${ever}(?:${grew}|${shrank})) this (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "$1 this $2 compared to last $2",
  ],
  // "how much did revenue grow compared to last year"
  [
    new RegExp(
      `^(?:by )?how much (?:did|has|have) (?:the |our )*([a-z][a-z -]*?) (?:${grew}|${shrank}|changed?) (?:${beside}) (?:the )?(?:last|previous) (year|month|quarter|week)(?=[?.!\\s]*$)`,
      "i",
    ),
    "how did $1 change this $2 compared to last $2",
  ],
];
