import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audioTypes } from "@parley/contract/audio";
import { cutText } from "@parley/contract/cut-text";
import { edgeLimits, tooLarge } from "@parley/contract/edge-limits";
import { limits } from "@parley/contract/limits";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { bareType } from "../upload/acceptable.ts";
import { isMp4 } from "../upload/file-signature.ts";
import { uploadObject } from "../upload/record.ts";
import { ready } from "../upload/find.ts";

/** A recorded clip that has passed every check. Its bytes are read as a stream; a chunk is good until the next is read. */
export interface Clip {
  mime_type: string;
  size: number;
  bytes(): AsyncIterable<Uint8Array>;
  /** Releases what holds the bytes. */
  discard(): Promise<void>;
}

/** Bytes of a clip that tell what it is. */
const HEAD = 12;
/** Bytes read from a file at a time. */
const CHUNK = 64 * 1024;

const isAudio = (type: string) => audioTypes.some((accepted) => accepted === type);

// The whole text of the refusal is fixed on the wire.
const unsupported = (type: string): never =>
  fail("UNSUPPORTED_AUDIO", {
    message: `Unsupported audio format: ${cutText(type, 100)}. Accepted: ${audioTypes.join(", ")} ...`,
  });

/** The bare media type of a clip. Throws UNSUPPORTED_AUDIO if it is not an accepted one (D41). */
export function checkAudioType(declared: string): string {
  const type = bareType(declared);
  return isAudio(type) ? type : unsupported(type);
}

/** Throws AUDIO_EMPTY, AUDIO_TOO_LARGE, or UNSUPPORTED_AUDIO for what is not an MP4 container (D41). */
function check(type: string, size: number, head: Uint8Array): void {
  if (size === 0) fail("AUDIO_EMPTY");
  if (size > limits.audio_bytes) {
    fail("AUDIO_TOO_LARGE", { message: tooLarge(edgeLimits["/v1/audio/transcribe"], size) });
  }
  if (!isMp4(head)) unsupported(type);
}

/** A temporary file without a name: nothing of it stays, however this process ends. */
async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `parley-clip-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** The bytes of a file, all in the same memory: a clip of 25 MB costs a chunk. */
async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at);
    if (bytesRead === 0) throw new Error("the clip's file ended early");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * A clip that comes with the request. It is kept in a file while it comes, not in memory: nothing is sent on before all
 * of it has been checked, and its size is known then. Throws UNSUPPORTED_AUDIO, AUDIO_EMPTY, AUDIO_TOO_LARGE.
 */
export async function spooledClip(declared: string, bytes: AsyncIterable<Uint8Array>): Promise<Clip> {
  const type = checkAudioType(declared);
  const file = await namelessFile();
  try {
    let size = 0;
    for await (const chunk of bytes) {
      // What is too large is only counted, for the answer to say how large.
      if (size + chunk.length <= limits.audio_bytes) await file.writev([chunk], size);
      size += chunk.length;
    }
    const head = new Uint8Array(HEAD);
    await file.read(head, 0, HEAD, 0);
    check(type, size, head);
    return {
      mime_type: type,
      size,
      bytes: () => bytesOf(file, size),
      discard: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * A clip that was uploaded before. It is spooled like one that comes with the request: what is sent on straight from the
 * bucket comes faster than the memory it was read into is given back. Throws UPLOAD_NOT_FOUND, UNSUPPORTED_AUDIO,
 * AUDIO_EMPTY, AUDIO_TOO_LARGE.
 */
export async function keptClip(ctx: MemberContext & WithFiles, uploadId: string): Promise<Clip> {
  const upload = await ready(ctx, uploadId);
  const type = checkAudioType(upload.mime_type);
  const stream = await ctx.files.stream(uploadObject(ctx.actor, upload.id));
  if (!stream) fail("UPLOAD_NOT_FOUND");
  return spooledClip(type, stream);
}
