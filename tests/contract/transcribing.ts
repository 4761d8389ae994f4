import type { Base, WithFiles } from "@parley/core/context";
import { audio } from "@parley/functions/http/audio";
import { uploads } from "@parley/functions/http/uploads";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { api, type Call } from "../support/api.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { type Send, sender } from "../support/multipart.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import {
  startTranscriptionServer,
  type TranscriptionReply,
  type TranscriptionServer,
} from "../support/transcription-server.ts";

export const path = "POST /v1/audio/transcribe";

/** A clip of `size` bytes that begins as an MP4 container does. */
export function clip(size = 64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set([0, 0, 0, 24, ...Buffer.from("ftypM4A ")].slice(0, size));
  return bytes;
}

export function formOf(bytes: Uint8Array<ArrayBuffer>, type = "audio/m4a", name = "clip.m4a"): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type }), name);
  return form;
}

export const unsupported = (type: string) => ({
  detail: `Unsupported audio format: ${type}. Accepted: audio/m4a, audio/x-m4a, audio/mp4 ...`,
});

/** Transcription over a table, a bucket and a provider of the file's own; each test has its own organization and clock. */
export function useTranscribing() {
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

  return {
    get bucket() {
      return bucket;
    },
    get server() {
      return server;
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
    /** The same deployment with another provider. */
    environmentWith,
    /** What the provider answers from now on. */
    reply: (next: TranscriptionReply) => void (reply = next),
    call: (...request: Parameters<Call>) => call(...request),
    send: (...request: Parameters<Send>) => send(...request),
    post: (form: FormData, token = tenant.member.token) => send(path, { form, token }),
  };
}
