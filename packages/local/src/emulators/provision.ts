import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, type S3Client } from "@aws-sdk/client-s3";
import { tableDefinition, ttlAttribute } from "@parley/core/store/table-definition";

/** The shape of keys and indexes, in a form that compares. */
const shapeOf = ({
  KeySchema = [],
  GlobalSecondaryIndexes = [],
}: Pick<TableDescription, "KeySchema" | "GlobalSecondaryIndexes">) =>
  JSON.stringify([
    KeySchema.map(({ AttributeName }) => AttributeName),
    GlobalSecondaryIndexes.map((index) => [
      index.IndexName,
      index.KeySchema?.map(({ AttributeName }) => AttributeName),
      index.Projection?.ProjectionType,
    ]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  ]);

/** Makes the one table from the service's definition. A kept table of another shape is refused. */
export async function ensureTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const { KeySchema, GlobalSecondaryIndexes, AttributeDefinitions, BillingMode } = structuredClone(tableDefinition);
  const wanted = {
    KeySchema: [...KeySchema],
    GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({ ...index, KeySchema: [...index.KeySchema] })),
  };
  try {
    await client.send(
      new CreateTableCommand({ TableName, ...wanted, AttributeDefinitions: [...AttributeDefinitions], BillingMode }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    if (shapeOf(Table) === shapeOf(wanted)) return;
    throw new Error("The local table was made by another version of the service. `npm run reset` deletes it.", {
      cause: error,
    });
  }
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05 }, { TableName });
  await client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true } }),
  );
}

/** Makes the bucket, or finds it. */
export async function ensureBucket(client: S3Client, Bucket: string): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket }));
}
