import { isDeepStrictEqual } from "node:util";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Integration from "@parley/core/integration/integration";
import * as Document from "@parley/core/project/document";
import { documentKey } from "@parley/core/project/document-files";
import * as Project from "@parley/core/project/project";
import type { DatasourceConfig } from "@parley/datasource/types";
import { type DemoDocument, isReview } from "./documents/documents.ts";
import { type DemoSources, configOf, documentsOf, provide } from "./sources.ts";
import type { OrganizationPlan } from "./tenant.ts";

type Context = OrganizationContext & WithFiles;

/**
 * Brings a kept organization up to date with the databases of this start: addresses, campaigns, and documents that quote figures.
 * Nothing is added and nothing that people changed or removed comes back.
 */
export async function refreshOrganization(ctx: Context, plan: OrganizationPlan, sources: DemoSources): Promise<void> {
  await refreshIntegrations(ctx, plan, sources);
  const wanted = plan.projects.flatMap((project) => documentsOf(project, sources));
  for (const project of await Project.listAll(ctx)) await refreshDocuments(ctx, project.id, wanted);
}

/** An update, even to the same address, makes the service read the schema anew. */
async function refreshIntegrations(ctx: Context, plan: OrganizationPlan, sources: DemoSources): Promise<void> {
  const kept = await Integration.list(ctx);
  for (const { database } of plan.integrations) {
    const config = configOf(ctx.actor.organization_id, database, sources);
    const { isSame } = await provide(ctx, database, sources);
    for (const integration of kept) {
      const known = Integration.configOf(ctx, integration);
      if (!isOfSameDatabase(known, config) || (isSame && isDeepStrictEqual(known, config))) continue;
      await Integration.update(ctx, integration.id, { config });
    }
  }
}

function isOfSameDatabase(one: DatasourceConfig, other: DatasourceConfig): boolean {
  if ("file" in one || "file" in other) return isDeepStrictEqual(one, other);
  return one.engine === other.engine && one.database === other.database;
}

async function refreshDocuments(ctx: Context, projectId: string, wanted: readonly DemoDocument[]): Promise<void> {
  for (const { id, filename } of await Document.list(ctx, projectId)) {
    const next = wanted.find((each) => each.filename === filename || (isReview(each.filename) && isReview(filename)));
    if (!next) continue;
    const bytes = await ctx.files.get(documentKey(ctx.actor.organization_id, projectId, id));
    if (filename === next.filename && bytes !== undefined && Buffer.from(next.body).equals(bytes)) continue;
    await Document.create(ctx, projectId, { filename: next.filename, bytes: next.body });
    await Document.remove(ctx, projectId, id);
  }
}
