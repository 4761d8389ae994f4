import * as v from "valibot";
import { separately } from "./separately.ts";

/** The kinds of failure (D30). */
export const ErrorType = /* @__PURE__ */ separately(() =>
  v.picklist([
    "validation",
    "auth",
    "not_found",
    "conflict",
    "rate_limit",
    "guardrail",
    "datasource",
    "model",
    "timeout",
    "internal",
  ]),
);
export type ErrorType = v.InferOutput<typeof ErrorType>;

/** A failure as clients see it. */
export interface VisibleError {
  /** HTTP status where the failure answers a request. */
  status: number;
  /** The text that clients see. */
  message: string;
  type: ErrorType;
  retryable: boolean;
}

/** A failure that stays one however often the same is sent. */
export const refusal = (status: number, type: ErrorType, message: string): VisibleError => ({
  status,
  message,
  type,
  retryable: false,
});
/** A failure that may pass. */
export const passing = (status: number, type: ErrorType, message: string): VisibleError => ({
  status,
  message,
  type,
  retryable: true,
});
