import { queryTrialOperations } from "@parley/contract/saved-query";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

// Loaded when they are asked for: they would make the function's start slower.
const check = () => import("@parley/core/query/check");
const preview = () => import("@parley/core/query/preview");

/** SQL of saved queries that an administrator tries before it is kept. */
export const queryTrials = [
  endpoint(queryTrialOperations.validate, async ({ ctx, body }) => (await check()).validate(ctx, body)),
  endpoint(queryTrialOperations.preview, async ({ ctx, body }) => (await preview()).preview(ctx, body)),
];
