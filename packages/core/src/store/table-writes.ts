import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  TransactionConflictException,
  UpdateItemCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "../environment/clock.ts";
import { fromAttributes, toAttributes } from "./attributes.ts";
import { type Expression, render } from "./expression.ts";
import {
  conditionInput,
  conditionOf,
  expressionInput,
  type Item,
  type Key,
  keyAttributes,
  type TableAt,
} from "./table-item.ts";
import { batchPause, CONFLICT_ATTEMPTS, conflictPause } from "./table-retries.ts";

/** What a conditional write did: `item` is the new item if it was done, the one in its way if it was not. */
export type Outcome<T> = { done: true; item: T } | { done: false; item: T | undefined };

/** Items that one BatchWriteItem takes. */
const ITEMS_PER_REMOVAL = 25;

/** Runs a conditional write, and again if a transaction holds its item. */
async function conditional<T>(clock: Clock, run: () => Promise<T>): Promise<Outcome<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { done: true, item: await run() };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) {
        // The stored item has the caller's type: one key holds one kind of item.
        return { done: false, item: error.Item ? (fromAttributes(error.Item) as T) : undefined };
      }
      // A transaction holds the item for a moment. The SDK does not try again by itself.
      if (!(error instanceof TransactionConflictException) || attempt === CONFLICT_ATTEMPTS) throw error;
      await clock.sleep(conflictPause(attempt));
    }
  }
}

export async function putItem<T extends Item>(
  { client, TableName, clock }: TableAt,
  item: T,
  when?: Expression,
): Promise<Outcome<T>> {
  const refused = conditionOf(when);
  return conditional(clock, async () => {
    await client.send(
      new PutItemCommand({
        TableName,
        Item: toAttributes(item),
        ...conditionInput(refused),
        ...expressionInput({ refused }),
      }),
    );
    return item;
  });
}

/** `change` is a whole update expression: ``expr`SET #a = ${1} REMOVE #b` ``. */
export async function updateItem<T = Item>(
  { client, TableName, clock }: TableAt,
  key: Key,
  change: Expression,
  when?: Expression,
): Promise<Outcome<T>> {
  const changed = render(change, "u");
  const refused = conditionOf(when);
  return conditional(clock, async () => {
    const { Attributes } = await client.send(
      new UpdateItemCommand({
        TableName,
        Key: keyAttributes(key),
        UpdateExpression: changed.text,
        ...conditionInput(refused),
        ...expressionInput({ changed, refused }),
        ReturnValues: "ALL_NEW",
      }),
    );
    return fromAttributes(Attributes ?? {}) as T;
  });
}

/** Returns the item that was removed; `done: false` without an item if there was none and `when` asked for one. */
export async function removeItem<T = Item>(
  { client, TableName, clock }: TableAt,
  key: Key,
  when?: Expression,
): Promise<Outcome<T | undefined>> {
  const refused = conditionOf(when);
  return conditional(clock, async () => {
    const { Attributes } = await client.send(
      new DeleteItemCommand({
        TableName,
        Key: keyAttributes(key),
        ...conditionInput(refused),
        ...expressionInput({ refused }),
        ReturnValues: "ALL_OLD",
      }),
    );
    return Attributes && (fromAttributes(Attributes) as T);
  });
}

/** Removes items without a condition, 25 a call. Returns the write units that were consumed, the index's included. */
export async function removeItems({ client, TableName, clock }: TableAt, keys: readonly Key[]): Promise<number> {
  let units = 0;
  for (let start = 0; start < keys.length; start += ITEMS_PER_REMOVAL) {
    let pending: WriteRequest[] = keys
      .slice(start, start + ITEMS_PER_REMOVAL)
      .map((key) => ({ DeleteRequest: { Key: keyAttributes(key) } }));
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await clock.sleep(batchPause(attempt));
      const answer = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: pending }, ReturnConsumedCapacity: "TOTAL" }),
      );
      units += answer.ConsumedCapacity?.[0]?.CapacityUnits ?? 0;
      pending = answer.UnprocessedItems?.[TableName] ?? [];
    }
  }
  return units;
}
