import type { AgentUpdate } from "@parley/contract/admin-agent";
import { agentLimits } from "@parley/contract/limits";
import * as Agent from "@parley/core/agent/agent";
import { boundedText } from "../bounded-text.ts";
import {
  type Command,
  type Deployment,
  type Given,
  organizationOf,
  organizationOption,
  UsageError,
} from "../command.ts";
import { publishedAgentHint } from "./agent-hint.ts";

const idOption = { help: "Id of the agent", required: true };

const fieldOptions = {
  description: { help: "What it is good at" },
  instructions: { help: "What it is told beside the organization's rules" },
  model: { help: "Its model, one of `model list`; the platform's default where none is given" },
  prompt: { help: `A starter prompt; up to ${agentLimits.starter_prompts} may be given`, many: true },
};

const nameOf = (name: string): string => boundedText("name", name, { max: agentLimits.name_characters });

/** What was given of an agent's fields beside its name, within the bounds that the interface has for them. */
function fieldsOf(given: Given): Omit<AgentUpdate, "name"> {
  const [description, instructions, model] = ["description", "instructions", "model"].map(given.optional);
  const prompts = given.all("prompt");
  if (prompts.length > agentLimits.starter_prompts)
    throw new UsageError(`--prompt may be given ${agentLimits.starter_prompts} times`);
  for (const prompt of prompts) boundedText("prompt", prompt, { max: agentLimits.starter_prompt_characters });
  return {
    ...(description !== undefined && {
      description: boundedText("description", description, { min: 0, max: agentLimits.description_characters }),
    }),
    ...(instructions !== undefined && {
      instructions: boundedText("instructions", instructions, { min: 0, max: agentLimits.instructions_characters }),
    }),
    ...(model !== undefined && { model_id: model }),
    ...(prompts.length > 0 && { starter_prompts: prompts }),
  };
}

/** For the organization that was given. */
const hint = async (deployment: Deployment, given: Given) =>
  publishedAgentHint(await organizationOf(deployment, given));

/** A command that changes one agent and shows it. */
const changing = (name: string, summary: string, change: AgentUpdate): Command => ({
  name,
  summary,
  options: { organization: organizationOption, id: idOption },
  example: `${name} --organization ID --id AGENT_ID`,
  run: async (deployment, given) => Agent.update(await organizationOf(deployment, given), given.text("id"), change),
});

export const agentCommands: Command[] = [
  {
    name: "agent create",
    summary: "Create an agent; members see it once it is published",
    options: { organization: organizationOption, name: { help: "Name", required: true }, ...fieldOptions },
    example: 'agent create --organization ID --name "Sales analyst" --prompt "Revenue by month this year"',
    run: async (deployment, given) =>
      Agent.create(await organizationOf(deployment, given), { name: nameOf(given.text("name")), ...fieldsOf(given) }),
    hint,
  },
  {
    name: "agent list",
    summary: "List an organization's agents",
    options: { organization: organizationOption },
    example: "agent list --organization ID",
    run: async (deployment, given) => Agent.list(await organizationOf(deployment, given)),
    hint,
  },
  {
    name: "agent show",
    summary: "Show an agent",
    options: { organization: organizationOption, id: idOption },
    example: "agent show --organization ID --id AGENT_ID",
    run: async (deployment, given) => Agent.get(await organizationOf(deployment, given), given.text("id")),
  },
  {
    name: "agent update",
    summary: "Change an agent; what is not given stays",
    options: { organization: organizationOption, id: idOption, name: { help: "Name" }, ...fieldOptions },
    example: 'agent update --organization ID --id AGENT_ID --instructions "Answer in two sentences."',
    async run(deployment, given) {
      const name = given.optional("name");
      return Agent.update(await organizationOf(deployment, given), given.text("id"), {
        ...(name !== undefined && { name: nameOf(name) }),
        ...fieldsOf(given),
      });
    },
  },
  changing("agent publish", "Publish an agent", { published: true }),
  { ...changing("agent unpublish", "Take an agent back; its chats stay", { published: false }), hint },
  changing("agent default", "Make a published agent the one that answers where a chat names none", {
    is_default: true,
  }),
  {
    name: "agent remove",
    summary: "Remove an agent that is not the default; its chats stay, and are answered without it",
    options: { organization: organizationOption, id: idOption },
    example: "agent remove --organization ID --id AGENT_ID",
    async run(deployment, given) {
      await Agent.remove(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
