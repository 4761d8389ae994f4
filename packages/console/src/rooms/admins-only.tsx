import { useSignedIn } from "../session/session-context.ts";
import { Room } from "../shell/room.tsx";
import { useShellWords } from "../words/shell-words.ts";

/** A member has followed a link to a room of administrators: who can help. */
export function AdminsOnly() {
  const say = useShellWords();
  const { organization } = useSignedIn().me;
  return (
    <Room title={say("room.admins")}>
      <p class="room-note">{say("room.adminsHint", { organization: organization.name })}</p>
    </Room>
  );
}
