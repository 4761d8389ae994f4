import { SavedQuery, SavedQueryCreate, SavedQueryUpdate } from "@parley/contract/saved-query";
import * as Query from "@parley/core/query/query";
import { find, type QueryRecord } from "@parley/core/query/record";
import * as v from "valibot";
import { type Command, type Given, organizationOf, organizationOption, UsageError } from "../command.ts";
import { authorOf, byOption } from "./authors.ts";

const idOption = { help: "Id of the saved query", required: true };
const fields = {
  prompt: { help: "Instruction passed to the agent" },
  sql: { help: "SQL with {{placeholders}}; a query without it is prompt-only" },
  description: { help: "What it answers" },
  integration: { help: "Id of the only integration that its SQL is for; without it any" },
  keyword: { help: "A keyword for matching messages; may be given several times", many: true },
  by: byOption,
};

/** As the interface shows a saved query, without what it is stored with. */
const shown = (query: QueryRecord) => v.parse(SavedQuery, query);

function changeOf(given: Given) {
  const [title, prompt, sql, description] = ["title", "prompt", "sql", "description"].map(given.optional);
  const integration_id = given.optional("integration");
  const keywords = given.all("keyword");
  return {
    ...(title !== undefined && { title }),
    ...(prompt !== undefined && { prompt }),
    ...(sql !== undefined && { sql }),
    ...(description !== undefined && { description }),
    ...(integration_id !== undefined && { integration_id }),
    ...(keywords.length > 0 && { keywords }),
  };
}

/** The contract's own limits hold here too. */
function checked<Schema extends v.GenericSchema>(schema: Schema, fieldsGiven: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fieldsGiven);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UsageError(`--${v.getDotPath(issue) ?? ""}: ${issue.message}`);
}

export const queryCommands: Command[] = [
  {
    name: "query create",
    summary: "Save a query; its SQL is checked and its parameters are extracted",
    options: {
      organization: organizationOption,
      title: { help: "Title", required: true },
      ...fields,
      prompt: { ...fields.prompt, required: true },
    },
    example:
      'query create --organization ID --title "Orders of a region" --prompt "List the orders of a region" --sql "SELECT id FROM orders WHERE region = {{region}}"',
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return shown(await Query.create(ctx, checked(SavedQueryCreate, changeOf(given)), await authorOf(ctx, given)));
    },
  },
  {
    name: "query list",
    summary: "List an organization's saved queries",
    options: { organization: organizationOption },
    example: "query list --organization ID",
    run: async (deployment, given) => (await Query.list(await organizationOf(deployment, given))).map(shown),
  },
  {
    name: "query show",
    summary: "Show a saved query",
    options: { organization: organizationOption, id: idOption },
    example: "query show --organization ID --id QUERY_ID",
    async run(deployment, given) {
      const query = await find(await organizationOf(deployment, given), given.text("id"));
      if (!query) throw new UsageError("The organization has no saved query with this id.");
      return shown(query);
    },
  },
  {
    name: "query update",
    summary: "Change a saved query; what is not given stays",
    options: { organization: organizationOption, id: idOption, title: { help: "Title" }, ...fields },
    example: 'query update --organization ID --id QUERY_ID --title "Orders by region"',
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const change = checked(SavedQueryUpdate, changeOf(given));
      return shown(await Query.update(ctx, given.text("id"), change, await authorOf(ctx, given)));
    },
  },
  {
    name: "query remove",
    summary: "Remove a saved query",
    options: { organization: organizationOption, id: idOption },
    example: "query remove --organization ID --id QUERY_ID",
    async run(deployment, given) {
      await Query.remove(await organizationOf(deployment, given), given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
