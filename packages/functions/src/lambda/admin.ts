import { createBase } from "@parley/core/environment/environment";
import { adminAgents } from "../http/admin-agents.ts";
import { adminMembers } from "../http/admin-members.ts";
import { createApp } from "../http/app.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

/** What administrators look after: the organization's members and agents. */
export const handler = lambda(createApp(createBase(), [...adminMembers, ...adminAgents]));
