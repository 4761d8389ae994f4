import { Link } from "wouter-preact";
import { Room } from "../shell/room.tsx";
import { useShellWords } from "../words/shell-words.ts";

/** An address that names nothing, or nothing of this member's. */
export function NotFound() {
  const say = useShellWords();
  return (
    <Room title={say("room.notFound")}>
      <p class="room-note">
        {say("room.notFoundHint")}{" "}
        <Link href="/" class="link">
          {say("room.home")}
        </Link>
      </p>
    </Room>
  );
}
