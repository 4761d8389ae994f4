import { ParleyError } from "./errors.ts";

/** A file in memory. */
export interface NamedBytes {
  /** With its extension, which says what it is. */
  name: string;
  /** Its media type; by default that of the extension. */
  type?: string | undefined;
  bytes: Uint8Array | ArrayBuffer;
}

/** What can be uploaded. A `Blob` or bytes alone need a `name` among the options, unless the blob's type says what it is. */
export type UploadSource = Blob | Uint8Array | ArrayBuffer | NamedBytes;

/** Bytes of one upload, or of a list of them. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** What an upload may set. */
export interface UploadOptions {
  signal?: AbortSignal | null | undefined;
  /** Told at the start, as bytes go out where that can be seen (large files in browsers), and at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** What the upload of one file may set. */
export interface FileOptions extends UploadOptions {
  /** With its extension, for a `Blob` or bytes without a name. */
  name?: string | undefined;
  /** Its media type; by default its own, or that of the extension. */
  type?: string | undefined;
}

/** A file that has passed every check that can be made here. */
export interface CheckedFile {
  name: string;
  /** Its bytes, with a type that the service takes. */
  blob: Blob;
}

/** Bytes that a file may have. */
const FILE_BYTES = 25 * 1024 * 1024;

/** What can be uploaded: extensions, and the media types that suit each, its own first. Audio is only transcribed, databases only sources. */
export const mediaTypes: Readonly<Record<string, string>> = {
  csv: "text/csv application/csv application/vnd.ms-excel",
  tsv: "text/tab-separated-values",
  json: "application/json",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet application/x-parquet",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown text/plain text/x-markdown",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  m4a: "audio/m4a audio/x-m4a audio/mp4",
  mp4: "audio/mp4 audio/m4a audio/x-m4a",
  sqlite: "application/vnd.sqlite3 application/x-sqlite3",
  sqlite3: "application/vnd.sqlite3 application/x-sqlite3",
  db: "application/vnd.sqlite3 application/x-sqlite3",
  duckdb: "application/x-duckdb",
};

const typesOf = (extension: string): string[] =>
  Object.hasOwn(mediaTypes, extension) ? (mediaTypes[extension] ?? "").split(" ") : [];

/** Types that say nothing about a file; every browser says `video/mp4` of a recording of sound. */
const VAGUE_TYPE = /^(text\/plain|video\/mp4)?$|\/octet-stream$/;

const refuse = (code: string, words: string) => new ParleyError(`UPLOAD_${code}`, words);

/** The type that a file is sent with. Throws UPLOAD_TYPE_UNSUPPORTED. */
function typeFor(name: string, declared: string): string {
  const types = typesOf(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
  if (types.includes(declared)) return declared;
  if (types[0] !== undefined && VAGUE_TYPE.test(declared)) return types[0];
  const expected = types.join(" or ") || Object.keys(mediaTypes).join(", ");
  throw refuse(
    "TYPE_UNSUPPORTED",
    `"${name}" cannot be uploaded${declared && ` as ${declared}`}: expected ${expected}`,
  );
}

/** Types of browsers leave out bytes of shared memory, which a `Blob` copies all the same. */
const contentOf = ({ bytes = new ArrayBuffer(0) }: Partial<NamedBytes>) => bytes as ArrayBuffer;

/**
 * Checks a file's type and size before a byte of it is sent; its own name and type give way to those among the options. Throws a
 * `ParleyError` with the code that the service has for it.
 */
export function checkedFile(source: UploadSource, options: FileOptions): CheckedFile {
  const given: Partial<NamedBytes> | Blob = source instanceof Blob || "bytes" in source ? source : { bytes: source };
  const declared = (options.type ?? given.type ?? "").replace(/;.*/s, "").trim().toLowerCase();
  const own = Object.keys(mediaTypes).find((extension) => typesOf(extension).includes(declared));
  // A `File` has a name, other blobs have none.
  const name = options.name ?? ("name" in given ? given.name : undefined) ?? `file.${own ?? ""}`;
  const type = typeFor(name, declared);
  const blob = given instanceof Blob ? given : new Blob([contentOf(given)]);
  if (blob.size === 0) throw refuse("EMPTY", `"${name}" is empty`);
  if (blob.size > FILE_BYTES) throw refuse("TOO_LARGE", `"${name}" is larger than 25 MB`);
  return { name, blob: blob.slice(0, blob.size, type) };
}
