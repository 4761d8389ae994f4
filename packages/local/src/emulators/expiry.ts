import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  type AttributeValue,
} from "@aws-sdk/client-dynamodb";

export interface ExpirySettings {
  table: string;
  /** Holds unix seconds. */
  ttlAttribute: string;
}

/**
 * Items that one call reads. The emulator sorts all that it was not asked to leave out, and does nothing else
 * meanwhile: without a limit a page of a large table takes a second.
 */
const KEYS_PER_PAGE = 200;

type Item = Record<string, AttributeValue>;

const pick = (item: Item, names: string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

/**
 * Deletes expired items, which DynamoDB does some time after they expire and the emulator not at all.
 * An item renewed in between stays. Returns their number.
 */
export async function removeExpired(client: DynamoDBClient, { table, ttlAttribute }: ExpirySettings): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const keys = (Table?.KeySchema ?? []).map(({ AttributeName = "" }) => AttributeName);
  const names = { "#ttl": ttlAttribute };
  const values = { ":now": { N: String(Math.floor(Date.now() / 1000)) } };
  const pages = paginateScan(
    { client },
    {
      TableName: table,
      Limit: KEYS_PER_PAGE,
      FilterExpression: "#ttl < :now",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  );
  let removed = 0;
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      try {
        await client.send(
          new DeleteItemCommand({
            TableName: table,
            Key: pick(item, keys),
            ConditionExpression: "#ttl < :now",
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: values,
          }),
        );
        removed += 1;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }
  return removed;
}
