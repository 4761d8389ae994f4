import { type UseChat, ParleyProvider, useChat } from "@parley/client/react";
import type { Parley } from "@parley/client/parley";
import type { ChatSettings } from "@parley/client/chat-store";
import { createElement as h, type ReactElement, StrictMode, useEffect } from "react";

interface Shown {
  settings: ChatSettings;
  /** What a test does with the chat. */
  hold: (chat: UseChat) => void;
}

function Chat({ settings, hold }: Shown): ReactElement {
  const chat = useChat(settings);
  useEffect(() => {
    hold(chat);
  });
  return h(
    "section",
    { "data-status": chat.status },
    chat.turns.map((turn) =>
      h("article", { key: turn.key }, h("h2", null, turn.question?.content), h("p", null, turn.answer?.content)),
    ),
  );
}

/** A page with one chat shown in two places. */
export const page = (client: Parley, settings: ChatSettings, hold: (chat: UseChat) => void): ReactElement =>
  h(
    StrictMode,
    null,
    h(
      ParleyProvider,
      { client },
      h(Chat, { settings, hold }),
      settings.chatId === undefined && settings.initialChat === undefined
        ? null
        : h(Chat, { settings, hold: () => undefined }),
    ),
  );
