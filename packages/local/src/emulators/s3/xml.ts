import type { S3Error } from "./errors.ts";
import type { StoredObject } from "./store.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
const unescape = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|quot|apos);/g,
    (entity) => Object.keys(signs).find((sign) => signs[sign] === entity) ?? entity,
  );

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const element = (name: string, content: string | number | boolean): string =>
  `<${name}>${typeof content === "string" ? escape(content) : content}</${name}>`;

export const errorXml = ({ code, message }: Pick<S3Error, "code" | "message">): string =>
  `${head}<Error>${element("Code", code)}${element("Message", message)}</Error>`;

export interface Listing {
  bucket: string;
  prefix: string;
  delimiter: string | null;
  maxKeys: number;
  objects: StoredObject[];
  prefixes: string[];
  next: string | undefined;
}

export function listingXml({ bucket, prefix, delimiter, maxKeys, objects, prefixes, next }: Listing): string {
  const contents = objects.map(
    ({ key, size, etag, lastModified }) =>
      `<Contents>${element("Key", key)}${element("LastModified", lastModified)}${element("ETag", etag)}${element("Size", size)}<StorageClass>STANDARD</StorageClass></Contents>`,
  );
  return [
    head,
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    element("Name", bucket),
    element("Prefix", prefix),
    element("KeyCount", objects.length + prefixes.length),
    element("MaxKeys", maxKeys),
    element("IsTruncated", next !== undefined),
    delimiter === null ? "" : element("Delimiter", delimiter),
    next === undefined ? "" : element("NextContinuationToken", next),
    ...contents,
    ...prefixes.map((common) => `<CommonPrefixes>${element("Prefix", common)}</CommonPrefixes>`),
    "</ListBucketResult>",
  ].join("");
}

export const copyXml = ({ etag, lastModified }: StoredObject): string =>
  `${head}<CopyObjectResult>${element("LastModified", lastModified)}${element("ETag", etag)}</CopyObjectResult>`;

export const deletedXml = (keys: string[]): string =>
  `${head}<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${keys.map((key) => `<Deleted>${element("Key", key)}</Deleted>`).join("")}</DeleteResult>`;

/** The keys a DeleteObjects request names. */
export const keysToDelete = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => unescape(key));
