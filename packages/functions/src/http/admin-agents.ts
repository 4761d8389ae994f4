import { adminAgentOperations } from "@parley/contract/admin-agent";
import * as Agent from "@parley/core/agent/agent";
import { requireModel } from "@parley/core/model/model";
import { endpoint } from "./endpoint.ts";

export const adminAgents = [
  endpoint(adminAgentOperations.list, ({ ctx, query }) => Agent.page(ctx, query)),
  endpoint(adminAgentOperations.create, async ({ ctx, body }) => {
    requireModel(ctx, body.model_id);
    return Agent.create(ctx, body);
  }),
  endpoint(adminAgentOperations.update, async ({ ctx, params, body }) => {
    requireModel(ctx, body.model_id);
    return Agent.update(ctx, params.agent_id, body);
  }),
  endpoint(adminAgentOperations.remove, async ({ ctx, params }) => {
    await Agent.remove(ctx, params.agent_id);
    return { message: "Agent deleted successfully" };
  }),
];
