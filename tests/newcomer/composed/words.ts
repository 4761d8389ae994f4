/** What a schema's names are in a question's words, and in SQL. */

/** `orderItems` and `order_items` as "order items". */
export const spoken = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();

const SAME_IN_BOTH = /^(?:staff|series|data|equipment|information|news)$/;

/** The last word of a name in another form. */
function lastWord(name: string, change: (word: string) => string): string {
  const words = name.split(" ");
  return [...words.slice(0, -1), change(words.at(-1) ?? "")].join(" ");
}

export const plural = (name: string): string =>
  lastWord(name, (word) => {
    if (word === "person") return "people";
    if (SAME_IN_BOTH.test(word)) return word;
    if (/(?:ss|x|ch|sh)$/.test(word)) return `${word}es`;
    if (word.endsWith("s")) return word;
    return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
  });

export const singular = (name: string): string =>
  lastWord(name, (word) => {
    if (word === "people") return "person";
    if (SAME_IN_BOTH.test(word) || /(?:ss|us|is|address)$/.test(word)) return word;
    if (word.endsWith("ies") && word !== "movies") return `${word.slice(0, -3)}y`;
    if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
    return word.endsWith("s") ? word.slice(0, -1) : word;
  });

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const literal = (value: string | number): string =>
  typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
