/** What is in one list and not in another, or in both: what it is called, and the words for each list. */
export interface TwoLists {
  operation: "except" | "intersect";
  /** Empty where a question only says "who" or "what". */
  noun: string;
  /** Null for both of the only two. */
  lists: readonly [string, string] | null;
}

const LIST_ASKED = "^(?:which|what|who|list|show(?: me)?|find|are there(?: any)?)(?<noun>(?: [\\p{L}\\d'’-]+){0,4}?)";
const ARE = " (?:(?:that|which|who) )?(?:(?:is|are|was|were|appears?|occurs?|exists?|stands?) )?(?:listed )?";
const NOT =
  ",? (?:but|and|yet) (?:(?:is|are|was|were|do|does|did) )?(?:not|never|no longer|missing)(?: (?:appear|there|listed))*";

const patterns: readonly (readonly [RegExp, TwoLists["operation"]])[] = [
  [
    new RegExp(
      `${LIST_ASKED}${ARE}(?:in|on|from|of) (?<one>[^,?]{1,60}?)${NOT} (?:(?:in|on|from|of) )?(?<other>[^,?]{1,60}?)$`,
      "iu",
    ),
    "except",
  ],
  [
    new RegExp(
      `${LIST_ASKED} (?:in|on|from|of) (?<one>[^,?]{1,60}?) (?:is|are|was|were|do|does) (?:not|missing)(?: (?:appear|there|listed))* (?:in|on|from) (?<other>[^,?]{1,60}?)$`,
      "iu",
    ),
    "except",
  ],
  [
    new RegExp(`${LIST_ASKED}${ARE}(?:in|on) both (?:the )?(?:files|lists|sheets|tables|tabs|spreadsheets)$`, "iu"),
    "intersect",
  ],
  [
    new RegExp(`${LIST_ASKED}${ARE}(?:in|on) both (?<one>[^,?]{1,60}?) and (?:in |on )?(?<other>[^,?]{1,60}?)$`, "iu"),
    "intersect",
  ],
  [
    new RegExp(`${LIST_ASKED}${ARE}(?:in|on) (?<one>[^,?]{1,60}?) and also (?:in |on )(?<other>[^,?]{1,60}?)$`, "iu"),
    "intersect",
  ],
];

/** A question about two lists of the same things; null for every other. */
export function twoListsIn(text: string): TwoLists | null {
  const said = text
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replaceAll("’", "'");
  if (said.length > LONGEST_CHARACTERS) return null;
  for (const [pattern, operation] of patterns) {
    const { noun = "", one, other } = pattern.exec(said)?.groups ?? {};
    if (pattern.test(said)) return { operation, noun: noun.trim(), lists: one && other ? [one, other] : null };
  }
  return null;
}

const LONGEST_CHARACTERS = 160;
