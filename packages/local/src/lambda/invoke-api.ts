import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { accountId } from "../api-gateway/aws-format.ts";
import type { LambdaFunction } from "./runtime.ts";
import type { Log } from "../process/log.ts";
import { lambdaPayloadLimit, readBody } from "../api-gateway/request-body.ts";
import type { RequestHandler } from "../api-gateway/routing.ts";

export interface LambdaApiSettings {
  /** The function of a name, or undefined. */
  find: (name: string) => LambdaFunction | undefined;
  log: Log;
  /** How long Lambda waits before it runs a failed asynchronous invocation again: one minute, then two. */
  retryDelaysMs?: readonly number[];
  /** Takes what Lambda tells the destination of failures of an asynchronous invocation that it gives up. */
  givenUp?: (record: InvocationRecord) => Promise<void>;
}

/** What Lambda sends to a destination: who was invoked, with what, and what became of it. */
export interface InvocationRecord {
  version: "1.0";
  timestamp: string;
  requestContext: {
    requestId: string;
    functionArn: string;
    condition: "RetriesExhausted";
    approximateInvokeCount: number;
  };
  requestPayload: unknown;
  responseContext: { statusCode: number; executedVersion: string; functionError: string };
  responsePayload: { errorType: string; errorMessage: string; trace: string[] };
}

export interface LambdaApi {
  handle: RequestHandler;
  /** Forgets what waits to be run again. */
  close(): void;
}

const asynchronousPayloadLimit = 1024 * 1024;

function recordOf(target: LambdaFunction, event: unknown, requestId: string, tries: number, error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    version: "1.0",
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId,
      functionArn: `arn:aws:lambda:us-east-1:${accountId}:function:${target.name}:$LATEST`,
      condition: "RetriesExhausted",
      approximateInvokeCount: tries,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    responsePayload: { errorType: name, errorMessage: message, trace: [] },
  } satisfies InvocationRecord;
}

/** `name`, `name:qualifier` or a whole ARN. */
function functionName(identifier: string): string {
  const parts = decodeURIComponent(identifier).split(":");
  return (parts[0] === "arn" ? parts[6] : parts[0]) ?? "";
}

function parsePayload(bytes: Buffer): { event: unknown } | undefined {
  if (bytes.length === 0) return { event: {} };
  try {
    return { event: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

function failure(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
  response.end(JSON.stringify({ Type: "User", Message: message, message }));
}

/**
 * Lambda's Invoke operation, for `AWS_ENDPOINT_URL_LAMBDA`. `Event` is answered 202 at once and run up to three times;
 * `RequestResponse` waits, and a failing function is a 200 with `X-Amz-Function-Error`, as in AWS.
 */
export function lambdaApi({ find, log, retryDelaysMs = [60_000, 120_000], givenUp }: LambdaApiSettings): LambdaApi {
  const waiting = new Set<NodeJS.Timeout>();

  const runAsynchronously = (target: LambdaFunction, event: unknown, requestId: string, attempt = 0): void => {
    target.invoke(event, requestId).catch((error: unknown) => {
      const delay = retryDelaysMs[attempt];
      if (delay === undefined) {
        log.error("Asynchronous invocation given up", { function: target.name, requestId, attempts: attempt + 1 });
        givenUp?.(recordOf(target, event, requestId, attempt + 1, error)).catch((fault: unknown) =>
          log.error("A failed invocation's record was lost", { requestId, error: fault }),
        );
        return;
      }
      const timer = setTimeout(() => {
        waiting.delete(timer);
        runAsynchronously(target, event, requestId, attempt + 1);
      }, delay);
      waiting.add(timer);
    });
  };

  const runAndAnswer = async (target: LambdaFunction, event: unknown, requestId: string, response: ServerResponse) => {
    const headers = {
      "content-type": "application/json",
      "x-amzn-requestid": requestId,
      "x-amz-executed-version": "$LATEST",
    };
    try {
      const result = await target.invoke(event, requestId);
      response.writeHead(200, headers);
      response.end(JSON.stringify(result ?? null));
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      response.writeHead(200, { ...headers, "x-amz-function-error": "Unhandled" });
      response.end(JSON.stringify({ errorType: name, errorMessage: message, trace: [] }));
    }
  };

  const handle: RequestHandler = async (request, response) => {
    const identifier = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(request.url ?? "")?.[1];
    const type = String(request.headers["x-amz-invocation-type"] ?? "RequestResponse");
    const target = identifier === undefined ? undefined : find(functionName(identifier));
    const body = await readBody(request, type === "Event" ? asynchronousPayloadLimit : lambdaPayloadLimit);
    if (!target) {
      failure(response, 404, "ResourceNotFoundException", `Function not found: ${identifier ?? ""}`);
      return;
    }
    if (!body) {
      failure(response, 413, "RequestTooLargeException", "Request must be smaller than the payload limit");
      return;
    }
    const payload = parsePayload(body);
    if (!payload) {
      failure(response, 400, "InvalidRequestContentException", "Could not parse request body into json");
      return;
    }
    const requestId = randomUUID();
    if (type === "Event") {
      response.writeHead(202, { "x-amzn-requestid": requestId });
      response.end();
      runAsynchronously(target, payload.event, requestId);
    } else if (type === "DryRun") {
      response.writeHead(204, { "x-amzn-requestid": requestId });
      response.end();
    } else {
      await runAndAnswer(target, payload.event, requestId, response);
    }
  };

  return {
    handle,
    close() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
