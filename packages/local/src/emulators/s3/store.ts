import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ChunkedDecoder, DigestingStream, type Expected } from "./body.ts";
import { noBucket, notFound, preconditionFailed } from "./errors.ts";

/** What is kept of an object in addition to its bytes. */
export interface StoredObject {
  key: string;
  size: number;
  etag: string;
  crc32: string;
  lastModified: string;
  /** Headers given back with the object: content-type, content-disposition, x-amz-meta-… */
  headers: Record<string, string>;
  /** Name of the file of bytes. */
  file: string;
}

export interface Condition {
  ifNoneMatch?: string | undefined;
  ifMatch?: string | undefined;
}

export interface Bucket {
  get(key: string): StoredObject;
  path(object: StoredObject): string;
  /** Writes an object from a stream; it is not visible before it is whole. */
  put(key: string, source: Readable, write: WriteSettings): Promise<StoredObject>;
  remove(key: string): boolean;
  /** Keys in S3's order. */
  keys(): string[];
}

export interface WriteSettings {
  expected: Expected;
  chunked: boolean;
  headers: Record<string, string>;
  condition: Condition;
}

/** S3 refuses to overwrite if the caller said so. */
function check(existing: StoredObject | undefined, key: string, { ifNoneMatch, ifMatch }: Condition): void {
  if (ifNoneMatch === "*" && existing) throw preconditionFailed();
  if (ifMatch === undefined) return;
  if (!existing) throw notFound(key);
  if (existing.etag !== ifMatch) throw preconditionFailed();
}

const nameOf = (key: string): string => `${createHash("sha256").update(key).digest("hex")}.json`;

/**
 * The object that a record names. Throws an error with a readable message for one that is damaged: opened without it, the bucket would
 * sweep the object's bytes away.
 */
function recordIn(path: string): StoredObject {
  try {
    const object = JSON.parse(readFileSync(path, "utf8")) as StoredObject; // written by `commit` below
    if (typeof object.key === "string" && typeof object.file === "string") return object;
  } catch {
    // Told below.
  }
  throw new Error(`${path} is damaged: put back what it was, or delete it, which loses the one file that it names`);
}

/**
 * Opens a bucket kept in a folder: bytes in files of their own, a record for each key that names its file. A record is
 * replaced by renaming, so a process killed at any moment leaves the object either old or new; bytes without a record are
 * swept away when the bucket is opened.
 */
function openBucket(directory: string): Bucket {
  const records = join(directory, "records");
  const files = join(directory, "files");
  for (const folder of [records, files]) mkdirSync(folder, { recursive: true });

  const index = new Map<string, StoredObject>();
  for (const name of readdirSync(records)) {
    const path = join(records, name);
    if (!name.endsWith(".json")) {
      rmSync(path);
      continue;
    }
    const object = recordIn(path);
    index.set(object.key, object);
  }
  const known = new Set([...index.values()].map(({ file }) => file));
  for (const name of readdirSync(files)) if (!known.has(name)) rmSync(join(files, name));

  /** Without an await between check and rename, so of two conditional writers one wins. */
  const commit = (object: StoredObject, condition: Condition): void => {
    const before = index.get(object.key);
    check(before, object.key, condition);
    const record = join(records, nameOf(object.key));
    writeFileSync(`${record}.new`, JSON.stringify(object));
    renameSync(`${record}.new`, record);
    index.set(object.key, object);
    if (before) rmSync(join(files, before.file), { force: true });
  };

  return {
    get(key) {
      const object = index.get(key);
      if (!object) throw notFound(key);
      return object;
    },
    path: ({ file }) => join(files, file),
    async put(key, source, { expected, chunked, headers, condition }) {
      check(index.get(key), key, condition);
      const file = randomUUID();
      const digesting = new DigestingStream(expected);
      const stages: Transform[] = chunked ? [new ChunkedDecoder(expected), digesting] : [digesting];
      try {
        await pipeline([source, ...stages, createWriteStream(join(files, file))]);
        const { size, md5, crc32 } = digesting.digest;
        const etag = `"${md5.toString("hex")}"`;
        const object = { key, size, etag, crc32, lastModified: new Date().toISOString(), headers, file };
        commit(object, condition);
        return object;
      } catch (error) {
        rmSync(join(files, file), { force: true });
        throw error;
      }
    },
    remove(key) {
      const object = index.get(key);
      if (!object) return false;
      index.delete(key);
      rmSync(join(records, nameOf(key)), { force: true });
      rmSync(join(files, object.file), { force: true });
      return true;
    },
    keys: () => [...index.keys()].toSorted((a, b) => (a < b ? -1 : 1)),
  };
}

export interface Store {
  create(bucket: string): void;
  open(bucket: string): Bucket;
}

/** The buckets under a folder. */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const buckets = new Map(readdirSync(directory).map((name) => [name, openBucket(join(directory, name))]));
  return {
    create(name) {
      if (!buckets.has(name)) buckets.set(name, openBucket(join(directory, name)));
    },
    open(name) {
      const bucket = buckets.get(name);
      if (!bucket) throw noBucket(name);
      return bucket;
    },
  };
}
