import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
  type TransactWriteItem,
  UpdateItemCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../environment/clock.ts";
import { type Expression, type Rendered, render } from "./expression.ts";

export interface Key {
  pk: string;
  sk: string;
}
export type Item = Key & Record<string, unknown>;

/** What a conditional write did: `item` is the new item where it was done, the one in its way where it was not. */
export type Outcome<T> = { done: true; item: T } | { done: false; item: T | undefined };

export type Write =
  | { put: Item; when?: Expression }
  | { update: Key; set: Expression; when?: Expression }
  | { remove: Key; when?: Expression }
  | { check: Key; when: Expression };

/** Why a write of a transaction was refused: null where it was not. `item` is the one in its way. */
export type Refusal = { item: Record<string, unknown> | undefined } | null;
export type TransactionOutcome = { done: true } | { done: false; refusals: Refusal[] };

export interface QueryOptions {
  pk: string;
  /** Sort keys that begin with this. */
  begins?: string;
  /** Sort keys from and to, both inclusive. */
  between?: readonly [string, string];
  /** Query the index instead of the table: answers keys only. */
  index?: boolean;
  descending?: boolean;
  limit?: number;
  after?: Record<string, unknown> | undefined;
  consistent?: boolean;
  filter?: Expression;
  /** The attributes that are read, by their paths: `request.upload_ids`. Without it all are. */
  fields?: readonly string[];
}

/** Typed access to the one table. Faults of DynamoDB reject; refused conditions are answers. */
export type Table = ReturnType<typeof createTable>;

const options = { marshallOptions: { removeUndefinedValues: true } };
const attributes = (value: Record<string, unknown>) => marshall(value, options.marshallOptions);

function expressionInput(parts: { [name: string]: Rendered | undefined }) {
  const rendered = Object.values(parts).filter((part) => part !== undefined);
  const names = Object.assign({}, ...rendered.map((part) => part.names)) as Record<string, string>;
  const values = Object.assign({}, ...rendered.map((part) => part.values)) as Record<string, unknown>;
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: attributes(values) }),
  };
}

/** Items that one BatchGetItem takes. */
const BATCH = 100;

/** Paths of attributes as a projection writes them. */
function projection(fields: readonly string[]): { text: string; names: Record<string, string> } {
  const parts = [...new Set(fields.flatMap((field) => field.split(".")))];
  const named = (part: string) => `#p${parts.indexOf(part)}`;
  return {
    text: fields.map((field) => field.split(".").map(named).join(".")).join(", "),
    names: Object.fromEntries(parts.map((part) => [named(part), part])),
  };
}

const condition = (when: Expression | undefined) => when && render(when, "c");

/** Attempts of a write that meets a transaction on the same items before the conflict is a fault. */
const CONFLICT_ATTEMPTS = 8;
const conflictWait = (attempt: number) => Math.random() * 20 * 2 ** attempt;

/**
 * The table `name` behind `client`. `clock` spaces the retries of conflicting writes.
 */
