import { savedQueryOperations } from "@parley/contract/saved-query";
import * as Query from "@parley/core/query/query";
import { endpoint } from "./endpoint.ts";

export const queries = [
  endpoint(savedQueryOperations.list, ({ ctx, query }) => Query.page(ctx, query)),
  endpoint(savedQueryOperations.create, async ({ ctx, body, member }) => Query.create(ctx, body, await member)),
  endpoint(savedQueryOperations.update, async ({ ctx, params, body, member }) =>
    Query.update(ctx, params.query_id, body, await member),
  ),
  endpoint(savedQueryOperations.remove, async ({ ctx, params }) => {
    await Query.remove(ctx, params.query_id);
    return { message: "Saved query deleted successfully" };
  }),
];
