import {
  type Definition as Defined,
  DefinitionCreate,
  DefinitionKind,
  DefinitionUpdate,
} from "@parley/contract/definition";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Definition from "@parley/core/definition/definition";
import { Failure } from "@parley/core/failure/failure";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { checked, choice, type Command, type Given, organizationOf, organizationOption, progress } from "../command.ts";
import { definitionFields, definitionGiven } from "../definitions/options.ts";
import { readSemanticFile } from "../definitions/semantic-file.ts";
import { authorOf, byOption } from "./authors.ts";

type Context = OrganizationContext & WithFiles;

const integrationOption = { help: "Id of the integration", required: true };
const idOption = { help: "Id of the definition", required: true };
const fields = { ...definitionFields, by: byOption };

/** Nothing is left open: a connection would keep this process from ending. */
async function closing<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await closeDatasources(ctx);
  }
}

const same = (one: Defined, { kind, name, table, column }: DefinitionCreate): boolean =>
  one.kind === kind &&
  (kind === "description"
    ? one.table === table && one.column === (column ?? null)
    : one.name.toLowerCase() === (name ?? "").toLowerCase());

const nameOf = ({ kind, name, table, column, references_table }: DefinitionCreate): string =>
  name ?? (kind === "join" ? `${table} → ${references_table}` : [table, column].filter(Boolean).join("."));

interface Row {
  kind: string;
  name: string;
  result: "added" | "changed" | "unchanged" | "refused" | "left out";
  reason?: string;
}

/** Adds or changes one definition of a file: what was imported before has the same kind and name. */
async function takeOver(
  ctx: Context,
  integration: string,
  { definition, known, author }: { definition: DefinitionCreate; known: Defined[]; author: Definition.Author },
): Promise<Row> {
  const row = { kind: definition.kind, name: nameOf(definition) };
  const before = known.find((one) =>
    definition.kind === "join" && definition.name === undefined
      ? one.kind === "join" &&
        one.table === definition.table &&
        one.references_table === definition.references_table &&
        JSON.stringify(one.columns) === JSON.stringify(definition.columns)
      : same(one, definition),
  );
  try {
    if (!before) {
      known.push(await Definition.create(ctx, integration, definition, author));
      return { ...row, result: "added" };
    }
    const { kind: _kind, ...change } = definition;
    const after = await Definition.update(ctx, { integrationId: integration, id: before.id }, change, author);
    return { ...row, result: after.version === before.version ? "unchanged" : "changed" };
  } catch (error) {
    // A file may hold what this database has not: the rest of it is taken over all the same.
    if (error instanceof Failure && error.code === "INVALID_DEFINITION")
      return { ...row, result: "refused", reason: error.message };
    throw error;
  }
}

async function importFile(ctx: Context, of: Given) {
  const integration = await Integration.get(ctx, of.text("integration"));
  const { definitions, skipped, origin } = await readSemanticFile(of.text("file"), integration.engine);
  const rows: Row[] = [];
  if (of.flag("dry-run"))
    return [
      ...definitions.map((one) => ({
        kind: one.kind,
        name: nameOf(one),
        sql: one.sql ?? null,
        table: one.table ?? null,
      })),
      ...skipped.map((one) => ({ ...one, result: "left out" })),
    ];
  const known = await Definition.list(ctx, integration.id);
  const author = { ...(await authorOf(ctx, of)), origin };
  await closing(ctx, async () => {
    for (const definition of definitions) {
      rows.push(await takeOver(ctx, integration.id, { definition, known, author }));
      if (rows.length % 50 === 0) progress(of, `${rows.length} of ${definitions.length} definitions`);
    }
  });
  return [...rows, ...skipped.map((one): Row => ({ ...one, result: "left out" }))];
}

export const definitionCommands: Command[] = [
  {
    name: "definition list",
    summary: "List what words mean in an integration's database",
    options: { organization: organizationOption, integration: integrationOption },
    example: "definition list --organization ID --integration INTEGRATION_ID",
    run: async (deployment, of) => Definition.list(await organizationOf(deployment, of), of.text("integration")),
  },
  {
    name: "definition add",
    summary: "Define a metric, dimension, synonym, join or description; it is tried on the database",
    options: {
      organization: organizationOption,
      integration: integrationOption,
      kind: { help: "metric, dimension, synonym, join or description", required: true },
      ...fields,
    },
    example:
      'definition add --organization ID --integration INTEGRATION_ID --kind metric --name "net revenue" --table orders --sql "SUM(total - refunded)"\n' +
      "definition add --organization ID --integration INTEGRATION_ID --kind synonym --name clients --meaning customers",
    async run(deployment, of) {
      const ctx = await organizationOf(deployment, of);
      const kind = choice("kind", of.text("kind"), DefinitionKind.options);
      const author = { ...(await authorOf(ctx, of)), origin: "operator" as const };
      const definition = checked(DefinitionCreate, { kind, ...definitionGiven(of) });
      return closing(ctx, () => Definition.create(ctx, of.text("integration"), definition, author));
    },
  },
  {
    name: "definition update",
    summary: "Change a definition, which gets another version; what is not given stays",
    options: { organization: organizationOption, integration: integrationOption, id: idOption, ...fields },
    example:
      'definition update --organization ID --integration INTEGRATION_ID --id DEFINITION_ID --sql "SUM(total - refunded - shipping)"',
    async run(deployment, of) {
      const ctx = await organizationOf(deployment, of);
      const author = { ...(await authorOf(ctx, of)), origin: "operator" as const };
      const change = checked(DefinitionUpdate, definitionGiven(of));
      const named = { integrationId: of.text("integration"), id: of.text("id") };
      return closing(ctx, () => Definition.update(ctx, named, change, author));
    },
  },
  {
    name: "definition import",
    summary: "Take over dbt's semantic manifest, or a model of the Open Semantic Interchange format (JSON or YAML)",
    options: {
      organization: organizationOption,
      integration: integrationOption,
      file: { help: "The file", required: true },
      "dry-run": { help: "Show what it would define, and write nothing", flag: true },
      by: byOption,
    },
    example: "definition import --organization ID --integration INTEGRATION_ID --file target/semantic_manifest.json",
    run: async (deployment, of) => importFile(await organizationOf(deployment, of), of),
  },
  {
    name: "definition remove",
    summary: "Remove a definition; its versions can still be read",
    options: { organization: organizationOption, integration: integrationOption, id: idOption },
    example: "definition remove --organization ID --integration INTEGRATION_ID --id DEFINITION_ID",
    async run(deployment, of) {
      const named = { integrationId: of.text("integration"), id: of.text("id") };
      await Definition.remove(await organizationOf(deployment, of), named);
      return { id: of.text("id"), removed: true };
    },
  },
];
