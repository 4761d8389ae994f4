import type { ErrorCode } from "./generated.ts";

/** One field of a request that was refused (422), in the service's shape. */
export interface FieldProblem {
  /** What is wrong, as a word: `missing`, `string_too_long`, … */
  type: string;
  /** Where: `["body", "message"]`. */
  loc: (string | number)[];
  /** What is wrong, for people. */
  msg: string;
  /** The bound that was missed, say `{max_length: 200}`. */
  ctx?: Record<string, unknown>;
}

/** Whatever goes wrong in this client. `code` is for programs, `message` for people. */
export class ParleyError extends Error {
  override name = "ParleyError";
  /** One of the service's, which an editor offers, or one of this client's own, say `CONNECTION_FAILED`. */
  readonly code: ErrorCode | (string & {});

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The service cannot be reached, or a stream was cut more often than it was resumed. */
export class ConnectionError extends ParleyError {
  override name = "ConnectionError";
  /** The turn that goes on all the same, where one is known: `parley.turn.follow` finds it. */
  turnId: string | null = null;

  constructor(message = "The service cannot be reached", options?: ErrorOptions) {
    super("CONNECTION_FAILED", message, options);
  }
}

/** The service did not answer in time. */
export class TimeoutError extends ParleyError {
  override name = "TimeoutError";

  constructor(message = "The service timed out", options?: ErrorOptions) {
    super("TIMEOUT", message, options);
  }
}

/** The caller's own signal was aborted. */
export class AbortedError extends ParleyError {
  override name = "AbortError";

  constructor(message = "The call was aborted", options?: ErrorOptions) {
    super("ABORTED", message, options);
  }
}

/** What is thrown, as an error that callers know; what nobody expects becomes its cause. */
export const asParleyError = (error: unknown): ParleyError =>
  error instanceof ParleyError ? error : new ParleyError("UNEXPECTED", "The client failed", { cause: error });

/** What a failure of the service says; see `ApiError`. */
export interface Failure {
  /** HTTP status; null for an `error` event, which comes after the status. */
  status?: number | null;
  code: string;
  message: string;
  retryable?: boolean;
  debugId?: string | null | undefined;
  retryAfter?: number | null | undefined;
  fields?: FieldProblem[];
  missing?: string[];
  turnId?: string | null | undefined;
  response?: Response | null;
  consumed?: boolean;
  /** See `TurnError`. */
  type?: string;
}

/** The service refused the call, or failed. */
export class ApiError extends ParleyError {
  override name = "ApiError";
  /** HTTP status; null for an `error` event, which comes after the status. */
  readonly status: number | null = null;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean = false;
  /** Names the failure in the service's own log. */
  readonly debugId: string | null = null;
  /** Seconds to wait before another try, where the service says so. */
  readonly retryAfter: number | null = null;
  /** The fields that a 422 refuses. */
  readonly fields: FieldProblem[] = [];
  /** Parameters of the saved query that have no value. */
  readonly missing: string[] = [];
  /** The turn that runs already, where the service names it. */
  turnId: string | null = null;
  /** The answer as it came; its body has been read. */
  readonly response: Response | null = null;
  /** True if the `client_request_id` is used up all the same: another try needs a new one. */
  consumed = false;

  constructor({ code, message, ...failure }: Failure) {
    // What people paste into tickets; a refusal is explained by its words.
    const isFault = (failure.status ?? 0) >= 500 || failure.type === "internal";
    super(code, isFault && failure.debugId ? `${message} (debug id ${failure.debugId})` : message);
    Object.assign(this, failure);
  }

  /** The problems of each field, for forms: `{"body.message": ["Field required"]}`. */
  fieldErrors(): Record<string, string[]> {
    const errors: Record<string, string[]> = {};
    for (const { loc, msg } of this.fields) (errors[loc.join(".")] ??= []).push(msg);
    return errors;
  }
}

/** 401: the token, or the key that it is exchanged for, is not valid. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}

/** 403: the member may not do this. */
export class PermissionError extends ApiError {
  override name = "PermissionError";
}

/** 404: there is no such thing, or it is not the caller's. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 409: a turn runs already, or the request's id was used for another request. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 400 or 422: the request is not valid. */
export class ValidationError extends ApiError {
  override name = "ValidationError";
}

/** 429: too many requests; `retryAfter` says when the next one passes. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}

/** 5xx: the service failed. */
export class ServiceError extends ApiError {
  override name = "ServiceError";
}

/** An answer that failed while it was given. */
export class TurnError extends ApiError {
  override name = "TurnError";
  /** The kind of failure: `datasource`, `model`, `timeout`, … */
  declare readonly type: string;
}

/** An answer that was stopped. */
export class TurnCancelled extends TurnError {
  override name = "TurnCancelled";
  /** The text that had been written by then. */
  readonly partial: string;

  constructor(partial: string, failure: Partial<Failure> = {}) {
    super({
      code: "TURN_CANCELLED",
      message: "The answer was cancelled",
      type: "conflict",
      ...failure,
    });
    this.partial = partial;
  }
}
