import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { sources } from "../http/sources.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

/** Databases as administrators set them up, and SQL that is tried on them. */
export const handler = lambda(createApp({ ...createBase(), ...createFileAccess(), ...createQueueAccess() }, sources));
