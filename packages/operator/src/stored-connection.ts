import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { configOf, type IntegrationRecord } from "@parley/core/integration/integration";
import { tryIntegration } from "@parley/core/integration/source";
import type { ConnectionCheck } from "@parley/datasource/check-connection";
import { CONNECTION_PATIENCE_MS, foundBy, warningsOf } from "./connection.ts";

/** The hints name options: those of another command. */
const ofReconnect = " `integration reconnect` takes these options.";

/** Connects to the database of an integration. Throws `CommandError` with the cause and what to do about it. */
export async function checkedIntegration(
  ctx: OrganizationContext & WithFiles,
  integration: IntegrationRecord,
): Promise<{ check: ConnectionCheck; warnings: string[] }> {
  const attempt = await tryIntegration(ctx, integration, CONNECTION_PATIENCE_MS);
  const check = foundBy(attempt, { engine: integration.engine, after: ofReconnect });
  return { check, warnings: warningsOf(configOf(ctx, integration), check) };
}
