import { createBase } from "@parley/core/environment/environment";
import { adminMemories } from "../http/admin-memories.ts";
import { createApp } from "../http/app.ts";
import { memories } from "../http/memories.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

export const handler = lambda(createApp(createBase(), [...memories, ...adminMemories]));
