import { createBase } from "@parley/core/environment";
import { createFileAccess } from "@parley/core/environment-files";
import { createQueueAccess } from "@parley/core/environment-wakes";
import { createApp } from "../http/app.ts";
import { turns } from "../http/turns.ts";
import { lambda } from "../lambda-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** Acceptance, reading and cancellation of durable turns. */
export const handler = lambda(createApp(environment, turns));
