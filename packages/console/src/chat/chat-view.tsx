import type { ComponentChildren } from "preact";
import { Suspense } from "preact/compat";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { LiveRegion, useAnnounce } from "../parts/live-region.tsx";
import { Toasts, useToast } from "../parts/toast.tsx";
import { useFileDrop } from "../parts/use-file-drop.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useAnnouncements } from "./announcements.ts";
import { ChatContext, type ChatScene } from "./chat-context.ts";
import { Composer, type ComposerHandle } from "./composer/composer.tsx";
import type { Conversation } from "./conversation.ts";
import { Shortcuts, type SingleKeys } from "./shortcuts.tsx";
import { AskedFiles, loadFigures, Transcript, Workings } from "./lazy-parts.tsx";
import { Starters } from "./starters.tsx";
import { type Refocusing, useComposerFocus } from "./use-composer-focus.ts";
import { useIsOnline } from "./use-is-online.ts";

export interface ChatViewProps {
  /** Of `useConversation`: a host that shows a heading or a switch beside the chat has it, too. */
  conversation: Conversation;
  /** The message that a link leads to. */
  messageId?: string | null;
  /** The address of an answer, where the host has one. */
  linkTo?: ((chatId: string, messageId: string) => string) | undefined;
  placeholder?: string | undefined;
  /** Questions to begin with, in the place of the agent's. */
  starters?: readonly string[] | undefined;
  /** Whether a new chat has the cursor in it at once. */
  isFocused?: boolean;
  /** What stands below the starters of a new chat. */
  home?: ComponentChildren;
  /** What stands behind the hint below the composer. */
  hint?: ComponentChildren;
  /** Goes to a new chat, by ⌘K or Ctrl+K. */
  onNew?: (() => void) | undefined;
  /** Whether single keys such as `/` are shortcuts, where the host remembers it. */
  singleKeys?: SingleKeys | undefined;
  /** To focus the composer from elsewhere. */
  composer?: { current: ComposerHandle | null } | undefined;
}

/**
 * A chat: what was asked and answered, and where the next question is written. It needs a client above it and nothing else: no
 * router, no session, no page.
 */
export function ChatView(props: ChatViewProps) {
  return (
    // Another chat begins anew: its scroll position, its draft, its open panels.
    <LiveRegion key={props.conversation.key}>
      <Toasts>
        <ChatOf {...props} />
      </Toasts>
    </LiveRegion>
  );
}

function ChatOf({
  conversation,
  messageId = null,
  linkTo,
  placeholder,
  starters,
  isFocused = true,
  home,
  hint,
  onNew,
  singleKeys,
  composer,
}: ChatViewProps) {
  const say = useChatWords();
  const { chat } = conversation;
  const ownComposer = useRef<ComposerHandle>(null);
  const handle = composer ?? ownComposer;
  const toast = useToast();
  const notify = useCallback((text: string) => toast({ text }), [toast]);
  const view = useRef<HTMLDivElement>(null);
  const scene = useScenery(conversation, {
    linkTo,
    notify,
    refocusing: useComposerFocus({ view, composer: handle, turns: chat.turns.length }),
  });
  useAnnouncements(chat.turns.at(-1), useAnnounce());
  const isNew = chat.turns.length === 0 && chat.chatId === null;
  const isReading = chat.status === "loading";
  // The text of a chat comes first.
  useEffect(() => {
    if (!isReading) loadFigures();
  }, [isReading]);
  const { choice, isBusy, features } = conversation;
  const isBegun = isFocused && isNew;
  const field = useMemo(
    () => <Composer {...{ conversation, handle, notify, placeholder }} isFocused={isBegun} />,
    // All that it shows of the conversation. None of it changes while an answer grows.
    [choice, isBusy, features, chat.status, chat.chatId, handle, notify, placeholder, isBegun],
  );
  const drop = useFileDrop(features.upload ? (files) => handle.current?.addFiles(files) : null);
  return (
    <ChatContext.Provider value={scene}>
      <div class="chat" data-new={isNew || undefined} ref={view} {...drop.listeners}>
        {isNew ? (
          <h2 class="home-title">{conversation.held ?? say("home.title")}</h2>
        ) : (
          <Suspense fallback={<div class="chat-scroll" />}>
            <Transcript conversation={conversation} messageId={messageId} />
          </Suspense>
        )}
        <ChatState chat={chat} />
        <div class="chat-foot" part="composer">
          <Offline />
          <EarlierFiles conversation={conversation} onNew={onNew} />
          {field}
          {!isNew && <Hint>{hint}</Hint>}
        </div>
        {isNew && (
          <div class="home">
            <Starters conversation={conversation} own={starters} />
            {home}
          </div>
        )}
        {drop.isOver && <p class="chat-drop">{say("composer.drop")}</p>}
      </div>
      {conversation.features.workings && conversation.workings !== null && <Workings conversation={conversation} />}
      {conversation.features.shortcuts && (
        <Shortcuts onNew={onNew} onFocus={() => handle.current?.focus()} singleKeys={singleKeys} />
      )}
    </ChatContext.Provider>
  );
}

