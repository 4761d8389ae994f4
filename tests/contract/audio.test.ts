import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { encoded } from "../support/multipart.ts";
import { clip, formOf, path, unsupported, useTranscribing } from "./transcribing.ts";

const provider = useTranscribing();
const { service, post } = provider;
const { send } = service;
const MB = 1024 * 1024;
const missing = { detail: [{ type: "missing", loc: ["body", "file"], msg: "Field required" }] };

describe("POST /v1/audio/transcribe", () => {
  it("answers the text that the provider heard", async () => {
    const bytes = clip(100_000);
    bytes.set(randomBytes(99_000), 1_000);
    const answer = await post(formOf(bytes));
    expect([answer.status, answer.body]).toEqual([200, { text: "Hello there." }]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const [request] = provider.server.requests;
    expect(request?.path).toBe("/v1/audio/transcriptions");
    expect(request?.headers.authorization).toBe("Bearer speech-key");
    expect(request?.headers["content-length"]).toMatch(/^\d+$/);
    expect(request?.headers["transfer-encoding"]).toBeUndefined();
    expect(request?.fields).toEqual({ model: "whisper-large", response_format: "json" });
    expect(request?.file).toMatchObject({ type: "audio/m4a", size: 100_000 });
    expect(Buffer.compare(request?.file.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  it.each(["audio/m4a", "audio/x-m4a", "audio/mp4", "AUDIO/MP4", "audio/mp4; codecs=mp4a.40.2"])(
    "takes %s",
    async (type) => {
      expect((await post(formOf(clip(), type))).status).toBe(200);
    },
  );

  it("takes a recorder's part without a filename", async () => {
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: audio/mp4\r\n\r\n');
    const bytes = Buffer.concat([head, clip(), Buffer.from("\r\n--b--\r\n")]);
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect((await send(path, { bytes, headers, token: service.tenant.member.token })).status).toBe(200);
  });

  it.each([
    ["audio/wav", "audio/wav"],
    ["audio/webm;codecs=opus", "audio/webm"],
    ["Audio/MPEG", "audio/mpeg"],
    ["application/octet-stream", "application/octet-stream"],
    ["video/mp4", "video/mp4"],
  ])("refuses %s, whatever the bytes and the name are", async (type, shown) => {
    expect(await post(formOf(clip(), type))).toMatchObject({ status: 400, body: unsupported(shown) });
    expect(await post(formOf(clip(0), type))).toMatchObject({ status: 400, body: unsupported(shown) });
    expect(provider.server.requests).toEqual([]);
  });

  it("refuses bytes that are not an MP4 container", async () => {
    const riff = new Uint8Array(Buffer.from("RIFF\u0024\u0000\u0000\u0000WAVEfmt "));
    expect(await post(formOf(riff, "audio/mp4"))).toMatchObject({ status: 400, body: unsupported("audio/mp4") });
    expect(await post(formOf(new Uint8Array([1, 2, 3]), "audio/x-m4a"))).toMatchObject({
      status: 400,
      body: unsupported("audio/x-m4a"),
    });
  });

  it("refuses an empty clip", async () => {
    expect(await post(formOf(clip(0)))).toMatchObject({ status: 400, body: { detail: "Empty audio file" } });
  });

  it("takes 25 MB that the gateway streams, and refuses more by its size", async () => {
    const streamed = async (size: number) => {
      const { bytes, contentType } = await encoded(formOf(clip(size)));
      const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
        Buffer.from(bytes.subarray(at * 65_536, (at + 1) * 65_536)),
      );
      return send(path, {
        stream: Readable.from(pieces, { objectMode: false }),
        headers: { "content-type": contentType },
        token: service.tenant.member.token,
      });
    };
    expect((await streamed(25 * MB)).status).toBe(200);
    expect(provider.server.requests[0]?.file.size).toBe(25 * MB);
    const [one, more] = [await streamed(25 * MB + 1), await streamed(Math.round(26.4 * MB))];
    expect(one).toMatchObject({ status: 400, body: { detail: "File too large. Maximum size is 25MB, got 25.0MB" } });
    expect(more).toMatchObject({ status: 400, body: { detail: "File too large. Maximum size is 25MB, got 26.4MB" } });
  });

  it("answers 422 if there is no such part, or only half of one", async () => {
    const other = new FormData();
    other.append("audio", new Blob([clip()], { type: "audio/mp4" }), "clip.m4a");
    expect(await post(other)).toMatchObject({ status: 422, body: missing });
    const text = new FormData();
    text.append("file", "words");
    expect(await post(text)).toMatchObject({ status: 422, body: missing });
    expect(await post(new FormData())).toMatchObject({ status: 422, body: missing });
    const { bytes, contentType } = await encoded(formOf(clip(5_000)));
    const token = service.tenant.member.token;
    for (const [sent, type] of [
      [bytes.subarray(0, 3_000), contentType],
      [bytes.subarray(0, 20), contentType],
      [bytes, "multipart/form-data"],
      [bytes, "audio/mp4"],
      [new Uint8Array(), contentType],
    ] as const) {
      expect(await send(path, { bytes: sent, headers: { "content-type": type }, token })).toMatchObject({
        status: 422,
        body: missing,
      });
    }
    expect(await send(path, { token })).toMatchObject({ status: 422, body: missing });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from(bytes.subarray(0, 3_000));
        throw new Error("the client went away");
      })(),
    );
    expect(await send(path, { stream: broken, headers: { "content-type": contentType }, token })).toMatchObject({
      status: 422,
      body: missing,
    });
    expect(provider.server.requests).toEqual([]);
  });

  it("asks for a token before anything else", async () => {
    expect(await send(path, { form: formOf(clip(), "audio/wav") })).toMatchObject({
      status: 401,
      body: { detail: "Missing Authorization header" },
    });
    expect(await post(new FormData(), "wrong")).toMatchObject({
      status: 401,
      body: { detail: "Invalid or expired token" },
    });
  });

  it("spends the token's budget of 20 a minute right before the work", async () => {
    const wrong = await Promise.all(Array.from({ length: 21 }, () => post(formOf(clip(), "audio/wav"))));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    const all = await Promise.all(Array.from({ length: 21 }, () => post(formOf(clip()))));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) });
    expect(refused?.headers["retry-after"]).toBe(String(refused?.body.retry_after_seconds));
    expect(provider.server.requests).toHaveLength(20);
    expect((await post(formOf(clip(), "audio/wav"))).status).toBe(400);
    expect((await post(formOf(clip()), service.tenant.other.token)).status).toBe(200);
    service.clock.advance(60_000);
    expect((await post(formOf(clip()))).status).toBe(200);
  });
});
