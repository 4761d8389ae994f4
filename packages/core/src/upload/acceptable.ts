import { cutText } from "@parley/contract/cut-text";
import { megabytes } from "@parley/contract/edge-limits";
import { limits, MEGABYTE } from "@parley/contract/limits";
import { uploadTypes } from "@parley/contract/upload";
import { fail } from "../failure/failure.ts";
import { type Extension, looksLike } from "./file-signature.ts";
import type { UploadRecord } from "./record.ts";

/** Other names of what is accepted: of jpg and of sqlite. */
const otherNames = new Set(["jpeg", "sqlite3", "db"]);

/** The extensions that are accepted, as people read them. */
const acceptedExtensions = (): string =>
  Object.keys(uploadTypes)
    .filter((extension) => !otherNames.has(extension))
    .join(", ");

const isKnown = (extension: string): extension is Extension => Object.hasOwn(uploadTypes, extension);

/** A media type without its parameters, in lower case. */
export const bareType = (mimeType: string): string => (mimeType.split(";")[0] ?? "").trim().toLowerCase();

/** Types that say nothing about the content, sent by clients for files they do not know. */
const unspecific = new Set(["", "application/octet-stream", "binary/octet-stream"]);

function extensionOf(filename: string): Extension {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return isKnown(extension)
    ? extension
    : fail("UPLOAD_TYPE_UNSUPPORTED", {
        message: `Unsupported file type: ${filename}. Accepted: ${acceptedExtensions()}`,
      });
}

/**
 * The media type a file is kept with: the declared one if it suits the extension, the extension's own if the
 * declared one is unspecific. Throws UPLOAD_TYPE_UNSUPPORTED for unknown extensions and for contradictions.
 */
export function mimeTypeOf(filename: string, declared: string): string {
  const types: readonly string[] = uploadTypes[extensionOf(filename)];
  const type = bareType(declared);
  if (types.includes(type)) return type;
  const [own] = types;
  if (own !== undefined && unspecific.has(type)) return own;
  return fail("UPLOAD_TYPE_UNSUPPORTED", {
    message: `Unsupported file type: ${filename} was sent as ${cutText(type, 100)}, expected ${types.join(" or ")}`,
  });
}

/** Throws UPLOAD_TYPE_UNSUPPORTED if a file does not begin like one of its kind. */
export function checkContent(filename: string, bytes: Uint8Array): void {
  const extension = extensionOf(filename);
  if (!looksLike[extension](bytes)) {
    fail("UPLOAD_TYPE_UNSUPPORTED", {
      message: `Unsupported file type: the content of ${filename} is not ${extension}`,
    });
  }
}

/** Throws UPLOAD_EMPTY for a file without bytes, UPLOAD_TOO_LARGE for one with more than `limits.upload_bytes`. */
export function checkSize(filename: string, bytes: number): void {
  if (bytes === 0) fail("UPLOAD_EMPTY", { message: `Empty file: ${filename}` });
  if (bytes > limits.upload_bytes) {
    const most = limits.upload_bytes / MEGABYTE;
    fail("UPLOAD_TOO_LARGE", { message: `File too large. Maximum size is ${most}MB, got ${megabytes(bytes)}` });
  }
}

const databaseTypes: ReadonlySet<string> = new Set([...uploadTypes.sqlite, ...uploadTypes.duckdb]);

/** True for media that can be attached to a message: audio is for transcription only, databases are for integrations (D39). */
export const isAttachable = ({ mime_type }: Pick<UploadRecord, "mime_type">): boolean =>
  !mime_type.startsWith("audio/") && !databaseTypes.has(mime_type);
