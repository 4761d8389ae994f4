const atEnd = "(?=\\s*[?.!]*\\s*$)";
const somebody =
  "(?:we|people|they|you|customers|clients|buyers|shoppers|users|our (?:customers|clients|buyers|shoppers|users))";

/** Times that are said loosely, as a plainer one that the answer then tells. */
export const timePhrases: readonly (readonly [RegExp, string])[] = [
  // "customers who haven't ordered in a while"
  [
    new RegExp(
      `((?:\\b(?:not|never|no|(?:did|do|does|have|has|had)nt)|n['’]t) (?:[a-z]+ ){1,4}?)(?:(?:in|for) )?(?:quite )?(?:a (?:long )?(?:while|time)|ages|some time|long)${atEnd}`,
      "gi",
    ),
    "$1in the last 6 months",
  ],
  [
    new RegExp(
      `((?:\\b(?:not|never|no|(?:did|do|does|have|has|had)nt)|n['’]t) (?:[a-z]+ ){0,3}[a-z]+) (?:lately|recently|of late)${atEnd}`,
      "gi",
    ),
    "$1 in the last 3 months",
  ],
  // "when do people buy the most": in which months of the year
  [
    new RegExp(
      `^when (?:do|does|did) ${somebody} (?:usually |mostly |typically )?(?:buy|order|purchase|shop)(?: from us| here| things)? (?:the )?most(?: often)?${atEnd}`,
      "i",
    ),
    "number of orders by month of the year, highest first",
  ],
  [
    new RegExp(`^when (?:do|did) (?:we|you) (?:usually |typically )?(?:sell|make)(?: the)? most${atEnd}`, "i"),
    "revenue by month of the year, highest first",
  ],
  [
    new RegExp(
      `^when (?:do|did) (?:we|you) (?:usually |typically )?(?:get|have|see|receive) (?:the )?most (?:of (?:the|our) )?([a-z]+(?: [a-z]+)?)${atEnd}`,
      "i",
    ),
    "number of $1 by month of the year, highest first",
  ],
  [
    new RegExp(
      `^when (?:do|did) (?:our |the |most )?([a-z]+s) ((?!buy|order|purchase|shop|sell)[a-z]+(?: (?:in|up|out))?) (?:the )?most(?: often)?${atEnd}`,
      "i",
    ),
    "which month did most $1 $2",
  ],
  // "what time did the last order come in"
  [/^(?:at )?what time (?=(?:did|does|do|was|is|were)\b)/i, "when "],
];
