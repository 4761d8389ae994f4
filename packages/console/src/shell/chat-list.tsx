import type { Chat } from "@parley/client";
import { Archive, ArchiveRestore, Search } from "lucide-preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { Button, IconButton } from "../parts/button.tsx";
import { useFocusAfter, useFocusInList } from "../parts/focus.ts";
import { useChatListWords } from "../words/chat-list-words.ts";
import { groupChats } from "./chat-groups.ts";
import { useChatList, useChatListState } from "./chat-list-context.ts";
import { ChatMenu } from "./chat-menu.tsx";

/** How long (ms) a pause in typing ends a word that is looked for. */
const PAUSE_MS = 250;

/** The member's chats by day, with a search, and those that were put away. */
export function ChatListView() {
  const say = useChatListWords();
  const list = useChatList();
  const { chats, hasMore, status, search, archived } = useChatListState();
  const section = useRef<HTMLElement>(null);
  const onFocusIn = useFocusInList(section);
  const groups = groupChats(chats, new Date());
  return (
    <section
      ref={section}
      class="chat-list"
      aria-label={say("chats.label")}
      aria-busy={status === "loading"}
      onFocusIn={onFocusIn}
    >
      <ListSearch />
      {groups.map(({ age, chats: own }) => (
        <div key={age} class="rail-list">
          <h2>{say(archived ? "chats.archived" : `chats.${age}`)}</h2>
          <ul>
            {own.map((chat) => (
              <ChatItem key={chat.id} chat={chat} />
            ))}
          </ul>
        </div>
      ))}
      {chats.length === 0 && status === "ready" && (search !== "" || archived) && (
        <p class="chat-list-none">{say(search === "" ? "chats.noneArchived" : "chats.noneFound")}</p>
      )}
      {status === "error" && (
        <p class="chat-list-none" role="alert">
          {say("chats.failed")} <Button onClick={() => void list.refresh()}>{say("chats.retry")}</Button>
        </p>
      )}
      {hasMore && (
        <Button kind="quiet" disabled={status === "loading"} onClick={() => void list.more()}>
          {say("chats.more")}
        </Button>
      )}
    </section>
  );
}

/** The field that finds chats by their titles and first questions. */
function ListSearch() {
  const say = useChatListWords();
  const list = useChatList();
  const { archived, chats, hasArchived, search } = useChatListState();
  const [words, setWords] = useState(search);
  useEffect(() => {
    if (words.trim() === list.getState().search) return undefined;
    const timer = setTimeout(() => void list.look({ search: words.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, list]);
  // There is nothing to look for where there are no chats.
  if (chats.length === 0 && !hasArchived && search === "" && !archived && words === "") return null;
  return (
    <div class="chat-search">
      <label>
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          value={words}
          maxLength={200}
          placeholder={say("chats.search")}
          aria-label={say("chats.search")}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <IconButton
        icon={archived ? ArchiveRestore : Archive}
        label={say(archived ? "chats.showCurrent" : "chats.showArchived")}
        aria-pressed={archived}
        onClick={() => void list.look({ archived: !archived })}
      />
    </div>
  );
}

function ChatItem({ chat }: { chat: Chat }) {
  const say = useChatListWords();
  const [here] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const menu = useFocusAfter<HTMLButtonElement>(isRenaming);
  const title = chat.title ?? say("chats.untitled");
  const path = `/chats/${chat.id}`;
  const isHere = here === path || here.startsWith(`${path}/`);
  if (isRenaming) return <Renaming chat={chat} onClose={() => setRenaming(false)} />;
  return (
    <li class="chat-item">
      <Link href={path} aria-current={isHere ? "page" : undefined} title={title}>
        {title}
      </Link>
      <ChatMenu chat={chat} menu={menu} isHere={isHere} onRename={() => setRenaming(true)} />
    </li>
  );
}

function Renaming({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const say = useChatListWords();
  const list = useChatList();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const save = (): void => {
    if (isDone.current) return;
    isDone.current = true;
    const title = field.current?.value.trim() ?? "";
    if (title !== "" && title !== chat.title) void list.rename(chat.id, title).catch(() => void list.refresh());
    onClose();
  };
  return (
    <li class="chat-item">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label class="visually-hidden" for={id}>
          {say("chats.title")}
        </label>
        <input
          ref={field}
          id={id}
          maxLength={200}
          defaultValue={chat.title ?? ""}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            isDone.current = true;
            onClose();
          }}
        />
      </form>
    </li>
  );
}
