import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { spendBytes } from "../ledger/bytes.ts";
import { log } from "../observe/log.ts";
import type { Clip } from "./clip.ts";
import { correctLong } from "./correct-long.ts";
import { postStream } from "./post-stream.ts";
import { vocabulary } from "./vocabulary.ts";

type Context = MemberContext & WithFiles;

/** Milliseconds the provider may take: the gateways give a request 29 seconds. */
const TRANSCRIPTION_TIMEOUT_MS = 25_000;

const Transcription = v.pipe(v.string(), v.parseJson(), v.object({ text: v.string() }));

/** The provider's request as a stream, so that a clip is never held in memory whole; its length is known beforehand. */
function multipart(fields: Record<string, string>, clip: Clip) {
  const boundary = `parley-${randomUUID()}`;
  const part = (disposition: string, type = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type && `Content-Type: ${type}\r\n`}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const before = Buffer.from(`${texts.join("")}${part('name="file"; filename="clip.m4a"', clip.mime_type)}`);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body() {
    yield before;
    yield* clip.bytes();
    yield after;
  }
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(before.length + clip.size + after.length),
    },
    body: body(),
  };
}

/** What the provider, an OpenAI-compatible server, hears. Rejects with what went wrong. */
async function hear(ctx: Context, clip: Clip, timeoutMs: number): Promise<string> {
  const { transcribeBaseUrl, transcribeModel } = ctx.settings;
  if (transcribeBaseUrl === undefined) throw new Error("no speech-to-text provider is configured");
  const key = ctx.secrets.optional("TranscribeApiKey");
  const { headers, body } = multipart({ model: transcribeModel ?? "whisper-1", response_format: "json" }, clip);
  const { status, text } = await postStream({
    url: `${transcribeBaseUrl.replace(/\/+$/, "")}/audio/transcriptions`,
    headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status !== 200) {
    log("warn", "the speech-to-text provider refused", { status });
    throw new Error("the speech-to-text provider refused");
  }
  return v.parse(Transcription, text).text.trim();
}

/**
 * The text of a clip, with proper nouns as the organization writes them. `jti` is the caller's token, whose budget is
 * spent. Throws RATE_LIMIT, and TRANSCRIPTION_FAILED for anything that goes wrong after that (D41).
 */
export async function transcribe(
  ctx: Context,
  clip: Clip,
  jti: string,
  timeoutMs: number = TRANSCRIPTION_TIMEOUT_MS,
): Promise<string> {
  await spendBytes(ctx, "audio_bytes", clip.size, jti);
  try {
    const [heard, terms] = await Promise.all([hear(ctx, clip, timeoutMs), vocabulary(ctx)]);
    return await correctLong(heard, terms);
  } catch (cause) {
    return fail("TRANSCRIPTION_FAILED", { cause });
  }
}
