import type { Definition } from "@parley/contract/definition";
import type { OrganizationContext } from "../environment/context.ts";
import type { IntegrationRecord } from "../integration/integration.ts";
import { perTable } from "../store/per-table.ts";
import { readDefinitions } from "./record.ts";

/** A definition as answers are made with it. */
export type GivenDefinition = Omit<
  Definition,
  "integration_id" | "origin" | "last_updated_by" | "last_updated_by_name" | "created_at" | "updated_at"
>;

/** Integrations whose definitions an environment remembers. */
const REMEMBERED_INTEGRATIONS = 200;

interface Remembered {
  /** The count of their changes and, where columns are marked, when the integration was changed. */
  revision: string;
  read: Promise<readonly GivenDefinition[]>;
}
const cacheOf = perTable(() => new Map<string, Remembered>());

async function readGiven(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
): Promise<readonly GivenDefinition[]> {
  const given = (await readDefinitions(ctx, integration)).map(
    ({ id, kind, name, description, synonyms, table, column, sql, meaning, ...rest }) => ({
      id,
      kind,
      name,
      description,
      synonyms,
      table,
      column,
      sql,
      meaning,
      columns: rest.columns,
      references_table: rest.references_table,
      references_columns: rest.references_columns,
      version: rest.version,
    }),
  );
  const { column_marks: marks = [], engine: dialect } = integration;
  if (marks.length === 0) return given;
  const { openDefinitions } = await import("./open-definitions.ts");
  return openDefinitions(given, { marks, dialect });
}

/**
 * What words mean in an integration's database, but for what is said of columns that marks have closed. Costs nothing where nothing was
 * ever defined, and one read where something has changed since this environment read it.
 */
export async function definitionsOf(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
): Promise<readonly GivenDefinition[]> {
  const { definitions_revision, column_marks, updated_at } = integration;
  if (definitions_revision === undefined) return [];
  const revision = `${definitions_revision} ${column_marks ? updated_at : ""}`;
  const cache = cacheOf(ctx);
  const kept = cache.get(integration.id);
  if (kept?.revision === revision) return kept.read;
  const read = readGiven(ctx, integration);
  cache.delete(integration.id);
  cache.set(integration.id, { revision, read });
  if (cache.size > REMEMBERED_INTEGRATIONS)
    for (const [oldest] of cache) {
      cache.delete(oldest);
      break;
    }
  try {
    return await read;
  } catch (error) {
    if (cache.get(integration.id)?.read === read) cache.delete(integration.id);
    throw error;
  }
}
