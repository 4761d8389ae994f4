import { tablesRead } from "@parley/datasource/tokens/tables";
import { DatasourceError } from "@parley/datasource/types";
import { nearestText, unknownNameIn } from "../schema/nearest-names.ts";
import type { Source } from "../answer-session.ts";

/** Runs a query's work; a failure over a name that the database does not have also says which names are nearest. */
export async function withNearestNames<Found>(
  { source, sql, signal }: { source: Source; sql: string; signal: AbortSignal },
  work: () => Promise<Found>,
): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatasourceError) || error.code !== "SQL_FAILED") throw error;
    const unknown = unknownNameIn(error.message);
    if (unknown === null) throw error;
    const schema = await source.schema(signal);
    const nearest = nearestText(unknown, schema, tablesRead(sql, schema.dialect));
    if (nearest === null) throw error;
    throw new DatasourceError(error.code, `${error.message.replace(/[.\s]*$/, ".")} ${nearest}`, { cause: error });
  }
}
