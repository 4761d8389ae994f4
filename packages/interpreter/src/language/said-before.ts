/** How a sentence begins that only says why something is asked. */
const beginning = new RegExp(
  `^(?:${[
    "(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day))\\b[^,]{0,30}$",
    "(?:i |we )?hope\\b",
    "sorry\\b",
    "(?:many )?(?:thanks|thank you)\\b",
    "(?:just )?(?:an? )?(?:quick|small|short|simple|another|last) (?:one|question|thing)\\b",
    "(?:some |for |a bit of )?(?:background|context)\\b",
    "(?:i|we)(?:['’]m|['’]re| am| are) (?:currently |just |still )?(?:preparing|working|writing|making|building|doing|putting together|having|getting|about to|going to|trying to|new|sorry|thinking)\\b",
    "(?:i|we) (?:have|had|['’]ve got|got) (?:an? |another |our )?(?:\\\\p{L}+ )?(?:meeting|call|presentation|review|deadline|audit|workshop)\\b",
    "(?:i|we) (?:have|want|need)(?: to)? (?:write|prepare|finish|make|give|present|plan|order|decide|send)\\b",
    "(?:i|we) (?:have )?just (?:took|taken|started|joined|got|had|moved)\\b",
    "(?:my|our|the) (?:new )?(?:boss|ceo|cfo|coo|cto|manager|board|team|director|auditors?|accountants?|investors?|colleagues?|management|sales team|finance team)\\b",
    "(?:one|some|several|a few) of (?:our|the|my) \\\\p{L}+ (?:complain|ask|call|wr[io]t|want|mention|report|told)",
    "(?:somebody|someone|a colleague|a client|a customer|people) (?:complain|ask|call|wr[io]t|want|mention|report|told)",
  ].join("|")})`.replaceAll("\\\\p", "\\p"),
  "iu",
);

/** What is asked begins with one of these. */
const asking =
  /^(?:(?:so|and|please|now|ok|okay)[, ]+)?(?:how|what|which|who|whose|when|where|show|list|give|tell|find|can|could|would|will|is|are|do|does|did|has|have|please|count|compare|rank|chart|plot|break)\b/iu;

/** What in a sentence may say of which rows, of which time, or what a word means. */
const restricting =
  /\b(?:only|exclud\w*|without|except|ignor\w*|includ\w*|leave out|left out|care about|interested|focus\w*|looking (?:at|into|for)|mean\w*|defin\w*|count\w*|assum\w*|consider\w*|last|past|previous|this|since|year|month|quarter|week|january|february|march|april|may|june|july|august|september|october|november|december|new|big|large|small|old|top|best|worst)\b|[\d"“%$€£<>=]/i;

/** A question that speaks of what was said before it. */
const referring = /\b(?:they|them|those|these|their|its?|that|such|ones|this)\b(?! (?:year|month|quarter|week)\b)/i;

/**
 * The question without sentences before it that only say why it is asked: "I'm preparing a board deck. …". Whatever may narrow it, or
 * is a name in the data, stays.
 */
export function withoutContext(text: string, isValue: (word: string) => boolean): string {
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})|(?<=!)\s+|(?<=^[^.!?]{0,20}:)\s+(?=\p{L})/u);
  const at = sentences.findIndex((sentence) => asking.test(sentence));
  if (at < 1 || sentences.length > MOST_SENTENCES) return text;
  const [context, asked] = [sentences.slice(0, at), sentences.slice(at).join(" ")];
  const isAside = (sentence: string, place: number) =>
    (beginning.test(sentence) || /^(?:background|context)/i.test(context[place - 1] ?? "")) &&
    !restricting.test(sentence) &&
    !(sentence.match(/\p{L}+/gu) ?? []).some((word) => isValue(word.toLowerCase()));
  return !referring.test(asked) && context.every(isAside) ? asked : text;
}

/** More of them are a text, and no question. */
const MOST_SENTENCES = 8;
