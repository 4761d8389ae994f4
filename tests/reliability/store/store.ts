import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  BatchWriteItemCommand,
  type BatchWriteItemCommandInput,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  GetItemCommand,
  type GetItemCommandInput,
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
import { changeOf, conditionOf, projectionOf } from "./expression.ts";
import { Invalid, type Scope } from "./item-path.ts";

/** A change of one item, as a watcher of the store sees it. */
export interface Change {
  pk: string;
  sk: string;
  before: Attributes | undefined;
  after: Attributes | undefined;
}

export interface StoreOptions {
  watch?: (changes: readonly Change[]) => void;
  now?: () => number;
  lag?: () => number;
  /** Asked for each turn that is read less consistently within a second of its last change: true where it is answered as it was before that. */
  isStale?: () => boolean;
}

/** How long (ms) a read that is not consistent may show an item as it was. */
const STALE_MS = 1_000;

type Guarded = {
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Attributes | undefined;
};

interface Key {
  pk: string;
  sk: string;
}

/** One write of a transaction, or a check that writes nothing. */
interface Part {
  key: Key;
  input: Guarded;
  change: () => Change;
  isCheck?: boolean;
}

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
const keyOf = (attributes: Attributes | undefined): Key => ({
  pk: stringOf(attributes?.["pk"]),
  sk: stringOf(attributes?.["sk"]),
});

/**
 * The service's table as a state machine: what DynamoDB answers to the commands that `core/src/store/table.ts` sends, one at a
 * time and without waiting. It exists for simulations only, and `store.test.ts` proves it equal to the emulator.
 * `watch` sees every change when it has been made; the index shows a change after `lag()` ms of `now`, and a read of a turn that is not
 * consistent may miss its last change (`isStale`). Of other items such reads are as they are: what is read so may be 20 s old anyway.
 */
export class Store {
  readonly #options: Required<StoreOptions>;
  readonly #partitions = new Map<string, Map<string, Attributes>>();
  readonly #index = new Map<string, Map<string, Attributes>>();
  readonly #lagging: { at: number; apply: () => void }[] = [];
  /** Turns as they were before their last change, and when that was. */
  readonly #earlier = new Map<string, { item: Attributes | undefined; until: number }>();
  /** Transactions that were carried out, by their request token. */
  readonly #carriedOut = new Set<string>();

  constructor(options: StoreOptions = {}) {
    this.#options = { watch: () => undefined, now: () => 0, lag: () => 0, isStale: () => false, ...options };
  }

  find({ pk, sk }: Key): Attributes | undefined {
    return this.#partitions.get(pk)?.get(sk);
  }

  /** All items of a partition, for checks. */
  partition(pk: string): Attributes[] {
    return [...(this.#partitions.get(pk)?.values() ?? [])];
  }

  partitionKeys(): MapIterator<string> {
    return this.#partitions.keys();
  }

  /** Carries a command out and answers as the SDK's client would, or throws what it would. */
  execute(command: object): object {
    if (command instanceof GetItemCommand) return this.#get(command.input);
    if (command instanceof BatchGetItemCommand) return this.#getBatch(command.input);
    if (command instanceof QueryCommand) return this.#query(command.input);
    if (command instanceof PutItemCommand) {
      this.#single(command.input, this.#putChange(command.input));
      return {};
    }
    if (command instanceof UpdateItemCommand) return this.#update(command.input);
    if (command instanceof DeleteItemCommand) {
      const change = this.#removeChange(command.input);
      this.#single(command.input, change);
      return change.before ? { Attributes: change.before } : {};
    }
    if (command instanceof BatchWriteItemCommand) return this.#removeBatch(command.input);
    if (command instanceof TransactWriteItemsCommand)
      return this.#transact(command.input.TransactItems ?? [], command.input.ClientRequestToken);
    throw new Error(`the store does not know ${command.constructor.name}`);
  }

  /** An item as a read shows it. */
  #shown(key: Key, isConsistent = false): Attributes | undefined {
    const earlier = isConsistent ? undefined : this.#earlier.get(`${key.pk}\n${key.sk}`);
    return earlier && earlier.until >= this.#options.now() && this.#options.isStale() ? earlier.item : this.find(key);
  }

  #get({ Key, ConsistentRead, ProjectionExpression, ExpressionAttributeNames }: GetItemCommandInput): object {
    const found = this.#shown(keyOf(Key), ConsistentRead);
    return found ? { Item: projectionOf(ProjectionExpression, ExpressionAttributeNames)(found) } : {};
  }

  #getBatch({ RequestItems }: BatchGetItemCommandInput): object {
    const Responses = Object.entries(RequestItems ?? {}).map(([table, request]) => {
      const project = projectionOf(request.ProjectionExpression, request.ExpressionAttributeNames);
      const found = (request.Keys ?? [])
        .map((key) => this.#shown(keyOf(key), request.ConsistentRead))
        .filter((item) => item !== undefined);
      return [table, found.map(project)];
    });
    return { Responses: Object.fromEntries(Responses), UnprocessedKeys: {} };
  }

  #update(input: UpdateItemCommandInput): object {
    // A refused condition comes before an expression that does not fit the item.
    if (!this.#passes(input, this.find(keyOf(input.Key)))) this.#single(input, this.#removeChange(input));
    const change = this.#updateChange(input);
    this.#single(input, change);
    return { Attributes: change.after };
  }

