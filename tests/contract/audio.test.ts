import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { keptClip, spooledClip } from "@parley/core/audio/clip";
import { transcribe } from "@parley/core/audio/transcribe";
import type { Base, WithFiles } from "@parley/core/context";
import * as Integration from "@parley/core/integration/integration";
import { storedSchemaKey } from "@parley/core/integration/stored-schema";
import * as Member from "@parley/core/member/member";
import * as Project from "@parley/core/project/project";
import { audio } from "@parley/functions/http/audio";
import { uploads } from "@parley/functions/http/uploads";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, type Call } from "../support/api.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { encoded, type Send, sender } from "../support/multipart.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import {
  startTranscriptionServer,
  type TranscriptionReply,
  type TranscriptionServer,
} from "../support/transcription-server.ts";

const MB = 1024 * 1024;

let table: TestTable;
let bucket: TestBucket;
let server: TranscriptionServer;
let reply: TranscriptionReply;
let environment: Base & WithFiles;
let clock: ReturnType<typeof movableClock>;
let call: Call;
let send: Send;
let tenant: Tenant;

const environmentWith = (transcribeBaseUrl: string | undefined, key?: string): Base & WithFiles => {
  const base = baseFor(table, { clock, settings: { transcribeBaseUrl, transcribeModel: "whisper-large" } });
  const secrets = { ...base.secrets, optional: (name: string) => (name === "TranscribeApiKey" ? key : undefined) };
  return { ...base, secrets, files: bucket.files };
};

beforeAll(async () => {
  [table, bucket, server] = await Promise.all([
    startTable(),
    startBucket(),
    startTranscriptionServer({ reply: () => reply }),
  ]);
});
afterAll(() => Promise.all([table.stop(), bucket.stop(), server.close()]));
beforeEach(async () => {
  clock = movableClock();
  reply = { text: " Hello there. \n" };
  server.requests.length = 0;
  environment = environmentWith(server.url, "speech-key");
  send = sender(environment, audio);
  call = api(environment, [...audio, ...uploads]);
  tenant = await createTenant(environment);
});

/** A clip of `size` bytes that begins as an MP4 container does. */
function clip(size = 64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set([0, 0, 0, 24, ...Buffer.from("ftypM4A ")].slice(0, size));
  return bytes;
}

function formOf(bytes: Uint8Array<ArrayBuffer>, type = "audio/m4a", name = "clip.m4a"): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type }), name);
  return form;
}

const path = "POST /v1/audio/transcribe";
const post = (form: FormData, token: string | undefined = tenant.member.token) => send(path, { form, token });
const missing = { detail: [{ type: "missing", loc: ["body", "file"], msg: "Field required" }] };
const unsupported = (type: string) => ({
  detail: `Unsupported audio format: ${type}. Accepted: audio/m4a, audio/x-m4a, audio/mp4 ...`,
});

describe("POST /v1/audio/transcribe", () => {
  it("answers the text that the provider heard", async () => {
    const bytes = clip(100_000);
    bytes.set(randomBytes(99_000), 1_000);
    const answer = await post(formOf(bytes));
    expect([answer.status, answer.body]).toEqual([200, { text: "Hello there." }]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const [request] = server.requests;
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
    expect((await send(path, { bytes, headers, token: tenant.member.token })).status).toBe(200);
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
    expect(server.requests).toEqual([]);
  });

  it("refuses bytes that are no MP4 container", async () => {
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
        token: tenant.member.token,
      });
    };
    expect((await streamed(25 * MB)).status).toBe(200);
    expect(server.requests[0]?.file.size).toBe(25 * MB);
    const [one, more] = [await streamed(25 * MB + 1), await streamed(Math.round(26.4 * MB))];
    expect(one).toMatchObject({ status: 400, body: { detail: "File too large. Maximum size is 25MB, got 25.0MB" } });
    expect(more).toMatchObject({ status: 400, body: { detail: "File too large. Maximum size is 25MB, got 26.4MB" } });
  });

  it("answers 422 where there is no such part, or only half of one", async () => {
    const other = new FormData();
    other.append("audio", new Blob([clip()], { type: "audio/mp4" }), "clip.m4a");
    expect(await post(other)).toMatchObject({ status: 422, body: missing });
    const text = new FormData();
    text.append("file", "words");
    expect(await post(text)).toMatchObject({ status: 422, body: missing });
    expect(await post(new FormData())).toMatchObject({ status: 422, body: missing });
    const { bytes, contentType } = await encoded(formOf(clip(5_000)));
    const token = tenant.member.token;
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
    expect(server.requests).toEqual([]);
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
    expect(server.requests).toHaveLength(20);
    expect((await post(formOf(clip(), "audio/wav"))).status).toBe(400);
    expect((await post(formOf(clip()), tenant.other.token)).status).toBe(200);
    clock.advance(60_000);
    expect((await post(formOf(clip()))).status).toBe(200);
  });
});