/** That there is no network. */
function Offline() {
  const say = useChatWords();
  if (useIsOnline()) return null;
  return (
    <p class="chat-offline" role="status">
      {say("chat.offline")}
    </p>
  );
}

/** The files of questions before, where there are any: what is asked next is asked of them, too. */
function EarlierFiles({ conversation, onNew }: Pick<ChatViewProps, "conversation" | "onNew">) {
  const hasFiles = conversation.chat.turns.some(({ question }) => question?.uploads.length);
  return hasFiles ? <AskedFiles conversation={conversation} onNew={onNew} /> : null;
}

/** What can be relied on, and what the host says behind it. */
function Hint({ children }: { children: ComponentChildren }) {
  const say = useChatWords();
  return (
    <p class="chat-hint">
      {say("composer.hint")}
      {children}
    </p>
  );
}

/** That the chat is being read, or could not be. */
function ChatState({ chat }: Pick<Conversation, "chat">) {
  const say = useChatWords();
  if (chat.status === "loading" && chat.turns.length === 0) return <p class="chat-state">{say("chat.loading")}</p>;
  if (chat.status !== "error") return null;
  return (
    <div class="chat-state">
      <p role="alert">{say("chat.unreadable")}</p>
      <Button onClick={() => void chat.refresh()}>{say("failure.retry")}</Button>
    </div>
  );
}

/** What turns share, the same object until something of it changes. */
function useScenery(
  conversation: Conversation,
  { linkTo, notify, refocusing }: Pick<ChatScene, "linkTo" | "notify"> & { refocusing: Refocusing },
): ChatScene {
  const { parley, chat, key, features, catalog, ask, reword, retry, setEditing, showWorkings } = conversation;
  const { chatId, store } = chat;
  const hasSource = conversation.choice.integrationId !== null;
  const hasScope = conversation.choice.scope.length > 0;
  return useMemo(() => {
    /** The store notes what a verb has failed with; here it is thrown. */
    const orThrow = async (done: Promise<void>): Promise<void> => {
      await done;
      const { error } = store.getSnapshot();
      if (error) throw error;
    };
    const same = {
      parley,
      chatId,
      key,
      features,
      hasSource,
      hasScope,
      catalog,
      ask: refocusing(ask),
      reword: refocusing(reword),
      retry: refocusing(retry),
      setEditing,
      showWorkings,
      linkTo,
      notify,
    };
    return {
      ...same,
      remove: (id) => orThrow(store.remove(id)),
      feedback: (...of) => orThrow(store.feedback(...of)),
    };
  }, [
    parley,
    chatId,
    store,
    key,
    features,
    hasSource,
    hasScope,
    catalog,
    ask,
    reword,
    retry,
    setEditing,
    showWorkings,
    linkTo,
    notify,
    refocusing,
  ]);
}
