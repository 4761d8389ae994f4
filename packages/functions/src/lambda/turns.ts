import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { turns } from "../http/turns.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** Acceptance, reading and cancellation of durable turns. */
export const handler = lambda(createApp(environment, turns));
