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
  /** Takes what Lambda sends to the destination for failures of an asynchronous invocation. */
  givenUp: (record: InvocationRecord) => Promise<void>;
}

/** What Lambda sends to a destination: which function was invoked, with what, and how it failed. */
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

const asynchronousPayloadLimit = 1024 * 1024;

/** One run of a function, by the id that its log lines have. */
interface Invocation {
  target: LambdaFunction;
  event: unknown;
  requestId: string;
}

/** An error as Lambda reports it. */
function reported(error: unknown) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: [] };
}

const recordOf = ({ target, event, requestId }: Invocation, error: unknown): InvocationRecord => ({
  version: "1.0",
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId,
    functionArn: `arn:aws:lambda:us-east-1:${accountId}:function:${target.name}:$LATEST`,
    condition: "RetriesExhausted",
    approximateInvokeCount: 1,
  },
  requestPayload: event,
  responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
  responsePayload: reported(error),
});

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

/** Runs a function and answers with its result; one that fails is a 200 with `X-Amz-Function-Error`, as in AWS. */
async function runAndAnswer({ target, event, requestId }: Invocation, response: ServerResponse): Promise<void> {
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
    response.writeHead(200, { ...headers, "x-amz-function-error": "Unhandled" });
    response.end(JSON.stringify(reported(error)));
  }
}

/**
 * Lambda's Invoke operation, for `AWS_ENDPOINT_URL_LAMBDA`. `Event` is answered 202 at once and run once, as the deployment
 * has it; `RequestResponse` waits.
 */
export function lambdaApi({ find, log, givenUp }: LambdaApiSettings): RequestHandler {
  const runAsynchronously = (invocation: Invocation): void => {
    const { target, event, requestId } = invocation;
    target.invoke(event, requestId).catch((error: unknown) => {
      log.error("Asynchronous invocation given up", { function: target.name, requestId });
      givenUp(recordOf(invocation, error)).catch((fault: unknown) =>
        log.error("A failed invocation's record was lost", { requestId, error: fault }),
      );
    });
  };

  return async (request, response) => {
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
    const invocation = { target, event: payload.event, requestId: randomUUID() };
    if (type === "RequestResponse") {
      await runAndAnswer(invocation, response);
      return;
    }
    response.writeHead(type === "Event" ? 202 : 204, { "x-amzn-requestid": invocation.requestId });
    response.end();
    if (type === "Event") runAsynchronously(invocation);
  };
}
