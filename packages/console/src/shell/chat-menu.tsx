import type { Chat } from "@parley/client";
import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2 } from "lucide-preact";
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { later } from "../parts/later.tsx";
import { Menu } from "../parts/menu.tsx";
import { useToast } from "../parts/toast.tsx";
import { useChatListWords } from "../words/chat-list-words.ts";
import { useChatList } from "./chat-list-context.ts";

const ConfirmDialog = later(() => import("../parts/dialog.tsx").then((part) => part.ConfirmDialog));

interface Props {
  chat: Chat;
  /** Its button. */
  menu: RefObject<HTMLButtonElement>;
  /** Its room is the one that is shown. */
  isHere: boolean;
  onRename: () => void;
}

/** What can be done with a chat of the list. */
export function ChatMenu({ chat, menu, isHere, onRename }: Props) {
  const say = useChatListWords();
  const list = useChatList();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const title = chat.title ?? say("chats.untitled");
  const isArchived = chat.archived_at !== null;
  const archive = (archived: boolean): Promise<void> =>
    list.archive(chat.id, archived).catch(() => toast({ text: say("chats.notDone") }));
  const putAway = async (): Promise<void> => {
    await archive(!isArchived);
    if (isArchived) return;
    const onAct = () => void archive(false).then(() => list.refresh());
    toast({ text: say("chats.isArchived", { title }), action: { label: say("chats.undo"), onAct } });
  };
  return (
    <>
      <Menu
        label={say("chats.menu", { title })}
        icon={Ellipsis}
        buttonRef={menu}
        align="end"
        entries={[
          { label: say("chats.rename"), icon: Pencil, onChoose: onRename },
          {
            label: say(isArchived ? "chats.restore" : "chats.archive"),
            icon: isArchived ? ArchiveRestore : Archive,
            onChoose: () => void putAway(),
          },
          "line",
          { label: say("chats.delete"), icon: Trash2, isDanger: true, onChoose: () => setDeleting(true) },
        ]}
      />
      {isDeleting && (
        <ConfirmDialog
          isOpen
          title={say("chats.deleteTitle")}
          action={say("chats.delete")}
          onConfirm={async () => {
            await list.remove(chat.id);
            if (isHere) navigate("/");
          }}
          onClose={() => setDeleting(false)}
        >
          {say("chats.deleteHint", { title })}
        </ConfirmDialog>
      )}
    </>
  );
}
