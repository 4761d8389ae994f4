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

const ADDED_BEFORE =
  /^(?:and )?(?:(?:can you |please |now )?(?:also )?(?:add|include)|also(?: show| list| give)?(?: me)?|plus|along with|together with|and (?:the )?(?=(?:number|count|average|sum|median) of\b|average\b))\s*(?=\S)/i;
const ADDED_AFTER = /[,\s]+(?:too|as well|alongside|besides?)$/i;
const SHOWS = /^(?:and )?(?:(?:can you |please )?show|give|list|with)(?: me)?\s+/i;
const PUT_INSTEAD = /[,\s]+instead$|^(?:and )?(?:what|how) about\s+|^instead[,\s]+/i;
const NARROWS_WHAT_WAS_SHOWN = /^(?:and |but |ok(?:ay)?,? |now,? |show (?:me )?)*(?:only|just)\b/i;

const LEFT_OUT_FROM_NOW = /^(?:and |but |now,? )*(?:excluding|exclude|without|except|leaving out|leave out|minus)\b/i;

/** A longer text asks something of its own. */
export const LONGEST_CHANGE_CHARACTERS = 200;

/** Takes from a question what only says how it goes on. */
export function wordingOf(given: string): Wording {
  if (given.length > LONGEST_CHANGE_CHARACTERS)
    return { text: given, adds: false, replaces: false, narrows: false, excludes: false };
  const text = given
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(/[,\s]+(?:please|though)$/i, "");
  const isAddedFirst = ADDED_BEFORE.test(text);
  const isAddedLast = ADDED_AFTER.test(text);
  if (isAddedFirst || isAddedLast) {
    const rest = text.replace(ADDED_AFTER, "").replace(ADDED_BEFORE, "").replace(SHOWS, "");
    return { text: rest, adds: true, replaces: false, narrows: false, excludes: false };
  }
  const replaces = PUT_INSTEAD.test(text);
  return {
    text: text.replace(/[,\s]+instead$/i, ""),
    adds: false,
    replaces,
    narrows: NARROWS_WHAT_WAS_SHOWN.test(text),
    excludes: LEFT_OUT_FROM_NOW.test(text),
  };
}
