import { type ChatWords, en } from "./chat-en.ts";
import { type Say, wordsOf } from "./words.ts";

export type SayInChat = Say<ChatWords>;

/** The words of the chat. */
export const useChatWords = wordsOf<ChatWords>({ en, de: ({ chat }) => chat });
