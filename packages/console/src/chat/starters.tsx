import { ArrowUpRight } from "lucide-preact";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import type { Conversation } from "./conversation.ts";

interface Props {
  conversation: Conversation;
  /** The host's own, in the place of the agent's. */
  own?: readonly string[] | undefined;
}

/** What the agent offers where nothing has been asked yet. */
export function Starters({ conversation, own }: Props) {
  const say = useChatWords();
  const { catalog, choice } = conversation;
  const { ask } = useScene();
  const starters = own ?? catalog.agents.find(({ id }) => id === choice.agentId)?.starter_prompts ?? [];
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
