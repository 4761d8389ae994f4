import { DatasourceError } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { refuseDefinition } from "../failure/refuse-definition.ts";
import { openDatasource } from "../integration/datasource.ts";
import type { IntegrationRecord } from "../integration/integration.ts";
import type { Meaning, Probe } from "./probes.ts";

type Context = OrganizationContext & WithFiles;

/** Milliseconds that a statement may take, and all of them with connecting: the gateway waits for 29 seconds. */
const TRIAL_STATEMENT_TIMEOUT_MS = 10_000;
const TRIAL_TIMEOUT_MS = 22_000;

const refused = (message: string, cause?: unknown): never =>
  refuseDefinition("INVALID_DEFINITION", { message, ...(cause !== undefined && { cause }) });

/** What the guard or the database has against a definition is for who wrote it; a database that is away is not their fault. */
function explain(error: unknown): never {
  if (error instanceof DOMException && error.name === "TimeoutError")
    refuseAdministrator("SOURCE_TIMEOUT", { cause: error });
  if (!(error instanceof DatasourceError)) throw error;
  switch (error.code) {
    case "SQL_REJECTED":
    case "SQL_FAILED":
      return refused(error.message, error);
    case "QUERY_TIMEOUT":
      return refuseAdministrator("SOURCE_TIMEOUT", { message: error.message, cause: error });
    case "DATASOURCE_UNAVAILABLE":
      return refuseAdministrator("SOURCE_UNAVAILABLE", { message: error.message, cause: error });
  }
}

/** Runs the statements one after another. Throws INVALID_DEFINITION where one finds other rows than it has to. */
async function runAll(ctx: Context, integration: IntegrationRecord, probes: readonly Probe[]): Promise<void> {
  const signal = AbortSignal.timeout(TRIAL_TIMEOUT_MS);
  const datasource = await openDatasource(ctx, integration);
  for (const { sql, rows, otherwise } of probes) {
    const options = { row_limit: 2, timeout_ms: TRIAL_STATEMENT_TIMEOUT_MS, signal };
    const { row_count } = await datasource.run(sql, options);
    if (rows !== undefined && row_count !== rows) refused(otherwise ?? "It does not find what it should.");
  }
}

/**
 * Tries a definition on its database: its SQL is one expression, passes the guard, and runs, read-only. Throws
 * INVALID_DEFINITION with what the guard or the database says, SOURCE_TIMEOUT, SOURCE_UNAVAILABLE.
 */
export async function tryMeaning(ctx: Context, integration: IntegrationRecord, meaning: Meaning): Promise<void> {
  const { notAnExpression, probesOf } = await import("./probes.ts");
  try {
    const problem = meaning.sql === null ? null : notAnExpression(meaning.sql, integration.engine);
    if (problem !== null) refused(problem);
    await runAll(ctx, integration, probesOf(meaning, integration.engine));
  } catch (error) {
    explain(error);
  }
}
