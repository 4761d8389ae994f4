import * as v from "valibot";
import { count, text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

const databaseTypes = ["application/vnd.sqlite3", "application/x-sqlite3"] as const;

/** Extensions and media types that can be uploaded (D39). Audio is for transcription only, databases for `source.create`. */
export const uploadTypes = {
  csv: ["text/csv", "application/csv", "application/vnd.ms-excel"],
  tsv: ["text/tab-separated-values"],
  json: ["application/json"],
  xlsx: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  parquet: ["application/vnd.apache.parquet", "application/x-parquet"],
  pdf: ["application/pdf"],
  txt: ["text/plain"],
  md: ["text/markdown", "text/plain", "text/x-markdown"],
  png: ["image/png"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  webp: ["image/webp"],
  m4a: ["audio/m4a", "audio/x-m4a", "audio/mp4"],
  mp4: ["audio/mp4", "audio/m4a", "audio/x-m4a"],
  sqlite: databaseTypes,
  sqlite3: databaseTypes,
  db: databaseTypes,
  duckdb: ["application/x-duckdb"],
} as const satisfies Record<string, readonly string[]>;

export const UploadStatus = v.picklist(["pending", "ready"]);

export const Upload = v.object({
  id: v.string(),
  filename: v.string(),
  mime_type: v.string(),
  size_bytes: v.pipe(v.number(), v.integer()),
  status: UploadStatus,
  download_url: v.nullable(v.string()),
  download_url_expires_at: v.nullable(Timestamp),
  created_at: Timestamp,
  /** Where a pending upload's bytes go by PUT, once and with exactly these headers; 412 says that they are there. */
  upload_url: v.optional(v.string()),
  upload_headers: v.optional(v.record(v.string(), v.string())),
});
export type Upload = v.InferOutput<typeof Upload>;

/** An upload as a message's metadata shows it. */
export const AttachedUpload = v.pick(Upload, [
  "id",
  "filename",
  "mime_type",
  "size_bytes",
  "download_url",
  "download_url_expires_at",
]);
export type AttachedUpload = v.InferOutput<typeof AttachedUpload>;

export const UploadCreate = /* @__PURE__ */ separately(() =>
  v.object({
    files: v.pipe(
      v.array(
        v.object({
          filename: text(1, limits.upload_filename_characters),
          mime_type: text(1, 255),
          size_bytes: count,
        }),
      ),
      v.minLength(1),
      v.maxLength(limits.upload_files),
    ),
  }),
);
export type UploadCreate = v.InferOutput<typeof UploadCreate>;

export const uploadOperations = /* @__PURE__ */ separately(() => ({
  create: operation({
    id: "upload.create",
    method: "POST",
    path: "/v1/uploads",
    group: "uploads",
    summary: "Upload files, or get presigned addresses to put them to",
    access: "member",
    body: UploadCreate,
    multipart: { files: { description: "The files, at most 5 and 4 MB together", many: true } },
    reply: v.object({ uploads: v.array(Upload) }),
    status: 200,
    errors: ["UPLOAD_TYPE_UNSUPPORTED", "UPLOAD_TOO_LARGE", "UPLOAD_EMPTY", "RATE_LIMIT"],
  }),
  get: operation({
    id: "upload.get",
    method: "GET",
    path: "/v1/uploads/{upload_id}",
    group: "uploads",
    summary: "Get one of the caller's uploads with a fresh download address",
    access: "member",
    reply: Upload,
    status: 200,
    errors: ["UPLOAD_NOT_FOUND"],
  }),
}));
