import { randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import type { Base } from "@parley/core/environment/context";
import { createApp } from "@parley/functions/http/app";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

export interface CallOptions {
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string;
  headers?: Record<string, string>;
  /** Where the client is, as the gateway sees it. */
  sourceIp?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** What `Set-Cookie` headers say. */
  cookies: string[];
  text: string;
  /** The JSON body; tests assert what is in it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** `GET /v1/models`, say. */
export type Call = (request: string, options?: CallOptions) => Promise<Answer>;

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** An event of API Gateway's HTTP API (payload format 2.0), as the real one makes it of a request. */
export function httpEvent(
  request: string,
  { token, body, text, headers = {}, sourceIp = "127.0.0.1" }: CallOptions = {},
): APIGatewayProxyEventV2 {
  const [method = "GET", target = "/"] = request.split(" ");
  const [path = "/", query = ""] = target.split("?");
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const rawPath = decoded(path);
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString: query,
    headers: {
      host: "api.example",
      "x-forwarded-proto": "https",
      ...(sent !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(sent)),
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    requestContext: {
      accountId: "000000000000",
      apiId: "test",
      domainName: "api.example",
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp, userAgent: "test" },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "15/Jan/2026:12:00:00 +0000",
      timeEpoch: 1_768_478_400_000,
    },
    ...(sent !== undefined && { body: sent }),
    isBase64Encoded: false,
  };
}

/** A result as its client would get it. */
export function answerOf(result: APIGatewayProxyStructuredResultV2): Answer {
  const text = result.isBase64Encoded ? Buffer.from(result.body ?? "", "base64").toString("utf8") : (result.body ?? "");
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  return {
    status: result.statusCode ?? 200,
    headers,
    cookies: result.cookies ?? [],
    text,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

/** Calls endpoints as a Lambda function behind the HTTP API, event in and result out. */
export function api<Environment extends Base>(
  environment: Environment,
  endpoints: readonly Endpoint<Environment>[],
  known?: readonly Pick<Operation, "method" | "path">[],
): Call {
  const handler = lambda(createApp(environment, endpoints, known));
  return async (request, options) => answerOf(await handler(httpEvent(request, options)));
}
