import { GoldenQuestionCreate } from "@parley/contract/golden-question";
import * as Golden from "@parley/core/golden/golden";
import { checked, type Command, type Given, organizationOf, organizationOption } from "../command.ts";
import { definitionFields } from "../definitions/options.ts";
import { authorOf, byOption } from "./authors.ts";

const modelOption = { help: "A model of the list; `rules`, the built-in interpreter, where none is given" };
const nowOption = { help: "The day at which questions are asked, such as 2026-06-30; today where none is given" };
const classOption = { help: "Only questions of this class" };

/** Options that say what is to be saved. */
const draftOptions = {
  "add-rule": { help: "A rule that would be added", many: true },
  "remove-rule": { help: "Id of a rule that would be removed; with --add-rule, it would be changed", many: true },
  member: { help: "Id of a member who asks, with their memories; without it nobody's memories are given" },
  "add-memory": { help: "A memory that would be added", many: true },
  "remove-memory": { help: "Id of a memory of the member's that would be removed", many: true },
  "add-query": { help: "Title of a saved query that would be added, with --query-sql" },
  "query-sql": { help: "Its SQL" },
  "remove-query": { help: "Id of a saved query that would be removed", many: true },
  integration: { help: "Id of the integration whose words would mean something else" },
  define: { help: "A definition that would be added: metric, dimension, synonym, join or description" },
  ...definitionFields,
  "remove-definition": { help: "Id of a definition that would be removed; with --define, it would be changed" },
};

const askedOf = (given: Given) =>
  checked(GoldenQuestionCreate, {
    question: given.optional("question"),
    integration_id: given.optional("integration"),
    message_id: given.optional("message"),
    sql: given.text("sql"),
    class: given.optional("class"),
  });

/** Questions whose right answers are known: to see how good answers are, and what a change would do to them. */
export const goldenCommands: Command[] = [
  {
    name: "golden add",
    summary:
      "Keep a question with the SQL whose rows are its right answer; --message takes the question of a rated answer",
    options: {
      organization: organizationOption,
      question: { help: "The question, as a member would ask it" },
      integration: { help: "Id of the database that it is asked of" },
      message: { help: "Id of an answer that a member has rated, instead of --question and --integration" },
      sql: { help: "The right SQL", required: true },
      class: { help: "What kind of question it is" },
      by: byOption,
    },
    example:
      'golden add --organization ID --integration ID --question "How many customers?" --sql "SELECT COUNT(*) FROM customers"\n' +
      'golden add --organization ID --message ID --sql "SELECT COUNT(*) FROM customers WHERE active"',
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return Golden.create(ctx, askedOf(given), await authorOf(ctx, given));
    },
  },
  {
    name: "golden list",
    summary: "List the golden questions, the oldest first",
    options: { organization: organizationOption },
    example: "golden list --organization ID",
    run: async (deployment, given) => Golden.listAll(await organizationOf(deployment, given)),
  },
  {
    name: "golden remove",
    summary: "Remove a golden question",
    options: { organization: organizationOption, id: { help: "Id of the question", required: true } },
    example: "golden remove --organization ID --id QUESTION_ID",
    async run(deployment, given) {
      await Golden.remove(await organizationOf(deployment, given), given.text("id"));
      return { removed: given.text("id") };
    },
  },
  {
    name: "golden run",
    summary: "Ask the golden questions as things are: which are answered right",
    options: { organization: organizationOption, model: modelOption, now: nowOption, class: classOption },
    example: "golden run --organization ID",
    async run(deployment, given) {
      const { runGolden } = await import("../rehearsal/run.ts");
      return runGolden(deployment, given);
    },
  },
  {
    name: "golden rehearse",
    summary:
      "Before a rule, memory, saved query or definition is saved: which answers to the golden questions it would change, from what to what",
    options: {
      organization: organizationOption,
      ...draftOptions,
      model: modelOption,
      now: nowOption,
      class: classOption,
    },
    example:
      'golden rehearse --organization ID --add-rule "Revenue means the amount less refunds."\n' +
      "golden rehearse --organization ID --remove-rule RULE_ID\n" +
      'golden rehearse --organization ID --integration ID --define metric --name revenue --table orders --sql "SUM(amount - refunded)"',
    async run(deployment, given) {
      const { rehearseGolden } = await import("../rehearsal/run.ts");
      return rehearseGolden(deployment, given);
    },
  },
];
