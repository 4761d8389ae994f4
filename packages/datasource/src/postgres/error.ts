import {
  errorCode,
  failed,
  misconfigured,
  needsMemory,
  timedOut,
  unavailable,
  unreachable,
  untrusted,
  withoutQuotedData,
} from "../failure.ts";
import { DatasourceError } from "../types.ts";

/** The fields of PostgreSQL's ErrorResponse this module reads. */
interface ServerError {
  code: string;
  message: string;
  hint?: string;
}

/** True for an error the server itself reported (a five-character SQLSTATE with a severity). */
export function isServerError(error: unknown): error is Error & ServerError {
  return error instanceof Error && "severity" in error && /^[0-9A-Z]{5}$/.test(errorCode(error) ?? "");
}

/** Why no session could be opened. Every reason is `DATASOURCE_UNAVAILABLE`. */
export function connectFailure(error: unknown): DatasourceError {
  if (error instanceof DatasourceError) return error;
  if (isServerError(error)) return sessionFailure(error);
  const message = error instanceof Error ? error.message : "";
  if (/timeout expired/.test(message)) return unavailable("The database did not answer in time.", "no_answer");
  if (/not support SSL/.test(message)) return untrusted("tls_missing");
  if (/SSL|TLS/.test(message)) return untrusted();
  if (/SASL|SCRAM|password/i.test(message)) return misconfigured("The database refused the login.", "login");
  return unreachable(errorCode(error));
}

function sessionFailure({ code: sqlstate, message }: ServerError): DatasourceError {
  // The words are PostgreSQL's English ones: in another language a refusal stays unexplained.
  const needsTls = sqlstate === "28000" && /no encryption|SSL off/.test(message);
  if (sqlstate.startsWith("28"))
    return misconfigured("The database refused the login.", needsTls ? "tls_needed" : "login");
  if (sqlstate === "53300") return unavailable("The database has too many connections.", "connections");
  if (sqlstate === "3D000") return misconfigured("The database does not exist.", "database");
  if (sqlstate.startsWith("57P")) return unavailable("The database is starting up or shutting down.");
  return unavailable(`The database refused the session (${sqlstate}).`);
}

/** What a statement's failure means to the person who asked. */
export function statementFailure(error: Error & ServerError, timeout_ms: number): DatasourceError {
  const { code } = error;
  if (code === "57014") return timedOut(timeout_ms);
  // A standby cancels reads that conflict with replay; the next attempt usually passes.
  if (code === "40001" || code === "40P01") return unavailable("The database interrupted the query; try again.");
  if (code === "53300") return unavailable("The database has too many connections.");
  // configuration_limit_exceeded is temp_file_limit's: the next attempt would meet it again.
  if (code === "53400") return needsMemory();
  if (/^(08|53|57P|58)/.test(code)) return unavailable("The database is not available at the moment.");
  // Class 42 is about the statement alone (syntax, names, privileges); the others may quote values of rows.
  if (code.startsWith("42")) return failed(error.hint ? `${error.message} (${error.hint})` : error.message);
  return failed(withoutQuotedData(error.message));
}
