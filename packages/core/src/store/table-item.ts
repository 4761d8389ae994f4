import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../environment/clock.ts";
import { type Expression, type Rendered, render } from "./expression.ts";

export interface Key {
  pk: string;
  sk: string;
}
export type Item = Key & Record<string, unknown>;

/** The table `TableName` behind `client`; `clock` spaces what is sent again. */
export interface TableAt {
  client: DynamoDBClient;
  TableName: string;
  clock: Clock;
}

const options = { marshallOptions: { removeUndefinedValues: true } };

/** A record as DynamoDB takes it; undefined fields are left out. */
export const attributes = (value: Record<string, unknown>) => marshall(value, options.marshallOptions);

/** An item's key alone. */
export const keyAttributes = ({ pk, sk }: Key) => attributes({ pk, sk });

/** The names and values of all expressions of one request. */
export function expressionInput(parts: { [name: string]: Rendered | undefined }) {
  const rendered = Object.values(parts).filter((part) => part !== undefined);
  const names = Object.assign({}, ...rendered.map((part) => part.names)) as Record<string, string>;
  const values = Object.assign({}, ...rendered.map((part) => part.values)) as Record<string, unknown>;
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: attributes(values) }),
  };
}

/** A condition with its placeholders. */
export const conditionOf = (when: Expression | undefined): Rendered | undefined => when && render(when, "c");

/** The part of a write that refuses it if `refused` does not hold, and then returns the item in its way. */
export const conditionInput = (refused: Rendered | undefined) =>
  refused && { ConditionExpression: refused.text, ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
