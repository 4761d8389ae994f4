import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "../../api-gateway/listener.ts";
import type { Emulator } from "../emulator.ts";
import { S3Error, notImplemented } from "./errors.ts";
import {
  copyObject,
  createBucket,
  deleteObject,
  deleteObjects,
  getObject,
  headBucket,
  listObjects,
  putObject,
  type Call,
  type ObjectCreated,
} from "./operations.ts";
import { verifyRequest, type Signers } from "./signature.ts";
import { openStore } from "./store.ts";
import { errorXml } from "./xml.ts";

export interface S3Settings {
  /** Where the buckets are kept. */
  directory: string;
  port?: number;
  signers: Signers;
  created?: (event: ObjectCreated) => void;
}

/** Any page may use a presigned URL: in AWS the bucket names the console's origin. */
function corsHeaders(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "ETag, x-amz-request-id, x-amz-checksum-crc32",
    vary: "Origin",
  };
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    ...corsHeaders(request),
    "access-control-allow-methods": "GET, PUT, HEAD, DELETE",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "3000",
    "content-length": "0",
  });
  response.end();
}

/** Parameters that make a request a different operation, of which only a few are known here. */
const subresources = [
  "acl",
  "cors",
  "lifecycle",
  "notification",
  "policy",
  "tagging",
  "uploads",
  "uploadId",
  "versioning",
  "versions",
];

function operationOf({
  request,
  url,
  key,
}: Pick<Call, "request" | "url" | "key">): (call: Call) => Promise<void> | void {
  const other = subresources.find((name) => url.searchParams.has(name));
  if (other !== undefined) throw notImplemented(`?${other}`);
  const operation = `${request.method ?? ""} ${key === "" ? "bucket" : "object"}`;
  switch (operation) {
    case "PUT object":
      return request.headers["x-amz-copy-source"] === undefined ? putObject : copyObject;
    case "GET object":
    case "HEAD object":
      return getObject;
    case "DELETE object":
      return deleteObject;
    case "POST bucket":
      if (url.searchParams.has("delete")) return deleteObjects;
      throw notImplemented(operation);
    case "GET bucket":
      return listObjects;
    case "HEAD bucket":
      return headBucket;
    case "PUT bucket":
      return createBucket;
    default:
      throw notImplemented(operation);
  }
}

function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const known =
    error instanceof S3Error ? error : new S3Error(500, "InternalError", "We encountered an internal error.");
  const body = request.method === "HEAD" ? "" : errorXml(known);
  response.writeHead(known.status, {
    "content-type": "application/xml",
    "content-length": String(Buffer.byteLength(body)),
  });
  response.end(body);
  request.resume(); // what is still being sent is read and dropped, so that the client sees the answer
}

/**
 * S3 in one folder, path style: objects stream from and to files, so that 25 MB cost no memory. Checks what S3 checks of a
 * request: SigV4 (headers, presigned URLs with expiry), lengths, checksums, conditions; answers CORS.
 */
export async function startS3({
  directory,
  port = 0,
  signers,
  created = () => undefined,
}: S3Settings): Promise<Emulator> {
  const store = openStore(directory);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
    const [, bucket = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const operation = operationOf({ request, url, key });
    const payloadHash = verifyRequest(request, url, signers);
    await operation({ request, response, url, bucket, key, payloadHash, store, created });
  };

  const listener = await listen(port, (request, response) => {
    response.setHeader("x-amz-request-id", randomBytes(8).toString("hex").toUpperCase());
    for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
    if (request.method === "OPTIONS") preflight(request, response);
    else handle(request, response).catch((error: unknown) => sendError(request, response, error));
  });
  return { endpoint: `http://127.0.0.1:${listener.port}`, stop: () => listener.close() };
}
