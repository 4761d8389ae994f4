import type { IncomingMessage } from "node:http";
import type { Front } from "../api-gateway/front.ts";
import { splitTarget } from "../api-gateway/http-event.ts";
import { sendGatewayError } from "../api-gateway/http-result.ts";
import type { DemoPeople } from "./demo-people.ts";

/** A name of this machine itself, with a port or without. A name that somebody's DNS leads here by is none. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** The page of this machine that asks, by its origin; null for a page from anywhere else, or of no origin. */
function ownOrigin({ headers }: IncomingMessage): string | null {
  const { host = "", origin } = headers;
  if (!loopback.test(host) || origin === undefined) return null;
  const [, at = ""] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  return loopback.test(at) ? origin : null;
}

/**
 * `POST /_local/token`: a token of a member of the demo, for pages of this machine, so that the snippet of `<parley-chat>` works as it is
 * pasted, without a backend. It belongs to `npm start` alone; no function has it, and nothing of it is deployed.
 */
export const localToken =
  (people: Pick<DemoPeople, "token">): Front =>
  async (request, response) => {
    if (splitTarget(request).path !== "/_local/token" || request.method !== "POST") return false;
    const origin = ownOrigin(request);
    if (origin === null) {
      sendGatewayError(response, 403, { detail: "Only for pages of this machine" });
      return true;
    }
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("vary", "Origin");
    const token = await people.token();
    if (!token) {
      sendGatewayError(response, 404, { detail: "Nobody is active in the demo" });
      return true;
    }
    const text = JSON.stringify(token);
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      "cache-control": "no-store",
    });
    response.end(text);
    return true;
  };
