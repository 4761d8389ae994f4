import { ruleOperations } from "@parley/contract/rule";
import * as Rule from "@parley/core/rule/rule";
import { endpoint } from "./endpoint.ts";

export const rules = [
  endpoint(ruleOperations.list, async ({ ctx }) => ({ organization_rules: await Rule.listAll(ctx) })),
  endpoint(ruleOperations.create, async ({ ctx, body, member }) => Rule.create(ctx, body.content, await member)),
  endpoint(ruleOperations.update, async ({ ctx, params, body, member }) =>
    Rule.update(ctx, params.rule_id, body.content, await member),
  ),
  endpoint(ruleOperations.remove, async ({ ctx, params }) => {
    await Rule.remove(ctx, params.rule_id);
    return { message: "Organization rule deleted successfully" };
  }),
];
