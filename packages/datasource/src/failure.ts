import { DatasourceError } from "./types.ts";

/** The database cannot be reached or used now (retryable). `reason` names no host, user or credential. */
export function unavailable(reason: string): DatasourceError {
  return new DatasourceError("DATASOURCE_UNAVAILABLE", reason);
}

/** The statement ran longer than it may. */
export function timedOut(timeout_ms: number): DatasourceError {
  const seconds = Math.round(timeout_ms / 100) / 10;
  return new DatasourceError(
    "QUERY_TIMEOUT",
    `The query was stopped after ${seconds} s. Narrow it down or aggregate earlier.`,
  );
}

/** The guard refused the statement. */
export function rejected(reason: string): DatasourceError {
  return new DatasourceError("SQL_REJECTED", reason);
}

/** The database refused the statement, in its own words. */
export function failed(message: string): DatasourceError {
  return new DatasourceError("SQL_FAILED", message.length > 1_000 ? `${message.slice(0, 1_000)}…` : message);
}

/** A few rows were more than the memory is for. */
export function tooLarge(): DatasourceError {
  return failed("The result is too large to fetch; select fewer or shorter columns.");
}

/**
 * A database's message without what it quotes. Errors raised while rows are read quote values of rows
 * (`invalid input syntax for type integer: "…"`), which must not travel in an error.
 */
export function withoutQuotedData(message: string): string {
  return message.replace(/"[^"]*"|'[^']*'/gs, (quoted) => `${quoted[0]}…${quoted[0]}`).replace(/: "….*$/s, "");
}

/** Why a connection could not be made, by the error code of Node's socket, DNS and TLS layers. */
export function unreachableReason(code: string | undefined): string {
  switch (code) {
    case "ECONNREFUSED":
      return "The database refused the connection.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "The name of the database's host cannot be resolved.";
    case "ETIMEDOUT":
      return "The database did not answer in time.";
    case "ECONNRESET":
    case "EPIPE":
      return "The connection to the database was lost.";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return "The database's network cannot be reached.";
    default:
      if (code !== undefined && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) {
        return "A trusted TLS connection to the database could not be made.";
      }
      return "The database cannot be reached.";
  }
}

/** The `code` of an unknown error, where it carries one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
