import { ChatView } from "@parley/console/chat/chat-view.tsx";
import type { ChatFeatures } from "@parley/console/chat/chat-features.ts";
import { ClientProvider } from "@parley/console/chat/client-provider.ts";
import type { ComposerHandle } from "@parley/console/chat/composer/composer.tsx";
import { type Conversation, useConversation } from "@parley/console/chat/conversation.ts";
import { IconButton } from "@parley/console/parts/button.tsx";
import { useChatWords } from "@parley/console/words/chat-words.ts";
import { Spoken } from "@parley/console/words/spoken.tsx";
import { OwnWordsContext } from "@parley/console/words/words.ts";
import { PanelRight, Plus, X } from "lucide-preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Bubble } from "./bubble.tsx";
import type { ChatMessages } from "./chat-messages.ts";
import type { SharedClient } from "./clients.ts";
import { useEmbedWords } from "./embed-words.ts";
import { type Emit, failureDetail } from "./events.ts";
import type { Settings } from "./settings.ts";

/** What the element's methods do. */
export interface ChatHandle {
  ask: (text: string) => boolean;
  stop: () => void;
  newChat: () => void;
  focus: () => void;
}

export interface EmbeddedChatProps {
  settings: Settings;
  client: SharedClient;
  features: Partial<ChatFeatures>;
  messages: ChatMessages;
  emit: Emit;
  /** Given the methods once the chat is there, and null when it goes. */
  onHandle: (handle: ChatHandle | null) => void;
}

/** All of the element: a chat in its frame, or behind a button. */
export function EmbeddedChat({ client, messages, ...props }: EmbeddedChatProps) {
  const { emit, settings } = props;
  useEffect(() => client.onTokenFailure((error) => emit("parley-token-error", failureDetail(error))), [client, emit]);
  return (
    <Spoken language={settings.language}>
      <OwnWordsContext.Provider value={messages}>
        <ClientProvider client={client.parley}>
          <Framed {...props} />
        </ClientProvider>
      </OwnWordsContext.Provider>
    </Spoken>
  );
}

/** The chat that is shown: what the host says, until people go elsewhere. */
function useShownChat(wanted: string | null): [string | null, (chatId: string | null) => void] {
  const [shown, show] = useState({ wanted, chatId: wanted });
  // The host names another one.
  const chatId = shown.wanted === wanted ? shown.chatId : wanted;
  return [chatId, (next) => show({ wanted, chatId: next })];
}

function Framed({ settings, features, emit, onHandle }: Omit<EmbeddedChatProps, "client" | "messages">) {
  const isBubble = settings.layout === "bubble";
  const [chatId, show] = useShownChat(settings.chatId);
  const [isOpen, open] = useState(!isBubble);
  const composer = useRef<ComposerHandle | null>(null);
  const conversation = useTold(settings, { chatId, show, features, emit });
  const handle: ChatHandle = {
    ask: (text) => {
      open(true);
      return conversation.ask(text);
    },
    stop: () => void conversation.chat.stop(),
    newChat: () => {
      show(null);
      composer.current?.focus();
    },
    focus: () => {
      open(true);
      composer.current?.focus();
    },
  };
  useHandle(handle, { onHandle, emit });
  const chat = (
    <>
      <Bar conversation={conversation} onNew={handle.newChat} onClose={isBubble ? () => open(false) : null} />
      <ChatView
        conversation={conversation}
        placeholder={settings.placeholder}
        starters={settings.starters}
        composer={composer}
        isFocused={isBubble && isOpen}
        onNew={handle.newChat}
      />
    </>
  );
  if (!isBubble) return <div class="embed">{chat}</div>;
  return (
    <Bubble isOpen={isOpen} onOpen={open}>
      {chat}
    </Bubble>
  );
}

interface Told extends Pick<EmbeddedChatProps, "features" | "emit"> {
  chatId: string | null;
  show: (chatId: string | null) => void;
}

/** The conversation, of which the host is told. */
function useTold(settings: Settings, { chatId, show, features, emit }: Told): Conversation {
  const shownFeatures = useMemo(() => ({ shortcuts: false, ...features }), [features]);
  const current = useRef(chatId);
  const conversation = useConversation({
    chatId,
    features: shownFeatures,
    integrationId: settings.integration,
    agentId: settings.agent,
    model: settings.model,
    onQuestion: (text) => emit("parley-question", { chatId: current.current, text }),
    onAnswer: (answer) => emit("parley-answer", answer),
    onFailure: (error) => emit("parley-error", failureDetail(error)),
  });
  const { chatId: id } = conversation.chat;
  useEffect(() => {
    if (current.current === id) return;
    current.current = id;
    // A chat that was just created stays as it is.
    show(id);
    emit("parley-chat", { chatId: id });
  }, [id]);
  return conversation;
}

/** Gives the methods to the element, the same ones for as long as the chat is there. */
function useHandle(handle: ChatHandle, { onHandle, emit }: Pick<EmbeddedChatProps, "onHandle" | "emit">): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    onHandle({
      ask: (text) => latest.current.ask(text),
      stop: () => latest.current.stop(),
      newChat: () => latest.current.newChat(),
      focus: () => latest.current.focus(),
    });
    emit("parley-ready", null);
    return () => onHandle(null);
  }, [onHandle, emit]);
}

interface BarProps {
  conversation: Conversation;
  onNew: () => void;
  /** Null: there is nothing to close. */
  onClose: (() => void) | null;
}

/** What is asked here, and the ways to a new chat and to the workings. */
function Bar({ conversation, onNew, onClose }: BarProps) {
  const say = useEmbedWords();
  const sayInChat = useChatWords();
  const { chat, workings, showWorkings, features } = conversation;
  const last = chat.turns.at(-1)?.key ?? null;
  const title = chat.chat?.title ?? chat.turns[0]?.question?.content ?? null;
  if (last === null && !onClose) return null;
  return (
    <header class="embed-bar">
      <span class="embed-title">{title ?? say("embed.chat")}</span>
      {last !== null && <IconButton icon={Plus} label={say("embed.new")} onClick={onNew} />}
      {last !== null && features.workings && (
        <IconButton
          icon={PanelRight}
          label={sayInChat(workings === null ? "workings.open" : "workings.close")}
          aria-expanded={workings !== null}
          onClick={() => showWorkings(workings === null ? last : null)}
        />
      )}
      {onClose && <IconButton icon={X} label={say("embed.close")} onClick={onClose} />}
    </header>
  );
}
