import { createBase } from "@parley/core/environment";
import { createApp } from "../http/app.ts";
import { voice } from "../http/voice.ts";
import { lambda } from "../lambda-adapter.ts";

export const handler = lambda(createApp(createBase(), voice));
