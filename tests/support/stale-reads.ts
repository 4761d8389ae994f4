import { type AttributeValue, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { turnKey } from "@parley/core/turn/record";
import type { TestTable } from "./table.ts";

type Row = Record<string, AttributeValue>;
const isTurn = (item: Row | undefined) => item?.["sk"]?.S?.startsWith("TURN#") ?? false;
const isReadLoosely = (input: object): boolean => {
  const requests = "RequestItems" in input ? Object.values(input.RequestItems as object) : [input];
  return requests.every((request: { ConsistentRead?: boolean }) => !request.ConsistentRead);
};

/** While `work` runs, every read that is not consistent shows turns as `earlier`: as one was, or, without it, as if there were none. */
export async function staleWhile<T>(
  table: TestTable,
  work: () => Promise<T>,
  earlier?: Row,
): Promise<{ told: T; stale: number }> {
  let stale = 0;
  const old = (item: Row | undefined) => {
    if (!isTurn(item)) return item;
    stale += 1;
    return earlier;
  };
  table.intercept("stale", async ({ command, input }, send) => {
    const output = await send();
    if (!/^(?:Batch)?GetItem/.test(command) || !isReadLoosely(input)) return output;
    if ("Item" in output) return { ...output, Item: old(output.Item) };
    if (!("Responses" in output)) return output;
    const tables = Object.entries(output.Responses as Record<string, Row[]>);
    const shown = tables.map(([name, items]) => [name, items.map(old).filter((item) => item !== undefined)]);
    return { ...output, Responses: Object.fromEntries(shown) };
  });
  try {
    return { told: await work(), stale };
  } finally {
    table.release("stale");
  }
}

/** A turn's item as the table has it. */
export async function storedTurn({ client, name }: TestTable, chatId: string, turnId: string): Promise<Row> {
  const { pk, sk } = turnKey(chatId, turnId);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  const { Item } = await client.send(new GetItemCommand({ TableName: name, Key, ConsistentRead: true }));
  if (!Item) throw new Error("there is no such turn");
  return Item;
}
