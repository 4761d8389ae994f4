import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import type { DatasourceConfig } from "@parley/datasource/types";
import { spanBefore } from "./calendar.ts";
import { campaignsFile } from "./campaigns/campaigns.ts";
import type { DemoDatabases } from "./databases.ts";
import { type DemoDocument, reviewDocument, textDocument } from "./documents/documents.ts";
import type { IntegrationPlan, ProjectPlan } from "./tenant.ts";

/** What integrations and documents are made from: all of one anchor, so that they tell the same story. */
export type DemoSources = { databases: DemoDatabases; campaigns: Uint8Array; review: DemoDocument; anchor: Date };

/** What goes with the databases that `loadDemoDatabases` returned. */
export function demoSources(databases: DemoDatabases): DemoSources {
  const { anchor } = databases.warehouse;
  return { databases, anchor, campaigns: campaignsFile(anchor), review: reviewDocument(anchor) };
}

/** How the service reaches a planned database. */
export function configOf(
  organizationId: string,
  database: IntegrationPlan["database"],
  { databases }: DemoSources,
): DatasourceConfig {
  return database === "campaigns"
    ? { engine: "sqlite", file: campaignsKey(organizationId) }
    : databases[database].config;
}

/** Puts a database that is a file into the bucket, unless the same one is there. Returns whether the content is what it was before. */
export async function provide(
  ctx: OrganizationContext & WithFiles,
  database: IntegrationPlan["database"],
  { databases, campaigns }: DemoSources,
): Promise<{ isSame: boolean }> {
  if (database !== "campaigns") return { isSame: databases[database].reused };
  const file = campaignsKey(ctx.actor.organization_id);
  const kept = await ctx.files.get(file);
  if (kept !== undefined && Buffer.from(campaigns).equals(kept)) return { isSame: true };
  await ctx.files.put(file, campaigns, "application/vnd.sqlite3");
  return { isSame: false };
}

export function documentsOf({ documents, hasReview }: ProjectPlan, { anchor, review }: DemoSources): DemoDocument[] {
  const texts = documents.map((filename) => textDocument(filename, spanBefore(anchor)));
  return hasReview ? [...texts, review] : texts;
}

const campaignsKey = (organizationId: string) => `databases/${organizationId}/campaigns.sqlite`;
