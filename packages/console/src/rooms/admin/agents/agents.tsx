import type { AdminAgent, Model } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { Bot, Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Room } from "../../../shell/room.tsx";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { withServerState } from "../../server-state.tsx";
import { AgentCards } from "./agent-cards.tsx";
import { AgentForm } from "./agent-form.tsx";
import { ModelList } from "./model-list.tsx";
import { AGENTS_KEY, MODELS_KEY, useAgentsWords } from "./agents-words.ts";
import "./agents.css";

const PATH = "/admin/agents";
/** Agents that an organization may have. */
const AGENTS_AT_MOST = 50;

/** A model as people are told of it: the built-in one is no product's name. */
const spokenModel = (model: Model, say: ReturnType<typeof useAgentsWords>): Model =>
  model.model_id === "rules" ? { ...model, display_name: say("builtIn"), description: say("builtIn.hint") } : model;

/** The organization's agents, for administrators. `open` is an agent's id, or `new`. */
export const AgentsRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useAgentsWords();
  const [, go] = useLocation();
  const { parley } = useSignedIn();
  const agents = useQuery({
    queryKey: AGENTS_KEY,
    queryFn: async ({ signal }) => {
      const found: AdminAgent[] = [];
      for await (const agent of parley.agent.list_all({ limit: AGENTS_AT_MOST }, { signal })) found.push(agent);
      return found;
    },
  });
  const models = useQuery({
    queryKey: MODELS_KEY,
    queryFn: async ({ signal }) => parley.model.list({}, { signal }),
    select: (list) => ({ ...list, models: list.models.map((model) => spokenModel(model, say)) }),
  });
  const isFull = (agents.data?.length ?? 0) >= AGENTS_AT_MOST;
  const add = (
    <Button kind="quiet" icon={Plus} disabled={isFull} onClick={() => go(`${PATH}/new`)}>
      {say("add")}
    </Button>
  );
  const done = (agent: AdminAgent | null): void => go(agent ? `${PATH}/${agent.id}` : PATH);
  const opened = agents.data?.find(({ id }) => id === open) ?? null;
  const form = (
    <Remote query={models}>{(offered) => <AgentForm key={open} agent={opened} offered={offered} done={done} />}</Remote>
  );
  const isKnown = open === "new" || opened !== null;
  const detail = {
    id: open ?? "",
    title: opened?.name ?? (isKnown ? say("add") : say("title")),
    content: isKnown ? form : <p class="detail-note">{say("unknown")}</p>,
  };
  const isOpen = open !== null && (isKnown || agents.data !== undefined);
  return (
    <Room title={say("title")} actions={add}>
      <ListDetail detail={isOpen ? detail : null} close={() => go(PATH)}>
        <Remote query={agents}>
          {(found) => (
            <>
              <p class="room-intro">{isFull ? say("tooMany", { limit: AGENTS_AT_MOST }) : say("intro")}</p>
              {found.length === 0 ? (
                <Empty icon={Bot} title={say("none")}>
                  {say("none.hint")}
                </Empty>
              ) : (
                <AgentCards agents={found} path={PATH} models={models.data} />
              )}
            </>
          )}
        </Remote>
        <Remote query={models}>{(offered) => <ModelList offered={offered} agents={agents.data} />}</Remote>
      </ListDetail>
    </Room>
  );
});
