import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { createFiles, type Files } from "@parley/core/store/files";
import { startS3 } from "@parley/local/emulators/s3/server";

/** A bucket of its own behind the S3 emulator. */
export async function startFiles(): Promise<{ files: Files; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "parley-files-"));
  const emulator = await startS3({ directory, signers: new Map([["test", "test"]]) });
  const client = new S3Client({
    endpoint: emulator.endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  await client.send(new CreateBucketCommand({ Bucket: "files" }));
  return {
    files: createFiles(client, "files"),
    async stop() {
      client.destroy();
      await emulator.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
