import { createTenant, type Tenant } from "../support/tenant.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Base, WithFiles } from "@parley/core/context";
import { attached, attachWrites, findMany, removeDead } from "@parley/core/upload/upload";
import { uploads } from "@parley/functions/http/uploads";
import { api, type Call } from "../support/api.ts";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { encoded, type Send, sender } from "../support/multipart.ts";
import { startTable, type TestTable } from "../support/table.ts";

const MB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

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

type Content = string | Uint8Array<ArrayBuffer>;
function formOf(...files: [content: Content, type: string, name: string][]): FormData {
  const form = new FormData();
  for (const [content, type, name] of files) form.append("files", new Blob([content], { type }), name);
  return form;
}
const post = (form: FormData, token = tenant.member.token) => send("POST /v1/uploads", { form, token });
const announce = (files: unknown, token = tenant.member.token) => call("POST /v1/uploads", { body: { files }, token });
const csv = (size_bytes = 10) => ({ filename: "sales.csv", mime_type: "text/csv", size_bytes });
const put = (
  upload: { upload_url: string; upload_headers: Record<string, string> },
  body: string | Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
) => fetch(upload.upload_url, { method: "PUT", body, headers: headers ?? upload.upload_headers });

describe("POST /v1/uploads with files", () => {
  it("keeps them and answers with addresses to get them from", async () => {
    const { status, body, headers } = await post(
      formOf(["a,b\n1,2\n", "text/csv", "sales.csv"], [png, "image/png", "chart.png"]),
    );
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body.uploads).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{14}7/),
        filename: "sales.csv",
        mime_type: "text/csv",
        size_bytes: 8,
        status: "ready",
        download_url: expect.stringContaining("X-Amz-Signature"),
        download_url_expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      expect.objectContaining({ filename: "chart.png", mime_type: "image/png", size_bytes: 10, status: "ready" }),
    ]);
    const downloaded = await fetch(body.uploads[0].download_url);
    expect(await downloaded.text()).toBe("a,b\n1,2\n");
    expect(downloaded.headers.get("content-type")).toBe("text/csv");
    expect(downloaded.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''sales.csv");
    const read = await call(`GET /v1/uploads/${body.uploads[0].id}`, { token: tenant.member.token });
    expect(read).toMatchObject({
      status: 200,
      body: { id: body.uploads[0].id, filename: "sales.csv", status: "ready" },
    });
  });

  it("gives a file back under its own name, whatever signs are in it", async () => {
    const { body } = await post(formOf(["a,b", "text/csv", "it's (1) ü.csv"]));
    const downloaded = await fetch(body.uploads[0].download_url);
    expect(downloaded.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''it%27s%20%281%29%20%C3%BC.csv",
    );
  });

  it("takes a file by its extension where the type says nothing, and keeps the extension's type", async () => {
    const { body } = await post(
      formOf(
        ["a\n1", "application/octet-stream", "Sales 2026.CSV"],
        ["# hi", "", "notes.md"],
        ["{}", "application/JSON;charset=utf-8", "x.json"],
      ),
    );
    expect(
      body.uploads.map((upload: { filename: string; mime_type: string }) => [upload.filename, upload.mime_type]),
    ).toEqual([
      ["Sales 2026.CSV", "text/csv"],
      ["notes.md", "text/markdown"],
      ["x.json", "application/json"],
    ]);
  });

  it("takes a part without a type, as some clients send it", async () => {
    const bytes = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na,b\r\n1,2\r\n--b--\r\n',
    );
    const answer = await send("POST /v1/uploads", {
      bytes,
      token: tenant.member.token,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    expect(answer.body.uploads[0]).toMatchObject({ filename: "a.csv", mime_type: "text/csv", size_bytes: 8 });
  });

  it("makes filenames safe", async () => {
    const { body } = await post(
      formOf(
        ["a", "text/plain", "../../etc/passwd.txt"],
        ["a", "text/plain", "C:\\Users\\me\\notes.txt"],
        ["a", "text/plain", "\u202ereport\u0007<1>.txt"],
        ["a", "text/plain", `${"x".repeat(300)}.txt`],
        ["a", "text/plain", "Übersicht 日本.txt"],
      ),
    );
    const names = body.uploads.map((upload: { filename: string }) => upload.filename);
    expect(names).toEqual(["passwd.txt", "notes.txt", "report_1_.txt", `${"x".repeat(251)}.txt`, "Übersicht 日本.txt"]);
  });

  it("refuses what it does not take, in readable words", async () => {
    const refused = async (form: FormData) => {
      const { status, body } = await post(form);
      return [status, body.detail];
    };
    expect(await refused(formOf(["x", "application/x-msdownload", "run.exe"]))).toEqual([
      400,
      "Unsupported file type: run.exe. Accepted: csv, tsv, json, xlsx, pdf, txt, md, png, jpg, webp, m4a, mp4",
    ]);
    expect(await refused(formOf(["x", "text/plain", "noextension"]))).toEqual([
      400,
      expect.stringMatching(/^Unsupported file type: noextension/),
    ]);
    expect(await refused(formOf([png, "text/csv", "chart.png"]))).toEqual([
      400,
      "Unsupported file type: chart.png was sent as text/csv, expected image/png",
    ]);
    expect(await refused(formOf(["a,b", "image/png", "chart.png"]))).toEqual([
      400,
      "Unsupported file type: the content of chart.png is not png",
    ]);
    expect(await refused(formOf([png, "application/octet-stream", "data.csv"]))).toEqual([
      400,
      "Unsupported file type: the content of data.csv is not csv",
    ]);
    expect(await refused(formOf(["", "text/csv", "empty.csv"]))).toEqual([400, "Empty file: empty.csv"]);
    expect(await refused(formOf(["a", "text/csv", "a.csv"], ["x".repeat(4 * MB), "text/csv", "large.csv"]))).toEqual([
      400,
      "Files too large. Maximum size of one request is 4MB, got 4.0MB. Ask for upload addresses with JSON instead.",
    ]);
    expect(await bucket.keys()).not.toContainEqual(expect.stringContaining(tenant.id));
  });

  it("answers 422 where there are no files, or too many", async () => {
    const missing = { detail: [{ type: "missing", loc: ["body", "files"], msg: "Field required" }] };
    const other = new FormData();
    other.append("file", new Blob(["a"]), "a.csv");
    other.append("files", "text");
    expect(await post(other)).toMatchObject({ status: 422, body: missing });
    expect(await post(new FormData())).toMatchObject({ status: 422, body: missing });
    const token = tenant.member.token;
    const { bytes, contentType } = await encoded(formOf(["a,b", "text/csv", "a.csv"]));
    for (const [headers, body] of [
      [{}, bytes],
      [{ "content-type": "text/plain" }, bytes],
      [{ "content-type": "multipart/form-data" }, bytes],
      [{ "content-type": contentType }, bytes.subarray(0, bytes.length - 20)],
      [{ "content-type": contentType }, undefined],
    ] as const) {
      expect(await send("POST /v1/uploads", { ...(body && { bytes: body }), headers, token })).toMatchObject({
        status: 422,
        body: missing,
      });
    }
    const six = formOf(...Array.from({ length: 6 }, (): [string, string, string] => ["a", "text/csv", "a.csv"]));
    expect((await post(six)).body).toEqual({
      detail: [
        {
          type: "too_long",
          loc: ["body", "files"],
          msg: "List should have at most 5 items after validation, not 6",
          ctx: { field_type: "List", max_length: 5, actual_length: 6 },
        },
      ],
    });
  });

  it("asks for a token before it looks at the body", async () => {
    expect(await send("POST /v1/uploads", { form: new FormData() })).toMatchObject({
      status: 401,
      body: { detail: "Missing Authorization header" },
    });
    expect(await post(new FormData(), "wrong")).toMatchObject({
      status: 401,
      body: { detail: "Invalid or expired token" },
    });
  });
});

