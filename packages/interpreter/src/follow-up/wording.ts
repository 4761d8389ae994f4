/** How a question says that it goes on from the one before, and what is left of it to be read. */
export interface Wording {
  text: string;
  /** "also show the number of orders": beside what was shown. */
  adds: boolean;
  /** "average order value instead": in its place. */
  replaces: boolean;
  /** "only countries with more than 50 orders": some of what was shown. */
  narrows: boolean;
  /** "excluding returns": without what was shown. */
  excludes: boolean;
}

const ADDS_FIRST =
  /^(?:and )?(?:(?:can you |please |now )?(?:also )?(?:add|include)|also(?: show| list| give)?(?: me)?|plus|along with|together with|and (?:the )?(?=(?:number|count|average|sum|median) of\b|average\b))\s*(?=\S)/i;
const ADDS_LAST = /[,\s]+(?:too|as well|alongside|besides?)$/i;
const SHOWS = /^(?:and )?(?:(?:can you |please )?show|give|list|with)(?: me)?\s+/i;
const REPLACES = /[,\s]+instead$|^(?:and )?(?:what|how) about\s+|^instead[,\s]+/i;
const NARROWS = /^(?:and |but |ok(?:ay)?,? |now,? |show (?:me )?)*(?:only|just)\b/i;

const EXCLUDES = /^(?:and |but |now,? )*(?:excluding|exclude|without|except|leaving out|leave out|minus)\b/i;

/** Takes from a question what only says how it goes on. */
export function wordingOf(given: string): Wording {
  const text = given
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(/[,\s]+(?:please|though)$/i, "");
  const isAddedFirst = ADDS_FIRST.test(text);
  const isAddedLast = ADDS_LAST.test(text);
  if (isAddedFirst || isAddedLast) {
    const rest = text.replace(ADDS_LAST, "").replace(ADDS_FIRST, "").replace(SHOWS, "");
    return { text: rest, adds: true, replaces: false, narrows: false, excludes: false };
  }
  const replaces = REPLACES.test(text);
  return {
    text: text.replace(/[,\s]+instead$/i, ""),
    adds: false,
    replaces,
    narrows: NARROWS.test(text),
    excludes: EXCLUDES.test(text),
  };
}
