// Made from the contract by `npm run documents`; do not edit.
import type { ErrorCode } from "./generated.ts";

/** Codes of failures that gateways in front of the service answer with, by status and text. */
export const failures: Readonly<Record<string, ErrorCode>> = {
  "404 Not Found": "ROUTE_NOT_FOUND",
  "429 Too Many Requests": "RATE_LIMIT",
  "500 Internal Server Error": "INTERNAL",
  "503 Service Unavailable": "SERVICE_UNAVAILABLE",
};

/** Whether the same call may succeed later, for codes where that is not what the status says (429 and 5xx may). */
export const retryableByCode: Readonly<Record<string, boolean>> = {
  WS_CONNECTION_CAP: false,
  SIGNING_NOT_CONFIGURED: false,
  SERVER_MISCONFIGURED: false,
  TURN_ALREADY_RUNNING: true,
  VOICE_NOT_CONFIGURED: false,
  TRANSCRIPTION_FAILED: false,
  SOURCE_TIMEOUT: true,
  SOURCE_UNAVAILABLE: true,
  EVALUATION_RUNNING: true,
};
