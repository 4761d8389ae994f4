import type { IncomingMessage, ServerResponse } from "node:http";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { accountId, gatewayId, requestTime } from "./aws-format.ts";
import { forwardedHeaders, sentHeaders, sourceIp, splitTarget } from "./http-event.ts";
import { proxyResult, sendGatewayError, sendResult } from "./http-result.ts";
import { FunctionTimeout, type LambdaFunction } from "../lambda/runtime.ts";
import type { ResponseSink } from "../lambda/response-stream.ts";
import type { Log } from "../process/log.ts";
import { fitsLambda, gatewayBodyLimit, readBody } from "./request-body.ts";
import type { RoutedHandler, RouteMatch } from "./routing.ts";

function multiValued(pairs: Iterable<[string, string]>): {
  last: Record<string, string>;
  all: Record<string, string[]>;
} {
  // Clients choose the names, `constructor` and `__proto__` among them.
  const last: Record<string, string> = Object.create(null);
  const all: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    last[name] = value;
    (all[name] ??= []).push(value);
  }
  return { last, all };
}

/** The proxy event (version 1.0) a REST API makes of a request; text bodies only, as no binary media type is declared. */
export function restEvent(request: IncomingMessage, match: RouteMatch, body: string): APIGatewayProxyEvent {
  const resource = match.route.path;
  const { path, query } = splitTarget(request);
  const forwarded = Object.entries(forwardedHeaders(request));
  const headers = multiValued([...sentHeaders(request), ...forwarded]);
  const parameters = multiValued(new URLSearchParams(query));
  const now = new Date();
  const httpMethod = request.method ?? "POST";
  return {
    resource,
    path,
    httpMethod,
    headers: headers.last,
    multiValueHeaders: headers.all,
    queryStringParameters: query === "" ? null : parameters.last,
    multiValueQueryStringParameters: query === "" ? null : parameters.all,
    pathParameters: match.parameters ?? null,
    stageVariables: null,
    requestContext: {
      resourceId: "stream",
      resourcePath: resource,
      httpMethod,
      extendedRequestId: gatewayId(),
      requestTime: requestTime(now),
      path,
      accountId,
      protocol: `HTTP/${request.httpVersion}`,
      stage: "$default",
      domainPrefix: "local",
      requestTimeEpoch: now.getTime(),
      requestId: crypto.randomUUID(),
      identity: {
        cognitoIdentityPoolId: null,
        accountId: null,
        cognitoIdentityId: null,
        caller: null,
        sourceIp: sourceIp(request),
        principalOrgId: null,
        accessKey: null,
        cognitoAuthenticationType: null,
        cognitoAuthenticationProvider: null,
        userArn: null,
        userAgent: request.headers["user-agent"] ?? null,
        user: null,
        apiKey: null,
        apiKeyId: null,
        clientCert: null,
      },
      domainName: request.headers.host ?? "localhost",
      apiId: "localrest",
      authorizer: null,
    },
    body: body === "" ? null : body,
    isBase64Encoded: false,
  };
}

/** Sends what a function writes as it writes it. A client that went away is not an error here: the function runs on. */
function responseSink(response: ServerResponse): ResponseSink {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    gone: gone.signal,
    open({ statusCode = 200, headers, cookies }) {
      if (response.destroyed) return;
      response.writeHead(statusCode, {
        "content-type": "application/octet-stream",
        ...headers,
        ...(cookies && { "set-cookie": cookies }),
      });
    },
    write(chunk, done) {
      if (response.destroyed || response.write(chunk)) {
        done();
        return;
      }
      const go = () => {
        response.off("drain", go);
        response.off("close", go);
        done();
      };
      response.on("drain", go);
      response.on("close", go);
    },
    end(done) {
      if (response.destroyed) done();
      else response.end(done);
    },
  };
}

export interface RestStreamSettings {
  functionOf: (entry: string) => LambdaFunction;
  log: Log;
}

/** A REST API in STREAM mode: the first chunk of an answer reaches the client while the function still runs. */
export function restStream({ functionOf, log }: RestStreamSettings): RoutedHandler {
  return async (request, response, match) => {
    const bytes = await readBody(request, gatewayBodyLimit);
    const body = bytes?.toString();
    if (body === undefined || !fitsLambda(body)) {
      sendGatewayError(response, 413, { message: "Request Too Long" });
      return;
    }
    try {
      const event = restEvent(request, match, body);
      const plain = await functionOf(match.route.entry).invokeStreaming(event, responseSink(response));
      if (plain) sendResult(response, proxyResult(plain.result));
    } catch (error) {
      if (error instanceof FunctionTimeout) {
        sendGatewayError(response, 504, { message: "Endpoint request timed out" });
        return;
      }
      log.error("REST API: integration failed", { entry: match.route.entry, error });
      if (!response.writableEnded) sendGatewayError(response, 502, { message: "Internal server error" });
    }
  };
}
