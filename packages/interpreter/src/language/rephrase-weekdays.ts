const days =
  "(?:the )?(?:weekends?|week ?days?|working days|(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:and|or) (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?)";
const then = `(?:on|at|over|during) ${days}`;
/** What the days are held against, where it is said. */
const thanOthers =
  "(?: (?:than|or) (?:(?:on|during|at|in) )?(?:the )?(?:weekends?|week ?days?|working days|work ?days?|(?:all )?other days|rest of the week|week|usual|(?:mon|tues|wednes|thurs|fri|satur|sun)days?))?";
const tail = "((?: (?:in|this|last|since|during|over)\\b(?! the week| week(?:end|day)).*)?)(?=\\s*[?.!]*\\s*$)";
const changes =
  "(?:go(?:es)? (?:up|down)|rise|increase|grow|climb|jump|pick up|spike|peak|drop(?: off)?|fall(?: off)?|decrease|decline|dip|slow(?: down)?|shrink)";
const more = "(?:more|fewer|less)";
const figure = "(?:the |our )*((?!(?:we|they|you|it|there|people)\\b)[a-z][a-z -]*?)";
const somebody = "(?:we|they|you|people|(?:our |the )?(?:customers|clients|members|guests|users|visitors|buyers))";

/**
 * Whether some days of the week have more than others: the figure of each day of the week shows it, and each of them is as often as
 * the others. The figure of those days alone tells nothing of more or less.
 */
export const weekdayPhrases: readonly (readonly [RegExp, string])[] = [
  // "do sales go up on weekends"
  [
    new RegExp(
      `^(?:do|does|did) ${figure} (?:usually |generally |really |always )?${changes} ${then}${thanOthers}${tail}`,
      "i",
    ),
    "$1 by weekday$2",
  ],
  // "are sales higher on weekends than during the week"
  [
    new RegExp(
      `^(?:are|is|were|was) ${figure} (?:usually |generally |really |always |any )?(?:higher|lower|better|worse|bigger|smaller|stronger|weaker|up|down) ${then}${thanOthers}${tail}`,
      "i",
    ),
    "$1 by weekday$2",
  ],
  // "are there more orders on mondays", "do we get more orders on mondays"
  [
    new RegExp(
      `^(?:(?:are|were) there|(?:do|did) ${somebody} (?:get|have|see|receive|take|make|have|place)) ${more} (?!(?:money|revenue|income)\\b)([a-z][a-z -]*?) ${then}${thanOthers}${tail}`,
      "i",
    ),
    "number of $1 by weekday$2",
  ],
  // "do we sell more on weekends"
  [
    new RegExp(
      `^(?:do|did) ${somebody} (?:sell|earn|make|take|turn over|spend|bring in|take in|pay) ${more}(?: money| revenue)? ${then}${thanOthers}${tail}`,
      "i",
    ),
    "revenue by weekday$1",
  ],
  // "do customers order more on weekends"
  [
    new RegExp(`^(?:do|did) ${somebody} (order|book|visit) ${more}(?: often)? ${then}${thanOthers}${tail}`, "i"),
    "number of $1s by weekday$2",
  ],
  // "are we busier on weekends"
  [
    new RegExp(`^(?:are|is|were|was) (?:we|it|things) (?:busier|quieter|less busy) ${then}${thanOthers}${tail}`, "i"),
    "how busy were we by weekday$1",
  ],
];
