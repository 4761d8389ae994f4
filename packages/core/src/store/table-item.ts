import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../environment/clock.ts";
import type { Attributes } from "./attributes.ts";
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

/** An item's key alone. */
export const keyAttributes = ({ pk, sk }: Key): Attributes => ({ pk: { S: pk }, sk: { S: sk } });

/** The names and values of a write's change and of its condition. */
export function expressionInput({
  changed,
  refused,
}: {
  changed?: Rendered | undefined;
  refused: Rendered | undefined;
}) {
  const names = changed && refused ? { ...changed.names, ...refused.names } : (changed ?? refused)?.names;
  const values = changed && refused ? { ...changed.values, ...refused.values } : (changed ?? refused)?.values;
  return {
    ...(names && Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(values && Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** A condition with its placeholders. */
export const conditionOf = (when: Expression | undefined): Rendered | undefined => when && render(when, "c");

/** The part of a write that refuses it if `refused` does not hold, and then returns the item in its way. */
export const conditionInput = (refused: Rendered | undefined) =>
  refused && { ConditionExpression: refused.text, ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
