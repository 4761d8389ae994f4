import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { definitionsOf } from "@parley/core/definition/given";
import { openDatasource } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import { schema as schemaOf } from "@parley/core/integration/schema";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import type { Workplace } from "../evaluation/workplace.ts";

type Context = OrganizationContext & WithFiles;

/**
 * Opens a database of an organization, by its id or name, with what the organization's words mean in it, its saved queries, rules
 * and the documents of all its projects. Throws where there is none of that name, or where it cannot be reached.
 */
export async function openInOrganization(ctx: Context, name: string, signal: AbortSignal): Promise<Workplace> {
  const integrations = await Integration.list(ctx);
  const wanted = name.toLowerCase();
  const integration = integrations.find(({ id, display_name }) => id === name || display_name.toLowerCase() === wanted);
  if (!integration) {
    const names = integrations.map(({ display_name }) => display_name).join(", ");
    throw new Error(`the organization has no database of this name; it has ${names || "none"}`);
  }
  const [schema, datasource, definitions, projects, rules, entries] = await Promise.all([
    schemaOf(ctx, integration.id, signal),
    openDatasource(ctx, integration),
    definitionsOf(ctx, integration),
    Project.listAll(ctx),
    Rule.listAll(ctx),
    Query.entries(ctx),
  ]);
  return {
    name: integration.display_name,
    organization_id: ctx.actor.organization_id,
    integration_id: integration.id,
    datasource,
    schema,
    definitions,
    scope: projects.map(({ id, name: title, description }) => ({ id, name: title, description: description ?? null })),
    files: ctx.files,
    saved_queries: {
      entries,
      read: async (ids) =>
        (await Query.findMany(ctx, ids)).map((query) => ({ ...query, description: query.description ?? null })),
    },
    rules: rules.map(({ content }) => content),
    // It is kept open for the organization's other questions.
    close: async () => undefined,
  };
}
