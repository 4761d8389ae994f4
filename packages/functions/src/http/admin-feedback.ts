import { feedbackOperations } from "@parley/contract/feedback";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

const ratings = () => import("@parley/core/feedback/feedback-list");

export const adminFeedback = [
  endpoint(feedbackOperations.list, async ({ ctx, query }) => (await ratings()).page(ctx, query)),
  endpoint(feedbackOperations.update, async ({ ctx, params, body }) =>
    (await ratings()).update(ctx, params.message_id, body.status),
  ),
];
