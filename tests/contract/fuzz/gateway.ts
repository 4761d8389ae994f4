import { randomUUID } from "node:crypto";
import { routes } from "@parley/contract/routes";
import { serviceEntries } from "@parley/local/lambda/functions";
import { ResponseStream } from "@parley/local/lambda/response-stream";
import { router } from "@parley/local/api-gateway/routing";
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type Answer, answerOf, httpEvent } from "../../support/api.ts";

/** A request as a client sends it: bytes are what no text can say. */
export interface Sent {
  method: string;
  /** Path and query string, percent-encoded. */
  target: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** The answer, and the id under which the service has logged the request. */
export interface Answered extends Answer {
  requestId: string;
  /** The operation that the gateway's routes have for the request. */
  operation: (typeof routes)[number] | undefined;
}

type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
type StreamHandler = (event: APIGatewayProxyEvent, stream: ResponseStream) => Promise<void>;

/** The entry that streams is behind a REST API, and what no route matches behind the documents' (as in the cloud). */
const STREAMING = "stream";
const FALLBACK = "docs";

const operationOf = new Map(routes.map((operation) => [`${operation.method} ${operation.path}`, operation]));
const match = router(routes.map(({ method, path, group }) => ({ method, path, entry: group })));

/** Each request comes from an address of its own: none is refused for being the eleventh (D56). */
let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `10.${[addresses >> 16, addresses >> 8, addresses].map((part) => part & 255).join(".")}`;
}

/** The HTTP API's event; `support/api.ts` makes it of what is text. */
function eventV2(request: Sent): APIGatewayProxyEventV2 {
  const event = httpEvent(`${request.method} ${request.target}`, {
    headers: request.headers,
    sourceIp: nextAddress(),
  });
  if (typeof request.body === "string") event.body = request.body;
  else if (request.body)
    Object.assign(event, { body: Buffer.from(request.body).toString("base64"), isBase64Encoded: true });
  return event;
}

/** The parts of a REST API's event (format 1.0) that functions read. Bodies are text: no binary type is declared. */
function eventV1({ method, target, headers, body }: Sent, resource: string): APIGatewayProxyEvent {
  const [path = "/", query = ""] = target.split("?");
  const parameters = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  const sent = { host: "api.example", "x-forwarded-proto": "https", ...headers };
  const event = {
    resource,
    path,
    httpMethod: method,
    headers: sent,
    multiValueHeaders: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters:
      query === ""
        ? null
        : Object.fromEntries([...parameters].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
    requestContext: { requestId: randomUUID() },
    body: body === undefined ? null : typeof body === "string" ? body : Buffer.from(body).toString("utf8"),
    isBase64Encoded: false,
  };
  // The rest of the context is about the gateway's own account; no function reads it.
  return event as unknown as APIGatewayProxyEvent;
}

/** Runs a streaming handler, its answer being read as fast as it is written. */
async function streamed(handler: StreamHandler, event: APIGatewayProxyEvent): Promise<Answer> {
  const chunks: Buffer[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let result: APIGatewayProxyStructuredResultV2 = { statusCode: 502 };
  const stream = new ResponseStream({
    open: ({ statusCode = 200, headers = {} }) => void (result = { statusCode, headers }),
    write: (chunk, done) => (chunks.push(chunk), done()),
    end: (done) => (done(), resolve()),
  });
  await handler(event, stream);
  await ended;
  return answerOf({ ...result, body: Buffer.concat(chunks).toString("utf8") });
}

/**
 * Sends a request to the Lambda function that its route names, as the local gateway would, but for the socket between
 * the client and the gateway.
 */
export async function send(request: Sent): Promise<Answered> {
  const found = match(request.method, request.target.split("?")[0] ?? "/");
  const entry = found?.route.entry ?? FALLBACK;
  const load = serviceEntries[entry];
  if (!load) throw new Error(`there is no function ${entry}`);
  // Entries are typed by what they take; what they are behind is known from their name.
  const { handler } = (await load()) as { handler: unknown };
  const operation = found && operationOf.get(found.routeKey);
  if (entry === STREAMING) {
    const event = eventV1(request, found?.route.path ?? "");
    const answer = await streamed(handler as StreamHandler, event);
    return { ...answer, requestId: event.requestContext.requestId, operation };
  }
  const event = eventV2(request);
  const answer = answerOf(await (handler as HttpHandler)(event));
  return { ...answer, requestId: event.requestContext.requestId, operation };
}
