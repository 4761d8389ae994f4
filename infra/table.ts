import { tableDefinition, ttlAttribute } from "../packages/core/src/store/table-definition.ts";
import { settings } from "./settings.ts";

const keyOf = (schema: readonly { AttributeName: string; KeyType: "HASH" | "RANGE" }[]) => {
  const named = (type: "HASH" | "RANGE") => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? "";
  return { hashKey: named("HASH"), rangeKey: named("RANGE") };
};

/** The one table, made from the same definition as the local one. */
export const table = new sst.aws.Dynamo("MainTable", {
  fields: Object.fromEntries(
    tableDefinition.AttributeDefinitions.map(({ AttributeName }) => [AttributeName, "string"]),
  ),
  primaryIndex: keyOf(tableDefinition.KeySchema),
  globalIndexes: Object.fromEntries(
    tableDefinition.GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => [
      IndexName,
      { ...keyOf(KeySchema), projection: "keys-only" },
    ]),
  ),
  ttl: ttlAttribute,
  deletionProtection: !settings.disposable,
  transform: { table: { serverSideEncryption: { enabled: true } } },
});

/** What functions know about the table. It grants nothing: each function is granted its own actions. */
export const tableLink = new sst.Linkable("Table", { properties: { name: table.name } });

type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem"
  | "BatchWriteItem";

/** Actions on items, and reading the index where it is queried. */
export const onTable = (actions: readonly TableAction[], { index = false } = {}) => [
  { actions: actions.map((action) => `dynamodb:${action}`), resources: [table.arn] },
  ...(index ? [{ actions: ["dynamodb:Query"], resources: [$interpolate`${table.arn}/index/index`] }] : []),
];
