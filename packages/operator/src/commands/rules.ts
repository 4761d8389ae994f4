import { limits } from "@parley/contract/limits";
import { Rule as Shown } from "@parley/contract/rule";
import * as Rule from "@parley/core/rule/rule";
import * as v from "valibot";
import { boundedText } from "../bounded-text.ts";
import { type Command, type Given, organizationOf, organizationOption, UsageError } from "../command.ts";
import { authorOf, byOption } from "./authors.ts";

const idOption = { help: "Id of the rule", required: true };
const contentOption = { help: `The rule, at most ${limits.rule_characters} characters`, required: true };

const contentOf = (given: Given): string =>
  boundedText("content", given.text("content"), { max: limits.rule_characters });

/** As the interface shows a rule, without what it is stored with. */
const shown = (rule: unknown) => v.parse(Shown, rule);

export const ruleCommands: Command[] = [
  {
    name: "rule create",
    summary: "Add an organization rule; every agent is given it",
    options: { organization: organizationOption, content: contentOption, by: byOption },
    example: 'rule create --organization ID --content "Revenue means the amount less refunds."',
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return shown(await Rule.create(ctx, contentOf(given), await authorOf(ctx, given)));
    },
  },
  {
    name: "rule list",
    summary: "List an organization's rules, most recently updated first",
    options: { organization: organizationOption },
    example: "rule list --organization ID",
    run: async (deployment, given) => (await Rule.listAll(await organizationOf(deployment, given))).map(shown),
  },
  {
    name: "rule show",
    summary: "Show a rule",
    options: { organization: organizationOption, id: idOption },
    example: "rule show --organization ID --id RULE_ID",
    async run(deployment, given) {
      const rules = await Rule.listAll(await organizationOf(deployment, given));
      const rule = rules.find(({ id }) => id === given.text("id"));
      if (!rule) throw new UsageError("The organization has no rule with this id.");
      return shown(rule);
    },
  },
  {
    name: "rule update",
    summary: "Replace a rule's content",
    options: { organization: organizationOption, id: idOption, content: contentOption, by: byOption },
    example: 'rule update --organization ID --id RULE_ID --content "Amounts are in euros."',
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return shown(await Rule.update(ctx, given.text("id"), contentOf(given), await authorOf(ctx, given)));
    },
  },
  {
    name: "rule remove",
    summary: "Remove a rule",
    options: { organization: organizationOption, id: idOption },
    example: "rule remove --organization ID --id RULE_ID",
    async run(deployment, given) {
      await Rule.remove(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
