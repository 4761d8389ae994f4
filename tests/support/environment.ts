import { S3Client } from "@aws-sdk/client-s3";
import type { Clock } from "@parley/core/environment/clock";
import type { Base, Secrets, WithFiles, WithWakes } from "@parley/core/environment/context";
import { createFiles } from "@parley/core/store/files";
import { createIds } from "@parley/core/environment/ids";
import { newEncryptionKeys, newSigningKeys, parseKeys } from "@parley/core/environment/secrets";
import { readSettings, type Settings } from "@parley/core/environment/settings";
import { createTable } from "@parley/core/store/table";
import type { TestBucket } from "./bucket.ts";
import { movableClock } from "./clock.ts";
import type { TestTable } from "./table.ts";

export interface EnvironmentOptions {
  clock?: Clock;
  signingKeys?: string;
  encryptionKeys?: string;
  settings?: Partial<Settings>;
}

/** Secrets with the given key lists, as a deployment has them. */
export function secretsFrom({ signingKeys = newSigningKeys(), encryptionKeys = newEncryptionKeys() }): Secrets {
  return {
    signingKeys: () => parseKeys(signingKeys),
    encryptionKeys: () => parseKeys(encryptionKeys),
    optional: () => undefined,
  };
}

/** The base context over a test's table. */
export function baseFor(table: TestTable, options: EnvironmentOptions = {}): Base {
  const clock = options.clock ?? movableClock();
  return {
    table: createTable(table.client, table.name, clock),
    clock,
    ids: createIds(clock),
    settings: { ...readSettings({}), ...options.settings },
    secrets: secretsFrom(options),
  };
}

/** The environment variables of a process that serves the deployment on this table and bucket. */
export function deploymentVariables(
  table: TestTable,
  bucket: TestBucket,
  keys: { signingKeys: string; encryptionKeys: string },
): Record<string, string> {
  const link = (value: object) => JSON.stringify(value);
  return {
    SST_RESOURCE_App: link({ name: "parley", stage: "test" }),
    SST_RESOURCE_Table: link({ name: table.name }),
    SST_RESOURCE_Files: link({ name: bucket.name }),
    SST_RESOURCE_SigningKeys: link({ value: keys.signingKeys }),
    SST_RESOURCE_EncryptionKeys: link({ value: keys.encryptionKeys }),
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test-secret",
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    S3_FORCE_PATH_STYLE: "1",
    DATABASE_LOOPBACK: "1",
  };
}

/** Files and wakes for endpoints that must not get as far as using them: nothing listens there. */
export function unreachable(): WithFiles & WithWakes {
  const endpoint = "http://127.0.0.1:9";
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const refuse = () => Promise.reject(new Error("nothing can be woken here"));
  return {
    files: createFiles(new S3Client({ endpoint, credentials, region: "us-east-1", maxAttempts: 1 }), "none"),
    queue: { send: refuse },
    worker: { invoke: refuse },
  };
}
