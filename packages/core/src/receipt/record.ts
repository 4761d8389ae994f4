import type { Receipt, ReceiptVersion } from "@parley/contract/receipt";

/** A receipt as it is kept with the answer: without the question's words, which are in the message that asked, and the answer's id. */
export interface KeptReceipt {
  receipt: Omit<Receipt, "question" | "message_id">;
  /** The message that asked. */
  question_id: string;
  /** What tells, beyond the hashes of the receipt, which of the things behind them changed. Never shown. */
  tables: ReceiptVersion[] | null;
  saved_queries?: ReceiptVersion[];
  definitions?: ReceiptVersion[];
  /** Of each statement: what it ran on, and how many rows it asked for. */
  statements: { source: "integration" | "uploads"; row_limit: number }[];
  /** False where the answer was a saved query's alone, which rules and memories do not touch. */
  is_guided: boolean;
}