describe("POST /v1/uploads with JSON", () => {
  it("answers an address to put each file to, and the upload is ready once it is there", async () => {
    const { status, body } = await announce([
      csv(7),
      { filename: "clip.m4a", mime_type: "audio/mp4", size_bytes: 25 * MB },
    ]);
    expect(status).toBe(200);
    const [upload, clip] = body.uploads;
    expect(upload).toEqual({
      id: upload.id,
      filename: "sales.csv",
      mime_type: "text/csv",
      size_bytes: 7,
      status: "pending",
      download_url: null,
      download_url_expires_at: null,
      created_at: upload.created_at,
      upload_url: expect.stringMatching(/^http/),
      upload_headers: { "Content-Type": "text/csv", "Content-Length": "7", "If-None-Match": "*" },
    });
    expect(new URL(upload.upload_url).searchParams.get("X-Amz-SignedHeaders")).toBe(
      "content-length;content-type;host;if-none-match",
    );
    expect(clip).toMatchObject({ mime_type: "audio/mp4", status: "pending" });
    const token = tenant.member.token;
    expect((await call(`GET /v1/uploads/${upload.id}`, { token })).body).toMatchObject({
      status: "pending",
      download_url: null,
    });
    expect((await put(upload, "a,b\n1,2")).status).toBe(200);
    const { body: now } = await call(`GET /v1/uploads/${upload.id}`, { token });
    expect(now).toMatchObject({ status: "ready", download_url: expect.stringMatching(/^http/) });
    expect(now).not.toHaveProperty("upload_url");
    expect(await (await fetch(now.download_url)).text()).toBe("a,b\n1,2");
  });

  it("has the bucket refuse another size or type, and a PUT that could overwrite", async () => {
    const { body } = await announce([csv(7)]);
    const [upload] = body.uploads;
    const once = { "If-None-Match": "*" };
    expect((await put(upload, "a,b\n1,2\n3,4", { "Content-Type": "text/csv", ...once })).status).toBe(403);
    expect((await put(upload, "a,b\n1,2", { "Content-Type": "text/html", ...once })).status).toBe(403);
    expect((await put(upload, "a,b\n1,2", { "Content-Type": "text/csv" })).status).toBe(403);
    expect((await call(`GET /v1/uploads/${upload.id}`, { token: tenant.member.token })).body.status).toBe("pending");
  });

  it("takes the bytes once: what is ready never changes, also among PUTs at the same time", async () => {
    const [upload] = (await announce([csv(7)])).body.uploads;
    const contents = ["a,b\n1,2", "a,b\n3,4", "a,b\n5,6"];
    const statuses = await Promise.all(contents.map(async (content) => (await put(upload, content)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(2);
    expect((await put(upload, "a,b\n7,8")).status).toBe(412);
    const { body } = await call(`GET /v1/uploads/${upload.id}`, { token: tenant.member.token });
    expect(await (await fetch(body.download_url)).text()).toBe(contents[statuses.indexOf(200)]);
  });

  it("checks what is announced", async () => {
    const refused = async (file: unknown) => {
      const { status, body } = await announce([file]);
      return [status, body.detail];
    };
    expect(await refused(csv(Math.round(26.4 * MB)))).toEqual([
      400,
      "File too large. Maximum size is 25MB, got 26.4MB",
    ]);
    expect(await refused(csv(0))).toEqual([400, "Empty file: sales.csv"]);
    expect(await refused({ ...csv(), mime_type: "image/png" })).toEqual([
      400,
      expect.stringMatching(/^Unsupported file type/),
    ]);
    expect(await refused({ ...csv(), filename: "a.mp3" })).toEqual([
      400,
      expect.stringMatching(/^Unsupported file type/),
    ]);
    expect((await announce([csv(25 * MB)])).status).toBe(200);
    expect(await refused(csv(-1))).toMatchObject([
      422,
      [{ type: "greater_than_equal", loc: ["body", "files", 0, "size_bytes"], ctx: { ge: 0 } }],
    ]);
    for (const [size_bytes, type] of [
      ["5", "int_type"],
      [1.5, "int_from_float"],
    ]) {
      expect(await refused({ ...csv(), size_bytes })).toMatchObject([422, [{ type }]]);
    }
    expect(await refused({ filename: "a.csv" })).toMatchObject([422, [{ type: "missing" }]]);
    expect(await announce([])).toMatchObject({
      status: 422,
      body: { detail: [{ type: "too_short", loc: ["body", "files"] }] },
    });
    expect(await call("POST /v1/uploads", { body: {}, token: tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "missing", loc: ["body", "files"], msg: "Field required" }] },
    });
    expect(await call("POST /v1/uploads", { text: "{", token: tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "json_invalid" }] },
    });
  });
});

