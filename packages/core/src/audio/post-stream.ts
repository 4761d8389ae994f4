import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";

export interface StreamedPost {
  url: string;
  headers: Record<string, string>;
  /** Each chunk is sent before the next is asked for, so that it may use the same memory. */
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/**
 * Posts a stream and answers status and text. Not by `fetch`: that gives no word of when a chunk has been sent, so each
 * would need memory of its own. Rejects with what went wrong, or with the signal's reason.
 */
export async function postStream({
  url,
  headers,
  body,
  signal,
}: StreamedPost): Promise<{ status: number; text: string }> {
  const start = url.startsWith("https:") ? httpsRequest : httpRequest;
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
    return { status: response.statusCode ?? 0, text: await text(response) };
  } finally {
    // A half-sent request can take no other on its connection.
    if (!request.writableEnded) request.destroy();
  }
}
