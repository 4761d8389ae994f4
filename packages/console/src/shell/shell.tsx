import { Menu, Plus, X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { IconButton } from "../parts/button.tsx";
import { SideDialog } from "../parts/drawer.tsx";
import type { Preferences } from "../session/preferences.ts";
import { useSignedIn } from "../session/session-context.ts";
import { useShellWords } from "../words/shell-words.ts";
import { Account } from "./account.tsx";
import { Brand } from "./brand.tsx";
import { ChatListContext, useFreshList } from "./chat-list-context.ts";
import { ChatList } from "./chat-list-store.ts";
import { ChatListView } from "./chat-list.tsx";
import { RoomLinks } from "./room-links.tsx";

interface Props {
  preferences: Preferences;
  prefer: (change: Partial<Preferences>) => void;
  children: ComponentChildren;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The rail with chats and rooms, and the room beside it. On narrow screens the rail is a dialog. */
export function Shell({ preferences, prefer, children }: Props) {
  const say = useShellWords();
  const [isRailOpen, setRailOpen] = useState(false);
  const closeRail = (): void => setRailOpen(false);
  const { parley } = useSignedIn();
  const list = useMemo(() => new ChatList(parley), [parley]);
  useFreshList(list);
  const rail = <Rail preferences={preferences} prefer={prefer} />;
  return (
    <ChatListContext.Provider value={list}>
      <a class="skip" href="#content">
        {say("skip")}
      </a>
      <div class="shell">
        <nav class="rail" aria-label={say("rail.label")}>
          {rail}
        </nav>
        <div class="rail-opener">
          <IconButton icon={Menu} label={say("rail.open")} onClick={() => setRailOpen(true)} />
        </div>
        <SideDialog isOpen={isRailOpen} onClose={closeRail} side="start" label={say("rail.label")}>
          <CloseOnMove close={closeRail} />
          <div class="rail-in-dialog">
            <IconButton icon={X} label={say("rail.close")} onClick={closeRail} />
            {rail}
          </div>
        </SideDialog>
        <main id="content" class="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </ChatListContext.Provider>
  );
}

/** Closes the rail over the page when another room is entered. */
function CloseOnMove({ close }: { close: () => void }) {
  const [path] = useLocation();
  const [pathAtFirst] = useState(path);
  useEffect(() => {
    if (path !== pathAtFirst) close();
  }, [path, pathAtFirst, close]);
  return null;
}

function Rail({ preferences, prefer }: Omit<Props, "children">) {
  const say = useShellWords();
  const { me } = useSignedIn();
  return (
    <>
      <div class="rail-head">
        <Brand />
        <small>{me.organization.name}</small>
      </div>
      <Link href="/" class="rail-new">
        <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
        {say("rail.new")}
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </Link>
      <div class="rail-scroll">
        <ChatListView />
        <RoomLinks />
      </div>
      <Account preferences={preferences} prefer={prefer} />
    </>
  );
}
