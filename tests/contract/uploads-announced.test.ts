import { describe, expect, it } from "vitest";
import { csv, MB, put, useUploading } from "./uploading.ts";

const { service, announce } = useUploading();
const { call } = service;

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
    const token = service.tenant.member.token;
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
    expect((await call(`GET /v1/uploads/${upload.id}`, { token: service.tenant.member.token })).body.status).toBe(
      "pending",
    );
  });

  it("takes the bytes once: what is ready never changes, also among PUTs at the same time", async () => {
    const [upload] = (await announce([csv(7)])).body.uploads;
    const contents = ["a,b\n1,2", "a,b\n3,4", "a,b\n5,6"];
    const statuses = await Promise.all(contents.map(async (content) => (await put(upload, content)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(2);
    expect((await put(upload, "a,b\n7,8")).status).toBe(412);
    const { body } = await call(`GET /v1/uploads/${upload.id}`, { token: service.tenant.member.token });
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
    expect(await call("POST /v1/uploads", { body: {}, token: service.tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "missing", loc: ["body", "files"], msg: "Field required" }] },
    });
    expect(await call("POST /v1/uploads", { text: "{", token: service.tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "json_invalid" }] },
    });
  });
});
