import { Link } from "wouter-preact";
import { useChatListState } from "../shell/chat-list-context.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useSignedIn } from "../session/session-context.ts";

/** How many chats the first page names. */
const RECENT_CHATS = 4;

/** The chats that were used last, and what answers here where no language model does. */
export function RecentChats() {
  const say = useChatWords();
  const { me, isAdmin } = useSignedIn();
  const { chats, search, archived } = useChatListState();
  const recent = search === "" && !archived ? chats.slice(0, RECENT_CHATS) : [];
  return (
    <>
      {recent.length > 0 && (
        <section class="recent">
          <h3>{say("home.recent")}</h3>
          <ul>
            {recent.map(({ id, title }) => (
              <li key={id}>
                <Link href={`/chats/${id}`}>{title ?? say("chat.untitled")}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!me.features.includes("language_models") && (
        <p class="home-rules">
          {say("home.rules")}
          {isAdmin && (
            <Link href="/admin/agents" class="link">
              {say("home.model")}
            </Link>
          )}
        </p>
      )}
    </>
  );
}