  #removeBatch({ RequestItems }: BatchWriteItemCommandInput): object {
    for (const requests of Object.values(RequestItems ?? {})) {
      for (const { DeleteRequest } of requests) {
        if (!DeleteRequest) throw new Invalid("this store's batches only delete");
        this.#commit([this.#removeChange(DeleteRequest)]);
      }
    }
    return { UnprocessedItems: {} };
  }

  #passes(input: Guarded, item: Attributes | undefined): boolean {
    return input.ConditionExpression === undefined || conditionOf(input.ConditionExpression)(scopeOf(input, item));
  }

  #commit(changes: readonly Change[]) {
    for (const { pk, sk, before, after } of changes) {
      const partition = this.#partitions.get(pk) ?? new Map<string, Attributes>();
      this.#partitions.set(pk, partition);
      if (after) partition.set(sk, after);
      else partition.delete(sk);
      if (sk.startsWith("TURN#"))
        this.#earlier.set(`${pk}\n${sk}`, { item: before, until: this.#options.now() + STALE_MS });
      this.#reindex(pk, sk, before, after);
    }
    this.#options.watch(changes);
  }

  #reindex(pk: string, sk: string, before: Attributes | undefined, after: Attributes | undefined) {
    const [oldPk, newPk] = [before?.["index_pk"]?.S, after?.["index_pk"]?.S];
    const [oldSk, newSk] = [before?.["index_sk"], after?.["index_sk"]];
    if (oldPk === newPk && oldSk?.S === newSk?.S) return;
    const apply = () => {
      const id = `${pk}\n${sk}`;
      if (oldPk !== undefined) this.#index.get(oldPk)?.delete(id);
      if (newPk === undefined || newSk === undefined) return;
      const entries = this.#index.get(newPk) ?? new Map<string, Attributes>();
      this.#index.set(newPk, entries);
      entries.set(id, { pk: { S: pk }, sk: { S: sk }, index_pk: { S: newPk }, index_sk: newSk });
    };
    const wait = this.#options.lag();
    if (wait === 0 && this.#lagging.length === 0) apply();
    else this.#lagging.push({ at: Math.max(this.#options.now() + wait, this.#lagging.at(-1)?.at ?? 0), apply });
  }

  #catchUp() {
    while (this.#lagging[0] && this.#lagging[0].at <= this.#options.now()) this.#lagging.shift()?.apply();
  }

  /** A single write: its change, or the refusal. */
  #single(input: Guarded & { ReturnValuesOnConditionCheckFailure?: string | undefined }, change: Change): void {
    if (this.#passes(input, change.before)) return this.#commit([change]);
    throw new ConditionalCheckFailedException({
      ...META,
      message: "The conditional request failed",
      ...(input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" && change.before && { Item: change.before }),
    });
  }

  #putChange(input: Pick<PutItemCommandInput, "Item">): Change {
    const key = keyOf(input.Item);
    return { ...key, before: this.find(key), after: input.Item };
  }

  #updateChange(input: Guarded & Pick<UpdateItemCommandInput, "Key" | "UpdateExpression">): Change {
    const key = keyOf(input.Key);
    const before = this.find(key);
    const change = changeOf(input.UpdateExpression ?? "");
    return { ...key, before, after: change(scopeOf(input, before), before ?? { ...input.Key }) };
  }

  #removeChange(input: Pick<DeleteItemCommandInput, "Key">): Change {
    const key = keyOf(input.Key);
    return { ...key, before: this.find(key), after: undefined };
  }

  #part(item: TransactWriteItem): Part {
    const { Put, Update, Delete, ConditionCheck } = item;
    const key = keyWritten(item);
    if (Put) return { key, input: Put, change: () => this.#putChange(Put) };
    if (Update) return { key, input: Update, change: () => this.#updateChange(Update) };
    if (Delete) return { key, input: Delete, change: () => this.#removeChange(Delete) };
    if (ConditionCheck)
      return { key, input: ConditionCheck, change: () => this.#removeChange(ConditionCheck), isCheck: true };
    throw new Invalid("an empty part of a transaction");
  }

  #transact(items: readonly TransactWriteItem[], token: string | undefined) {
    if (token !== undefined && this.#carriedOut.has(token)) return {};
    if (items.length === 0 || items.length > 100) throw new Invalid("a transaction has 1 to 100 writes");
    const keys = items.map(transactionKey);
    if (new Set(keys).size !== keys.length) {
      throw new Invalid("Transaction request cannot include multiple operations on one item");
    }
    const parts = items.map((item) => this.#part(item));
    const reasons = parts.map(({ input, key }) => {
      const before = this.find(key);
      if (this.#passes(input, before)) return { Code: "None" };
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
    this.#commit(parts.flatMap(({ change, isCheck }) => (isCheck ? [] : [change()])));
    if (token !== undefined) this.#carriedOut.add(token);
    return {};
  }

  #query(input: QueryCommandInput) {
    this.#catchUp();
    const names = input.ExpressionAttributeNames ?? {};
    const values = input.ExpressionAttributeValues ?? {};
    const [pkName, skName] = input.IndexName === undefined ? ["pk", "sk"] : ["index_pk", "index_sk"];
    if (names["#k"] !== pkName) throw new Invalid("Query condition missed key schema element");
    const { ":from": from, ":to": to } = values;
    if (from && to && stringOf(from) > stringOf(to))
      throw new Invalid("the BETWEEN operator has its bounds the wrong way round");
    const partition = (input.IndexName === undefined ? this.#partitions : this.#index).get(stringOf(values[":pk"]));
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
}

const keyWritten = ({ Put, Update, Delete, ConditionCheck }: TransactWriteItem): Key =>
  keyOf(Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key);

function transactionKey(item: TransactWriteItem): string {
  const { pk, sk } = keyWritten(item);
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