export function createTable(client: DynamoDBClient, name: string, clock: Clock) {
  const TableName = name;

  async function conditional<T>(run: () => Promise<T>): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return { done: true, item: await run() };
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          // The stored item has the caller's type: one key holds one kind of item.
          return { done: false, item: error.Item ? (unmarshall(error.Item) as T) : undefined };
        }
        // A transaction holds the item for a moment. The SDK does not try again by itself.
        if (!(error instanceof TransactionConflictException) || attempt === CONFLICT_ATTEMPTS) throw error;
        await clock.sleep(conflictWait(attempt));
      }
    }
  }

  async function get<T = Item>(key: Key, { consistent = false } = {}): Promise<T | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: attributes({ pk: key.pk, sk: key.sk }), ConsistentRead: consistent }),
    );
    return Item && (unmarshall(Item) as T);
  }

  /** Reads items, 100 a call; the answer has the order of `keys`. */
  async function getMany<T = Item>(keys: readonly Key[], { consistent = false } = {}): Promise<(T | undefined)[]> {
    const found = new Map<string, T>();
    const wanted = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()].map(
      attributes,
    );
    const starts = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, batch) => batch * BATCH);
    await Promise.all(
      starts.map(async (start) => {
        let pending = wanted.slice(start, start + BATCH);
        for (let attempt = 0; pending.length > 0; attempt++) {
          if (attempt > 0) await clock.sleep(Math.min(1000, 25 * 2 ** attempt));
          const answer = await client.send(
            new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: consistent } } }),
          );
          for (const item of answer.Responses?.[TableName] ?? []) {
            const record = unmarshall(item);
            found.set(`${record["pk"]}\n${record["sk"]}`, record as T);
          }
          pending = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
        }
      }),
    );
    return keys.map((key) => found.get(`${key.pk}\n${key.sk}`));
  }

  async function put<T extends Item>(item: T, when?: Expression): Promise<Outcome<T>> {
    const refused = condition(when);
    return conditional(async () => {
      await client.send(
        new PutItemCommand({
          TableName,
          Item: attributes(item),
          ...(refused && { ConditionExpression: refused.text, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
          ...expressionInput({ refused }),
        }),
      );
      return item;
    });
  }

  /** `change` is a whole update expression: ``expr`SET #a = ${1} REMOVE #b` ``. */
  async function update<T = Item>(key: Key, change: Expression, when?: Expression): Promise<Outcome<T>> {
    const changed = render(change, "u");
    const refused = condition(when);
    return conditional(async () => {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName,
          Key: attributes({ pk: key.pk, sk: key.sk }),
          UpdateExpression: changed.text,
          ...(refused && { ConditionExpression: refused.text, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
          ...expressionInput({ changed, refused }),
          ReturnValues: "ALL_NEW",
        }),
      );
      return unmarshall(Attributes ?? {}) as T;
    });
  }

  /** Answers the item that was removed; `done: false` without an item where there was none and `when` asked for one. */
  async function remove<T = Item>(key: Key, when?: Expression): Promise<Outcome<T | undefined>> {
    const refused = condition(when);
    return conditional(async () => {
      const { Attributes } = await client.send(
        new DeleteItemCommand({
          TableName,
          Key: attributes({ pk: key.pk, sk: key.sk }),
          ...(refused && { ConditionExpression: refused.text, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
          ...expressionInput({ refused }),
          ReturnValues: "ALL_OLD",
        }),
      );
      return Attributes && (unmarshall(Attributes) as T);
    });
  }

  /** One page of items under `pk`; `next` continues it. */
  async function query<T = Item>(
    request: QueryOptions,
  ): Promise<{ items: T[]; next: Record<string, unknown> | undefined }> {
    const [pkName, skName] = request.index ? ["index_pk", "index_sk"] : ["pk", "sk"];
    const values: Record<string, unknown> = { ":pk": request.pk };
    let keys = "#k = :pk";
    if (request.begins !== undefined) {
      keys += " AND begins_with(#s, :begins)";
      values[":begins"] = request.begins;
    } else if (request.between) {
      keys += " AND #s BETWEEN :from AND :to";
      values[":from"] = request.between[0];
      values[":to"] = request.between[1];
    }
    const filter = request.filter && render(request.filter, "f");
    const shown = request.fields && projection(request.fields);
    const answer = await client.send(
      new QueryCommand({
        TableName,
        ...(request.index && { IndexName: "index" }),
        KeyConditionExpression: keys,
        ...(filter && { FilterExpression: filter.text }),
        ...(shown && { ProjectionExpression: shown.text }),
        ExpressionAttributeNames: {
          "#k": pkName,
          ...(keys.includes("#s") && { "#s": skName }),
          ...filter?.names,
          ...shown?.names,
        },
        ExpressionAttributeValues: attributes({ ...values, ...filter?.values }),
        ScanIndexForward: !request.descending,
        ConsistentRead: request.consistent ?? false,
        ...(request.limit && { Limit: request.limit }),
        ...(request.after && { ExclusiveStartKey: attributes(request.after) }),
      }),
    );
    return {
      items: (answer.Items ?? []).map((item) => unmarshall(item) as T),
      next: answer.LastEvaluatedKey && unmarshall(answer.LastEvaluatedKey),
    };
  }

  /** All items under `pk`, page by page. */
  async function queryAll<T = Item>(request: Omit<QueryOptions, "limit" | "after">): Promise<T[]> {
    const items: T[] = [];
    let after: Record<string, unknown> | undefined;
    do {
      const page = await query<T>({ ...request, after });
      items.push(...page.items);
      after = page.next;
    } while (after);
    return items;
  }

  function transactItem(write: Write): TransactWriteItem {
    const refused = condition(write.when);
    const guard = refused && {
      ConditionExpression: refused.text,
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    };
    if ("put" in write)
      return { Put: { TableName, Item: attributes(write.put), ...guard, ...expressionInput({ refused }) } };
    if ("remove" in write) {
      const { pk, sk } = write.remove;
      return { Delete: { TableName, Key: attributes({ pk, sk }), ...guard, ...expressionInput({ refused }) } };
    }
    if ("check" in write) {
      const { pk, sk } = write.check;
      return {
        ConditionCheck: {
          TableName,
          Key: attributes({ pk, sk }),
          ConditionExpression: refused?.text,
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          ...expressionInput({ refused }),
        },
      };
    }
    const { pk, sk } = write.update;
    const changed = render(write.set, "u");
    return {
      Update: {
        TableName,
        Key: attributes({ pk, sk }),
        UpdateExpression: changed.text,
        ...guard,
        ...expressionInput({ changed, refused }),
      },
    };
  }

  /**
   * Writes all or nothing. A refused condition is an answer that says which writes were refused and what stood in their
   * way; a conflict with another transaction is tried again.
   */
  async function transact(writes: readonly Write[]): Promise<TransactionOutcome> {
    const TransactItems = writes.map(transactItem);
    for (let attempt = 1; ; attempt++) {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems }));
        return { done: true };
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const reasons = error.CancellationReasons ?? [];
        if (reasons.some((reason) => reason.Code === "ConditionalCheckFailed")) {
          return {
            done: false,
            refusals: reasons.map((reason) =>
              reason.Code === "ConditionalCheckFailed" ? { item: reason.Item && unmarshall(reason.Item) } : null,
            ),
          };
        }
        const passing = reasons.some(
          (reason) => reason.Code === "TransactionConflict" || reason.Code === "ThrottlingError",
        );
        if (!passing || attempt === CONFLICT_ATTEMPTS) throw error;
        await clock.sleep(conflictWait(attempt));
      }
    }
  }

  /** Removes items without a condition, 25 a call. Returns the write units that were consumed, the index's included. */
  async function removeMany(keys: readonly Key[]): Promise<number> {
    let units = 0;
    for (let start = 0; start < keys.length; start += 25) {
      let pending: WriteRequest[] = keys
        .slice(start, start + 25)
        .map(({ pk, sk }) => ({ DeleteRequest: { Key: attributes({ pk, sk }) } }));
      for (let attempt = 0; pending.length > 0; attempt++) {
        if (attempt > 0) await clock.sleep(Math.min(1000, 25 * 2 ** attempt));
        const answer = await client.send(
          new BatchWriteItemCommand({ RequestItems: { [TableName]: pending }, ReturnConsumedCapacity: "TOTAL" }),
        );
        units += answer.ConsumedCapacity?.[0]?.CapacityUnits ?? 0;
        pending = answer.UnprocessedItems?.[TableName] ?? [];
      }
    }
    return units;
  }

  return { get, getMany, put, update, remove, query, queryAll, transact, removeMany };
}
