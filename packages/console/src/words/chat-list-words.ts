import { type ChatListWords, en } from "./chat-list-en.ts";
import { wordsOf } from "./words.ts";

/** The words of the list of chats. */
export const useChatListWords = wordsOf<ChatListWords>({ en, de: ({ chatList }) => chatList });
