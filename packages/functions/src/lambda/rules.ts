import { createBase } from "@parley/core/environment";
import { createApp } from "../http/app.ts";
import { rules } from "../http/rules.ts";
import { lambda } from "../lambda-adapter.ts";

export const handler = lambda(createApp(createBase(), rules));
