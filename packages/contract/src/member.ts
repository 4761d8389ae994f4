import * as v from "valibot";
import { queryBoolean, queryInteger, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { MemberRole } from "./me.ts";
import { operation } from "./operation.ts";

/** A member of the organization, as its administrators see one (D61). */
export const Member = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role: MemberRole,
  active: v.boolean(),
  last_seen_at: v.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Member = v.InferOutput<typeof Member>;

const name = text(1, limits.member_name_characters);

/** The form of the e-mail address is checked later, as in the exchange (400, D9). */
export const MemberCreate = v.object({ email: v.string(), name, role: MemberRole });
export type MemberCreate = v.InferOutput<typeof MemberCreate>;

/** Absent and null fields stay as they are. */
export const MemberUpdate = v.object({
  name: v.nullish(name),
  role: v.nullish(MemberRole),
  active: v.nullish(v.boolean()),
});
export type MemberUpdate = v.InferOutput<typeof MemberUpdate>;

export const memberOperations = {
  list: operation({
    id: "member.list",
    method: "GET",
    path: "/v1/admin/members",
    group: "admin",
    summary: "List the organization's members, the oldest first; `search` matches names and e-mail addresses",
    access: "admin",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
      active: queryBoolean,
      search: v.optional(text(0, limits.search_characters)),
    }),
    reply: v.object({ members: v.array(Member), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["INVALID_CURSOR"],
  }),
  create: operation({
    id: "member.create",
    method: "POST",
    path: "/v1/admin/members",
    group: "admin",
    summary: "Add a member",
    access: "admin",
    body: MemberCreate,
    reply: Member,
    status: 200,
    errors: ["INVALID_EMAIL", "MEMBER_EXISTS"],
  }),
  update: operation({
    id: "member.update",
    method: "PATCH",
    path: "/v1/admin/members/{member_id}",
    group: "admin",
    summary: "Rename a member, change the role, disable or enable",
    access: "admin",
    body: MemberUpdate,
    reply: Member,
    status: 200,
    errors: ["ORGANIZATION_MEMBER_NOT_FOUND", "LAST_ADMIN"],
  }),
};
