import { createBase } from "@parley/core/environment/environment";
import { adminAgents } from "../http/admin-agents.ts";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { adminDocuments } from "../http/admin-documents.ts";
import { adminMembers } from "../http/admin-members.ts";
import { adminProjects } from "../http/admin-projects.ts";
import { createApp } from "../http/app.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** What administrators look after: the organization's members, its agents, collections and their documents. */
export const handler = lambda(
  createApp(environment, [...adminMembers, ...adminAgents, ...adminProjects, ...adminDocuments]),
);
