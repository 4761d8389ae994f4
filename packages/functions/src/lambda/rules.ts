import { createBase } from "@parley/core/environment/environment";
import { createApp } from "../http/app.ts";
import { rules } from "../http/rules.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

export const handler = lambda(createApp(createBase(), rules));
