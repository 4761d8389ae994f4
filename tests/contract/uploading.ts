import type { Base, WithFiles } from "@parley/core/context";
import { uploads } from "@parley/functions/http/uploads";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { api, type Call } from "../support/api.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { type Send, sender } from "../support/multipart.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

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

/** The uploads' endpoints over a table and a bucket of the file's own; each test has its own organization and clock. */
export function useUploading() {
  let table: TestTable;
  let bucket: TestBucket;
  let environment: Base & WithFiles;
  let clock: ReturnType<typeof movableClock>;
  let call: Call;
  let send: Send;
  let tenant: Tenant;

  beforeAll(async () => {
    [table, bucket] = await Promise.all([startTable(), startBucket()]);
  });
  afterAll(() => Promise.all([table.stop(), bucket.stop()]));
  beforeEach(async () => {
    clock = movableClock();
    environment = { ...baseFor(table, { clock }), files: bucket.files };
    call = api(environment, uploads);
    send = sender(environment, uploads);
    tenant = await createTenant(environment);
  });

  return {
    get bucket() {
      return bucket;
    },
    get environment() {
      return environment;
    },
    get clock() {
      return clock;
    },
    get tenant() {
      return tenant;
    },
    call: (...request: Parameters<Call>) => call(...request),
    send: (...request: Parameters<Send>) => send(...request),
    post: (form: FormData, token = tenant.member.token) => send("POST /v1/uploads", { form, token }),
    announce: (files: unknown, token = tenant.member.token) => call("POST /v1/uploads", { body: { files }, token }),
  };
}
