import type { ReceiptDifference, ReceiptVersion } from "@parley/contract/receipt";
import { type Datasource, DatasourceError } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { openDatasource } from "../integration/datasource.ts";
import type { IntegrationRecord } from "../integration/integration.ts";
import { compareVersions, difference } from "./compare-versions.ts";
import { resultHash, tableVersions } from "./hashes.ts";
import type { FoundReceipt } from "./receipt.ts";

/** Milliseconds for all that databases are asked: the gateway waits for 29 seconds. */
const VERIFICATION_TIMEOUT_MS = 20_000;
/** Milliseconds of one statement. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The sentence of a database that does not do what is asked of it. Throws anything else. */
function reasonOf(error: unknown): string {
  if (error instanceof DatasourceError) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") return "The database took too long.";
  throw error;
}

const ofStatement = (index: number, change: ReceiptDifference["change"], detail: string): ReceiptDifference => ({
  ...difference("data", change, null, detail),
  sql_index: index,
});

/** What the tables declare by now that were read. */
async function compareTables(
  datasource: Datasource,
  tables: readonly ReceiptVersion[],
  signal: AbortSignal,
): Promise<ReceiptDifference[]> {
  if (tables.length === 0) return [];
  try {
    const present = await datasource.introspect(signal, "declared");
    const names = tables.map(({ id }) => id);
    return compareVersions("schema", tables, tableVersions(present, names));
  } catch (error) {
    return [difference("schema", "not_checked", null, `The tables could not be read: ${reasonOf(error)}`)];
  }
}

/** Runs a statement of a receipt again and compares what comes of it. */
async function compareRows(
  datasource: Datasource,
  { receipt, kept }: FoundReceipt,
  index: number,
  signal: AbortSignal,
): Promise<ReceiptDifference[]> {
  const statement = receipt.sql[index];
  const how = kept.statements[index];
  if (!statement || !how) return [];
  if (how.source === "uploads") return [ofStatement(index, "not_checked", "It reads a file that came with a message.")];
  try {
    const { sql, parameters, result_hash, row_count } = statement;
    const options = { parameters, row_limit: how.row_limit, timeout_ms: STATEMENT_TIMEOUT_MS, signal };
    const result = await datasource.run(sql, options);
    if ((await resultHash(result)) === result_hash) return [];
    const counts = `${result.row_count} rows, where there were ${row_count}`;
    return [ofStatement(index, "changed", result.row_count === row_count ? "Other values in the rows." : `${counts}.`)];
  } catch (error) {
    return [ofStatement(index, "not_checked", `It could not run again: ${reasonOf(error)}`)];
  }
}

/**
 * What of the database differs from what an answer was given: tables that were read, and the rows of its statements, which run
 * again one after the other. A database that is gone or does not answer is a difference, too.
 */
export async function compareDatabase(
  ctx: OrganizationContext & WithFiles,
  found: FoundReceipt,
  integration: IntegrationRecord | undefined,
): Promise<ReceiptDifference[]> {
  const { receipt, kept } = found;
  const uploads = kept.statements.flatMap(({ source }, index) =>
    source === "uploads" ? [ofStatement(index, "not_checked", "It reads a file that came with a message.")] : [],
  );
  if (receipt.integration_id === null || uploads.length === kept.statements.length) return uploads;
  const at = (change: ReceiptDifference["change"], detail: string) =>
    difference("integration", change, receipt.integration_id, detail);
  if (!integration) return [at("removed", "The database is no longer set up.")];
  const signal = AbortSignal.timeout(VERIFICATION_TIMEOUT_MS);
  let datasource: Datasource;
  try {
    datasource = await openDatasource(ctx, integration);
  } catch (error) {
    return [at("not_checked", reasonOf(error))];
  }
  const differences = await compareTables(datasource, kept.tables ?? [], signal);
  for (const index of receipt.sql.keys()) differences.push(...(await compareRows(datasource, found, index, signal)));
  return differences;
}