describe("a provider that is not there or fails", () => {
  // A 5xx writes a line to the log; the tests look at it instead of showing it.
  let lines: string[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  const failed = {
    status: 500,
    body: { detail: "Failed to transcribe audio" },
    headers: { "x-debug-id": expect.stringMatching(/^[0-9a-f-]{36}$/) },
  };

  it("answers 500 in the contract's words, and logs neither clip nor transcript", async () => {
    for (const failure of [
      { status: 500, body: "secret words" },
      { status: 401, body: "{}" },
      { status: 200, body: "no json" },
      { status: 200, body: '{"words":"secret words"}' },
      { close: true },
    ] satisfies TranscriptionReply[]) {
      reply = failure;
      expect(await post(formOf(clip()))).toMatchObject(failed);
    }
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(lines.join("\n")).not.toMatch(/secret words|speech-key/);
  });

  it("answers 500 where none is configured or it cannot be reached", async () => {
    for (const url of [undefined, "http://127.0.0.1:9/v1"]) {
      const without = sender({ ...environmentWith(url), secrets: environment.secrets }, audio);
      expect(await without(path, { form: formOf(clip()), token: tenant.member.token })).toMatchObject(failed);
      expect((await without(path, { form: formOf(clip(0)), token: tenant.member.token })).status).toBe(400);
    }
  });

  it("gives up on one that does not answer", async () => {
    reply = { hang: true };
    const ctx = { ...environment, actor: tenant.member.ctx.actor };
    const spooled = await spooledClip("audio/mp4", Readable.from([clip()]));
    await expect(transcribe(ctx, spooled, "a token", 50)).rejects.toMatchObject({ code: "TRANSCRIPTION_FAILED" });
    await spooled.discard();
  });
});

describe("with the id of an upload", () => {
  const uploaded = async (type: string, filename: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const file = { filename, mime_type: type, size_bytes: bytes.length };
    const { body } = await call("POST /v1/uploads", { body: { files: [file] }, token: tenant.member.token });
    const [upload] = body.uploads;
    expect(
      (await fetch(upload.upload_url, { method: "PUT", body: bytes, headers: upload.upload_headers })).status,
    ).toBe(200);
    return upload.id;
  };
  const transcribed = (upload_id: string, token = tenant.member.token) => call(path, { body: { upload_id }, token });

  it("reads the clip from the bucket", async () => {
    const id = await uploaded("audio/x-m4a", "clip.m4a", clip(300_000));
    expect(await transcribed(id)).toMatchObject({ status: 200, body: { text: "Hello there." } });
    expect(server.requests[0]?.file).toMatchObject({ type: "audio/x-m4a", size: 300_000 });
    expect((await keptClip({ ...tenant.member.ctx, files: bucket.files }, id)).size).toBe(300_000);
  });

  it("knows no upload that is another's, unknown or not there yet", async () => {
    const id = await uploaded("audio/mp4", "clip.m4a", clip());
    const { body } = await call("POST /v1/uploads", {
      body: { files: [{ filename: "a.m4a", mime_type: "audio/mp4", size_bytes: 10 }] },
      token: tenant.member.token,
    });
    for (const [unknown, token] of [
      [id, tenant.other.token],
      [body.uploads[0].id, tenant.member.token],
      ["01980000-0000-7000-8000-000000000000", tenant.member.token],
      ["nothing", tenant.member.token],
    ] as const) {
      expect(await transcribed(unknown, token)).toMatchObject({ status: 404, body: { detail: "Upload not found" } });
    }
  });

  it("refuses what is no clip", async () => {
    expect(await transcribed(await uploaded("text/csv", "a.csv", clip()))).toMatchObject({
      status: 400,
      body: unsupported("text/csv"),
    });
    expect(await transcribed(await uploaded("audio/mp4", "a.m4a", new Uint8Array(40)))).toMatchObject({
      status: 400,
      body: unsupported("audio/mp4"),
    });
    expect(await call(path, { body: {}, token: tenant.member.token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "missing", loc: ["body", "upload_id"], msg: "Field required" }] },
    });
  });
});

describe("proper nouns", () => {
  it("are written as the organization writes them", async () => {
    const integration = await Integration.create(tenant.ctx, {
      display_name: "Quillmere Warehouse",
      config: { engine: "sqlite", file: "x.db" },
    });
    await Project.create(tenant.ctx, { name: "Kubernetes Migration" });
    await Project.create(tenant.ctx, { name: "Hyperion", member_ids: [tenant.other.id] });
    await Member.create(tenant.ctx, { email: "a@b.example", name: "Adaeze Okonkwo" });
    const column = {
      type: "text",
      native_type: "text",
      nullable: true,
      comment: null,
      values_complete: true,
      distinct_count: 2,
      min: null,
      max: null,
    };
    const schema = {
      dialect: "sqlite",
      tables: [
        {
          schema: null,
          name: "sku_catalog",
          comment: null,
          row_count: 1,
          primary_key: [],
          columns: [{ ...column, name: "customer", values: ["Northwind Traders", "Pending", "x@y.example"] }],
          foreign_keys: [],
        },
      ],
      hash: "h",
      introspected_at: new Date().toISOString(),
    };
    await bucket.files.put(
      storedSchemaKey(integration),
      JSON.stringify({ integration_updated_at: integration.updated_at, schema }),
      "application/json",
    );
    reply = {
      text: "Did adaeze okonquo ask the quil mere warehouse about north winds trader, cubernetes migration and hyper eon?",
    };
    expect((await post(formOf(clip()))).body).toEqual({
      text: "Did Adaeze Okonkwo ask the Quillmere Warehouse about Northwind Traders, Kubernetes Migration and hyper eon?",
    });
    // A project is known to those who may use it, and to no other organization.
    expect((await post(formOf(clip()), tenant.other.token)).body.text).toContain("and Hyperion?");
    const foreign = await createTenant(environment);
    expect((await post(formOf(clip()), foreign.member.token)).body).toEqual({ text: reply.text });
  });
});
