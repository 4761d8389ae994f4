import { agentOperations } from "@parley/contract/agent";
import * as Agent from "@parley/core/agent/agent";
import { endpoint } from "./endpoint.ts";

export const agents = [endpoint(agentOperations.list, async ({ ctx }) => ({ agents: await Agent.listPublished(ctx) }))];
