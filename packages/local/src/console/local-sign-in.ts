import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import type { Front } from "../api-gateway/front.ts";
import { splitTarget } from "../api-gateway/http-event.ts";
import { sendGatewayError } from "../api-gateway/http-result.ts";
import { readBody } from "../api-gateway/request-body.ts";
import type { DemoPeople } from "./demo-people.ts";

const bodyLimit = 1024;

const SignIn = v.pipe(v.string(), v.parseJson(), v.object({ member_id: v.string() }));

/** The names of this machine itself. A name that somebody's DNS leads here by is none of them. */
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request comes from a page of this machine's own service: addressed by a name of this machine, and sent by a script
 * of the same origin. Every browser says so since 2023, and no script of another page can; who does not say so is refused.
 */
const isOwnPage = ({ headers }: IncomingMessage): boolean =>
  loopback.test(headers.host ?? "") && headers["sec-fetch-site"] === "same-origin";

const isJson = (request: IncomingMessage): boolean =>
  /^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "");

const refuse = (response: ServerResponse, status: number, detail: string): void =>
  sendGatewayError(response, status, { detail });

function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}

async function signIn(people: DemoPeople, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = isJson(request) ? await readBody(request, bodyLimit) : undefined;
  const parsed = v.safeParse(SignIn, body?.toString());
  if (!parsed.success) return refuse(response, 400, "The body must be JSON with a member_id");
  const code = await people.codeFor(parsed.output.member_id);
  if (code === undefined) return refuse(response, 404, "Nobody active in the demo has this id");
  return sendJson(response, { code });
}

/**
 * `GET /_local/people` and `POST /_local/sign-in`: who is in front of this machine may be anybody of the demo. It belongs to
 * `npm start` alone; no function has it, and nothing of it is deployed.
 */
export const localSignIn =
  (people: DemoPeople): Front =>
  async (request, response) => {
    const call = `${request.method} ${splitTarget(request).path}`;
    if (call !== "GET /_local/people" && call !== "POST /_local/sign-in") return false;
    if (!isOwnPage(request)) refuse(response, 403, "Only for the console's page on this machine");
    else if (call === "GET /_local/people") sendJson(response, { people: await people.list() });
    else await signIn(people, request, response);
    return true;
  };
