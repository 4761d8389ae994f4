import { type AskerLanguage } from "@parley/core/answer/asker-language";

/** Numbers that a notice names. */
const NUMBERS_OF_NOTICE = 5;
const NOTICED_NUMBER_CHARACTERS = 40;

const WORDS = {
  en: {
    correction: "**Correction:** ",
    and: " and ",
    more: (count: number) => `${count} more`,
    notice: (numbers: string, isOne: boolean) =>
      `**Not verified:** ${numbers} ${isOne ? "does" : "do"} not stand in the data that was read for this answer, and ${isOne ? "does" : "do"} not follow from it.`,
    picture: (numbers: string, isOne: boolean) =>
      `**Not verified:** ${numbers} ${isOne ? "was" : "were"} read from a picture, which cannot be checked.`,
  },
  de: {
    correction: "**Berichtigung:** ",
    and: " und ",
    more: (count: number) => `${count} weitere`,
    notice: (numbers: string, isOne: boolean) =>
      `**Nicht belegt:** ${numbers} ${isOne ? "steht" : "stehen"} nicht in den Daten, die für diese Antwort gelesen wurden, und ${isOne ? "folgt" : "folgen"} nicht aus ihnen.`,
    picture: (numbers: string, isOne: boolean) =>
      `**Nicht belegt:** ${numbers} ${isOne ? "wurde" : "wurden"} aus einem Bild gelesen, was nicht geprüft werden kann.`,
  },
} as const;

/** What stands before a correction. */
export const correctionLabel = (language: AskerLanguage): string => WORDS[language].correction;

/** The sentence below an answer some of whose numbers have no source; `texts`: as the answer has them. */
export function unverifiedNotice(texts: readonly string[], language: AskerLanguage, hasPictures: boolean): string {
  const words = WORDS[language];
  const numbers = [...new Set(texts)];
  const named = numbers.slice(0, NUMBERS_OF_NOTICE).map((text) => text.slice(0, NOTICED_NUMBER_CHARACTERS));
  const left = numbers.length - named.length;
  const all = left > 0 ? [...named, words.more(left)] : named;
  const list = all.length > 1 ? `${all.slice(0, -1).join(", ")}${words.and}${all.at(-1)}` : (all[0] ?? "");
  return words[hasPictures ? "picture" : "notice"](list, all.length === 1);
}
