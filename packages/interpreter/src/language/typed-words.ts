import { possibleOf } from "./possible-patterns.ts";

/** How something is typed in haste, and what it stands for. */
interface TypedRow {
  pattern: RegExp;
  plain: string;
}

const ask = "how|what|which|who|whose|when|where|show|list|give|tell|can|could|is|are|do|does|did|number|total|average";
const end = "(?=[\\s?.!,]*$)";
const row = (pattern: string, plain: string, flags = "giu"): TypedRow => ({
  pattern: new RegExp(pattern, flags),
  plain,
});

/** What is typed in a chat or written down from speech. */
const typedRows: readonly TypedRow[] = [
  // Pictures and signs of mood say nothing of what is asked.
  row("[\\p{Emoji_Presentation}\\u{1F3FB}-\\u{1F3FF}\\uFE0F\\u200D]+", " ", "gu"),
  row(" [:;]-?[)(DPp](?=\\s|$)", " ", "gu"),
  // What a voice fills its pauses with, and laughter.
  row(
    "(?<![\\p{L}\\p{N}'’-])(?:u+h+m*|u+m+|erm+|hmm+|haha(?:ha)*|hehe|omg|tbh|imho|btw(?! (?:the )?[$€£]?\\d)|fyi|afaik|lmk)(?![\\p{L}\\p{N}'’-]),?",
    "",
    "gu",
  ),
  row(
    "(?:^|(?<=\\b(?:the|a|of|in|for|by|so|and|what['’]?s) ))(?:er|ah)(?:,|(?= (?:the|our|how|what|average|total|number|most|top|revenue|sales|last|this|best|highest)\\b))",
    "",
    "gu",
  ),
  row(",? \\b(?:lo+l|rofl)" + end, ""),
  row(
    "(?<![\\p{L}\\p{N}'’-])(?:i mean|you know|kind of like|sort of like)(?:,|(?= (?:by|in|for|from|per|the|how|what|which|only)\\b))",
    "",
  ),
  row("\\b(was|is|were|are|what|by|in|of) like (?=(?:our|the|my|a|an|how|what|last|this|every)\\b)", "$1 "),
  // "the the", but no "had had"; what comes in in May is no slip.
  row("\\b(of|the|by|for|per|a|is|are|was|me|our|how|many|what|show)(?: \\1\\b)+", "$1"),
  row("(?<=\\b(?:there|is|are|us|them) )in in\\b", "in"),
  // Letters that stand for words.
  row("^(?:yo|hiya|heya|heyy+)\\b[,!]* (?=\\p{L})", ""),
  row(`\\bu (?=(?:pls|plz|please|just|tell|show|give|list|find|help|get|have|know)\\b)`, "you "),
  row(
    "(?<=^|\\b(?:and|how many|how much|what|which|who|where) )r (?=(?:there|we|they|any|our|the|that|those|these)\\b)",
    "are ",
  ),
  row("(?<=\\p{Ll}{3}s )r (?=(?:in|on|at|not|still|open|late|overdue|active|there)\\b|\\p{Ll}{3,}ed\\b)", "are "),
  row("^(?:and )?n (?=(?:by|per|in|for|the|how|what|which|only)\\b)", "and "),
  row("\\bur\\b", "your"),
  row("(?<!\\b(?:many|much|of|by|per|an?|the|each|every)) rn" + end, " now"),
  row("\\b(?:gimme|gimmi|giv me)\\b", "give me"),
  row("\\blemme\\b", "let me"),
  row("\\b(i|we) (?:wanna|gotta) (?=\\p{L})", "$1 want to "),
  row("\\bppl\\b", "people"),
  row("\\bdiff(?= (?:between|in|of)\\b)", "difference"),
  row("\\btix\\b", "tickets"),
  row(
    "\\b(?:thx|thnx|thanx|tnx|tks|ty|thanks|thank you)(?: (?:a lot|so much|very much|a million|in advance|again))?" +
      end,
    "",
  ),
  row("[,.]? (?:asap|please and thank you|much appreciated|cheers)" + end, ""),
  row("^(?:pls|plz|plse|please)[, ]+", ""),
  row(",? (?:pls|plz|plse)" + end, ""),
  // Slips in the short words of questions, which are no slip away from too many others.
  row("\\b(?:teh|hte|thw)\\b", "the"),
  row("\\b(?:adn|nad)\\b", "and"),
  row("\\b(?:hom|hwo|hw)(?= (?:m|l|o|d)\\p{L}+)", "how"),
  row("\\b(?:waht|wat|whta)\\b", "what"),
  row("\\b(?:wich|whcih|whihc)\\b", "which"),
  row("\\bsi(?= (?:the|our|it|there)\\b)", "is"),
  row("\\b(?:mnay|amny|manay|mny|manny|meny)(?= \\p{L}+)", "many"),
  row("\\bmuhc\\b", "much"),
  row("\\badress(es)?\\b", "address$1"),
  row("\\bthier\\b", "their"),
  row("\\b(?:canceld|cancled|cancelld|canceleld)\\b", "cancelled"),
  row("\\bfrm\\b", "from"),
  row(
    "\\bform (?=(?:(?:the )?(?:last|past|previous)|this|yesterday|today|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\\d\\d)\\b)",
    "from ",
  ),
  row("\\b(?:whit|wiht|wth)\\b", "with"),
  row("\\bhav\\b", "have"),
  row("\\blas (?=(?:\\d+ )?(?:day|week|month|quarter|year)s?\\b)", "last "),
  row("\\bfrist\\b", "first"),
  row("\\btree (?=(?:days|weeks|months|quarters|years)\\b)", "three "),
  row("\\b(?:b/w|bw|btw|btwn)(?= (?:the )?[$€£]?\\d)", "between"),
  row("\\bw/(?= )", "with"),
  row("\\bexcl\\b\\.?(?= )", "excluding"),
  row("\\bincl\\b\\.?(?= )", "including"),
  row("\\bno of (?=\\p{Ll}{3,})", "number of "),
  // What is said before the question.
  row(
    `^(?:i )?(?:dunno|don['’]?t know|do not know|not sure|no idea) (?:if|whether) (?:you can|you could|this|that|it)(?: (?:do|answer|tell|know|is|works?|possible|this|that|it|me)){0,3},?(?: but)?,? (?=(?:${ask})\\b)`,
    "",
  ),
  row(`^(?:any idea|any clue|do you (?:have )?any idea),? (?=(?:${ask})\\b)`, ""),
  row(
    `^(?:(?:ok(?:ay)?|so|well|right|alright|hey|hi|hello|yeah|yes|oh|and)[, ]+)+(?=(?:how|what|which|who|when|where|show|list|give|can|could)\\b)`,
    "",
  ),
  row(
    `^(?:hey|hi|hello|hiya|good (?:morning|afternoon|evening|day))(?: (?:there|all|team|everyone|folks|guys))?[,.!]* (?=(?:${ask})\\b)`,
    "",
  ),
  // Short forms of what is counted and of time.
  row("(?<![\\p{L}\\p{N}])(?:#|no\\.|nr\\b\\.?|num\\b\\.?|nbr\\b\\.?) of (?=\\p{Ll}{3,})", "number of "),
  row(
    "^(?:show |give me |list |what is the |the )?(?:#|no\\.|nr\\b\\.?|num\\b\\.?|nbr\\b\\.?) ?(?=\\p{Ll}{3,})",
    "number of ",
  ),
  row(
    "\\b(last|this|next|past|per|by|each|every|previous|(?:last|past|next) \\d{1,3}|the) (?:mth|mnth|mo)(s?)\\b",
    "$1 month$2",
  ),
  row("\\b(last|this|next|past|per|by|each|every|previous|(?:last|past|next) \\d{1,3}) (?:wk)(s?)\\b", "$1 week$2"),
  row("\\b(last|this|next|past|per|by|each|every|previous|(?:last|past|next) \\d{1,3}) (?:yr)(s?)\\b", "$1 year$2"),
  row(
    "\\b(last|this|next|past|per|by|each|every|previous|(?:last|past|next) \\d{1,3}) (?:qtr|qrtr)(s?)\\b",
    "$1 quarter$2",
  ),
  row("\\brev\\b(?= (?:by|per|in|for|from|of|last|this|\\d)|\\s*$)", "revenue"),
  row("^(total |show |show me |avg |average )?rev (?=\\p{L})", "$1revenue "),
  row("\\bcust(s?)\\b", "customer$1"),
  row("\\bprod(s?)\\b(?= (?:by|with|sold|in|per)\\b)", "product$1"),
  row("(?<=\\b(?:by|per|each|every) (?:\\p{L}+ )?)cat\\b", "category"),
  row("\\bappt(s?)\\b", "appointment$1"),
  // Words run together.
  row("\\bhow(many|much)\\b", "how $1"),
  row("\\b(last|past|next|this|per|by|each)(\\d{0,3})(day|week|month|quarter|year)(s?)\\b", "$1 $2 $3$4"),
  // "chart orders per month"
  row(
    "^(?:please )?(?:chart|plot|graph|visuali[sz]e|draw) (?:me )?(?:the |our |all )*(?=\\p{L})(?!by\\b|of\\b|count\\b|number\\b|s?lines?\\b|bars?\\b|pie\\b|it\\b|that\\b|this\\b|them\\b)",
    "show ",
  ),
];

