import assert from "node:assert/strict";
import { tableDefinition, ttlAttribute } from "../../../packages/core/src/store/table-definition.ts";
import type { Graph } from "../evaluate.ts";
import { named, ofType, text } from "../graph.ts";
import type { Check } from "./check.ts";

const isKept = ({ app }: Graph) => !["ci", "dev"].includes(app.stage);

/** The table and the bucket. */
export const dataChecks = {
  "the table is the local one": (graph) => {
    const { inputs } = named(graph, "dynamodb/table:Table", "MainTableTable");
    const schema = ({ hashKey, rangeKey }: Record<string, unknown>) => [
      { AttributeName: hashKey, KeyType: "HASH" },
      { AttributeName: rangeKey, KeyType: "RANGE" },
    ];
    assert.deepEqual(
      {
        BillingMode: inputs["billingMode"],
        AttributeDefinitions: (inputs["attributes"] as { name: string; type: string }[]).map(({ name, type }) => ({
          AttributeName: name,
          AttributeType: type,
        })),
        KeySchema: schema(inputs),
        GlobalSecondaryIndexes: (inputs["globalSecondaryIndexes"] as Record<string, unknown>[]).map((index) => ({
          IndexName: index["name"],
          KeySchema: schema(index),
          Projection: { ProjectionType: index["projectionType"] },
        })),
      },
      tableDefinition,
    );
    assert.deepEqual(inputs["ttl"], { attributeName: ttlAttribute, enabled: true });
    assert.equal(inputs["streamEnabled"], false);
  },

  "data survives mistakes, but on a stage that is made to be thrown away": (graph) => {
    const kept = isKept(graph);
    assert.equal(graph.app.removal, kept ? "retain" : "remove");
    assert.equal(graph.app.protect, kept);
    const table = named(graph, "dynamodb/table:Table", "MainTableTable").inputs;
    assert.equal(table["deletionProtectionEnabled"], kept);
    assert.deepEqual(table["pointInTimeRecovery"], { enabled: true });
    assert.deepEqual(table["serverSideEncryption"], { enabled: true });
    assert.equal(named(graph, "s3/bucket:Bucket", "FileStoreBucket").inputs["forceDestroy"], !kept);
    assert.equal(ofType(graph, "s3/bucketVersioning:BucketVersioning").length, kept ? 1 : 0);
  },

  "the bucket is private, encrypted and tidy": (graph) => {
    const block = named(
      graph,
      "s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
      "FileStorePublicAccessBlock",
    ).inputs;
    for (const rule of ["blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"])
      assert.equal(block[rule], true, rule);
    const policy = text(named(graph, "s3/bucketPolicy:BucketPolicy", "FileStorePolicy"), "policy");
    const statements = (JSON.parse(policy) as { Statement: { Effect: string; Condition: { variable: string }[] }[] })
      .Statement;
    assert.deepEqual(
      statements.map(({ Effect, Condition }) => [Effect, Condition[0]?.variable]),
      [["Deny", "aws:SecureTransport"]],
    );
    const encryption = named(
      graph,
      "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
      "FileStoreEncryption",
    ).inputs;
    assert.match(JSON.stringify(encryption), /AES256/);
    const rules = named(graph, "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration", "FileStoreLifecycle")
      .inputs["rules"] as {
      id: string;
      expiration?: { days: number };
    }[];
    // Objects are removed by the service, which knows what they are for; a rule knows their age only.
    assert.deepEqual(
      rules.filter(({ expiration }) => expiration),
      [],
    );
    for (const rule of ["abortIncompleteMultipartUpload", "noncurrentVersionExpiration"]) {
      assert.ok(
        rules.some((one) => Object.hasOwn(one, rule)),
        rule,
      );
    }
  },
} satisfies Record<string, Check>;
