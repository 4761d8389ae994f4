import { type ErrorCode, visibleErrors } from "@parley/contract/errors";
import type { ErrorData } from "@parley/contract/event";
import { Failure } from "../failure.ts";

/** The visible form of whatever was thrown: a failure, an error with one of the table's codes, or INTERNAL. */
export function visible(error: unknown): { code: ErrorCode; message: string | undefined } {
  if (error instanceof Failure) return { code: error.code, message: error.message };
  if (error instanceof Error && "code" in error && typeof error.code === "string" && error.name === "DatasourceError") {
    if (Object.hasOwn(visibleErrors, error.code)) {
      // `hasOwn` has just shown that it is a code of the table.
      return { code: error.code as ErrorCode, message: error.message };
    }
  }
  return { code: "INTERNAL", message: undefined };
}

/** The data of an `error` event (D30). `debugId` leads to the log line. */
export function errorData(code: string, message: string, debugId: string, retryAfter?: number): ErrorData {
  // Codes come from the one table; an unknown one would be a fault of the service.
  const entry = Object.hasOwn(visibleErrors, code) ? visibleErrors[code as ErrorCode] : visibleErrors.INTERNAL;
  return {
    error: message,
    code,
    retryable: entry.retryable,
    debug_id: debugId,
    error_type: entry.type,
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  };
}
