import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ObjectCreated } from "../../packages/local/src/emulators/s3/operations.ts";
import { startS3 } from "../../packages/local/src/emulators/s3/server.ts";
import { credentials } from "./support.ts";

const Bucket = "parley-files";
const region = "us-east-1";
let directory: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let client: S3Client;
let created: ObjectCreated[] = [];
const signers = new Map([[credentials.accessKeyId, credentials.secretAccessKey]]);

const clientOf = (endpoint: string) =>
  new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
const start = async () => {
  s3 = await startS3({ directory, signers, created: (event) => void created.push(event) });
  client = clientOf(s3.endpoint);
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-s3-"));
  await start();
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  await s3.stop();
  await rm(directory, { recursive: true });
});

const put = (Key: string, Body: string | Buffer, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const text = async (Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const presign = (Key: string, ContentLength: number, ContentType = "text/csv", expiresIn = 60) =>
  getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentLength, ContentType }), {
    expiresIn,
    signableHeaders: new Set(["content-type", "content-length"]),
  });
const upload = async (url: string, body: string, headers: Record<string, string> = { "content-type": "text/csv" }) => {
  const response = await fetch(url, { method: "PUT", body, headers });
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
};

describe("objects", () => {
  it("are put, read, headed, copied, listed and deleted", async () => {
    await put("a/one.txt", "one", { ContentType: "text/plain", Metadata: { kind: "first" } });
    await put("a/b/two & <three>.txt", "two");
    await put("c", "");
    expect(await text("a/one.txt")).toBe("one");
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: "a/one.txt" }))).toMatchObject({
      ContentLength: 3,
      ContentType: "text/plain",
      ETag: '"f97c5d29941bfb1b2fdab0874906ab82"',
      Metadata: { kind: "first" },
    });
    await client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/a/one.txt` }));
    expect(await text("copy")).toBe("one");

    const all = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(all.Contents?.map(({ Key }) => Key)).toEqual(["a/b/two & <three>.txt", "a/one.txt", "c", "copy"]);
    const level = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "a/", Delimiter: "/" }));
    expect([level.Contents?.map(({ Key }) => Key), level.CommonPrefixes]).toEqual([
      ["a/one.txt"],
      [{ Prefix: "a/b/" }],
    ]);

    const pages: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 2, ContinuationToken }));
      pages.push(page.Contents?.map(({ Key }) => Key).join());
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(pages).toEqual(["a/b/two & <three>.txt,a/one.txt", "c,copy"]);

    await client.send(new DeleteObjectCommand({ Bucket, Key: "copy" }));
    await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "a/b/two & <three>.txt" }, { Key: "c" }] } }),
    );
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)).toEqual([
      "a/one.txt",
    ]);
    await expect(text("copy")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  it("are read in ranges and on conditions", async () => {
    await put("range", "0123456789");
    const part = await client.send(new GetObjectCommand({ Bucket, Key: "range", Range: "bytes=2-4" }));
    expect([part.ContentRange, await part.Body?.transformToString()]).toEqual(["bytes 2-4/10", "234"]);
    const tail = await client.send(new GetObjectCommand({ Bucket, Key: "range", Range: "bytes=-3" }));
    expect(await tail.Body?.transformToString()).toBe("789");
    await expect(client.send(new GetObjectCommand({ Bucket, Key: "range", Range: "bytes=10-" }))).rejects.toMatchObject(
      { name: "InvalidRange" },
    );
  });

  it("are not overwritten if the caller says so, whichever of two comes first", async () => {
    await put("once", "first", { IfNoneMatch: "*" });
    await expect(put("once", "second", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    const results = await Promise.allSettled(["a", "b", "c"].map((body) => put("race", body, { IfNoneMatch: "*" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("are refused when their checksum does not match", async () => {
    await expect(put("bad", "x", { ChecksumCRC32: "AAAAAA==" })).rejects.toMatchObject({ name: "BadDigest" });
    await expect(put("bad", "x", { ContentMD5: "1B2M2Y8AsgTpgAmY7PhCfg==" })).rejects.toMatchObject({
      name: "BadDigest",
    });
    await expect(text("bad")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  it("stream in as the SDK frames a stream, with a trailing checksum", async () => {
    const strict = new S3Client({ endpoint: s3.endpoint, region, credentials, forcePathStyle: true });
    const parts = Array.from({ length: 40 }, (_, at) => Buffer.alloc(10_000, 65 + at));
    for (const ChecksumAlgorithm of ["CRC32", "SHA256"] as const) {
      await strict.send(
        new PutObjectCommand({
          Bucket,
          Key: "stream",
          Body: Readable.from(parts),
          ContentLength: 400_000,
          ChecksumAlgorithm,
        }),
      );
      const { Body } = await strict.send(new GetObjectCommand({ Bucket, Key: "stream" }));
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(Buffer.concat(parts))).toBe(true);
    }
  });

  it("need a signature of a known key", async () => {
    const url = `${s3.endpoint}/${Bucket}/a/one.txt`;
    expect((await fetch(url)).status).toBe(403);
    const stranger = new S3Client({
      endpoint: s3.endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: "x", secretAccessKey: "y" },
    });
    await expect(stranger.send(new GetObjectCommand({ Bucket, Key: "a/one.txt" }))).rejects.toMatchObject({
      name: "InvalidAccessKeyId",
    });
    const forger = new S3Client({
      endpoint: s3.endpoint,
      region,
      forcePathStyle: true,
      credentials: { ...credentials, secretAccessKey: "y" },
    });
    await expect(forger.send(new GetObjectCommand({ Bucket, Key: "a/one.txt" }))).rejects.toMatchObject({
      name: "SignatureDoesNotMatch",
    });
  });
});

describe("presigned URLs", () => {
  it("take exactly the size and type they were signed for", async () => {
    expect(await upload(await presign("up", 5), "a,b\n1")).toEqual([200, undefined]);
    expect(await text("up")).toBe("a,b\n1");
    expect(await upload(await presign("up2", 5), "longer than signed")).toEqual([403, "SignatureDoesNotMatch"]);
    expect(await upload(await presign("up2", 5), "a,b\n1", { "content-type": "text/html" })).toEqual([
      403,
      "SignatureDoesNotMatch",
    ]);
    expect(await upload((await presign("up2", 5)).replace("up2", "up3"), "a,b\n1")).toEqual([
      403,
      "SignatureDoesNotMatch",
    ]);
    expect(
      await upload(await presign("up2", 5), "a,b\n1", { "content-type": "text/csv", "x-amz-acl": "public-read" }),
    ).toEqual([403, "AccessDenied"]);
  });

  it("expire", async () => {
    const old = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "up" }), {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 61_000),
    });
    const response = await fetch(old);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("Request has expired")]);
  });

  it("read, with the headers the signer asked for", async () => {
    const url = await getSignedUrl(
      client,
      new GetObjectCommand({ Bucket, Key: "up", ResponseContentDisposition: 'attachment; filename="ä.csv"' }),
      { expiresIn: 60 },
    );
    const response = await fetch(url, { headers: { origin: "http://page.test" } });
    expect([response.status, await response.text(), response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "a,b\n1",
      "http://page.test",
    ]);
    expect(response.headers.get("content-disposition")).toContain("attachment");
  });

  it("answer a browser's preflight", async () => {
    const response = await fetch(await presign("up", 5), {
      method: "OPTIONS",
      headers: {
        origin: "http://page.test",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-type",
      },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-methods")).toContain("PUT");
    expect(response.headers.get("access-control-allow-headers")).toBe("content-type");
  });
});

describe("the bucket", () => {
  it("reports each object created", async () => {
    created = [];
    await put("event", "12345");
    expect(created).toEqual([
      { event: "ObjectCreated:Put", bucket: Bucket, key: "event", size: 5, etag: '"827ccb0eea8a706c4c34a16891f84e7b"' },
    ]);
  });

  it("keeps its objects between starts", async () => {
    await put("kept", "still here", { ContentType: "text/plain" });
    await s3.stop();
    await start();
    expect(await text("kept")).toBe("still here");
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: "kept" }))).ContentType).toBe("text/plain");
  });

  it("is not opened with a damaged record, which is named, and keeps the bytes of all its objects", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-damaged-"));
    const [records, files] = [join(folder, Bucket, "records"), join(folder, Bucket, "files")];
    await Promise.all([records, files].map((each) => mkdir(each, { recursive: true })));
    await writeFile(join(files, "bytes"), "mine");
    for (const damaged of ["", '{"key":"a', "null", '{"size":1}']) {
      await writeFile(join(records, "one.json"), damaged);
      await expect(startS3({ directory: folder, port: 0, signers, created: () => undefined })).rejects.toThrow(
        `${join(records, "one.json")} is damaged: put back what it was, or delete it`,
      );
    }
    expect(await readFile(join(files, "bytes"), "utf8")).toBe("mine");
    await rm(folder, { recursive: true });
  });

  it("streams 25 MB both ways", async () => {
    const body = Buffer.alloc(25 * 1024 * 1024, "parley");
    const url = await presign("large", body.length, "audio/mp4");
    expect((await fetch(url, { method: "PUT", body, headers: { "content-type": "audio/mp4" } })).status).toBe(200);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: "large" }));
    expect(body.equals((await Body?.transformToByteArray()) ?? Buffer.of())).toBe(true);
  });

  it("says what it does not know", async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "kept", VersionId: "1" }), {
      expiresIn: 60,
    });
    expect((await fetch(url)).status).toBe(200); // no versions: the only one answers
    const unknown: [method: string, path: string][] = [
      ["GET", `${Bucket}/kept?tagging`],
      ["POST", Bucket],
    ];
    for (const [method, path] of unknown) {
      expect((await fetch(`${s3.endpoint}/${path}`, { method })).status, path).toBe(501);
    }
  });
});
