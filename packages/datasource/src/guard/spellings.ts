import { placed, rejected } from "../failure.ts";
import type { Token } from "../tokens/lexer.ts";
import { isSymbol } from "../tokens/tokens.ts";

/** Longest name, in bytes: PostgreSQL's parser cuts longer ones, and other engines do not. */
const MAX_NAME_BYTES = 63;

/** How an engine reads what it is sent. */
interface Reading {
  engine: string;
  /** Whether a backslash in a text escapes what follows it. */
  isBackslashEscape: boolean;
  /** What begins a parameter there. */
  parameter: ":" | "?";
}

/**
 * Refuses spellings that PostgreSQL's parser may read in another way than the engine whose statement it checks: the check would be
 * of a different statement than the one that runs. Throws `SQL_REJECTED`.
 */
export function checkSpellings(tokens: readonly Token[], reading: Reading): void {
  tokens.forEach((token, index) =>
    placed(token.start, () => checkToken(token, { before: tokens[index - 1], after: tokens[index + 1] }, reading)),
  );
}

interface Neighbours {
  before: Token | undefined;
  after: Token | undefined;
}

function checkToken(token: Token, beside: Neighbours, { engine, isBackslashEscape, parameter }: Reading): void {
  const { kind, text, prefix = "", quote = "'" } = token;
  switch (kind) {
    case "comment":
      if (text.includes("/*", 2)) throw rejected("Comments within comments are not allowed.");
      return;
    case "space":
      // Where a comment ends.
      if (/\r(?!\n)/.test(text)) throw rejected("Lines end with a line feed.");
      return;
    case "string":
      if (prefix !== "" || quote !== "'")
        throw rejected(`Texts for ${engine} stand in plain single quotes, without a prefix.`);
      if (isBackslashEscape && text.includes("\\"))
        throw rejected(`A backslash is not allowed in a text for ${engine}: write CHR(92), or [.] in a pattern.`);
      return;
    case "quoted":
    case "word":
      if (Buffer.byteLength(text) > MAX_NAME_BYTES || /^u&/i.test(text))
        throw rejected(`Names have at most ${MAX_NAME_BYTES} bytes, and no prefix.`);
      return;
    case "symbol":
      checkSymbol(token, beside, parameter);
      return;
    default:
  }
}

function checkSymbol(token: Token, { before, after }: Neighbours, parameter: string): void {
  // A cast has two colons, which stand together.
  if (parameter === ":" && isSymbol(token, ":") && !isSymbol(before, ":") && !isSymbol(after, ":"))
    throw rejected("A single colon is not allowed outside of a text.");
  if (parameter === "?" && isSymbol(token, "?")) throw rejected("A question mark is not allowed outside of a text.");
}
