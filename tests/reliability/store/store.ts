import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { Attributes } from "./attribute.ts";
import { changeOf, conditionOf, Invalid, projectionOf, type Scope } from "./expression.ts";

/** A change of one item, as a watcher of the store sees it. */
export interface Change {
  pk: string;
  sk: string;
  before: Attributes | undefined;
  after: Attributes | undefined;
}

export type Store = ReturnType<typeof createStore>;

type Guarded = {
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Attributes | undefined;
};

const META = { $metadata: {} };
const scopeOf = (input: Guarded, item: Attributes | undefined): Scope => ({
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
  item,
});
const stringOf = (value: AttributeValue | undefined): string => {
  if (value?.S === undefined) throw new Invalid("keys of this table are strings");
  return value.S;
};
const keyOf = (attributes: Attributes | undefined) => ({
  pk: stringOf(attributes?.["pk"]),
  sk: stringOf(attributes?.["sk"]),
});

/**
 * The service's table as a state machine: what DynamoDB answers to the commands that `core/src/store/table.ts` sends, one at a
 * time and without waiting. It exists for simulations only, and `store.test.ts` proves it equal to the emulator.
 * `watch` sees every change when it has been made; the index shows a change after `lag()` ms of `now`.
 */
export function createStore(
  options: { watch?: (changes: readonly Change[]) => void; now?: () => number; lag?: () => number } = {},
) {
  const { watch = () => undefined, now = () => 0, lag = () => 0 } = options;
  const partitions = new Map<string, Map<string, Attributes>>();
  const index = new Map<string, Map<string, Attributes>>();
  const lagging: { at: number; apply: () => void }[] = [];
  /** Transactions that were carried out, by their request token. */
  const carriedOut = new Set<string>();

  const find = ({ pk, sk }: { pk: string; sk: string }) => partitions.get(pk)?.get(sk);

  function commit(changes: readonly Change[]) {
    for (const { pk, sk, before, after } of changes) {
      const partition = partitions.get(pk) ?? new Map<string, Attributes>();
      partitions.set(pk, partition);
      if (after) partition.set(sk, after);
      else partition.delete(sk);
      reindex(pk, sk, before, after);
    }
    watch(changes);
  }

  function reindex(pk: string, sk: string, before: Attributes | undefined, after: Attributes | undefined) {
    const [oldPk, newPk] = [before?.["index_pk"]?.S, after?.["index_pk"]?.S];
    const [oldSk, newSk] = [before?.["index_sk"], after?.["index_sk"]];
    if (oldPk === newPk && oldSk?.S === newSk?.S) return;
    const apply = () => {
      const id = `${pk}\n${sk}`;
      if (oldPk !== undefined) index.get(oldPk)?.delete(id);
      if (newPk === undefined || newSk === undefined) return;
      const entries = index.get(newPk) ?? new Map<string, Attributes>();
      index.set(newPk, entries);
      entries.set(id, { pk: { S: pk }, sk: { S: sk }, index_pk: { S: newPk }, index_sk: newSk });
    };
    const wait = lag();
    if (wait === 0 && lagging.length === 0) apply();
    else lagging.push({ at: Math.max(now() + wait, lagging.at(-1)?.at ?? 0), apply });
  }

  function catchUp() {
    while (lagging[0] && lagging[0].at <= now()) lagging.shift()?.apply();
  }

  const passes = (input: Guarded, item: Attributes | undefined) =>
    input.ConditionExpression === undefined || conditionOf(input.ConditionExpression)(scopeOf(input, item));

  /** A single write: its change, or the refusal. */
  function single(input: Guarded & { ReturnValuesOnConditionCheckFailure?: string | undefined }, change: Change): void {
    if (passes(input, change.before)) return commit([change]);
    throw new ConditionalCheckFailedException({
      ...META,
      message: "The conditional request failed",
      ...(input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" && change.before && { Item: change.before }),
    });
  }

  function putChange(input: Pick<PutItemCommandInput, "Item">): Change {
    const key = keyOf(input.Item);
    return { ...key, before: find(key), after: input.Item };
  }

  function updateChange(input: Guarded & Pick<UpdateItemCommandInput, "Key" | "UpdateExpression">): Change {
    const key = keyOf(input.Key);
    const before = find(key);
    const change = changeOf(input.UpdateExpression ?? "");
    return { ...key, before, after: change(scopeOf(input, before), before ?? { ...input.Key }) };
  }

  function removeChange(input: Pick<DeleteItemCommandInput, "Key">): Change {
    const key = keyOf(input.Key);
    return { ...key, before: find(key), after: undefined };
  }

  function part(item: TransactWriteItem): { input: Guarded; change: () => Change; isCheck?: boolean } {
    const { Put, Update, Delete, ConditionCheck } = item;
    if (Put) return { input: Put, change: () => putChange(Put) };
    if (Update) return { input: Update, change: () => updateChange(Update) };
    if (Delete) return { input: Delete, change: () => removeChange(Delete) };
    if (ConditionCheck) return { input: ConditionCheck, change: () => removeChange(ConditionCheck), isCheck: true };
    throw new Invalid("an empty part of a transaction");
  }

  function transact(items: readonly TransactWriteItem[], token: string | undefined) {
    if (token !== undefined && carriedOut.has(token)) return {};
    if (items.length === 0 || items.length > 100) throw new Invalid("a transaction has 1 to 100 writes");
    const keys = items.map(transactionKey);
    if (new Set(keys).size !== keys.length) {
      throw new Invalid("Transaction request cannot include multiple operations on one item");
    }
    const reasons = items.map((item) => {
      const { input } = part(item);
      const { pk, sk } = splitKey(transactionKey(item));
      const before = find({ pk, sk });
      if (passes(input, before)) return { Code: "None" };
      const shows = "ReturnValuesOnConditionCheckFailure" in input;
      return {
        Code: "ConditionalCheckFailed",
        Message: "The conditional request failed",
        ...(shows && before && { Item: before }),
      };
    });
    if (reasons.some(({ Code }) => Code !== "None")) {
      throw new TransactionCanceledException({
        ...META,
        message: "Transaction cancelled",
        CancellationReasons: reasons,
      });
    }
    commit(items.map(part).flatMap(({ change, isCheck }) => (isCheck ? [] : [change()])));
    if (token !== undefined) carriedOut.add(token);
    return {};
  }

  function query(input: QueryCommandInput) {
    catchUp();
    const names = input.ExpressionAttributeNames ?? {};
    const values = input.ExpressionAttributeValues ?? {};
    const [pkName, skName] = input.IndexName === undefined ? ["pk", "sk"] : ["index_pk", "index_sk"];
    if (names["#k"] !== pkName) throw new Invalid("Query condition missed key schema element");
    const { ":from": from, ":to": to } = values;
    if (from && to && stringOf(from) > stringOf(to))
      throw new Invalid("the BETWEEN operator has its bounds the wrong way round");
    const partition = (input.IndexName === undefined ? partitions : index).get(stringOf(values[":pk"]));
    const isWanted = conditionOf(input.KeyConditionExpression ?? "");
    const position = (item: Attributes) =>
      input.IndexName === undefined
        ? stringOf(item["sk"])
        : `${stringOf(item[skName])}\n${stringOf(item["pk"])}\n${stringOf(item["sk"])}`;
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0) * direction;
    const start = input.ExclusiveStartKey && position(input.ExclusiveStartKey);
    const found = [...(partition?.values() ?? [])]
      .filter((item) => isWanted({ names, values, item }))
      .map((item) => ({ item, place: position(item) }))
      .filter(({ place }) => start === undefined || compare(place, start) > 0)
      .toSorted((left, right) => compare(left.place, right.place));
    const page = input.Limit === undefined ? found : found.slice(0, input.Limit);
    const last = page.at(-1)?.item;
    const { FilterExpression } = input;
    const shown = FilterExpression
      ? page.filter(({ item }) => conditionOf(FilterExpression)({ names, values, item }))
      : page;
    const project = projectionOf(input.ProjectionExpression, names);
    const keyNames = input.IndexName === undefined ? ["pk", "sk"] : ["pk", "sk", "index_pk", "index_sk"];
    // A full page names its last item also where nothing follows.
    const isCut = page.length === input.Limit;
    return {
      Items: shown.map(({ item }) => project(item)),
      ...(isCut &&
        last && {
          LastEvaluatedKey: Object.fromEntries(
            keyNames.flatMap((name) => {
              const value = last[name];
              return value ? [[name, value] as const] : [];
            }),
          ),
        }),
    };
  }

  return {
    /** Carries a command out and answers as the SDK's client would, or throws what it would. */
    execute(command: object): object {
      if (command instanceof GetItemCommand) {
        const { Key, ProjectionExpression, ExpressionAttributeNames } = command.input;
        const found = find(keyOf(Key));
        return found ? { Item: projectionOf(ProjectionExpression, ExpressionAttributeNames)(found) } : {};
      }
      if (command instanceof BatchGetItemCommand) {
        const Responses = Object.entries(command.input.RequestItems ?? {}).map(([table, request]) => {
          const project = projectionOf(request.ProjectionExpression, request.ExpressionAttributeNames);
          const found = (request.Keys ?? []).map((key) => find(keyOf(key))).filter((item) => item !== undefined);
          return [table, found.map(project)];
        });
        return { Responses: Object.fromEntries(Responses), UnprocessedKeys: {} };
      }
      if (command instanceof QueryCommand) return query(command.input);
      if (command instanceof PutItemCommand) {
        single(command.input, putChange(command.input));
        return {};
      }
      if (command instanceof UpdateItemCommand) {
        // A refused condition comes before an expression that does not fit the item.
        if (!passes(command.input, find(keyOf(command.input.Key)))) {
          single(command.input, removeChange(command.input));
        }
        const change = updateChange(command.input);
        single(command.input, change);
        return { Attributes: change.after };
      }
      if (command instanceof DeleteItemCommand) {
        const change = removeChange(command.input);
        single(command.input, change);
        return change.before ? { Attributes: change.before } : {};
      }
      if (command instanceof BatchWriteItemCommand) {
        for (const requests of Object.values(command.input.RequestItems ?? {})) {
          for (const { DeleteRequest } of requests) {
            if (!DeleteRequest) throw new Invalid("this store's batches only delete");
            commit([removeChange(DeleteRequest)]);
          }
        }
        return { UnprocessedItems: {} };
      }
      if (command instanceof TransactWriteItemsCommand) {
        return transact(command.input.TransactItems ?? [], command.input.ClientRequestToken);
      }
      throw new Error(`the store does not know ${command.constructor.name}`);
    },

    /** All items of a partition, for checks. */
    partition: (pk: string): Attributes[] => [...(partitions.get(pk)?.values() ?? [])],
    find,
    partitionKeys: () => partitions.keys(),
  };
}

const splitKey = (key: string) => {
  const [pk = "", sk = ""] = key.split("\n");
  return { pk, sk };
};

function transactionKey({ Put, Update, Delete, ConditionCheck }: TransactWriteItem): string {
  const { pk, sk } = keyOf(Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key);
  return `${pk}\n${sk}`;
}

/** The keys of the items that a command writes; none for reads. */
export function writtenKeys(command: object): string[] {
  if (command instanceof TransactWriteItemsCommand) return (command.input.TransactItems ?? []).map(transactionKey);
  const key =
    command instanceof PutItemCommand
      ? command.input.Item
      : command instanceof UpdateItemCommand || command instanceof DeleteItemCommand
        ? command.input.Key
        : undefined;
  if (!key) return [];
  const { pk, sk } = keyOf(key);
  return [`${pk}\n${sk}`];
}