const possibleIn = possibleOf(typedRows.map(({ pattern }) => pattern));

/** The text as it would be written with time. What the data has a name for stays as it stands. */
export function withTyped(text: string, isName: (word: string) => boolean): string {
  let [read, possible] = [text, possibleIn(text)];
  for (let at = possible.indexOf(true); at >= 0; at = possible.indexOf(true, at + 1)) {
    const typed = typedRows[at];
    const put = typed === undefined ? read : unlessNamed(read, typed, isName);
    if (put === read) continue;
    [read, possible] = [put, possibleIn(put)];
  }
  const plain = read
    .replace(/\s+/g, " ")
    .replace(/ (?=[?!.,](?:\s|$))/g, "")
    .replace(/^[\s,]+|[\s,]+$/g, "");
  return /[\p{L}\p{N}]/u.test(plain) ? plain : text;
}

/** A text with one row's words replaced, but for names of the data. */
const unlessNamed = (text: string, { pattern, plain }: TypedRow, isName: (word: string) => boolean): string =>
  text.replace(pattern, (all: string, ...found: (string | number | undefined)[]) => {
    const put = plain.replace(/\$(\d)/g, (_one, at: string) => String(found[Number(at) - 1] ?? ""));
    const kept = new Set(put.toLowerCase().split(" "));
    const isNamed = (all.match(/\p{L}+/gu) ?? []).some(
      (word) => !kept.has(word.toLowerCase()) && isName(word.toLowerCase()),
    );
    return isNamed ? all : put;
  });
