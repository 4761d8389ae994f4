import { de } from "./receipt-de.ts";
import { en, type ReceiptWords } from "./receipt-en.ts";
import { type Say, wordsOf } from "./words.ts";

export type SayOfReceipt = Say<ReceiptWords>;

/** The words of receipts. */
export const useReceiptWords = wordsOf<ReceiptWords>({ en, de });
