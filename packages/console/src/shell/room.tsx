import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useShellWords } from "../words/shell-words.ts";

interface Props {
  /** Names the room: its heading, and the page's title. */
  title: string;
  /** What stands at the end of the top line. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

/** The frame of a room: its top line with the title, and what is in it. */
export function Room({ title, actions, children }: Props) {
  const say = useShellWords();
  useEffect(() => {
    document.title = `${title} · ${say("app.name")}`;
  }, [title, say]);
  return (
    <>
      <header class="room-top">
        <h1>{title}</h1>
        {actions && <div class="room-actions">{actions}</div>}
      </header>
      <div class="room-body">{children}</div>
    </>
  );
}

/** A room that is being fetched. */
export function RoomLoading() {
  const say = useShellWords();
  return (
    <div class="room-body" aria-busy="true">
      <h1 class="visually-hidden">{say("room.loading")}</h1>
    </div>
  );
}
