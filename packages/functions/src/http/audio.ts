import { audioOperations } from "@parley/contract/audio";
import { type Clip, keptClip, spooledClip } from "@parley/core/audio/clip";
import { transcribe } from "@parley/core/audio/transcribe";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { multipartEndpointsWith } from "./endpoint.ts";
import type { HttpRequest } from "./http-message.ts";
import { readFiles } from "./multipart.ts";

const multipartEndpoint = multipartEndpointsWith<Base & WithFiles>();

/** The clip of a multipart body; of several files the first. */
async function receivedClip(request: HttpRequest): Promise<Clip> {
  let first: Promise<Clip> | undefined;
  try {
    await readFiles(request, "file", async ({ mime_type, bytes }) => {
      if (first) for await (const _ of bytes);
      else await (first = spooledClip(mime_type, bytes));
    });
  } catch (error) {
    await first?.then(
      (clip) => clip.discard(),
      () => undefined,
    );
    throw error;
  }
  if (!first) throw new Error("a body with a file gave no clip");
  return first;
}

export const audio = [
  multipartEndpoint(audioOperations.transcribe, async ({ ctx, body, request, token }) => {
    const clip = body ? await keptClip(ctx, body.upload_id) : await receivedClip(request);
    try {
      return { text: await transcribe(ctx, clip, token.jti) };
    } finally {
      await clip.discard();
    }
  }),
];
