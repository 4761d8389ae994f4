import { type CommonErrorCode, visibleErrors } from "@parley/contract/errors";
import type { ErrorData } from "@parley/contract/event";
import { Failure } from "./failure.ts";

interface Visible {
  code: CommonErrorCode;
  message: string | undefined;
  /** Where the cause says more than the code: a host that does not resolve is unavailable for good. */
  retryable?: boolean;
}

const isCommon = (code: string): code is CommonErrorCode => Object.hasOwn(visibleErrors, code);

/** The visible form of anything thrown: a failure, an error with one of the table's codes, or INTERNAL. */
export function visible(error: unknown): Visible {
  // Turns and sockets do nothing that only administrators may: their failures would be a fault here.
  if (error instanceof Failure && isCommon(error.code)) return { code: error.code, message: error.message };
  if (error instanceof Error && "code" in error && typeof error.code === "string" && error.name === "DatasourceError") {
    if (isCommon(error.code)) {
      const known = { code: error.code, message: error.message };
      return "retryable" in error && error.retryable === false ? { ...known, retryable: false } : known;
    }
  }
  return { code: "INTERNAL", message: undefined };
}

/** The text of a code, when nothing else may be said. */
export const plainMessage = (code: string): string =>
  // Codes come from the one table; an unknown one would be a fault of the service.
  isCommon(code) ? visibleErrors[code].message : visibleErrors.INTERNAL.message;

/**
 * The data of an `error` event (D30). `debugId` leads to the log line; `retryable` is the code's unless the cause says
 * otherwise.
 */
export function errorData(
  code: string,
  message: string,
  debugId: string,
  {
    retryable,
    retryAfter,
    turnId,
  }: { retryable?: boolean | undefined; retryAfter?: number | undefined; turnId?: string | undefined } = {},
): ErrorData {
  // Codes come from the one table; an unknown one would be a fault of the service.
  const entry = isCommon(code) ? visibleErrors[code] : visibleErrors.INTERNAL;
  return {
    error: message,
    code,
    retryable: retryable ?? entry.retryable,
    debug_id: debugId,
    error_type: entry.type,
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
    ...(turnId !== undefined && { turn_id: turnId }),
  };
}
