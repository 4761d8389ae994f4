import { remembering, splitIdentifier } from "./inflection.ts";

/** A name of the schema as words: "order_items" → "order items". */
export const spoken = remembering((name): string => splitIdentifier(name).join(" "));

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** "parts used": the noun stands before what is done with it. */
const WITH_DEED = /^(\S+) (used|sold|ordered|made|paid|taken|given|returned|delivered|received|sent|issued)$/;

/** Nouns that are the same for one and for many, or that only look like a plural: "series", "news", "diagnosis", "premises". */
const SAME_FOR_ONE =
  /\b(?:series|species|news|chassis|premises|headquarters|barracks|crossroads|means|lens|gas|canvas|atlas|axis|\w+(?:[aeiou]|th|y|p)sis)$/;

/** "order items" → "order item", "categories" → "category". */
export const singular = (words: string): string =>
  SAME_FOR_ONE.test(words)
    ? words
    : words.endsWith("s") || words.endsWith("people") || (words.includes(" ") && WITH_DEED.test(words))
      ? singularOf(words)
      : words;

const singularOf = remembering((words): string => {
  const [, rows, done] = WITH_DEED.exec(words) ?? [];
  if (rows !== undefined && done !== undefined) return `${singular(rows)} ${done}`;
  return words
    .replace(/([a-z]{4})people$/, "$1person")
    .replace(/ies$/, "y")
    .replace(/\b(stat|bon|camp|vir)uses$/, "$1us")
    .replace(/(ss|x|ch|sh|z)es$/, "$1")
    .replace(/([^su])s$/, "$1");
});

/** "account" → "accounts": tables are often named after one of their rows. */
export const plural = remembering((words): string => {
  // "hour of day": the noun stands before.
  const [, noun, rest] = /^(\S+)( of .*[^s])$/.exec(words) ?? [];
  if (noun !== undefined && rest !== undefined) return plural(noun) + rest;
  // "date joined"
  if (/^date (?!ranges?\b|formats?\b)\w+(?: \w+)?$/.test(words)) return words.replace("date", "dates");
  // "paid by"
  if (/^\w+ by$/.test(words)) return words;
  if (/(ss|us)$/.test(words)) return `${words}es`;
  const [, rows, done] = WITH_DEED.exec(words) ?? [];
  if (rows !== undefined && done !== undefined) return `${plural(rows)} ${done}`;
  if (/s$|[a-z]people$|\b(staff|people|children|men|women|media|data)$/.test(words)) return words;
  if (/[a-z]{4}person$/.test(words)) return words.replace(/person$/, "people");
  return words
    .replace(/([^aeiou])y$/, "$1ie")
    .replace(/(x|ch|sh|z)$/, "$1e")
    .concat("s");
});

/** "a", "a and b", "a, b and c". */
export function joined(words: readonly string[], word = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${word} ${words.at(-1)}`;
}
