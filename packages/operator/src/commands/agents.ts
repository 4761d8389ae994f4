import * as Agent from "@parley/core/agent/agent";
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

const shown = ({
  id,
  name,
  description,
  instructions,
  model_id,
  published,
  starter_prompts,
  created_at,
  updated_at,
}: Agent.AgentRecord) => ({
  id,
  name,
  description,
  instructions,
  model_id,
  published,
  starter_prompts,
  created_at,
  updated_at,
});

const fields = {
  description: { help: "What it is good at" },
  instructions: { help: "What it is told beside the organization's rules" },
  model: { help: "Its model; the platform's default where none is given" },
  prompt: { help: "A starter prompt; may be given several times", many: true },
};

/** For the organization that was given. */
const hint = async (deployment: Deployment, given: Given) =>
  publishedAgentHint(await organizationOf(deployment, given));

export const agentCommands: Command[] = [
  {
    name: "agent create",
    summary: "Create an agent; members see it once it is published",
    options: { organization: organizationOption, name: { help: "Name", required: true }, ...fields },
    example: 'agent create --organization ID --name "Sales analyst" --prompt "Revenue by month this year"',
    async run(deployment, given) {
      return shown(
        await Agent.create(await organizationOf(deployment, given), {
          name: given.text("name"),
          description: given.optional("description") ?? null,
          instructions: given.optional("instructions") ?? "",
          model_id: given.optional("model") ?? null,
          starter_prompts: given.all("prompt"),
        }),
      );
    },
    hint,
  },
  {
    name: "agent list",
    summary: "List an organization's agents",
    options: { organization: organizationOption },
    example: "agent list --organization ID",
    run: async (deployment, given) => (await Agent.list(await organizationOf(deployment, given))).map(shown),
    hint,
  },
  {
    name: "agent show",
    summary: "Show an agent",
    options: { organization: organizationOption, id: idOption },
    example: "agent show --organization ID --id AGENT_ID",
    async run(deployment, given) {
      const agent = await Agent.findAgent(await organizationOf(deployment, given), given.text("id"));
      if (!agent) throw new UsageError("The organization has no agent with this id.");
      return shown(agent);
    },
  },
  {
    name: "agent update",
    summary: "Change an agent; what is not given stays",
    options: { organization: organizationOption, id: idOption, name: { help: "Name" }, ...fields },
    example: 'agent update --organization ID --id AGENT_ID --instructions "Answer in two sentences."',
    async run(deployment, given) {
      const [name, description, instructions, model] = ["name", "description", "instructions", "model"].map(
        given.optional,
      );
      const prompts = given.all("prompt");
      return shown(
        await Agent.update(await organizationOf(deployment, given), given.text("id"), {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(instructions !== undefined && { instructions }),
          ...(model !== undefined && { model_id: model }),
          ...(prompts.length > 0 && { starter_prompts: prompts }),
        }),
      );
    },
  },
  {
    name: "agent publish",
    summary: "Publish an agent",
    options: { organization: organizationOption, id: idOption },
    example: "agent publish --organization ID --id AGENT_ID",
    run: async (deployment, given) =>
      shown(await Agent.publish(await organizationOf(deployment, given), given.text("id"))),
  },
  {
    name: "agent unpublish",
    summary: "Take an agent back; its chats stay",
    options: { organization: organizationOption, id: idOption },
    example: "agent unpublish --organization ID --id AGENT_ID",
    run: async (deployment, given) =>
      shown(await Agent.update(await organizationOf(deployment, given), given.text("id"), { published: false })),
    hint,
  },
  {
    name: "agent default",
    summary: "Make a published agent the one that answers where a chat names none",
    options: { organization: organizationOption, id: idOption },
    example: "agent default --organization ID --id AGENT_ID",
    async run(deployment, given) {
      await Agent.setDefault(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), is_default: true };
    },
  },
];
