import { keptClip } from "@parley/core/audio/clip";
import { describe, expect, it } from "vitest";
import { clip, path, unsupported, useTranscribing } from "./transcribing.ts";

const provider = useTranscribing();
const { service } = provider;
const { call } = service;

describe("with the id of an upload", () => {
  const uploaded = async (type: string, filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const file = { filename, mime_type: type, size_bytes: bytes.length };
    const { body } = await call("POST /v1/uploads", { body: { files: [file] }, token: service.tenant.member.token });
    const [upload] = body.uploads;
    expect(
      (await fetch(upload.upload_url, { method: "PUT", body: bytes, headers: upload.upload_headers })).status,
    ).toBe(200);
    return upload.id;
  };
  const transcribed = (upload_id: string, token = service.tenant.member.token) =>
    call(path, { body: { upload_id }, token });

  it("reads the clip from the bucket", async () => {
    const id = await uploaded("audio/x-m4a", "clip.m4a", clip(300_000));
    expect(await transcribed(id)).toMatchObject({ status: 200, body: { text: "Hello there." } });
    expect(provider.server.requests[0]?.file).toMatchObject({ type: "audio/x-m4a", size: 300_000 });
    expect((await keptClip({ ...service.tenant.member.ctx, files: service.bucket.files }, id)).size).toBe(300_000);
  });

  it("knows no upload that is another's, unknown or not there yet", async () => {
    const id = await uploaded("audio/mp4", "clip.m4a", clip());
    const { body } = await call("POST /v1/uploads", {
      body: { files: [{ filename: "a.m4a", mime_type: "audio/mp4", size_bytes: 10 }] },
      token: service.tenant.member.token,
    });
    for (const [unknown, token] of [
      [id, service.tenant.other.token],
      [body.uploads[0].id, service.tenant.member.token],
      ["01980000-0000-7000-8000-000000000000", service.tenant.member.token],
      ["nothing", service.tenant.member.token],
    ] as const) {
      expect(await transcribed(unknown, token)).toMatchObject({ status: 404, body: { detail: "Upload not found" } });
    }
  });

  it("refuses what is not a clip", async () => {
    expect(await transcribed(await uploaded("text/csv", "a.csv", clip()))).toMatchObject({
      status: 400,
      body: unsupported("text/csv"),
    });
    expect(await transcribed(await uploaded("audio/mp4", "a.m4a", new Uint8Array(40)))).toMatchObject({
      status: 400,
      body: unsupported("audio/mp4"),
    });
    expect(await call(path, { body: {}, token: service.tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "missing", loc: ["body", "upload_id"], msg: "Field required" }] },
    });
  });
});
