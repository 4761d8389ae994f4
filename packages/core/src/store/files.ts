import type { S3Client } from "@aws-sdk/client-s3";
import { addressToGet, addressToPut, type PutTerms } from "./presigned-urls.ts";
import {
  type BucketAt,
  copyObject,
  getObject,
  headObject,
  type ObjectRange,
  putObject,
  removeObjects,
  removeRange,
  streamObject,
} from "./objects.ts";

/** Access to the one bucket. */
export type Files = ReturnType<typeof createFiles>;

/** The bucket `bucket` behind `client`. */
export function createFiles(client: S3Client, bucket: string) {
  const at: BucketAt = { client, Bucket: bucket };
  return {
    put: (key: string, body: Uint8Array | string, contentType: string) => putObject(at, key, body, contentType),
    /** The object's bytes, or undefined if there is none. */
    get: (key: string) => getObject(at, key),
    /** The object as a stream, or undefined if there is none. */
    stream: (key: string) => streamObject(at, key),
    /** Size in bytes and media type of an object, or undefined if there is none. */
    head: (key: string) => headObject(at, key),
    /** False if there is no object to copy. */
    copy: (from: string, to: string) => copyObject(at, from, to),
    /** Removes objects; missing ones count as removed. Throws if one could not be removed. */
    remove: (keys: readonly string[]) => removeObjects(at, keys),
    /** Removes objects under a prefix while there is time. True if nothing is left. */
    removeSome: (range: ObjectRange) => removeRange(at, range),
    /** An address to PUT an object to, once and with the headers that are returned. */
    presignPut: (key: string, terms: PutTerms) => addressToPut(at, key, terms),
    /** An address to GET an object from, for `seconds`, saved under `filename`. */
    presignGet: (key: string, filename: string, seconds: number) => addressToGet(at, key, { filename, seconds }),
  };
}
