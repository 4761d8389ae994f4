import { type CommonErrorCode, type ErrorCode, visibleErrors } from "@parley/contract/errors";
import type { VisibleError } from "@parley/contract/visible-error";

/** What a failure names beside its code. */
export interface FailureDetail {
  /** Replaces the table's text if it names something (a size, a count). */
  message?: string;
  /** Saved-query parameters without a value. */
  missing?: string[];
  /** The turn that is in the way. */
  turnId?: string | undefined;
  /** Whole seconds until the next try will pass. */
  retryAfter?: number;
  cause?: unknown;
}

/** A failure that a client may see. Its code leads to its entry in the tables of visible errors. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** HTTP status where the failure answers a request. */
  readonly status: number;
  readonly missing: string[] | undefined;
  readonly turnId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: CommonErrorCode, detail?: FailureDetail);
  /** For codes of another table, with their entry there. */
  constructor(code: ErrorCode, detail: FailureDetail | undefined, entry: VisibleError);
  constructor(
    code: ErrorCode,
    detail: FailureDetail = {},
    entry: VisibleError = visibleErrors[code as CommonErrorCode],
  ) {
    super(detail.message ?? entry.message, { cause: detail.cause });
    this.name = "Failure";
    this.code = code;
    this.status = entry.status;
    this.missing = detail.missing;
    this.turnId = detail.turnId;
    this.retryAfter = detail.retryAfter;
  }
}

/** Raises the visible failure `code`. */
export function fail(code: CommonErrorCode, detail?: FailureDetail): never {
  throw new Failure(code, detail);
}
