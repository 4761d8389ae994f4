import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { BucketAt } from "./objects.ts";

/** Headers that a presigned PUT must be sent with as they were signed. */
const signedOnPut = new Set(["content-type", "content-length", "if-none-match"]);

/** A filename as a header carries it (RFC 8187), which allows fewer characters than an address does. */
const encoded = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** An object that may be sent: exactly `size` bytes of `type`, within `seconds`. */
export interface PutTerms {
  type: string;
  size: number;
  seconds: number;
}

/**
 * An address to PUT an object to, once: the bucket answers 412 if the object is already there, so that nothing changes
 * while it is read.
 */
export async function addressToPut(
  { client, Bucket }: BucketAt,
  Key: string,
  { type, size, seconds }: PutTerms,
): Promise<{ url: string; headers: Record<string, string> }> {
  const url = await getSignedUrl(
    client,
    new PutObjectCommand({ Bucket, Key, ContentType: type, ContentLength: size, IfNoneMatch: "*" }),
    { expiresIn: seconds, signableHeaders: signedOnPut, unhoistableHeaders: signedOnPut },
  );
  return { url, headers: { "Content-Type": type, "Content-Length": String(size), "If-None-Match": "*" } };
}

/** An address to GET an object from, for `seconds`, saved under `filename`. */
export async function addressToGet(
  { client, Bucket }: BucketAt,
  Key: string,
  { filename, seconds }: { filename: string; seconds: number },
): Promise<string> {
  const ResponseContentDisposition = `attachment; filename*=UTF-8''${encoded(filename)}`;
  return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ResponseContentDisposition }), {
    expiresIn: seconds,
  });
}
