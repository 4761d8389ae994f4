import type { ErrorCode } from "@parley/contract/errors";
import { everyError } from "@parley/contract/every-error";
import type { Answer } from "../../support/api.ts";

/** Texts that are made of what was sent. */
const made: Partial<Record<ErrorCode, RegExp>> = {
  MEMORY_ORDER_MISMATCH: /^Expected \d+ memory IDs, got \d+$/,
  UNSUPPORTED_AUDIO: /^Unsupported audio format: audio\/wav\. Accepted: audio\/m4a, audio\/x-m4a, audio\/mp4/,
  AUDIO_TOO_LARGE: /^File too large\. Maximum size is 25MB, got [\d.]+MB$/,
  UPLOAD_TOO_LARGE: /^File too large/,
  UPLOAD_EMPTY: /^Empty file/,
  UPLOAD_TYPE_UNSUPPORTED: /^Unsupported file type/,
  DOCUMENT_TYPE_UNSUPPORTED: / cannot be a document\. Documents are /,
  INVALID_SAVED_QUERY: /./,
  INVALID_COLUMN_MARK: /./,
  INVALID_DEFINITION: /./,
  MISSING_QUERY_PARAMETER: /region/,
  SQL_REJECTED: /./,
  SQL_FAILED: /./,
  NOT_A_DATABASE: /is not an SQLite database that can be read\.$/,
  SOURCE_TIMEOUT: /./,
  SOURCE_UNAVAILABLE: /./,
};

/** True when the answer is this failure, in the words of the contract. */
export function isCode(answer: Answer, code: ErrorCode): boolean {
  const { status, message } = everyError[code];
  if (answer.status !== status || answer.body.code !== code) return false;
  const { detail } = answer.body;
  if (code === "RATE_LIMIT" || code === "VALIDATION_FAILED") return true;
  const text = typeof detail === "string" ? detail : detail.message;
  return made[code]?.test(text) ?? text === message;
}
