/** German words that say nothing about a passage, and those that ask for a figure, which the answer does not repeat. */
const common = new Set(
  `ab aber alle als am an auch auf aus bei beim bekomme bekommen bekommt bin bis bitte da dann darf darfst das dass dein deine
   dem den denn der des die dies diese dieser dieses doch du dürfen ein eine einem einen einer eines er es etwa etwas für gab
   geht gibt habe haben hast hat hatte hier hoch ich ihr ihre im in ins ist ja je jede jeden jeder jedes jemand kann kannst
   können kosten kostet lang lange man mein meine meinem meinen meiner mich mir mit muss musst müssen nach nicht noch nun nur
   ob oder oft pro sein seine sich sie sind so soll sollen sollte steht teuer über um und uns unser unsere unserem unseren
   unserer viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer werde werden
   weit wie wieso wir wird wo wohin zu zum zur`.split(/\s+/),
);

const plainLetters: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** Endings, the longest first; what is left has at least four letters. */
const ENDING = /(?<=.{4})(?:ungen|ung|ern|est|ten|en|er|em|es|et|st|te|e|n|s|t)$/;

/** "geöffnet" and "öffnen", "abgegeben" and "abgeben", but not "Gehalt". */
const PARTICIPLE = /^(ab|an|auf|aus|ein|her|hin|mit|nach|um|vor|weg|zu|zuruck)?ge(?=.{3,}(?:[^l]t|en)$)/;
const irregular: readonly (readonly [RegExp, string])[] = [
  [/bracht$/, "bringen"],
  [/nommen$/, "nehmen"],
  [/schrieben$/, "schreiben"],
  [/sprochen$/, "sprechen"],
];

/** Reduces a German word to what its forms have in common: "meldet" and "melden", "Hunde" and "Hund", "erstattet" and "Erstattung". */
function germanStem(word: string): string {
  const plain = word.replace(/[äöüß]/g, (letter) => plainLetters[letter] ?? letter).replace(PARTICIPLE, "$1");
  return irregular.reduce((regular, [form, other]) => regular.replace(form, other), plain).replace(ENDING, "");
}

/** Stems of a German text's words that carry meaning, in their order. */
export const germanStems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !common.has(word)).map(germanStem);
