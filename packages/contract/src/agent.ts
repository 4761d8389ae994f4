import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

/** A published agent (D43). */
export const Agent = v.object({
  id: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  model_id: v.string(),
  is_default: v.boolean(),
  starter_prompts: v.array(v.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Agent = v.InferOutput<typeof Agent>;

export const agentOperations = {
  list: operation({
    id: "agent.list",
    method: "GET",
    path: "/v1/agents",
    group: "catalog",
    summary: "List the organization's published agents",
    access: "member",
    reply: v.object({ agents: v.array(Agent) }),
    status: 200,
    errors: [],
  }),
};
