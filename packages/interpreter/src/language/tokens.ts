import { stem } from "./inflection.ts";

export interface Token {
  /** As written. */
  text: string;
  lower: string;
  stem: string;
  kind: "word" | "number" | "quoted" | "punctuation";
  /** Value of a number token. */
  number: number | null;
  capitalised: boolean;
  /** First word of a sentence: its capital says nothing. */
  first: boolean;
  /** Written with a possessive 's. */
  possessive: boolean;
  /** Another word of about its meaning, which is read in its place. */
  readAs?: string;
}

const pattern =
  /"([^"]+)"|“([^”]+)”|``([^`']+)(?:''|``)|(?<![\p{L}\p{N}])'([^']+?)'(?![\p{L}\p{N}])|‘([^’]+)’(?![\p{L}])|(\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)|((?:(?<=\s)-(?=\d))?[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:st|nd|rd|th|k|m|bn)?%?(?![\p{L}\p{N}_/.-]*[\p{L}_]))|([\p{L}\p{N}_@][\p{L}\p{N}_@&#+*/.:-]*[\p{L}\p{N}_#+*%]|[\p{L}\p{N}])|([<>=!]=|<>|[?.!,;:()<>=%])/gu;

export const numberWords = new Map<string, number>([
  ["zero", 0],
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["fifteen", 15],
  ["twenty", 20],
  ["thirty", 30],
  ["fifty", 50],
  ["hundred", 100],
]);
const magnitudes = new Map<string, number>([
  ["k", 1e3],
  ["m", 1e6],
  ["bn", 1e9],
  ["thousand", 1e3],
  ["hundred", 1e2],
  ["million", 1e6],
  ["billion", 1e9],
]);

/** Splits a question into words, numbers, quoted texts and punctuation. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const straight = text
    .replace(/[`´’](?=s\b)/g, "'")
    .replace(/\b(St|Mt|Dr|Mr|Mrs|Ms|Jr|Ft)\.(?=\s)/g, "$1")
    // "E. M. Thorne": the dots of initials end no sentence.
    .replace(
      /(?<![\p{L}\p{N}.])((?:\p{Lu}\.)*\p{Lu})\.(?=(?:\s*\p{Lu}\.)*\s+(?!(?:What|Which|Who|Whose|When|Where|How|Show|List|Give|Find|Tell|And|Also|Then|Is|Are|Do|Does|Please|In|For)\b)\p{Lu}\p{L})/gu,
      "$1 ",
    )
    // "Ph.D. degree": the dot ends no sentence.
    .replace(/(?<![\p{L}.])(\p{L}{1,3}(?:\.\p{L}{1,3})+)\.(?=\s+\p{Ll})/gu, "$1")
    // "20 percent" is a number; of something, it is the share that is asked for
    .replace(/(\d) ?(?:%|percent\b|per cent\b|pct\b)(?=[\s?.!,;)]|$)(?!\s+of\b)/gi, "$1%")
    .replace(/(\p{L})'s\b/gu, "$1 's ")
    .replace(/s' /g, "s 's ")
    .replace(/\b(dates? of birth|birth ?da(te|y)s?)\b/gi, "birth date");
  let first = true;
  for (const match of straight.matchAll(pattern)) {
    const quoted = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5];
    if (quoted !== undefined) {
      tokens.push(token(quoted.trim().replace(/[.,]$/, ""), "quoted", first));
    } else if (match[6] !== undefined) {
      tokens.push(token(match[6], "word", first));
    } else if (match[7] !== undefined) {
      tokens.push(numberToken(match[7], first));
    } else if (match[8] !== undefined) {
      const previous = tokens.at(-1);
      if (match[8] === "s" && straight[match.index - 1] === "'" && previous !== undefined) {
        previous.possessive = true;
        continue;
      }
      tokens.push(token(match[8].replace(/[.:/-]+$/, ""), "word", first));
    } else if (match[9] !== undefined) {
      tokens.push(token(match[9], "punctuation", first));
    }
    first = /^[?.!]/.test(match[9] ?? "");
  }
  return joinNumbers(tokens);
}

function token(text: string, kind: Token["kind"], first: boolean): Token {
  const lower = text.toLowerCase();
  const number = kind === "word" ? (numberWords.get(lower) ?? null) : null;
  // "SKUs" are more than one SKU, whatever the ending.
  const one = /^\p{Lu}{2,5}s$/u.test(text) ? lower.slice(0, -1) : lower;
  return { text, lower, stem: stem(one), kind, number, capitalised: /^\p{Lu}/u.test(text), first, possessive: false };
}

function numberToken(text: string, first: boolean): Token {
  const suffix = /(?:k|m|bn)(?=%?$)/.exec(text)?.[0];
  const plain = Number(text.replace(/[^\d.]/g, "")) * (text.startsWith("-") ? -1 : 1);
  const number = plain * (suffix === undefined ? 1 : (magnitudes.get(suffix) ?? 1));
  return {
    text,
    lower: text.toLowerCase(),
    stem: text.toLowerCase(),
    kind: "number",
    number,
    capitalised: false,
    first,
    possessive: false,
  };
}

/** "2 million" is one number. */
function joinNumbers(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const next of tokens) {
    const previous = joined.at(-1);
    const magnitude = magnitudes.get(next.lower);
    if (previous !== undefined && previous.number !== null && magnitude !== undefined && next.lower.length > 2) {
      previous.number *= magnitude;
      previous.text += ` ${next.text}`;
      previous.kind = "number";
    } else joined.push(next);
  }
  return joined;
}
