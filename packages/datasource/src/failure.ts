import { shortText } from "@parley/contract/cut-text";
import { type ConnectionFault, DatasourceError } from "./types.ts";

/** The database cannot be reached or used now (retryable). `reason` names no host, user or credential. */
export function unavailable(reason: string, fault?: ConnectionFault): DatasourceError {
  return new DatasourceError("DATASOURCE_UNAVAILABLE", reason, { fault });
}

/**
 * The database cannot be used until somebody changes the integration, its role or its file: trying again does not help.
 * `reason` names no host, user or credential.
 */
export function misconfigured(reason: string, fault?: ConnectionFault): DatasourceError {
  return new DatasourceError("DATASOURCE_UNAVAILABLE", reason, { retryable: false, fault });
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

/**
 * Runs a check of a part of a statement that begins at `at`: a refusal that knows no place of its own gets this one. What is
 * further inside was there first.
 */
export function placed<T>(at: number | undefined, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof DatasourceError) error.at ??= at;
    throw error;
  }
}

/** The database refused the statement, in its own words. */
export function failed(message: string, at?: number): DatasourceError {
  return new DatasourceError("SQL_FAILED", shortText(message, 1_000), { ...(at !== undefined && { at }) });
}

/** A few rows were more than fits into the memory meant for them. */
export function tooLarge(): DatasourceError {
  return failed("The result is too large to fetch; select fewer or shorter columns.");
}

/** The database stopped at a limit of its memory or temporary files. */
export function needsMemory(): DatasourceError {
  return failed("The query needs too much memory. Narrow it down, join by keys, or aggregate earlier.");
}

/**
 * A database's message without what it quotes. Errors raised while rows are read quote values of rows
 * (`invalid input syntax for type integer: "…"`), which must not travel in an error.
 */
export function withoutQuotedData(message: string): string {
  return message.replace(/"[^"]*"|'[^']*'/gs, (quoted) => `${quoted[0]}…${quoted[0]}`).replace(/: "….*$/s, "");
}

/** Why a connection could not be made, by the error code of Node's socket, DNS and TLS layers. */
export function unreachable(code: string | undefined): DatasourceError {
  switch (code) {
    case "ECONNREFUSED":
      return unavailable("The database refused the connection.", "refused");
    case "ENOTFOUND":
      return misconfigured("The name of the database's host cannot be resolved.", "host");
    case "EAI_AGAIN":
      // The resolver itself did not answer.
      return unavailable("The name of the database's host cannot be resolved.", "host");
    case "ETIMEDOUT":
      return unavailable("The database did not answer in time.", "no_answer");
    case "ECONNRESET":
    case "EPIPE":
      return unavailable("The connection to the database was lost.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return unavailable("The database's network cannot be reached.", "no_answer");
    default:
      return code !== undefined && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)
        ? untrusted()
        : unavailable("The database cannot be reached.");
  }
}

/** The server has no TLS, or a certificate that is not trusted. */
export function untrusted(fault: "tls_missing" | "tls_untrusted" = "tls_untrusted"): DatasourceError {
  return misconfigured("A trusted TLS connection to the database could not be made.", fault);
}

/** The `code` of an unknown error, where it carries one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
