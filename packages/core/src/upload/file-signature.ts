import type { uploadTypes } from "@parley/contract/upload";

/** The extension of a file that is accepted, in lower case. */
export type Extension = keyof typeof uploadTypes;

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

const isSqlite = (bytes: Uint8Array): boolean => starts(bytes, "SQLite format 3\0");

/** What the first bytes of a file must look like, by its extension. */
export const looksLike: Record<Extension, (bytes: Uint8Array) => boolean> = {
  csv: isText,
  tsv: isText,
  json: isText,
  txt: isText,
  md: isText,
  xlsx: (bytes) => starts(bytes, "PK\u0003\u0004"),
  parquet: (bytes) => starts(bytes, "PAR1"),
  // Readers take a PDF whose header comes after some bytes of something else.
  pdf: (bytes) => Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).includes("%PDF-"),
  png: (bytes) => starts(bytes, "\u0089PNG\r\n\u001a\n"),
  jpg: (bytes) => starts(bytes, "\u00ff\u00d8\u00ff"),
  jpeg: (bytes) => starts(bytes, "\u00ff\u00d8\u00ff"),
  webp: (bytes) => starts(bytes, "RIFF") && starts(bytes, "WEBP", 8),
  m4a: isMp4,
  mp4: isMp4,
  sqlite: isSqlite,
  sqlite3: isSqlite,
  db: isSqlite,
  // Its header begins with a checksum.
  duckdb: (bytes) => starts(bytes, "DUCK", 8),
};
