/** A year in seconds: how long a browser remembers to use HTTPS only. */
const httpsOnlySeconds = 365 * 24 * 60 * 60;

/** What every response tells browsers: not to guess its type, and to use HTTPS only. */
export const securityHeaders = (request: Request): Record<string, string> => ({
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
