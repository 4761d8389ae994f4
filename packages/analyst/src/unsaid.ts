import type { AskerLanguage } from "@parley/core/answer/asker-language";

interface Unsaid {
  /** The model said nothing after its last result. */
  noWords: string;
  /** The same where there is no result. */
  noAnswer: string;
  /** The answer ended at the model's limit of output: half a sentence must not look like an answer. */
  endsAtLimit: string;
}

const WORDS: Readonly<Record<AskerLanguage, Unsaid>> = {
  en: {
    noWords: "The table shows the last result; the model did not put an answer into words.",
    noAnswer: "The model gave no answer. Please ask again, perhaps in other words.",
    endsAtLimit: "The answer ends here because the model had reached the longest answer it may give.",
  },
  de: {
    noWords: "Die Tabelle zeigt das letzte Ergebnis; das Modell hat keine Antwort formuliert.",
    noAnswer: "Das Modell hat keine Antwort gegeben. Bitte fragen Sie noch einmal, vielleicht mit anderen Worten.",
    endsAtLimit: "Die Antwort endet hier, weil das Modell die längste Antwort erreicht hat, die es geben darf.",
  },
};

/** What the service says where a model did not, in the asker's language. */
export const unsaidIn = (language: AskerLanguage): Unsaid => WORDS[language];

/** True for a text in which the model itself said nothing. */
export const isUnsaid = (text: string): boolean =>
  Object.values(WORDS).some(({ noWords, noAnswer }) => text.startsWith(noWords) || text.startsWith(noAnswer));
