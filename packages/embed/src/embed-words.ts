import { wordsOf } from "@parley/console/words/words.ts";
import { type EmbedWords, en } from "./embed-en.ts";

const de: EmbedWords = {
  "embed.chat": "Fragen zu Ihren Daten",
  "embed.new": "Neue Frage",
  "embed.open": "Fragen Sie Ihre Daten",
  "embed.close": "Schließen",
};

/** The words of the element. */
export const useEmbedWords = wordsOf<EmbedWords>({ en, de });
