import type { Column } from "../types.ts";

/** Words that say it wherever they stand in a column's name. */
const SECRET =
  /^(password|passwd|passphrase|passcode|pwd|secrets?|credentials?|cvv|cvc|ssn|iban|otp|totp|apikey|passwordhash)$/;

/** Words that say it at the end of a name: "reset_token", but not "token_name". */
const SECRET_AT_THE_END = /^(token|hash|salt|digest)$/;

/** Two words that say it together. */
const SECRET_PAIR =
  /\b((api|private|secret|access|encryption|signing|session) key|session id|(recovery|security|backup) (code|answer)|social security|(credit|debit)? ?card (number|no|num)|(credit|debit) card|passport (number|no|num)|bank account|account number)s?\b/;

const SECRET_COMMENT = /\b(sensitive|confidential|secret|pii)\b/i;

/** The words of a name: "apiKey", "API_KEY" and "api-key" are the same two. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/**
 * True if a column's values are nobody's to name: passwords, tokens, hashes, numbers of cards, of accounts and of
 * identity, and what a comment calls sensitive. Such values are neither sampled nor looked up.
 */
export function isSensitive({ name, comment }: Pick<Column, "name" | "comment">): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => SECRET.test(word)) ||
    SECRET_AT_THE_END.test(words.at(-1) ?? "") ||
    SECRET_PAIR.test(words.join(" ")) ||
    (comment !== null && SECRET_COMMENT.test(comment))
  );
}
