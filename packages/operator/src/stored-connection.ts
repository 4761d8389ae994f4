import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { configOf, type IntegrationRecord } from "@parley/core/integration/integration";
import type { ConnectionCheck } from "@parley/datasource/check";
import { CommandError } from "./command.ts";
import { tryConnection, warningsOf } from "./connection.ts";

/** Connects to the database of an integration. Throws `CommandError` with the cause and what to do about it. */
export async function tryIntegration(
  ctx: OrganizationContext & WithFiles,
  integration: IntegrationRecord,
): Promise<{ check: ConnectionCheck; warnings: string[] }> {
  const config = configOf(ctx, integration);
  if (config.engine !== "sqlite") {
    const check = await tryConnection(config).catch(changedByReconnect);
    return { check, warnings: warningsOf(config, check) };
  }
  const bytes = await ctx.files.get(config.file);
  if (!bytes) {
    const hint = "Give it the file again with `integration reconnect`.";
    throw new CommandError("CONNECTION_NO_FILE", "The bucket no longer has the integration's database file.", { hint });
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  try {
    const copy = { ...config, file: join(folder, "database.sqlite") };
    await writeFile(copy.file, bytes, { mode: 0o600 });
    const check = await tryConnection(copy).catch(changedByReconnect);
    return { check, warnings: warningsOf(copy, check) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The hints name options: those of another command. */
function changedByReconnect(error: unknown): never {
  if (!(error instanceof CommandError) || error.hint === undefined) throw error;
  const hint = `${error.hint} \`integration reconnect\` takes these options.`;
  throw new CommandError(error.code, error.message, { hint });
}
