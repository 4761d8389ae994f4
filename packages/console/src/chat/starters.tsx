import { ArrowUpRight } from "lucide-preact";
import { useChatWords } from "../words/chat-words.ts";
import type { Conversation } from "./conversation.ts";

/** What the agent offers where nothing has been asked yet. */
export function Starters({ conversation }: { conversation: Conversation }) {
  const say = useChatWords();
  const { catalog, choice, ask } = conversation;
  const starters = catalog.agents.find(({ id }) => id === choice.agentId)?.starter_prompts ?? [];
  if (starters.length === 0) return null;
  return (
    <ul class="starters" aria-label={say("home.starters")}>
      {starters.map((question) => (
        <li key={question}>
          <button type="button" onClick={() => ask(question)}>
            {question}
            <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
