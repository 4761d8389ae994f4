import { BatchGetItemCommand, GetItemCommand, QueryCommand, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { type Attributes, fromAttributes, toAttributes } from "./attributes.ts";
import { type Expression, render } from "./expression.ts";
import { batchPause } from "./table-retries.ts";
import { type Item, type Key, keyAttributes, type TableAt } from "./table-item.ts";

export interface ReadOptions {
  consistent?: boolean;
}

export interface QueryOptions extends ReadOptions {
  pk: string;
  /** Sort keys that begin with this. */
  begins?: string;
  /** Sort keys from and to, both inclusive. */
  between?: readonly [string, string];
  /** Query the index instead of the table: returns keys only. */
  index?: boolean;
  descending?: boolean;
  limit?: number;
  after?: Record<string, unknown> | undefined;
  filter?: Expression;
  /** The attributes that are read, by their paths: `request.upload_ids`. Without it all are. */
  fields?: readonly string[];
}

export interface Page<T> {
  items: T[];
  /** Continues the query; undefined on its last page. */
  next: Record<string, unknown> | undefined;
}

/** Items that one BatchGetItem takes. */
export const ITEMS_PER_READ = 100;

/** What a key is called where items are looked up by their keys. */
export const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** Reads items as DynamoDB has them, one by itself and others 100 a call. Returns those that are there, by the names of their keys. */
export async function readItems(
  at: TableAt,
  keys: readonly Key[],
  options: ReadOptions,
): Promise<ReadonlyMap<string, Attributes>> {
  const wanted = new Map(keys.map((key) => [nameOf(key), keyAttributes(key)]));
  const [only, ...others] = wanted;
  if (only && others.length === 0) {
    const item = await readItem(at, only[1], options);
    return new Map(item && [[only[0], item]]);
  }
  const attributes = [...wanted.values()];
  const starts = Array.from(
    { length: Math.ceil(attributes.length / ITEMS_PER_READ) },
    (_, batch) => batch * ITEMS_PER_READ,
  );
  const batches = await Promise.all(
    starts.map((start) => readBatch(at, attributes.slice(start, start + ITEMS_PER_READ), options)),
  );
  return new Map(batches.flat().map((item) => [nameOf({ pk: item["pk"]?.S ?? "", sk: item["sk"]?.S ?? "" }), item]));
}

async function readItem(
  { client, TableName }: TableAt,
  Key: Attributes,
  { consistent = false }: ReadOptions,
): Promise<Attributes | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: consistent }));
  return Item;
}

async function readBatch(
  { client, TableName, clock }: TableAt,
  keys: Attributes[],
  { consistent = false }: ReadOptions,
): Promise<Attributes[]> {
  const found: Attributes[] = [];
  let pending = keys;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await clock.sleep(batchPause(attempt));
    const answer = await client.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: consistent } } }),
    );
    found.push(...(answer.Responses?.[TableName] ?? []));
    pending = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return found;
}

/** One page of items under `pk`; `next` continues it. */
export async function queryPage<T = Item>({ client, TableName }: TableAt, request: QueryOptions): Promise<Page<T>> {
  const answer = await client.send(new QueryCommand({ TableName, ...queryInput(request) }));
  return {
    items: (answer.Items ?? []).map((item) => fromAttributes(item) as T),
    next: answer.LastEvaluatedKey && fromAttributes(answer.LastEvaluatedKey),
  };
}

/** All items under `pk`, page by page. */
export async function queryPages<T = Item>(at: TableAt, request: Omit<QueryOptions, "limit" | "after">): Promise<T[]> {
  const items: T[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryPage<T>(at, { ...request, after });
    items.push(...page.items);
    after = page.next;
  } while (after);
  return items;
}

function queryInput(request: QueryOptions): Omit<QueryCommandInput, "TableName"> {
  const keys = keyCondition(request);
  const filter = request.filter && render(request.filter, "f");
  const shown = request.fields && projection(request.fields);
  return {
    ...(request.index && { IndexName: "index" }),
    KeyConditionExpression: keys.text,
    ...(filter && { FilterExpression: filter.text }),
    ...(shown && { ProjectionExpression: shown.text }),
    ExpressionAttributeNames: { ...keys.names, ...filter?.names, ...shown?.names },
    ExpressionAttributeValues: { ...keys.values, ...filter?.values },
    ScanIndexForward: !request.descending,
    ConsistentRead: request.consistent ?? false,
    ...(request.limit && { Limit: request.limit }),
    ...(request.after && { ExclusiveStartKey: toAttributes(request.after) }),
  };
}

/** The keys that a query reads, of the table or of its index. */
function keyCondition({ pk, begins, between, index = false }: QueryOptions) {
  const partition = { "#k": index ? "index_pk" : "pk" };
  const names = { ...partition, "#s": index ? "index_sk" : "sk" };
  if (begins !== undefined)
    return {
      text: "#k = :pk AND begins_with(#s, :begins)",
      names,
      values: toAttributes({ ":pk": pk, ":begins": begins }),
    };
  if (between) {
    const [from, to] = between;
    return {
      text: "#k = :pk AND #s BETWEEN :from AND :to",
      names,
      values: toAttributes({ ":pk": pk, ":from": from, ":to": to }),
    };
  }
  return { text: "#k = :pk", names: partition, values: toAttributes({ ":pk": pk }) };
}

/** Paths of attributes as a projection writes them. */
function projection(fields: readonly string[]): { text: string; names: Record<string, string> } {
  const parts = [...new Set(fields.flatMap((field) => field.split(".")))];
  const named = (part: string) => `#p${parts.indexOf(part)}`;
  return {
    text: fields.map((field) => field.split(".").map(named).join(".")).join(", "),
    names: Object.fromEntries(parts.map((part) => [named(part), part])),
  };
}
