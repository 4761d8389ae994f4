import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { webStream } from "./web-stream.ts";

/** The bucket `Bucket` behind `client`. */
export interface BucketAt {
  client: S3Client;
  Bucket: string;
}

/** Objects that one DeleteObjects takes. */
const OBJECTS_PER_REMOVAL = 1000;

/** What `read` finds, or undefined if there is no such object. */
async function found<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
    // A copy does not list this failure among its own, so that it has no class.
    if (error instanceof S3ServiceException && error.name === "NoSuchKey") return undefined;
    throw error;
  }
}

export async function putObject(
  { client, Bucket }: BucketAt,
  Key: string,
  Body: Uint8Array | string,
  ContentType: string,
): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
}

const bodyOf = async ({ client, Bucket }: BucketAt, Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body;

/** The object's bytes, or undefined if there is none. */
export const getObject = (at: BucketAt, key: string): Promise<Uint8Array | undefined> =>
  found(bodyOf(at, key).then((body) => body?.transformToByteArray()));

/** The object as a stream, or undefined if there is none. */
export const streamObject = (at: BucketAt, key: string): Promise<ReadableStream<Uint8Array> | undefined> =>
  found(
    bodyOf(at, key).then((body) => {
      // In Node.js the SDK's body is a Node.js stream, which its own conversion would copy.
      if (!(body instanceof Readable)) throw new Error("the object's body is not a Node.js stream");
      return webStream(body);
    }),
  );

/** Size in bytes and media type of an object, or undefined if there is none. */
export async function headObject(
  { client, Bucket }: BucketAt,
  Key: string,
): Promise<{ size: number; type: string } | undefined> {
  const head = await found(client.send(new HeadObjectCommand({ Bucket, Key })));
  return head && { size: head.ContentLength ?? 0, type: head.ContentType ?? "application/octet-stream" };
}

/** False if there is no object to copy. */
export async function copyObject({ client, Bucket }: BucketAt, from: string, to: string): Promise<boolean> {
  const CopySource = `${Bucket}/${encodeURIComponent(from)}`;
  return (await found(client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource })))) !== undefined;
}

/** Removes objects; missing ones count as removed. Throws if one could not be removed. */
export async function removeObjects({ client, Bucket }: BucketAt, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += OBJECTS_PER_REMOVAL) {
    const Objects = keys.slice(start, start + OBJECTS_PER_REMOVAL).map((Key) => ({ Key }));
    const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors?.length) throw new Error("objects could not be removed");
  }
}

/** Objects under `prefix`; of `from` and `to`, what follows the prefix lies between them. */
export interface ObjectRange {
  prefix: string;
  from?: string;
  to?: string;
  isInTime: () => boolean;
}

/**
 * Removes the objects of a range, a thousand at a time while `isInTime`. True if nothing is left. What was removed is
 * not met again by the next call.
 */
export async function removeRange(at: BucketAt, { prefix, from = "", to, isInTime }: ObjectRange): Promise<boolean> {
  const { client, Bucket } = at;
  for (;;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(from !== "" && { StartAfter: `${prefix}${from}` }) }),
    );
    const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    const within = to === undefined ? keys : keys.filter((key) => key <= `${prefix}${to}`);
    await removeObjects(at, within);
    if (!page.IsTruncated || within.length < keys.length) return true;
    if (!isInTime()) return false;
  }
}
