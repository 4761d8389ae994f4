import { documentTextOperations } from "@parley/contract/document";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

// What reads documents is loaded with the first that is opened.
const reading = () => import("@parley/core/project/read-document");

/** Documents as members read them. */
export const documents = [
  endpoint(documentTextOperations.list, async ({ ctx, params, query, member }) =>
    (await reading()).read(ctx, { ...params, ...query }, member),
  ),
];
