import * as v from "valibot";
import { Agent } from "./agent.ts";
import { queryInteger, text } from "./fields.ts";
import { agentLimits, limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** An agent as administrators see it, published or not (D62). Its `model_id` is null where the platform's default answers. */
export const AdminAgent = v.object({
  ...Agent.entries,
  model_id: v.nullable(v.string()),
  instructions: v.string(),
  published: v.boolean(),
});
export type AdminAgent = v.InferOutput<typeof AdminAgent>;

const name = text(1, agentLimits.name_characters);
const others = {
  description: v.nullish(text(0, agentLimits.description_characters)),
  instructions: v.nullish(text(0, agentLimits.instructions_characters)),
  model_id: v.nullish(v.string()),
  starter_prompts: v.nullish(
    v.pipe(v.array(text(1, agentLimits.starter_prompt_characters)), v.maxLength(agentLimits.starter_prompts)),
  ),
  published: v.nullish(v.boolean()),
  is_default: v.nullish(v.boolean()),
};

export const AgentCreate = v.object({ name, ...others });
export type AgentCreate = v.InferOutput<typeof AgentCreate>;

/** Absent fields stay as they are; null empties what may be empty. */
export const AgentUpdate = v.object({ name: v.nullish(name), ...others });
export type AgentUpdate = v.InferOutput<typeof AgentUpdate>;

export const adminAgentOperations = {
  list: operation({
    id: "agent.list_all",
    method: "GET",
    path: "/v1/admin/agents",
    group: "admin",
    summary: "List the organization's agents, drafts too, the oldest first",
    access: "admin",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ agents: v.array(AdminAgent), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "agent.create",
    method: "POST",
    path: "/v1/admin/agents",
    group: "admin",
    summary: "Add an agent; a draft unless it is published",
    access: "admin",
    body: AgentCreate,
    reply: AdminAgent,
    status: 200,
    errors: ["MODEL_NOT_FOUND", "AGENT_NOT_PUBLISHED", "TOO_MANY_AGENTS"],
  }),
  update: operation({
    id: "agent.update",
    method: "PATCH",
    path: "/v1/admin/agents/{agent_id}",
    group: "admin",
    summary: "Change an agent, publish it, take it back, make it the default",
    access: "admin",
    body: AgentUpdate,
    reply: AdminAgent,
    status: 200,
    errors: ["MODEL_NOT_FOUND", "AGENT_NOT_PUBLISHED", "AGENT_NOT_FOUND", "AGENT_IN_USE"],
  }),
  remove: operation({
    id: "agent.remove",
    method: "DELETE",
    path: "/v1/admin/agents/{agent_id}",
    group: "admin",
    summary: "Delete an agent; its chats stay",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["AGENT_NOT_FOUND", "AGENT_IN_USE"],
  }),
};
