import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { adminIntegrations } from "../http/admin-integrations.ts";
import { queryTrials } from "../http/query-trials.ts";
import { receipts } from "../http/receipts.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const endpoints = [...adminIntegrations, ...receipts, ...queryTrials];

/** Databases as administrators set them up, SQL that is tried on them, and receipts, whose SQL runs again. */
export const handler = lambda(createApp({ ...createBase(), ...createFileAccess(), ...createQueueAccess() }, endpoints));
