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
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { webStream } from "./web-stream.ts";

/** Headers that a presigned PUT must be sent with as they were signed. */
const signedOnPut = new Set(["content-type", "content-length", "if-none-match"]);

/** A filename as a header carries it (RFC 8187), which allows fewer characters than an address does. */
const encoded = (filename: string): string =>
  encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Access to the one bucket. */
export type Files = ReturnType<typeof createFiles>;

/** The bucket `bucket` behind `client`. */
export function createFiles(client: S3Client, bucket: string) {
  const Bucket = bucket;
  const isMissing = (error: unknown) => error instanceof NoSuchKey || error instanceof NotFound;

  async function remove(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += 1000) {
      const Objects = keys.slice(start, start + 1000).map((Key) => ({ Key }));
      const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      if (Errors?.length) throw new Error("objects could not be removed");
    }
  }

  return {
    async put(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType }));
    },

    /** The object's bytes, or undefined where there is none. */
    async get(key: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    /** The object as a stream, or undefined where there is none. */
    async stream(key: string): Promise<ReadableStream<Uint8Array> | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        // In Node.js the SDK's body is a Node.js stream, which its own conversion would copy.
        if (!(Body instanceof Readable)) throw new Error("the object's body is no Node.js stream");
        return webStream(Body);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    /** Size in bytes and media type of an object, or undefined where there is none. */
    async head(key: string): Promise<{ size: number; type: string } | undefined> {
      try {
        const answer = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        return { size: answer.ContentLength ?? 0, type: answer.ContentType ?? "application/octet-stream" };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async copy(from: string, to: string): Promise<void> {
      await client.send(
        new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${encodeURIComponent(from)}` }),
      );
    },

    /** Removes objects; those that are not there count as removed. Throws where one could not be. */
    remove,

    /**
     * Removes objects under `prefix`, a thousand at a time while `isInTime`; of `from` and `to`, what follows the prefix lies
     * between them. True where nothing is left. What was removed is not met again by the next call.
     */
    async removeSome(of: { prefix: string; from?: string; to?: string; isInTime: () => boolean }): Promise<boolean> {
      const { prefix, from = "", to, isInTime } = of;
      for (;;) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(from !== "" && { StartAfter: `${prefix}${from}` }) }),
        );
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
        const within = to === undefined ? keys : keys.filter((key) => key <= `${prefix}${to}`);
        await remove(within);
        if (!page.IsTruncated || within.length < keys.length) return true;
        if (!isInTime()) return false;
      }
    },

    /**
     * An address to PUT exactly `size` bytes of `type` to, for `seconds` and once: the bucket answers 412 where the object
     * is already there, so that nothing changes under its readers' hands.
     */
    async presignPut(
      key: string,
      type: string,
      size: number,
      seconds: number,
    ): Promise<{ url: string; headers: Record<string, string> }> {
      const url = await getSignedUrl(
        client,
        new PutObjectCommand({ Bucket, Key: key, ContentType: type, ContentLength: size, IfNoneMatch: "*" }),
        { expiresIn: seconds, signableHeaders: signedOnPut, unhoistableHeaders: signedOnPut },
      );
      return { url, headers: { "Content-Type": type, "Content-Length": String(size), "If-None-Match": "*" } };
    },

    /** An address to GET an object from, for `seconds`, saved under `filename`. */
    async presignGet(key: string, filename: string, seconds: number): Promise<string> {
      const disposition = `attachment; filename*=UTF-8''${encoded(filename)}`;
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key, ResponseContentDisposition: disposition }), {
        expiresIn: seconds,
      });
    },
  };
}
