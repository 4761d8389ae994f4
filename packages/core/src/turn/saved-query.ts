import { missingParameters } from "@parley/datasource/placeholders/missing-parameters";
import { fail } from "../failure/failure.ts";
import type { QueryRecord } from "../query/record.ts";
import type { TurnRoute } from "./record.ts";
import type { Submission } from "./submission.ts";

/** A saved query that a message names is the answer; on the durable route its result is given to the agent first (D28). */
export const modeOf = (route: TurnRoute): "direct" | "context" => (route === "durable" ? "context" : "direct");

/**
 * Checks that the saved query of a submission can run. Throws SAVED_QUERY_NOT_FOUND, MISSING_QUERY_PARAMETER (with the names
 * that have no value) and, for a query with SQL in a chat without a database, INTEGRATION_REQUIRED (D19). One that is for
 * another database than the chat's is not found there.
 */
export function checkSavedQuery(
  query: QueryRecord | undefined,
  { parameters }: Pick<Submission, "parameters">,
  integrationId: string | null,
): void {
  if (!query) fail("SAVED_QUERY_NOT_FOUND");
  const missing = missingParameters(query.parameters, parameters);
  if (missing.length > 0) {
    fail("MISSING_QUERY_PARAMETER", { missing, message: `Missing values for the parameters: ${missing.join(", ")}` });
  }
  if (query.sql !== null && integrationId === null) fail("INTEGRATION_REQUIRED");
  if (query.sql !== null && query.integration_id !== null && query.integration_id !== integrationId)
    fail("SAVED_QUERY_NOT_FOUND");
}

/** The values a saved query has placeholders for; others mean nothing, and their names may be of any length. */
export const valuesFor = (query: QueryRecord | undefined, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    (query?.parameters ?? []).flatMap((name) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
