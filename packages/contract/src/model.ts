import * as v from "valibot";
import { operation } from "./operation.ts";

export const Model = v.object({
  model_id: v.string(),
  display_name: v.string(),
  description: v.string(),
});
export type Model = v.InferOutput<typeof Model>;

export const modelOperations = {
  list: operation({
    id: "model.list",
    method: "GET",
    path: "/v1/models",
    group: "catalog",
    summary: "List the models that can be sent as `model`, and the platform's default",
    access: "member",
    reply: v.object({ models: v.array(Model), default: v.string() }),
    status: 200,
    errors: [],
  }),
};