describe("the budget of 20 uploads a minute", () => {
  it("is one token's, and is spent right before the work", async () => {
    const wrong = await Promise.all(Array.from({ length: 21 }, () => announce([csv(0)])));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    for (let time = 0; time < 20; time++) {
      const { status } = time % 2 === 0 ? await announce([csv()]) : await post(formOf(["a", "text/csv", "a.csv"]));
      expect(status).toBe(200);
    }
    const refused = await announce([csv()]);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) });
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    expect((await announce([csv(0)])).status).toBe(400);
    expect((await announce([csv()], tenant.other.token)).status).toBe(200);
    clock.advance(60_000);
    expect((await announce([csv()])).status).toBe(200);
  });
});

describe("GET /v1/uploads/{upload_id}", () => {
  it("shows nobody else's upload, and answers an unknown id as another's", async () => {
    const { body } = await post(formOf(["a", "text/csv", "a.csv"]));
    const foreign = await createTenant(environment);
    const answers = await Promise.all([
      call(`GET /v1/uploads/${body.uploads[0].id}`, { token: tenant.other.token }),
      call(`GET /v1/uploads/${body.uploads[0].id}`, { token: foreign.member.token }),
      call("GET /v1/uploads/01980000-0000-7000-8000-000000000000", { token: tenant.member.token }),
      call("GET /v1/uploads/nothing", { token: tenant.member.token }),
    ]);
    for (const { status, text } of answers) expect([status, text]).toEqual([404, '{"detail":"Upload not found"}']);
    expect((await call(`GET /v1/uploads/${body.uploads[0].id}`)).status).toBe(401);
  });
});

