import type { Parley } from "@parley/client";
import type { UseChat } from "@parley/client/react";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Catalog } from "./catalog.ts";
import type { ChatFeatures } from "./chat-features.ts";
import type { Conversation } from "./conversation.ts";

/** What the parts of a chat share. It changes seldom, so that an answer that streams draws nothing but itself anew. */
export interface ChatScene extends Pick<
  Conversation,
  "ask" | "reword" | "retry" | "setEditing" | "showWorkings" | "key"
> {
  parley: Parley;
  /** Null until the first question has created the chat. */
  chatId: string | null;
  features: ChatFeatures;
  /** Whether there is a database that the next question goes to. */
  hasSource: boolean;
  /** Whether it may draw on documents. */
  hasScope: boolean;
  catalog: Catalog;
  /** Deletes a message and all that came after it. Throws a `ParleyError`. */
  remove: UseChat["remove"];
  /** Says whether an answer was good. Throws a `ParleyError`. */
  feedback: UseChat["feedback"];
  /** The address of an answer; undefined where the host has none. */
  linkTo: ((chatId: string, messageId: string) => string) | undefined;
  /** Says briefly that something was done, or was not. */
  notify: (words: string) => void;
}

export const ChatContext = createContext<ChatScene | null>(null);

/** The chat around a component. Throws outside of `ChatView`. */
export function useScene(): ChatScene {
  const scene = useContext(ChatContext);
  if (!scene) throw new Error("There is no chat around this component");
  return scene;
}
