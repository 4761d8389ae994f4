import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { anything, expectedDigest } from "./body.ts";
import { S3Error, notImplemented, preconditionFailed } from "./errors.ts";
import type { Bucket, Store, StoredObject } from "./store.ts";
import { copyXml, deletedXml, keysToDelete, listingXml } from "./xml.ts";

export interface ObjectCreated {
  event: "ObjectCreated:Put" | "ObjectCreated:Copy";
  bucket: string;
  key: string;
  size: number;
  etag: string;
}

/** One request, its address taken apart and its signature verified. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  bucket: string;
  key: string;
  payloadHash: string;
  store: Store;
  created: (event: ObjectCreated) => void;
}

/** A presigner may move `x-amz-` headers into the query, where S3 treats them as the same. */
const headerOf =
  ({ request, url }: Call) =>
  (name: string): string | undefined => {
    const header = request.headers[name];
    if (header !== undefined) return String(header);
    return (name.startsWith("x-amz-") ? url.searchParams.get(name) : null) ?? undefined;
  };

const keptHeaders = ["content-type", "content-disposition", "content-language", "cache-control", "content-encoding"];

function headersToKeep(header: (name: string) => string | undefined, names: Iterable<string>): Record<string, string> {
  const metadata = [...names].filter((name) => name.startsWith("x-amz-meta-"));
  const kept: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const name of [...keptHeaders, ...metadata]) {
    const value = header(name)?.replace(/aws-chunked,?\s*/, "");
    if (value !== undefined && value !== "") kept[name] = value;
  }
  return kept;
}

function answer(response: ServerResponse, status: number, headers: Record<string, string>, body = ""): void {
  const type: Record<string, string> = body === "" ? {} : { "content-type": "application/xml" };
  response.writeHead(status, { ...type, "content-length": String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

export async function putObject(call: Call): Promise<void> {
  const { request, response, url, bucket, key, payloadHash, store, created } = call;
  const header = headerOf(call);
  const object = await store.open(bucket).put(key, request, {
    expected: expectedDigest(header, payloadHash),
    chunked: payloadHash.startsWith("STREAMING-"),
    headers: headersToKeep(header, [...Object.keys(request.headers), ...url.searchParams.keys()]),
    condition: { ifNoneMatch: header("if-none-match"), ifMatch: header("if-match") },
  });
  answer(response, 200, { etag: object.etag, "x-amz-checksum-crc32": object.crc32 });
  created({ event: "ObjectCreated:Put", bucket, key, size: object.size, etag: object.etag });
}

export async function copyObject(call: Call): Promise<void> {
  const { request, response, bucket, key, store, created } = call;
  const header = headerOf(call);
  const source = decodeURIComponent(header("x-amz-copy-source") ?? "").replace(/^\//, "");
  const slash = source.indexOf("/");
  const from = store.open(source.slice(0, slash));
  const original = from.get(source.slice(slash + 1));
  const replace = header("x-amz-metadata-directive") === "REPLACE";
  const object = await store.open(bucket).put(key, createReadStream(from.path(original)), {
    expected: anything(),
    chunked: false,
    headers: replace ? headersToKeep(header, Object.keys(request.headers)) : original.headers,
    condition: { ifNoneMatch: header("if-none-match"), ifMatch: header("if-match") },
  });
  answer(response, 200, {}, copyXml(object));
  created({ event: "ObjectCreated:Copy", bucket, key, size: object.size, etag: object.etag });
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return { start, end };
}

const overridable = [
  "content-type",
  "content-disposition",
  "content-language",
  "cache-control",
  "content-encoding",
  "expires",
];

function objectHeaders(object: StoredObject, url: URL): Record<string, string> {
  const headers: Record<string, string> = {
    ...object.headers,
    etag: object.etag,
    "last-modified": new Date(object.lastModified).toUTCString(),
    "accept-ranges": "bytes",
  };
  for (const name of overridable) {
    const value = url.searchParams.get(`response-${name}`);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

export async function getObject(call: Call): Promise<void> {
  const { request, response, url, bucket, key, store } = call;
  const header = headerOf(call);
  const from = store.open(bucket);
  const object = from.get(key);
  const headers = objectHeaders(object, url);
  if (header("if-match") !== undefined && header("if-match") !== object.etag) throw preconditionFailed();
  if (header("if-none-match") === object.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = rangeOf(header("range"), object.size);
  if (range) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${object.size}`;
    headers["content-length"] = String(range.end - range.start + 1);
  } else {
    headers["content-length"] = String(object.size);
    if (header("x-amz-checksum-mode") === "ENABLED") headers["x-amz-checksum-crc32"] = object.crc32;
  }
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === "HEAD" || object.size === 0) response.end();
  else await pipeline(createReadStream(from.path(object), range), response);
}

export function deleteObject({ response, bucket, key, store }: Call): void {
  store.open(bucket).remove(key);
  answer(response, 204, {});
}

export async function deleteObjects({ request, response, bucket, store }: Call): Promise<void> {
  const from: Bucket = store.open(bucket);
  const keys = keysToDelete(Buffer.concat(await request.toArray()).toString());
  for (const key of keys) from.remove(key);
  answer(response, 200, {}, deletedXml(keys));
}

export function listObjects({ response, url, bucket, store }: Call): void {
  const from = store.open(bucket);
  const query = url.searchParams;
  if (query.get("list-type") !== "2") throw notImplemented("ListObjects of version 1");
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const maxKeys = Math.min(Number(query.get("max-keys") ?? 1000), 1000);
  const token = query.get("continuation-token");
  const after = token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const objects: StoredObject[] = [];
  const prefixes: string[] = [];
  let next: string | undefined;
  let last = after;
  for (const key of from.keys()) {
    if (!key.startsWith(prefix) || key <= after) continue;
    const cut = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const common = cut < 0 ? undefined : key.slice(0, cut + (delimiter ?? "").length);
    const repeated = common !== undefined && (common === prefixes.at(-1) || after.startsWith(common));
    if (!repeated && objects.length + prefixes.length === maxKeys) {
      next = Buffer.from(last).toString("base64url");
      break;
    }
    last = key;
    if (common === undefined) objects.push(from.get(key));
    else if (!repeated) prefixes.push(common);
  }
  answer(response, 200, {}, listingXml({ bucket, prefix, delimiter, maxKeys, objects, prefixes, next }));
}

export function createBucket({ response, bucket, store }: Call): void {
  store.create(bucket);
  answer(response, 200, { location: `/${bucket}` });
}

export function headBucket({ response, bucket, store }: Call): void {
  store.open(bucket);
  answer(response, 200, {});
}
