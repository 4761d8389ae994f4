import type { ServerResponse } from "node:http";
import { gatewayId } from "./aws-format.ts";
import { lambdaPayloadLimit } from "./request-body.ts";

interface ProxyResult {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A function's result that the gateway does not understand: API Gateway says 500 (HTTP API) or 502 (REST API). */
export class MalformedResult extends Error {
  override name = "MalformedResult";
}

function headersOf(result: Record<string, unknown>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  if (isRecord(result["headers"])) {
    for (const [name, value] of Object.entries(result["headers"])) headers[name.toLowerCase()] = String(value);
  }
  if (isRecord(result["multiValueHeaders"])) {
    for (const [name, values] of Object.entries(result["multiValueHeaders"])) {
      if (Array.isArray(values)) headers[name.toLowerCase()] = values.map(String);
    }
  }
  if (Array.isArray(result["cookies"])) headers["set-cookie"] = result["cookies"].map(String);
  return headers;
}

/** Lambda's limit is one of bytes, and of JSON with the body as a string in it. */
const isOverLimit = (body: string): boolean =>
  // No character takes more than six bytes.
  body.length * 6 > lambdaPayloadLimit && Buffer.byteLength(JSON.stringify(body)) > lambdaPayloadLimit;

/** Reads a proxy result as payload 2.0 has it: anything without a `statusCode` is the JSON body of a 200. */
export function proxyResult(result: unknown): ProxyResult {
  if (!isRecord(result) || result["statusCode"] === undefined) {
    const text = typeof result === "string" ? result : JSON.stringify(result ?? null);
    return { statusCode: 200, headers: { "content-type": "application/json" }, body: Buffer.from(text) };
  }
  const statusCode = Number(result["statusCode"]);
  const body = result["body"] ?? "";
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) throw new MalformedResult("statusCode");
  if (typeof body !== "string") throw new MalformedResult("body is not a string");
  if (isOverLimit(body)) throw new MalformedResult("body is over Lambda's response limit");
  return {
    statusCode,
    headers: headersOf(result),
    body: Buffer.from(body, result["isBase64Encoded"] === true ? "base64" : "utf8"),
  };
}

/** Writes a function's response. */
export function sendResult(response: ServerResponse, { statusCode, headers, body }: ProxyResult): void {
  const bodiless = statusCode === 204 || statusCode === 304;
  delete headers["connection"];
  delete headers["transfer-encoding"];
  headers["apigw-requestid"] = gatewayId();
  if (bodiless) {
    delete headers["content-length"];
  } else {
    headers["content-type"] ??= "text/plain;charset=UTF-8";
    // A HEAD response keeps the length its GET would have had.
    if (response.req.method !== "HEAD" || body.length > 0) headers["content-length"] = String(body.length);
  }
  response.writeHead(statusCode, headers);
  response.end(bodiless || response.req.method === "HEAD" ? undefined : body);
}

/** A response of the gateway itself. If a response has already begun, nothing more can be said: the connection is cut. */
export function sendGatewayError(
  response: ServerResponse,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "apigw-requestid": gatewayId(),
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}
