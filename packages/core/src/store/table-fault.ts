import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";

/** What DynamoDB says of a request that it will never take, however often it is sent. */
const lastingFaults = new Set([
  "ValidationException",
  "ItemCollectionSizeLimitExceededException",
  "SerializationException",
  "RequestEntityTooLargeException",
]);
/** The same where one write of a transaction is at fault. */
const lastingReasons = new Set(["ValidationError", "ItemCollectionSizeLimitExceeded"]);

/** True for a fault of the table that no other try cures: an item or a transaction that is too large, or is not one. */
export function isLasting(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code }) => Code !== undefined && lastingReasons.has(Code));
  return error instanceof Error && lastingFaults.has(error.name);
}
