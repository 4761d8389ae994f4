import { integrationOperations } from "@parley/contract/integration";
import * as Integration from "@parley/core/integration/integration";
import { endpoint } from "./endpoint.ts";

export const integrations = [
  endpoint(integrationOperations.list, async ({ ctx }) => ({ integrations: await Integration.list(ctx) })),
];
