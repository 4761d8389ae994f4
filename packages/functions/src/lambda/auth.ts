import { createBase } from "@parley/core/environment/environment";
import { createApp } from "../http/app.ts";
import { auth } from "../http/auth.ts";
import { sessions } from "../http/sessions.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

export const handler = lambda(createApp(createBase(), [...auth, ...sessions]));
