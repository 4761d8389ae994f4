import { isSensitive } from "../introspection/sensitive.ts";
import { MAX_VALUE_LENGTH, valuesStatement } from "./statement.ts";
import { DatasourceError, type Datasource, type Dialect, type FoundValue, type ValueRequest } from "../types.ts";

/** Phrases and columns of one look-up; more are left out. */
export const MAX_PHRASES = 12;
export const MAX_PLACES = 24;

const ROWS_FOUND = 400;
/** What was found is good for this long, and after a statement took too long none is sent for this long. */
const KNOWN_MS = 5 * 60 * 1000;
const REST_MS = 60 * 1000;
/** Look-ups that one datasource remembers. */
const REMEMBERED = 50;

interface Remembered {
  until: number;
  values: readonly FoundValue[];
}

/**
 * Looks values up in one database, by `run`, which guards and bounds the statement. Remembers what it found for five
 * minutes: the memory belongs to the datasource, so it is of one integration and one definition of it.
 */
export function valueFinder(dialect: Dialect, run: Datasource["run"]): Datasource["findValues"] {
  const known = new Map<string, Remembered>();
  let restUntil = 0;

  return async (request, options) => {
    options.signal.throwIfAborted();
    const asked = bounded(request);
    const now = performance.now();
    if (asked.phrases.length === 0 || asked.places.length === 0 || now < restUntil) return [];
    const { sql, parameters } = valuesStatement(dialect, asked);
    const key = JSON.stringify([sql, parameters]);
    const remembered = known.get(key);
    if (remembered && now < remembered.until) return remembered.values;
    try {
      const { rows } = await run(sql, { ...options, parameters, row_limit: ROWS_FOUND });
      const values = rows.flatMap(([at, value]): FoundValue[] => {
        const place = asked.places[Number(at)];
        return place ? [{ schema: place.schema, table: place.table, column: place.column, value: String(value) }] : [];
      });
      known.delete(key);
      known.set(key, { until: performance.now() + KNOWN_MS, values });
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED) break;
        known.delete(oldest);
      }
      return values;
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof DatasourceError)) throw error;
      // The question goes on without; a database that is slow now is not asked with each question.
      if (error.code === "QUERY_TIMEOUT") restUntil = performance.now() + REST_MS;
      return [];
    }
  };
}

/** What may be asked: phrases that are text, short and different, and columns that are nobody's secret. */
function bounded({ phrases, places }: ValueRequest): ValueRequest {
  const fit = phrases
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "" && phrase.length <= MAX_VALUE_LENGTH && isText(phrase));
  return {
    phrases: [...new Set(fit)].slice(0, MAX_PHRASES),
    places: places.filter(({ column }) => !isSensitive({ name: column, comment: null })).slice(0, MAX_PLACES),
  };
}

const isText = (phrase: string) => phrase.isWellFormed() && !phrase.includes("\0");
