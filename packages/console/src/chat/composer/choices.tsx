import { Bot, Database } from "lucide-preact";
import { useChatWords } from "../../words/chat-words.ts";
import type { Conversation } from "../conversation.ts";
import { ChoiceSelect } from "./choice-select.tsx";

/** Who answers, from which database, by which model. An agent is bound to its chat, so only a new one offers it. */
export function Choices({ conversation }: { conversation: Conversation }) {
  const say = useChatWords();
  const { catalog, choice, choose, features, chat } = conversation;
  const { agents, integrations, models } = catalog;
  const isNew = chat.chatId === null;
  const agentModel = agents.find(({ id }) => id === choice.agentId)?.model_id ?? null;
  const nameOfModel = ({ model_id: id, display_name: name }: (typeof models)[number]) => ({
    id,
    name: id === "rules" ? say("workings.builtIn") : name,
  });
  return (
    <>
      {features.sourceChoice && integrations.length > 0 && (
        <ChoiceSelect
          label={say("composer.source")}
          icon={Database}
          options={integrations.map(({ id, display_name: name }) => ({ id, name }))}
          chosen={choice.integrationId}
          onChoose={(integrationId) => choose({ integrationId })}
          none={say("composer.noSource")}
        />
      )}
      {features.agentChoice && isNew && agents.length > 1 && (
        <ChoiceSelect
          label={say("composer.agent")}
          icon={Bot}
          options={agents}
          chosen={choice.agentId}
          onChoose={(agentId) => choose({ agentId })}
        />
      )}
      {features.modelChoice && models.length > 0 && (
        <ChoiceSelect
          label={say("composer.model")}
          options={models.map(nameOfModel)}
          chosen={choice.modelId ?? agentModel}
          onChoose={(modelId) => choose({ modelId })}
        />
      )}
    </>
  );
}
