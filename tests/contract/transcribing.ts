import type { Base, WithFiles } from "@parley/core/environment/context";
import { audio } from "@parley/functions/http/audio";
import { uploads } from "@parley/functions/http/uploads";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  startTranscriptionServer,
  type TranscriptionReply,
  type TranscriptionServer,
} from "../support/transcription-server.ts";
import { useStorage } from "./storage-scene.ts";

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
  code: "UNSUPPORTED_AUDIO",
});

/** The same deployment with this provider, or without one. */
export const withProvider = <Environment extends Base & WithFiles>(environment: Environment, url?: string) => ({
  ...environment,
  settings: { ...environment.settings, transcribeBaseUrl: url, transcribeModel: "whisper-large" },
  secrets: {
    ...environment.secrets,
    optional: (name: string) => (name === "TranscribeApiKey" ? "speech-key" : undefined),
  },
});

/** Transcription by a provider of the file's own. */
export function useTranscribing() {
  let server: TranscriptionServer;
  let reply: TranscriptionReply;

  beforeAll(async () => {
    server = await startTranscriptionServer({ reply: () => reply });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    reply = { text: " Hello there. \n" };
    server.requests.length = 0;
  });
  const service = useStorage([...audio, ...uploads], (environment) => withProvider(environment, server.url));

  return {
    service,
    get server() {
      return server;
    },
    /** What the provider answers from now on. */
    replyWith: (next: TranscriptionReply) => void (reply = next),
    post: (form: FormData, token = service.tenant.member.token) => service.send(path, { form, token }),
  };
}
