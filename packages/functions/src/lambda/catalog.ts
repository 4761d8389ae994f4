import { createBase } from "@parley/core/environment/environment";
import { agents } from "../http/agents.ts";
import { createApp } from "../http/app.ts";
import { integrations } from "../http/integrations.ts";
import { me } from "../http/me.ts";
import { models } from "../http/models.ts";
import { projects } from "../http/projects.ts";
import { queries } from "../http/queries.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const catalog = [...me, ...integrations, ...projects, ...models, ...agents, ...queries];

export const handler = lambda(createApp(createBase(), catalog));
