import type { Schema, Table } from "@parley/datasource/types";
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
  integration: Named & Pick<IntegrationRecord, "column_marks" | "updated_at">,
): Promise<StoredSchema | undefined> {
  const bytes = await ctx.files.get(storedSchemaKey(integration));
  // Only the introspection of `schema.ts` writes this object.
  const stored = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as StoredSchema);
  const { column_marks: marks = [], updated_at } = integration;
  if (!stored || marks.length === 0) return stored;
  const { schemaWithMarks } = await import("@parley/datasource/marks/marked-schema");
  const schema = schemaWithMarks(stored.schema, marks);
  // It may have been read before the marks were made: nobody knows what its views and generated columns show.
  const isOlder = stored.integration_updated_at !== updated_at;
  return { ...stored, schema: isOlder ? { ...schema, tables: schema.tables.flatMap(withoutValues) } : schema };
}

/** A table as it is declared; nothing of a view. */
const withoutValues = (table: Table): Table[] =>
  table.is_view
    ? []
    : [
        {
          ...table,
          columns: table.columns.map((column) => ({
            ...column,
            values: [],
            values_complete: false,
            distinct_count: null,
            min: null,
            max: null,
          })),
        },
      ];
