import type { AdminAgent, ModelList } from "@parley/client";
import { Link, useLocation } from "wouter-preact";
import { Mark } from "../../rows.tsx";
import { useAgentsWords } from "./agents-words.ts";

interface Props {
  agents: readonly AdminAgent[];
  /** Where each is found, by its id below it. */
  path: string;
  /** Undefined while they are being read. */
  models: ModelList | undefined;
}

/** A card for each agent: what it is for, what answers, and who can see it. */
export function AgentCards({ agents, path, models }: Props) {
  const say = useAgentsWords();
  const [here] = useLocation();
  const modelOf = (id: string | null): string =>
    models?.models.find(({ model_id: each }) => each === (id ?? models.default))?.display_name ?? id ?? "";
  return (
    <ul class="agent-cards" aria-label={say("list")}>
      {agents.map(({ id, name, description, model_id, starter_prompts, published, is_default: isDefault }) => (
        <li key={id}>
          <Link
            href={`${path}/${id}`}
            class="agent-card"
            aria-current={here === `${path}/${id}` ? "true" : undefined}
            data-draft={!published || undefined}
          >
            <span class="agent-card-top">
              <b>{name}</b>
              {isDefault && <Mark tone="good">{say("default")}</Mark>}
              {!isDefault && published && <Mark>{say("published")}</Mark>}
              {!published && <Mark tone="busy">{say("draft")}</Mark>}
            </span>
            {description && <span class="agent-card-text">{description}</span>}
            <span class="agent-card-foot">
              <span>{modelOf(model_id)}</span>
              {starter_prompts.length > 0 && <span>{say("starters.count", { count: starter_prompts.length })}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
