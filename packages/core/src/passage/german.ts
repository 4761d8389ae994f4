/** German words that say nothing about a passage, and those that ask for a figure, which the answer does not repeat. */
const COMMON_IN_GERMAN =
  /^(?:(?:[dms]?ein|unser|welch|jed|dies)(?:e[mnrs]?)?|d(?:er|ie|as|e[mns]|ass)|ab|a[mn]|auch|au[fs]|beim?|bedeutet|bekomm(?:e|en|t)|b[iu]s|bin|bitte|dann|darf|dürfen|er|es|für|g(?:ab|eht|ibt)|ha(?:ben?|t)|hoch|ich|ihre?|im|ins?|ist|ka?nn|können|kostet|kosten|lange?|man|mi[rt]|mich|muss|müssen|nach|nicht|noch|nur|oder|oft|pro|je|sich|sie|sind|so|soll|sollen|teuer|tun|über|um|und|uns|viele?|vo[mnr]|w(?:ann|aren?|arum|as|e[mnr]|enn|erden?|eit|ie|ir|ird|o)|zu[mr]?|kann)$/;

const plainLetters: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** "geöffnet" and "öffnen", "mitgebracht" and "mitbringen", but not "Gehalt". */
const PARTICIPLE = /^(ab|an|auf|aus|ein|mit|nach|vor|zu)?ge(?=.{3,}(?:[^l]t|en)$)/;

/** Endings, the longest first; what is left has at least four letters. */
const ENDING = /(?<=.{4})(?:ungen|ung|ern|est|ten|e[nmrst]|st|te|[enst])$/;

/** Reduces a German word to what its forms have in common: "meldet" and "melden", "Hunde" and "Hund", "erstattet" and "Erstattung". */
const germanStem = (word: string): string =>
  word
    .replace(/[äöüß]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(PARTICIPLE, "$1")
    .replace(/bracht$/, "bringen")
    .replace(/nommen$/, "nehmen")
    .replace(ENDING, "");

/** Stems of a German text's words that carry meaning, in their order. */
export const germanStems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON_IN_GERMAN.test(word)).map(germanStem);
