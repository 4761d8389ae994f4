import { createBase } from "@parley/core/environment/environment";
import { createApp } from "../http/app.ts";
import { voice } from "../http/voice.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

export const handler = lambda(createApp(createBase(), voice));
