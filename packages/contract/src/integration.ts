import * as v from "valibot";
import { operation } from "./operation.ts";

export const Integration = v.object({
  id: v.string(),
  display_name: v.string(),
  type: v.literal("database"),
});
export type Integration = v.InferOutput<typeof Integration>;

export const integrationOperations = {
  list: operation({
    id: "integration.list",
    method: "GET",
    path: "/v1/integrations",
    group: "catalog",
    summary: "List the organization's database integrations",
    access: "member",
    reply: v.object({ integrations: v.array(Integration) }),
    status: 200,
    errors: [],
  }),
};
