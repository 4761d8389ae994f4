import { doubleMetaphone } from "double-metaphone";

/** Letters and digits in lower case without their marks: "Müller-Lüdenscheidt" → "mullerludenscheidt". */
export const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** How words may sound, said one by one or in one breath (Double Metaphone). Empty for letters it does not know. */
export function soundsOf(words: readonly string[]): string[] {
  const apart = words.map((word) => doubleMetaphone(word));
  const together = doubleMetaphone(words.join(""));
  const sounds = [...together, apart.map(([first]) => first).join(""), apart.map(([, second]) => second).join("")];
  return [...new Set(sounds)].filter((sound) => sound !== "");
}
