import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

/** A collection of documents. */
export const Project = v.object({
  id: v.string(),
  name: v.string(),
  description: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = v.InferOutput<typeof Project>;

export const projectOperations = {
  list: operation({
    id: "project.list",
    method: "GET",
    path: "/v1/projects",
    group: "catalog",
    summary: "List the document collections the caller may use",
    access: "member",
    reply: v.object({ projects: v.array(Project) }),
    status: 200,
    errors: [],
  }),
};
