import { refusal, type VisibleError } from "./visible-error.ts";

/** The failures of receipts, by code. Functions that serve none do not carry them. */
export const receiptErrors = {
  RECEIPT_NOT_FOUND: refusal(404, "not_found", "Receipt not found"),
} as const satisfies Record<string, VisibleError>;

export type ReceiptErrorCode = keyof typeof receiptErrors;
