import type { CommonErrorCode } from "./errors.ts";
import { limits, MEGABYTE } from "./limits.ts";

/** A multipart envelope around files: boundaries and part headers. */
const envelope = 16 * 1024;

/** Bytes as people read them: `26.4MB`. */
export const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)}MB`;

/** What one POST may carry, and the refusal of more: its code, and its text in two parts, the size goes between them. */
export interface BodyLimit {
  bytes: number;
  code: CommonErrorCode;
  words: readonly [before: string, after: string];
}

/**
 * The routes whose declared `Content-Length` the edge looks at, by path (D39, D41): it refuses what is too large for a function to
 * receive, as Lambda takes 6 MB a call, in the function's own words.
 */
export const edgeLimits = {
  "/v1/audio/transcribe": {
    bytes: limits.audio_bytes + envelope,
    code: "AUDIO_TOO_LARGE",
    words: [`File too large. Maximum size is ${limits.audio_bytes / MEGABYTE}MB, got `, ""],
  },
  "/v1/uploads": {
    bytes: limits.upload_direct_bytes + envelope,
    code: "UPLOAD_TOO_LARGE",
    words: [
      `Files too large. Maximum size of one request is ${limits.upload_direct_bytes / MEGABYTE}MB, got `,
      ". Ask for upload addresses with JSON instead.",
    ],
  },
} as const satisfies Record<string, BodyLimit>;

/** The refusal of `bytes` that are too many for a route. */
export const tooLarge = ({ words: [before, after] }: BodyLimit, bytes: number): string =>
  `${before}${megabytes(bytes)}${after}`;
