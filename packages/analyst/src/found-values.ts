import { patience } from "@parley/datasource/introspection/patience";
import { DatasourceError, type FoundValue, type Schema } from "@parley/datasource/types";
import { valuesAskedPatiently } from "@parley/interpreter/values-asked";
import type { Session, Source } from "./answer-session.ts";

/** Milliseconds that looking values up may take; then the question is read without. */
const LOOK_UP_TIMEOUT_MS = 1_500;

/**
 * Looks up what the question names and the schema does not hold, once a turn for each schema; later readings of the turn
 * find it in the session. Its time counts as SQL of the turn, its rows and its statement do not belong to the answer.
 */
export function findValues(
  session: Session,
  source: Source,
  schema: Schema,
  text: string,
): Promise<readonly FoundValue[]> {
  const known = session.found.get(schema);
  if (known) return known;
  const found = lookUp(session, source, schema, text);
  session.found.set(schema, found);
  return found;
}

async function lookUp(
  { tools: { clock, meter, signal } }: Session,
  source: Source,
  schema: Schema,
  text: string,
): Promise<readonly FoundValue[]> {
  const request = await valuesAskedPatiently({ text, schema, now: new Date(clock.now()) }, patience());
  const left = meter.left("sql_ms");
  if (request === null || left === 0) return [];
  const started = clock.now();
  try {
    const datasource = await source.open();
    return await datasource.findValues(request, { timeout_ms: Math.min(LOOK_UP_TIMEOUT_MS, left), signal });
  } catch (error) {
    // A database that cannot be opened is told by the answer's own query.
    if (error instanceof DatasourceError) return [];
    throw error;
  } finally {
    meter.add({ sql_ms: clock.now() - started });
  }
}
