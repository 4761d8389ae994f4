import { uploads } from "@parley/functions/http/uploads";
import { useStorage } from "./storage-scene.ts";

export const MB = 1024 * 1024;
export const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

type Content = string | Uint8Array<ArrayBuffer>;

/** A form with these files. */
export function formOf(...files: [content: Content, type: string, name: string][]): FormData {
  const form = new FormData();
  for (const [content, type, name] of files) form.append("files", new Blob([content], { type }), name);
  return form;
}

/** A file that is announced. */
export const csv = (size_bytes = 10) => ({ filename: "sales.csv", mime_type: "text/csv", size_bytes });

/** Puts the bytes to the address that the announcement was answered with. */
export const put = (
  upload: { upload_url: string; upload_headers: Record<string, string> },
  body: Content,
  headers?: Record<string, string>,
) => fetch(upload.upload_url, { method: "PUT", body, headers: headers ?? upload.upload_headers });

/** The uploads' endpoints, and the two ways to make an upload. */
export function useUploading() {
  const service = useStorage(uploads, (environment) => environment);
  return {
    service,
    post: (form: FormData, token = service.tenant.member.token) => service.send("POST /v1/uploads", { form, token }),
    announce: (files: unknown, token = service.tenant.member.token) =>
      service.call("POST /v1/uploads", { body: { files }, token }),
  };
}
