import {
  type CancellationReason,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
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
import { CONFLICT_ATTEMPTS, conflictPause } from "./table-retries.ts";

/** One write of a transaction. */
export type Write =
  | { put: Item; when?: Expression }
  | { update: Key; set: Expression; when?: Expression }
  | { remove: Key; when?: Expression }
  | { check: Key; when: Expression };

/** Why a write of a transaction was refused: null if it was not. `item` is the one in its way. */
export type Refusal = { item: Record<string, unknown> | undefined } | null;
export type TransactionOutcome = { done: true } | { done: false; refusals: Refusal[] };

/**
 * Writes all or nothing. A refused condition is a result that says which writes were refused and what was in their
 * way; a conflict with another transaction is tried again.
 */
export async function transact(
  { client, TableName, clock }: TableAt,
  writes: readonly Write[],
): Promise<TransactionOutcome> {
  const TransactItems = writes.map((write) => transactItem(TableName, write));
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
      return { done: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(isRefused)) return { done: false, refusals: reasons.map(refusalOf) };
      if (!reasons.some(isPassing) || attempt === CONFLICT_ATTEMPTS) throw error;
      await clock.sleep(conflictPause(attempt));
    }
  }
}

const isRefused = ({ Code }: CancellationReason): boolean => Code === "ConditionalCheckFailed";
const isPassing = ({ Code }: CancellationReason): boolean =>
  Code === "TransactionConflict" || Code === "ThrottlingError";

const refusalOf = (reason: CancellationReason): Refusal =>
  isRefused(reason) ? { item: reason.Item && fromAttributes(reason.Item) } : null;

function transactItem(TableName: string, write: Write): TransactWriteItem {
  const refused = conditionOf(write.when);
  const changed = "update" in write ? render(write.set, "u") : undefined;
  const conditional = { TableName, ...conditionInput(refused), ...expressionInput({ changed, refused }) };
  if ("put" in write) return { Put: { Item: toAttributes(write.put), ...conditional } };
  if ("remove" in write) return { Delete: { Key: keyAttributes(write.remove), ...conditional } };
  if ("update" in write)
    return { Update: { Key: keyAttributes(write.update), UpdateExpression: changed?.text, ...conditional } };
  // A check always has a condition: the type says so.
  return { ConditionCheck: { Key: keyAttributes(write.check), ConditionExpression: undefined, ...conditional } };
}
