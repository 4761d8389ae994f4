import { de } from "../../../words/agents-de.ts";
import { type AgentsWords, en } from "../../../words/agents-en.ts";
import { wordsOf } from "../../../words/words.ts";

export const useAgentsWords = wordsOf<AgentsWords>({ en, de });

/** What the room has read is kept under these names. */
export const AGENTS_KEY = ["agents"];
export const MODELS_KEY = ["models"];
