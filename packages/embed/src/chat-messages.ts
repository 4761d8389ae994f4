import type { ChartWords } from "@parley/console/words/chart-en.ts";
import type { ChatWords } from "@parley/console/words/chat-en.ts";
import type { PartsWords } from "@parley/console/words/parts-en.ts";
import type { ShortcutWords } from "@parley/console/words/shortcuts-en.ts";
import type { EmbedWords } from "./embed-en.ts";

/** Phrases of a host's own, by the names that the chat's have. */
export type ChatMessages = Partial<ChatWords & PartsWords & ChartWords & EmbedWords & ShortcutWords>;
