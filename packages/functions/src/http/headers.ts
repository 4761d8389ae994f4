import type { Operation } from "@parley/contract/operation";
import type { HttpRequest } from "./http-message.ts";

/** A year in seconds: how long a browser remembers to use HTTPS only. */
const httpsOnlySeconds = 365 * 24 * 60 * 60;

/**
 * What every response tells browsers: not to keep what needs a token (D7), not to guess its type, and to use HTTPS only.
 * A request that no operation is for is answered as one that needs a token.
 */
export const securityHeaders = (request: HttpRequest, operation: Operation | undefined): Record<string, string> => ({
  ...(operation?.access !== "public" && { "cache-control": "no-store" }),
  "x-content-type-options": "nosniff",
  ...(request.url.startsWith("https:") && { "strict-transport-security": `max-age=${httpsOnlySeconds}` }),
});

/**
 * The policy of a page that needs nothing but its own text, one style sheet and one script of its own, each named by its
 * hash: no form, no frame, nothing loaded.
 */
export const pagePolicy = (styleHash: string, scriptHash: string): Record<string, string> => ({
  "content-security-policy": `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
});
