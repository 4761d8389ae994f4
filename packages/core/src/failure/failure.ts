import { type ErrorCode, visibleErrors } from "@parley/contract/errors";

interface Detail {
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

/** A failure that a client may see. Its code is an entry of the one table of visible errors. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly missing: string[] | undefined;
  readonly turnId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(detail.message ?? visibleErrors[code].message, { cause: detail.cause });
    this.name = "Failure";
    this.code = code;
    this.missing = detail.missing;
    this.turnId = detail.turnId;
    this.retryAfter = detail.retryAfter;
  }
}

/** Raises the visible failure `code`. */
export function fail(code: ErrorCode, detail?: Detail): never {
  throw new Failure(code, detail);
}
