import { once } from "node:events";
import type { IncomingMessage } from "node:http";

export interface StreamedPost {
  url: string;
  headers: Record<string, string>;
  /** Each chunk is sent before the next is asked for, so that it may use the same memory. */
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** Bytes of an answer that are read: a transcript has a hundredth of it. */
const MOST_ANSWERED_BYTES = 4 * 1024 * 1024;

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    // An encoding was never set, so these are bytes.
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > MOST_ANSWERED_BYTES) throw new Error("the answer is too large");
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Posts a stream and returns status and text. Not by `fetch`: that does not say when a chunk has been sent, so each
 * would need memory of its own. Rejects with what went wrong, or with the signal's reason.
 */
export async function postStream({
  url,
  headers,
  body,
  signal,
}: StreamedPost): Promise<{ status: number; text: string }> {
  // As an ES module, that of plain HTTP loads the runtime's own client with it, which no provider in production needs.
  const { request: start } = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
  const request = start(url, { method: "POST", headers, signal });
  const answered = once(request, "response") as Promise<[IncomingMessage]>; // a response event carries the message
  // Awaited below; a failure before that is the writing's as well.
  answered.catch(() => undefined);
  let isAnswered = false;
  request.once("response", () => {
    isAnswered = true;
  });
  try {
    for await (const chunk of body) {
      // A server that has answered needs no more of it.
      if (isAnswered) break;
      await new Promise<void>((resolve, reject) => {
        request.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
    if (!isAnswered) request.end();
  } catch (error) {
    request.destroy();
    throw error;
  }
  const [response] = await answered;
  try {
    return { status: response.statusCode ?? 0, text: await textOf(response) };
  } finally {
    // A half-sent request can take no other on its connection.
    if (!request.writableEnded) request.destroy();
  }
}
