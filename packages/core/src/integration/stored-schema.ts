import type { Schema } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import type { IntegrationRecord } from "./integration.ts";

/** A schema and the integration it was read from, as the bucket keeps it. */
export interface StoredSchema {
  integration_updated_at: string;
  schema: Schema;
}

type Named = Pick<IntegrationRecord, "organization_id" | "id">;

export const storedSchemaKey = ({ organization_id, id }: Named): string => `schemas/${organization_id}/${id}.json`;

/**
 * What was last learned about an integration's database, however old; undefined if nothing. Never introspects, and
 * brings no driver into the bundle.
 */
export async function storedSchema(
  ctx: OrganizationContext & WithFiles,
  integration: Named,
): Promise<StoredSchema | undefined> {
  const bytes = await ctx.files.get(storedSchemaKey(integration));
  // Only the introspection of `schema.ts` writes this object.
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as StoredSchema);
}
