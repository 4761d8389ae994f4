const leadsOn = /^(about|for|of|with|at|to|on|over|in)$/;
const ends = /^$|^(?:[?.!]|most|today|now|last|this|right|these|lately|recently)$/;
const doneMost =
  /^(?:(?:down|up|out|off|back|in) )?(?:the )?(?:most|least)(?: often)?(?: *$| [?.!]| (?:in|on|last|this|since)\b)/;

/** The words of a question by their places. */
type Said = (token: number) => string;

/**
 * True for a word for what somebody does, or how they are, that is asked for or ranked by: no answer may do without it.
 * `isNamed` says that what stands before it is what does it.
 */
export const isDeedAsked = (token: number, said: Said, isNamed: boolean): boolean =>
  isDoneWhen(token, said) || isDoneTo(token, said) || isHere(token, said) || (isNamed && isDoneMost(token, said));

/** "when did Ann retire" */
const isDoneWhen = (token: number, said: Said): boolean =>
  said(0) === "when" && said(1) === "did" && token > 2 && /^$|^[?!.]$/.test(said(token + 1));

/** "what do guests complain about", "what are people saying" */
function isDoneTo(token: number, said: Said): boolean {
  if (!/^whats?$/.test(said(0)) || token < 3 || token > 5) return false;
  const isDoing =
    /^(do|does|did)$/.test(said(1)) || (/^(are|is|were|was)$/.test(said(1)) && said(token).endsWith("ing"));
  return isDoing && ends.test(leadsOn.test(said(token + 1)) ? said(token + 2) : said(token + 1));
}

/** "clients who have not been here this year" */
const isHere = (token: number, said: Said): boolean =>
  said(token) === "here" && /^(been|was|were|come|came)$/.test(said(token - 1));

/** "which make breaks down the most" */
const isDoneMost = (token: number, said: Said): boolean =>
  /^(which|what)$/.test(said(0)) &&
  token <= 4 &&
  doneMost.test([1, 2, 3, 4].map((next) => said(token + next)).join(" "));
