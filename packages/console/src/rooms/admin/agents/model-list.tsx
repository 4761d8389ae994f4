import type { AdminAgent, ModelList as Offered } from "@parley/client";
import { useId } from "preact/hooks";
import { Mark } from "../../rows.tsx";
import { useAgentsWords } from "./agents-words.ts";

interface Props {
  offered: Offered;
  /** Undefined while they are being read. */
  agents: readonly AdminAgent[] | undefined;
}

/** The models that can answer here: whose they are, which one answers unasked, and the agents that each answers for. */
export function ModelList({ offered: { models, default: platform }, agents }: Props) {
  const say = useAgentsWords();
  const id = useId();
  const countOf = (model: string): number =>
    agents?.filter(({ model_id: chosen }) => (chosen ?? platform) === model).length ?? 0;
  return (
    <section class="models" aria-labelledby={id}>
      <h2 id={id}>{say("models")}</h2>
      <p class="models-hint">{say(models.length > 1 ? "models.hint" : "models.alone")}</p>
      <ul>
        {models.map(({ model_id: model, display_name: name, description }) => (
          <li key={model}>
            <span class="models-name">
              <b>{name}</b>
              {model === platform && <Mark tone="good">{say("default")}</Mark>}
            </span>
            <code>{model}</code>
            <span class="models-note">{description}</span>
            {countOf(model) > 0 && <span class="models-end">{say("models.agents", { count: countOf(model) })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
