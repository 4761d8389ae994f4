import { months } from "../language/periods.ts";

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
  /** "back to revenue": in the place of what was shown, of an answer further back. */
  goesBack: boolean;
  /** "how many was that last year" after some rows: their number. */
  counts: boolean;
}

const NOTHING_SAID_OF_IT = {
  adds: false,
  replaces: false,
  narrows: false,
  excludes: false,
  goesBack: false,
  counts: false,
} as const;

const ADDED_BEFORE =
  /^(?:and )?(?:(?:can you |please |now )?(?:also )?(?:add|include)|also(?: show| list| give)?(?: me)?|plus|with (?=(?:the|their) (?:number|count) of\b)|with (?=(?:the|their) (?:[\w'’]+ ){0,2}(?:names?|emails?|dates?|address(?:es)?|prices?|titles?|codes?)$)|along with|together with|and (?:the )?(?=(?:number|count|average|sum|median) of\b|average\b))\s*(?=\S)/i;
const ADDED_AFTER = /[,\s]+(?:too|as well|alongside|besides?)$/i;
const SHOWS = /^(?:and )?(?:(?:can you |please )?show|give|list|with)(?: me)?\s+/i;
const PUT_INSTEAD = /[,\s]+instead$|^(?:and )?(?:what|how) about\s+|^instead[,\s]+/i;
const NARROWS_WHAT_WAS_SHOWN = /^(?:and |but |ok(?:ay)?,? |now,? |show (?:me )?)*(?:only|just)\b/i;

const LEFT_OUT_FROM_NOW = /^(?:and |but |now,? )*(?:excluding|exclude|without|except|leaving out|leave out|minus)\b/i;

/** A longer text asks something of its own. */
export const LONGEST_CHANGE_CHARACTERS = 200;

/** "no, I meant the average", "sorry, by month": in the place of what was shown. */
const CORRECTS =
  /^(?:(?:no|nope|sorry|oops|wait|actually|hm+)\b[,. ]*)*(?:(?:i (?:actually |really )?(?:meant|mean|wanted|want|was (?:asking|looking) for)|(?:rather|make (?:that|it)|let's (?:see|do|take)|(?:can|could) (?:you|we) (?:do|see)))\b[,: ]*)(?:to (?:see|know|ask for) )?(?=\S)|^(?:no|nope|sorry|oops)\b[,. ]+(?!(?:of|one|more)\b)(?=\S)/i;
const GOES_BACK =
  /^(?:ok(?:ay)?,? |and |now,? |let's |let us |please )*(?:go(?:ing)? back|back|return|switch(?: back)?) to (?:the )?(?=\S)/i;
const LEAVES_OUT =
  /^(?:and |but |now,? |please )*(?:remove|drop|leave out|leaving out|take out|skip|ignore|hide|not counting|not including|minus|except(?: for)?) (?=\S)/i;
/** "break it down by service", "can you split that by month": no more than by what. */
const BROKEN_DOWN =
  /^(?:(?:and|now|ok(?:ay)?|can you|could you|please|let's),? )*(?:break|split|slice|segment|drill|cut|divide|group|show|give|see|list|view|do|how many|how much)(?: me)?(?: (?:it|that|this|them|these|those))?(?: (?:down|up|out|apart))?(?: now| instead)? (?:(?=(?:by|per|for each) \w)|(?:in|at|from|of) each (?=\w))/i;
/** "how much was it in September": the figure before, at another time or place. */
const AS_MUCH_ELSEWHERE =
  /^(?:and )?(?:how (?:much|many|high|low|big|large)|what) (?:is|are|was|were|did|does) (?:it|that|this|they|those)(?: look| like)? (?=(?:in|on|for|during|since|by|this|last|at|today|yesterday)\b)/i;
/** "how many orders did each place" */
const EACH =
  /^(?:and )?how many (\w+) (?:did|do|does|have|has|had) each(?: (?:one )?of (?:them|these|those)| one)?(?: \w+)?$/i;
/** "which vehicle caused the most": of what was told before. */
const HAD_THE_MOST =
  /^((?:and )?(?:which|what|who)(?: \w+){0,3}) (?:did|does|do|caused|causes|produced|produces|generated|generates|contributed|contributes|accounted for|accounts for|racked up|brought in|brings in) the (most|least|fewest)$/i;
/** "still open", "which are still open" */
const STILL = /^(?:and )?(?:(?:which(?: ones)?|those|the ones)(?: (?:of them|that))?(?: are)? )?still (\w+)$/i;
/** "how many days is that in total" */
const IN_TOTAL =
  /^((?:and )?how (?:many|much) \w+(?: \w+)? (?:is|was|are|were) (?:that|this|those|these)) (?:in total|altogether|all together|overall)$/i;
/** "what did they spend": how much. */
const WHAT_THEY_GAVE =
  /^((?:and )?)what (did|do|have) they (give|given|spend|spent|pay|paid|donate|donated|contribute|contributed|earn|earned|owe)\b/i;
/** "released when" */
const WHEN_DONE = /^(\w+ed) when$/i;
/** "how does november compare", "how did Spain do in comparison" */
const HOW_IT_COMPARES =
  /^(?:and )?how (?:does|did|do) (?:the )?(?!(?:that|this|it|they|those|these|we)\b)([\w ]{2,40}?) (?:compare|do in comparison)(?: (?:to|with) (?:that|it|this))?$/i;
/** "vs september" */
const AGAINST_A_MONTH = new RegExp(
  `^((?:and )?(?:vs\\.?|versus|against|compared? (?:to|with|it to|it with|that to|that with))) (${months.join("|")})$`,
  "i",
);
/** "how many people in each" */
const COUNTED_IN_EACH =
  /^(?:and )?how many (\w+)(?: are(?: there)?| is| work| do we have)? (?:in|at|for|with|of) each(?: one| of (?:them|these|those)| group)?$/i;
/** "cost of each", "the average price for each of them" */
const FIGURE_OF_EACH =
  /^(?:and )?(?:(?:what is|what's|what was|what are|show(?: me)?|give me) )?(?:the )?((?!how\b|number\b)(?:\w+ ){0,3}\w+) (?:of|for|per|from|in) each(?: one| of (?:them|these|those))?$/i;
/** "electric ones", "and the open ones" */
const SOME_ONES =
  /^(?:and |but |what about |how about )*(?:the )?((?!(?:only|just|which|what|other|same|show|list|more|next|last|first|all|any|no|not|without|excluding)\b)[\w-]+(?: [\w-]+)?) ones$/i;
/** "more than 10 only" */
const NARROWED_LAST = /^(?!.*\bnot only\b)(?:and |but )?(.+\S) only$/i;
/** "only those over 5 years": so old, or of so many years. */
const OLDER = /\b(over|above|more than|under|below|less than) (\d{1,3}) years?(?: old| of age)?$/i;

/** "by number of orders", of what was ranked or told by another figure: that one in its place. */
const BY_FIGURE =
  /^(?:and |ranked |sorted |rank (?:them |it )?)*by (?:the |their |its )?(?=(?:number|count|total|sum|average|median) (?:of )?\w)/i;

/** Takes from a question what only says how it goes on, after figures or after rows. */
export function wordingOf(given: string, isOfFigures = true): Wording {
  if (given.length > LONGEST_CHANGE_CHARACTERS) return { ...NOTHING_SAID_OF_IT, text: given };
  const said = given
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(/[,\s]+(?:please|though)$/i, "");
  const corrected = said.replace(CORRECTS, "").replace(GOES_BACK, "");
  const isCorrected = corrected !== said;
  const [, each] = (isOfFigures ? EACH.exec(corrected) : null) ?? [];
  if (each !== undefined) return { ...NOTHING_SAID_OF_IT, text: `number of ${each}`, adds: true };
  const [, counted] = COUNTED_IN_EACH.exec(corrected) ?? [];
  if (counted !== undefined) return { ...NOTHING_SAID_OF_IT, text: `number of ${counted}`, adds: true };
  const [, figure] = FIGURE_OF_EACH.exec(corrected) ?? [];
  if (figure !== undefined) return { ...NOTHING_SAID_OF_IT, text: figure, adds: true };
  const text = corrected
    .replace(IN_TOTAL, "$1")
    .replace(WHAT_THEY_GAVE, "$1how much $2 they $3")
    .replace(STILL, "which are still $1")
    .replace(WHEN_DONE, "when was it $1")
    .replace(HAD_THE_MOST, "$1 had the $2")
    .replace(HOW_IT_COMPARES, "vs $1")
    .replace(AGAINST_A_MONTH, (_, against: string, month: string) => `${against} in ${month}`)
    .replace(SOME_ONES, "only the $1 ones")
    .replace(NARROWED_LAST, "only $1")
    .replace(LEAVES_OUT, "excluding ")
    .replace(BROKEN_DOWN, (lead) => (/each $/i.test(lead) ? "per " : ""))
    .replace(AS_MUCH_ELSEWHERE, "and ")
    .replace(OLDER, (_, than: string, years: string) =>
      NARROWS_WHAT_WAS_SHOWN.test(corrected) || /^which of\b/i.test(corrected)
        ? `${/over|above|more/i.test(than) ? "older" : "younger"} than ${years} years`
        : `${than} ${years} years`,
    );
  const isAddedFirst = !isCorrected && ADDED_BEFORE.test(text);
  const isAddedLast = ADDED_AFTER.test(text);
  if (isAddedFirst || isAddedLast) {
    const rest = text.replace(ADDED_AFTER, "").replace(ADDED_BEFORE, "").replace(SHOWS, "");
    return { ...NOTHING_SAID_OF_IT, text: rest, adds: true };
  }
  const isByFigure = isOfFigures && BY_FIGURE.test(text);
  const replaces = isCorrected || isByFigure || PUT_INSTEAD.test(text);
  return {
    text: (isByFigure ? text.replace(BY_FIGURE, "") : text).replace(/[,\s]+instead$/i, ""),
    adds: false,
    counts: !isOfFigures && /^(?:and )?how many\b/i.test(corrected) && AS_MUCH_ELSEWHERE.test(corrected),
    goesBack: GOES_BACK.test(said),
    replaces,
    narrows: NARROWS_WHAT_WAS_SHOWN.test(text),
    excludes: LEFT_OUT_FROM_NOW.test(text),
  };
}
