import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { clientOptions } from "@parley/core/environment/client-options";
import { createFiles, type Files } from "@parley/core/store/files";
import { startS3 } from "@parley/local/emulators/s3/server";

export interface TestBucket {
  files: Files;
  endpoint: string;
  name: string;
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

/** An S3 of its own with one bucket, which verifies signatures, sizes and types like the real one. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "parley-bucket-"));
  const credentials = { accessKeyId: "test", secretAccessKey: "test-secret" };
  const s3 = await startS3({ directory, signers: new Map([[credentials.accessKeyId, credentials.secretAccessKey]]) });
  const client = new S3Client({
    ...clientOptions,
    endpoint: s3.endpoint,
    region: "us-east-1",
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const Bucket = `parley-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    files: createFiles(client, Bucket),
    endpoint: s3.endpoint,
    name: Bucket,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key }) => Key ?? "");
    },
    async stop() {
      client.destroy();
      await s3.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
