import { createBase } from "@parley/core/environment";
import { createApp } from "../http/app.ts";
import { auth } from "../http/auth.ts";
import { lambda } from "../lambda-adapter.ts";

export const handler = lambda(createApp(createBase(), auth));
