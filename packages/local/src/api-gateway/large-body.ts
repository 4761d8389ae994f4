import type { IncomingMessage, ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { type BodyLimit, edgeLimits, tooLarge } from "@parley/contract/edge-limits";
import { errorText } from "@parley/contract/errors";
import { sendGatewayError } from "./http-result.ts";
import { declaredLength } from "./request-body.ts";

/**
 * Where the bytes of a large body are on an event: a Readable, which comes before the event's body. AWS has
 * no such thing, because Lambda takes 6 MB a call. Here a recorded clip of up to 25 MB goes through, so that a
 * client that sends one works, and as a stream, so that it is never held in memory as 33 MB of base64.
 */
export const rawBody = Symbol.for("parley.raw-body");

const clip = edgeLimits["/v1/audio/transcribe"];

export const takesLargeBody = (routeKey: string): boolean => routeKey === "POST /v1/audio/transcribe";

const limitsByRoute = new Map<string, BodyLimit>(
  Object.entries(edgeLimits).map(([path, limit]) => [`POST ${path}`, limit]),
);

/** Any page may read the refusal: in AWS the edge names the console's origins. */
function refuse(response: ServerResponse, limit: BodyLimit, bytes: number): void {
  const { origin } = response.req.headers;
  const headers = {
    "cache-control": "no-store",
    ...(origin !== undefined && { "access-control-allow-origin": origin }),
  };
  sendGatewayError(response, 400, errorText(limit.code, tooLarge(limit, bytes)), headers);
}

/** D39, D41: the edge refuses a declared length that the route cannot take with a readable 400. True when it has answered. */
export function refusedAtEdge(request: IncomingMessage, response: ServerResponse, routeKey: string): boolean {
  const limit = limitsByRoute.get(routeKey);
  const length = declaredLength(request) ?? 0;
  if (!limit || length <= limit.bytes) return false;
  refuse(response, limit, length);
  return true;
}

/** The body as a stream that answers 400 itself once more than the largest clip has come through it. */
export function largeBodyStream(request: IncomingMessage, response: ServerResponse): Transform {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= clip.bytes) {
        done(null, chunk);
        return;
      }
      if (!response.headersSent) refuse(response, clip, bytes);
      request.unpipe(counted);
      request.resume();
      done(new Error("The request body is larger than any clip may be"));
    },
  });
  request.once("aborted", () => counted.destroy(new Error("The client went away")));
  // A response may come before the body is read: that its reader stops must not stop the socket from being drained.
  counted.once("close", () => request.resume());
  counted.on("error", () => undefined); // its reader sees it, if there is one
  return request.pipe(counted);
}

/** Attaches the stream to the event, hidden from anything that copies or prints it. */
export const withRawBody = <Event extends object>(event: Event, body: Transform): Event =>
  Object.defineProperty(event, rawBody, { value: body, enumerable: false });