describe("an upload's life", () => {
  const ctx = () => ({ ...tenant.member.ctx, files: bucket.files });

  it("ends after 24 hours where no message has it, and its bytes are removed", async () => {
    const { body } = await post(formOf(["a", "text/csv", "a.csv"], ["b", "text/csv", "b.csv"]));
    const pending = (await announce([csv(1)])).body.uploads[0];
    const [dies, lives] = body.uploads.map(({ id }: { id: string }) => id);
    const [kept, lost] = (await findMany(ctx(), [lives, dies])).filter((upload) => upload !== undefined);
    if (!kept || !lost) throw new Error("the uploads are not there");
    expect(await environment.table.transact(attachWrites(ctx(), [kept], "chat"))).toEqual({ done: true });
    clock.advance(DAY - 5_000);
    expect(await removeDead(environment)).toBe(0);
    expect((await call(`GET /v1/uploads/${dies}`, { token: await freshToken() })).status).toBe(200);
    clock.advance(6_000);
    expect((await call(`GET /v1/uploads/${dies}`, { token: await freshToken() })).status).toBe(404);
    expect(await findMany(ctx(), [dies, pending.id])).toEqual([undefined, undefined]);
    expect(await environment.table.transact(attachWrites(ctx(), [lost], "chat"))).toMatchObject({ done: false });
    clock.advance(60_000);
    expect(await removeDead(environment)).toBeGreaterThanOrEqual(2);
    const keys = (await bucket.keys()).filter((key) => key.includes(tenant.id));
    expect(keys).toEqual([`uploads/${tenant.id}/${tenant.member.id}/${lives}`]);
    expect(await removeDead(environment)).toBe(0);
    expect(await findMany(ctx(), [lives])).toMatchObject([{ id: lives, status: "ready" }]);
    expect(await attached(ctx(), [lives])).toEqual([
      expect.objectContaining({ id: lives, filename: "b.csv", download_url: expect.stringMatching(/^http/) }),
    ]);
  });

  const freshToken = async () =>
    (await import("@parley/core/auth/token"))
      .issueToken(environment, tenant.member.ctx.actor)
      .then(({ token }) => token);

  it("lets a message have only what is there, is the member's, and is no audio", async () => {
    const clip = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypM4A ")]);
    const { body } = await post(formOf(["a", "text/csv", "a.csv"], [new Uint8Array(clip), "audio/mp4", "clip.m4a"]));
    const pending = (await announce([csv(1)])).body.uploads[0];
    const [text, audio] = body.uploads.map(({ id }: { id: string }) => id);
    expect((await findMany(ctx(), [text, audio, pending.id])).map((upload) => upload?.id)).toEqual([
      text,
      undefined,
      undefined,
    ]);
    expect((await findMany({ ...tenant.other.ctx, files: bucket.files }, [text])).map((upload) => upload?.id)).toEqual([
      undefined,
    ]);
    await put(pending, "x");
    expect((await findMany(ctx(), [pending.id])).map((upload) => upload?.status)).toEqual(["ready"]);
  });
});
