import type { ChatTurn } from "./chat-turns.ts";
import type { ParleyError } from "./errors.ts";
import type { AttachedUpload, Chat, ChatDetail, Message } from "./generated.ts";

/** Which chat, and what a new one is bound to. */
export interface ChatSettings {
  /** An existing chat; without it one is created by the first message. */
  chatId?: string | undefined;
  /** The database that questions are asked of. */
  integrationId?: string | undefined;
  agentId?: string | undefined;
  /** What a server has read with `chat.get`: it is drawn at once, and not read again. */
  initialChat?: ChatDetail | undefined;
}

/** What goes with a message. */
export interface Sending {
  integrationId?: string | undefined;
  model?: string | undefined;
  /** Uploads of `parley.upload`. */
  uploads?: readonly AttachedUpload[] | undefined;
  savedQueryId?: string | undefined;
  parameters?: Record<string, string> | undefined;
  /** The collections that answers may draw on from now on, two at most; without it those of the chat stay. */
  scopedProjectIds?: readonly string[] | undefined;
}

/** What a chat is doing. */
export type ChatStatus = "loading" | "ready" | "sending" | "running" | "reconnecting" | "stopping" | "error";

/** A chat at one moment. What did not change is the same object as in the snapshot before. */
export interface ChatSnapshot {
  /** Null until the first message has created the chat. */
  chatId: string | null;
  chat: Chat | null;
  /** Oldest first. */
  turns: readonly ChatTurn[];
  /** The kept messages that the turns are made of, oldest first. */
  messages: readonly Message[];
  /** `error`: the chat could not be read; `refresh` tries again. What befell a turn is in the turn. */
  status: ChatStatus;
  /** True while there are older messages: `loadOlder`. */
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** What the last verb failed with; the next one that succeeds clears it. */
  error: ParleyError | null;
}
