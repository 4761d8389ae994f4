import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { de } from "./chat-de.ts";
import { type ChatWords, en } from "./chat-en.ts";
import { type Language, type Say, sayIn, useLanguage } from "./words.ts";

export type SayInChat = Say<ChatWords>;

const tables: Readonly<Record<Language, ChatWords>> = { en, de };

/** Words of a host's own, in the place of the chat's. */
export const ChatMessagesContext = createContext<Partial<ChatWords>>({});

/** The words of the chat. */
export function useChatWords(): SayInChat {
  const language = useLanguage();
  const own = useContext(ChatMessagesContext);
  return useMemo(() => sayIn(language, { ...tables[language], ...own }), [language, own]);
}
