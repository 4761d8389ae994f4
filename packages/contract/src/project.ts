import * as v from "valibot";
import { count, queryInteger, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

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

/** A collection as administrators see it: `member_ids` may use it, everybody where that is null. */
export const AdminProject = /* @__PURE__ */ separately(() =>
  v.object({
    ...Project.entries,
    member_ids: v.nullable(v.array(v.string())),
    document_count: count,
  }),
);
export type AdminProject = v.InferOutput<typeof AdminProject>;

const name = text(1, limits.project_name_characters);
const description = v.nullish(text(0, limits.project_description_characters));
const tags = /* @__PURE__ */ separately(() =>
  v.nullish(v.pipe(v.array(text(1, limits.project_tag_characters)), v.maxLength(limits.project_tags))),
);
const member_ids = /* @__PURE__ */ separately(() =>
  v.nullish(v.pipe(v.array(v.string()), v.maxLength(limits.members_per_project))),
);

export const ProjectCreate = /* @__PURE__ */ separately(() => v.object({ name, description, tags, member_ids }));
export type ProjectCreate = v.InferOutput<typeof ProjectCreate>;

/** Absent fields stay as they are; null ones are emptied, `member_ids: null` lets everybody in. */
export const ProjectUpdate = /* @__PURE__ */ separately(() =>
  v.object({ name: v.optional(name), description, tags, member_ids }),
);
export type ProjectUpdate = v.InferOutput<typeof ProjectUpdate>;

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

export const adminProjectOperations = /* @__PURE__ */ separately(() => ({
  list: operation({
    id: "project.list_all",
    method: "GET",
    path: "/v1/admin/projects",
    group: "admin",
    summary: "List all document collections of the organization, the oldest first",
    access: "admin",
    query: v.object({ limit: queryInteger(limits.page, 1, limits.page_max), cursor: v.optional(v.string()) }),
    reply: v.object({ projects: v.array(AdminProject), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "project.create",
    method: "POST",
    path: "/v1/admin/projects",
    group: "admin",
    summary: "Create a document collection",
    access: "admin",
    body: ProjectCreate,
    reply: AdminProject,
    status: 200,
    errors: ["MEMBER_NOT_FOUND", "PROJECT_LIMIT"],
  }),
  update: operation({
    id: "project.update",
    method: "PATCH",
    path: "/v1/admin/projects/{project_id}",
    group: "admin",
    summary: "Change a document collection, or who may use it",
    access: "admin",
    body: ProjectUpdate,
    reply: AdminProject,
    status: 200,
    errors: ["MEMBER_NOT_FOUND", "PROJECT_NOT_FOUND"],
  }),
  remove: operation({
    id: "project.remove",
    method: "DELETE",
    path: "/v1/admin/projects/{project_id}",
    group: "admin",
    summary: "Delete a document collection with its documents",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["PROJECT_NOT_FOUND"],
  }),
}));
