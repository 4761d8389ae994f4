import type { Phrase } from "@parley/console/words/phrase.ts";

/** What the element says around the chat, in English. */
export const en = {
  "embed.chat": "Questions about your data",
  "embed.new": "New question",
  "embed.open": "Ask about your data",
  "embed.close": "Close",
} as const satisfies Readonly<Record<string, Phrase>>;

export type EmbedWords = Readonly<Record<keyof typeof en, Phrase>>;
