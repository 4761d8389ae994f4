import { type Phrase, wordsOf } from "@parley/console/words/words.ts";

/** What the element says around the chat, in English. */
export const en = {
  "embed.chat": "Questions about your data",
  "embed.new": "New question",
  "embed.open": "Ask about your data",
  "embed.close": "Close",
} as const satisfies Readonly<Record<string, Phrase>>;

export type EmbedWords = Readonly<Record<keyof typeof en, Phrase>>;

const de: EmbedWords = {
  "embed.chat": "Fragen zu Ihren Daten",
  "embed.new": "Neue Frage",
  "embed.open": "Fragen Sie Ihre Daten",
  "embed.close": "Schließen",
};

/** The words of the element. */
export const useEmbedWords = wordsOf<EmbedWords>({ en, de });
