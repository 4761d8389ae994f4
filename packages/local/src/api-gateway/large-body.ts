import type { IncomingMessage, ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { type BodyLimit, edgeLimits, tooLarge } from "@parley/contract/edge-limits";
import { errorText } from "@parley/contract/errors";
import { sendGatewayError } from "./http-result.ts";
import { declaredLength } from "./request-body.ts";

/**
 * Where the bytes of a large body hang on an event: a Readable, to be preferred by whoever reads the event's body. In AWS
 * there is no such thing, because Lambda takes 6 MB a call. Here a recorded clip of up to 25 MB goes through, so that a
 * client written from the contract works, and as a stream, so that it is never held in memory as 33 MB of base64.
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

/** D39, D41: the edge answers a readable 400 for a declared length the route cannot take. True when it has answered. */
export function refusedAtEdge(request: IncomingMessage, response: ServerResponse, routeKey: string): boolean {
  const limit = limitsByRoute.get(routeKey);
  const length = declaredLength(request) ?? 0;
  if (!limit || length <= limit.bytes) return false;
  refuse(response, limit, length);
  return true;
}

/** The body as a stream that answers the contract's 400 itself once more than the largest clip has come through it. */
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
  // An answer may come before the body is read: the reader's going away must not stop the socket from being drained.
  counted.once("close", () => request.resume());
  counted.on("error", () => undefined); // whoever reads the stream sees it; nobody need be reading
  return request.pipe(counted);
}

/** Hangs the stream on the event, out of sight of anything that copies or prints it. */
export const withRawBody = <Event extends object>(event: Event, body: Transform): Event =>
  Object.defineProperty(event, rawBody, { value: body, enumerable: false });
