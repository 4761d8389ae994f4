import * as v from "valibot";
import { text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** A rule of the organization: given to the agent with every message (D45). */
export const Rule = v.object({
  id: v.string(),
  organization_id: v.string(),
  content: v.string(),
  created_by: v.string(),
  last_updated_by: v.string(),
  last_updated_by_name: v.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Rule = v.InferOutput<typeof Rule>;

export const RuleUpdate = v.object({ content: text(1, limits.rule_characters) });

export const ruleOperations = {
  list: operation({
    id: "rule.list",
    method: "GET",
    path: "/v1/organization-rules",
    group: "rules",
    summary: "List the organization's rules, most recently updated first",
    access: "admin",
    reply: v.object({ organization_rules: v.array(Rule) }),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "rule.create",
    method: "POST",
    path: "/v1/organization-rules",
    group: "rules",
    summary: "Add a rule",
    access: "admin",
    body: RuleUpdate,
    reply: Rule,
    status: 200,
    errors: ["RULE_LIMIT"],
  }),
  update: operation({
    id: "rule.update",
    method: "PATCH",
    path: "/v1/organization-rules/{rule_id}",
    group: "rules",
    summary: "Replace the content of a rule",
    access: "admin",
    body: RuleUpdate,
    reply: Rule,
    status: 200,
    errors: ["RULE_NOT_FOUND"],
  }),
  remove: operation({
    id: "rule.remove",
    method: "DELETE",
    path: "/v1/organization-rules/{rule_id}",
    group: "rules",
    summary: "Delete a rule",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["RULE_NOT_FOUND"],
  }),
};
