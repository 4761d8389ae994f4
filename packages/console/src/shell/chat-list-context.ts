import { createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useContext, useEffect } from "preact/hooks";
import type { ChatList, ChatListState } from "./chat-list-store.ts";

export const ChatListContext = createContext<ChatList | null>(null);

/** The list of chats beside the rooms. Throws outside of the shell. */
export function useChatList(): ChatList {
  const list = useContext(ChatListContext);
  if (!list) throw new Error("There is no list of chats here");
  return list;
}

/** The list as it is now. */
export function useChatListState(): ChatListState {
  const list = useChatList();
  return useSyncExternalStore(list.subscribe, list.getState);
}

/** Reads the list when it is first shown, and whenever the page is looked at again: other tabs have chats, too. */
export function useFreshList(list: ChatList): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void list.refresh();
    };
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [list]);
}
