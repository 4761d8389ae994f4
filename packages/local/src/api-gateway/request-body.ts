import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** API Gateway takes 10 MB; Lambda takes 6 MB of event, of which the rest of the event needs a little. */
export const gatewayBodyLimit = 10 * 1024 * 1024;
export const lambdaPayloadLimit = 6 * 1024 * 1024;
const eventOverhead = 16 * 1024;

/** The declared length of a body; undefined if it is sent in chunks. */
export function declaredLength(request: IncomingMessage): number | undefined {
  const header = request.headers["content-length"];
  if (header !== undefined) return Number(header);
  return request.headers["transfer-encoding"] === undefined ? 0 : undefined;
}

/**
 * Reads a body of at most `limit` bytes; undefined when there is more. The rest is read too, and dropped, or the
 * connection would be stuck. Rejects when the client goes away.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const declared = declaredLength(request);
  if (declared === 0) return Promise.resolve(Buffer.alloc(0));
  if (declared !== undefined && declared > limit) return Promise.resolve(undefined); // Node drops it after the answer
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        resolve(undefined);
      }
    });
    request.once("end", () => resolve(length > limit ? undefined : Buffer.concat(chunks, length)));
    request.once("error", reject);
  });
}

/** Whether an event with this body fits into one Lambda call. */
export const fitsLambda = (encodedBody: string): boolean =>
  encodedBody.length < lambdaPayloadLimit / 2 ||
  Buffer.byteLength(JSON.stringify(encodedBody)) + eventOverhead <= lambdaPayloadLimit;

/** Media types an HTTP API hands over as text; every other body is base64-encoded. */
const textTypes = /^\s*(text\/|application\/(json|xml|javascript|[\w.-]+\+(json|xml))\s*(;|$))/i;

/** A body as the event of an HTTP API carries it. */
export function encodeBody(bytes: Buffer, headers: IncomingHttpHeaders) {
  const text = textTypes.test(headers["content-type"] ?? "text/plain") && headers["content-encoding"] === undefined;
  return { body: bytes.toString(text ? "utf8" : "base64"), isBase64Encoded: !text };
}
