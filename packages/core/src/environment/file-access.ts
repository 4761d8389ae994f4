import { clientOptions, lean } from "./client-options.ts";
import type { WithFiles } from "./context.ts";
import { linked } from "./environment.ts";
import type { Files } from "../store/files.ts";

/**
 * The bucket of this process's deployment. The S3 client is loaded at the first use: most requests touch no file, and a
 * cold start is shorter without it.
 */
export function createFileAccess(): WithFiles {
  const bucket = linked("Files", "name");
  let opened: Promise<Files> | undefined;
  const open = (): Promise<Files> => (opened ??= openBucket(bucket));
  return {
    files: {
      put: async (...given) => (await open()).put(...given),
      get: async (...given) => (await open()).get(...given),
      stream: async (...given) => (await open()).stream(...given),
      head: async (...given) => (await open()).head(...given),
      copy: async (...given) => (await open()).copy(...given),
      remove: async (...given) => (await open()).remove(...given),
      removeSome: async (...given) => (await open()).removeSome(...given),
      presignPut: async (...given) => (await open()).presignPut(...given),
      presignGet: async (...given) => (await open()).presignGet(...given),
    },
  };
}

async function openBucket(bucket: string): Promise<Files> {
  const [{ S3Client }, { createFiles }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("../store/files.ts"),
  ]);
  const client = new S3Client({
    ...clientOptions,
    requestChecksumCalculation: "WHEN_REQUIRED",
    forcePathStyle: process.env["S3_FORCE_PATH_STYLE"] === "1",
  });
  return createFiles(lean(client), bucket);
}
