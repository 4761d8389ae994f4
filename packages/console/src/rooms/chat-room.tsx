import { NotFoundError } from "@parley/client";
import { PanelRight } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";
import { useCatalog } from "../chat/catalog.ts";
import { ChatView } from "../chat/chat-view.tsx";
import type { ComposerHandle } from "../chat/composer/composer.tsx";
import { type Conversation, useConversation } from "../chat/conversation.ts";
import { IconButton } from "../parts/button.tsx";
import { later } from "../parts/later.tsx";
import { useSignedIn } from "../session/session-context.ts";
import { useSingleKeys } from "../session/preferences.ts";
import { useChatList, useChatListState } from "../shell/chat-list-context.ts";
import { Room } from "../shell/room.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { NotFound } from "./not-found.tsx";
import { RecentChats } from "./recent-chats.tsx";

const FirstOffers = later(() => import("./first-offers.tsx").then((part) => part.FirstOffers));

interface Props {
  /** Null: a new question. */
  chatId: string | null;
  /** The answer that a link names. */
  messageId?: string | undefined;
}

/** The address of an answer, for people to keep. */
const linkTo = (chatId: string, messageId: string): string =>
  new URL(`${import.meta.env.BASE_URL}chats/${chatId}/${messageId}`, location.origin).href;

/** A chat, or the page where one begins. A chat that was just created stays as it is and gets its address. */
export function ChatRoom({ chatId, messageId }: Props) {
  const say = useChatWords();
  const [, navigate] = useLocation();
  const composer = useRef<ComposerHandle | null>(null);
  const agent = useAgentOfAddress();
  const conversation = useConversation({ chatId, agentId: agent.id });
  const singleKeys = useSingleKeys();
  const { isAdmin } = useSignedIn();
  const { chat } = conversation;
  const createdId = chatId === null ? chat.chatId : null;
  useEffect(() => {
    if (createdId !== null) navigate(`/chats/${createdId}`, { replace: true });
  }, [createdId, navigate]);
  useListNotes(conversation);
  const isAnswered = chat.turns.some(({ answer }) => answer?.type === "final");
  const listed = useChatListState().chats.find(({ id }) => id === chat.chatId);
  if (chat.error instanceof NotFoundError && chat.chat === null && chat.turns.length === 0) return <NotFound />;
  // The list knows first of a new title.
  const title = (listed ?? chat.chat)?.title ?? chat.turns[0]?.question?.content ?? say("chat.new");
  return (
    <Room title={title} actions={chat.turns.length > 0 && <ChatActions conversation={conversation} />}>
      <ChatView
        conversation={conversation}
        messageId={messageId ?? null}
        linkTo={linkTo}
        composer={composer}
        onNew={() => {
          navigate("/");
          composer.current?.focus();
        }}
        singleKeys={singleKeys}
        hint={
          isAnswered && (
            <FirstOffers
              isAdmin={isAdmin}
              showWorkings={() => conversation.showWorkings(chat.turns.at(-1)?.key ?? null)}
              onClose={() => composer.current?.focus()}
            />
          )
        }
        home={
          <>
            {agent.isUnknown && (
              <p class="home-rules" role="status">
                {say("home.noAgent")}
              </p>
            )}
            <RecentChats />
          </>
        }
      />
    </Room>
  );
}

/** The agent that `?agent=` of a new question's address asks for, where there is one. */
function useAgentOfAddress(): { id: string | undefined; isUnknown: boolean } {
  const { parley } = useSignedIn();
  const { agents, isLoaded } = useCatalog(parley);
  const wanted = new URLSearchParams(useSearch()).get("agent") ?? undefined;
  const isUnknown = wanted !== undefined && isLoaded && agents.every(({ id }) => id !== wanted);
  return { id: isUnknown ? undefined : wanted, isUnknown };
}

/** Tells the list beside the room of the chat that is shown here. */
function useListNotes({ chat: { chat, chatId, status } }: Conversation): void {
  const list = useChatList();
  useEffect(() => {
    if (chat) list.note(chat);
  }, [chat, list]);
  // A new chat has its title once its first question is accepted.
  const isNew = chatId !== null && chat === null;
  useEffect(() => {
    if (isNew && status === "running") void list.refresh();
  }, [isNew, status, list]);
}

/** What is asked here and who answers, and the way to the workings. */
function ChatActions({ conversation }: { conversation: Conversation }) {
  const say = useChatWords();
  const { catalog, choice, workings, showWorkings, chat } = conversation;
  const source = catalog.integrations.find(({ id }) => id === choice.integrationId);
  const agent = catalog.agents.find(({ id }) => id === choice.agentId);
  return (
    <>
      {source && (
        <span class="chat-source">
          <span class="dot" aria-hidden="true" />
          <bdi title={source.display_name}>{source.display_name}</bdi>
        </span>
      )}
      {agent && (
        <span class="chat-agent">
          <bdi title={agent.name}>{agent.name}</bdi>
        </span>
      )}
      <IconButton
        icon={PanelRight}
        label={say(workings === null ? "workings.open" : "workings.close")}
        aria-expanded={workings !== null}
        onClick={() => showWorkings(workings === null ? (chat.turns.at(-1)?.key ?? null) : null)}
      />
    </>
  );
}
