import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

/**
 * The one table. `pk`/`sk` carry every item; `index_pk`/`index_sk` are an overloaded, sparse index for the three access
 * patterns that keys cannot serve: a member's chats by last update, open turns by due time, and messages of old by their ids.
 * Keys and patterns are listed in ../README.md.
 */
export const tableDefinition = {
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
    { AttributeName: "index_pk", AttributeType: "S" },
    { AttributeName: "index_sk", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "index",
      KeySchema: [
        { AttributeName: "index_pk", KeyType: "HASH" },
        { AttributeName: "index_sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ],
} as const satisfies Omit<CreateTableCommandInput, "TableName">;

/** Unix seconds after which an item may be removed. Reads never trust that it has been. */
export const ttlAttribute = "ttl";
