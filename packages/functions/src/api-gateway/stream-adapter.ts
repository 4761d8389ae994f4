import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import type { Writable } from "node:stream";
import { withLogFields } from "@parley/core/observe/log";
import type { App } from "../http/app.ts";
import { httpRequest, type HttpRequest, type HttpResponse } from "../http/http-message.ts";
import { originOf } from "./address.ts";
import { headersFrom } from "./headers.ts";
import { edgeCheck, notFound } from "./origin.ts";

/** What Lambda's Node.js runtime offers for streamed responses; the local cloud sets the same global. */
declare const awslambda: {
  streamifyResponse(
    handler: (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>,
  ): (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>;
  HttpResponseStream: {
    from(stream: Writable, prelude: { statusCode: number; headers: Record<string, string> }): Writable;
  };
};

/**
 * A handler behind API Gateway's REST API in STREAM mode. The response is written as the application makes it, and read
 * to its end even if the client has gone: the turn behind it goes on.
 */
export function streamHandler(fetch: App["fetch"]) {
  const cameThroughEdge = edgeCheck();
  return awslambda.streamifyResponse((event, stream) =>
    withLogFields({ request_id: event.requestContext.requestId, route: event.resource }, async () => {
      const request = toRequest(event);
      const isTrusted = cameThroughEdge(request.headers.get("x-origin-secret") ?? undefined);
      const response = isTrusted ? await fetch(request) : notFound();
      const out = awslambda.HttpResponseStream.from(stream, {
        statusCode: response.status,
        headers: { ...Object.fromEntries(response.headers), "x-request-id": event.requestContext.requestId },
      });
      await copy(response, out);
    }),
  );
}

/**
 * Writes a response as it comes. Where the writing ends early, which Lambda does not tell but the local gateway does, the
 * response is cancelled, and waited for: the turn behind it goes on.
 */
async function copy({ body }: HttpResponse, out: Writable): Promise<void> {
  // Lambda sends status and headers with the first write, even if it is empty.
  if (body === null || typeof body === "string") out.write(body ?? "");
  else {
    const reader = body.getReader();
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = reader.cancel();
    };
    // `close` follows, and says all that matters.
    out.on("error", () => undefined);
    out.once("close", cancel);
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) out.write(chunk.value);
    out.off("close", cancel);
    await cancelled;
  }
  if (!out.destroyed) await new Promise<void>((resolve) => out.once("close", resolve).end(resolve));
}

/** The request of a REST API event (payload format 1.0). */
function toRequest(event: APIGatewayProxyEvent): HttpRequest {
  const headers = headersFrom(
    Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    ),
  );
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value);
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const method = event.httpMethod;
  const hasBody = event.body !== null && method !== "GET" && method !== "HEAD";
  const body = hasBody ? Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8") : undefined;
  return httpRequest(`${originOf(headers.get("host"), null)}${event.path}${search}`, { method, headers, body });
}
