import { useEffect, useRef } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useSignedIn } from "../session/session-context.ts";
import { useShellWords } from "../words/shell-words.ts";
import type { ShellWords } from "../words/shell-en.ts";

interface RoomLink {
  path: string;
  words: keyof ShellWords;
}

const workspace: readonly RoomLink[] = [
  { path: "/queries", words: "room.queries" },
  { path: "/memories", words: "room.memories" },
];
const administration: readonly RoomLink[] = [
  { path: "/admin/sources", words: "room.sources" },
  { path: "/admin/rules", words: "room.rules" },
  { path: "/admin/agents", words: "room.agents" },
  { path: "/admin/documents", words: "room.documents" },
  { path: "/admin/queries", words: "room.queryEditor" },
  { path: "/admin/members", words: "room.members" },
  { path: "/admin/quality", words: "room.quality" },
  { path: "/admin/feedback", words: "room.feedback" },
  { path: "/admin/embed", words: "room.embed" },
];

/** The rooms that a member may enter. */
export function RoomLinks() {
  const say = useShellWords();
  const { isAdmin } = useSignedIn();
  return (
    <>
      <RoomList title={say("rail.workspace")} rooms={workspace} />
      {isAdmin && <RoomList title={say("rail.administration")} rooms={administration} />}
    </>
  );
}

function RoomList({ title, rooms }: { title: string; rooms: readonly RoomLink[] }) {
  const say = useShellWords();
  const [here] = useLocation();
  const list = useRef<HTMLElement>(null);
  // The rail may be longer than the window: where one is can be seen.
  useEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [here]);
  if (rooms.length === 0) return null;
  return (
    <section class="rail-list" ref={list}>
      <h2>{title}</h2>
      <ul>
        {rooms.map(({ path, words }) => (
          <li key={path}>
            <Link href={path} aria-current={here === path || here.startsWith(`${path}/`) ? "page" : undefined}>
              {say(words)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
