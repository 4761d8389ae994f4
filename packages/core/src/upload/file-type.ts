import { cutText } from "@parley/contract/cut-text";
import { uploadTypes } from "@parley/contract/upload";
import { fail } from "../failure/failure.ts";

type Extension = keyof typeof uploadTypes;

const accepted = "Accepted: csv, tsv, json, xlsx, pdf, txt, md, png, jpg, webp, m4a, mp4";

const isKnown = (extension: string): extension is Extension => Object.hasOwn(uploadTypes, extension);

/** A media type without its parameters, in lower case. */
export const bareType = (mimeType: string): string => (mimeType.split(";")[0] ?? "").trim().toLowerCase();

/** Types that say nothing about the content, sent by clients for files they do not know. */
const unspecific = new Set(["", "application/octet-stream", "binary/octet-stream"]);

function extensionOf(filename: string): Extension {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return isKnown(extension)
    ? extension
    : fail("UPLOAD_TYPE_UNSUPPORTED", { message: `Unsupported file type: ${filename}. ${accepted}` });
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

/** Whether the bytes are those of `mark` (one byte a character), from `at` on. */
const starts = (bytes: Uint8Array, mark: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + mark.length)).toString("latin1") === mark;

/** An MP4 container begins with a box of type `ftyp`, whose size comes first. */
export const isMp4 = (bytes: Uint8Array): boolean => starts(bytes, "ftyp", 4);

/** Bytes in which a mark is looked for, and in which text has no NUL. */
const SIGNATURE_BYTES = 1024;

function isText(bytes: Uint8Array): boolean {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return marked || !bytes.subarray(0, SIGNATURE_BYTES).includes(0);
}

/** What the first bytes of a file must look like. */
const looksLike: Record<Extension, (bytes: Uint8Array) => boolean> = {
  csv: isText,
  tsv: isText,
  json: isText,
  txt: isText,
  md: isText,
  xlsx: (bytes) => starts(bytes, "PK\u0003\u0004"),
  // Readers take a PDF whose header comes after some bytes of something else.
  pdf: (bytes) => Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).includes("%PDF-"),
  png: (bytes) => starts(bytes, "\u0089PNG\r\n\u001a\n"),
  jpg: (bytes) => starts(bytes, "\u00ff\u00d8\u00ff"),
  jpeg: (bytes) => starts(bytes, "\u00ff\u00d8\u00ff"),
  webp: (bytes) => starts(bytes, "RIFF") && starts(bytes, "WEBP", 8),
  m4a: isMp4,
  mp4: isMp4,
};

/** Throws UPLOAD_TYPE_UNSUPPORTED if a file does not begin like one of its kind. */
export function checkContent(filename: string, bytes: Uint8Array): void {
  const extension = extensionOf(filename);
  if (!looksLike[extension](bytes)) {
    fail("UPLOAD_TYPE_UNSUPPORTED", {
      message: `Unsupported file type: the content of ${filename} is not ${extension}`,
    });
  }
}
