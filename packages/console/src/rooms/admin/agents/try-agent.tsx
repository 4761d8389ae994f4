import type { AdminAgent } from "@parley/client";
import { X } from "lucide-preact";
import { useId, useMemo } from "preact/hooks";
import { allFeatures } from "../../../chat/chat-features.ts";
import { ChatView } from "../../../chat/chat-view.tsx";
import { useConversation } from "../../../chat/conversation.ts";
import { IconButton } from "../../../parts/button.tsx";
import { useAgentsWords } from "./agents-words.ts";

interface Props {
  agent: AdminAgent;
  onClose: () => void;
}

/** A new chat with an agent as it was last saved, also with a draft, which answers administrators. Its chats are the administrator's own. */
export function TryAgent({ agent, onClose }: Props) {
  const say = useAgentsWords();
  const id = useId();
  const features = useMemo(() => ({ ...allFeatures, agentChoice: false, workings: false, shortcuts: false }), []);
  const conversation = useConversation({ chatId: null, agentId: agent.id, features });
  return (
    <div class="try-agent" role="group" aria-labelledby={id}>
      <header class="drawer-top">
        <h2 id={id}>{say("try.title", { name: agent.name })}</h2>
        <IconButton icon={X} label={say("try.close")} onClick={onClose} />
      </header>
      <div class="try-agent-chat">
        <ChatView conversation={conversation} starters={agent.starter_prompts} />
      </div>
    </div>
  );
}
