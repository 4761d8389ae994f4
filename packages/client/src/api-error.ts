import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type Failure,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  ValidationError,
} from "./errors.ts";

/** Whether a refusal has used up the `client_request_id` of what was sent: another try needs another one. */
const usesUp = (code: string, sent: unknown): boolean =>
  code === "INTEGRATION_NOT_FOUND" && Boolean(Object(sent).client_request_id);

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
};

/** The failure as the class of its status, of what was sent. */
export function apiError(failure: Failure & { status: number }, sent?: unknown): ApiError {
  const Class = classes[failure.status] ?? (failure.status >= 500 ? ServiceError : ApiError);
  return new Class({ ...failure, consumed: usesUp(failure.code, sent) });
}
