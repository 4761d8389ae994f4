import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";

/** What DynamoDB says about a request that it will never accept, however often it is sent. */
const lastingFaults = new Set([
  "ValidationException",
  "ItemCollectionSizeLimitExceededException",
  "SerializationException",
  "RequestEntityTooLargeException",
]);
/** The same if one write of a transaction is at fault. */
const lastingReasons = new Set(["ValidationError", "ItemCollectionSizeLimitExceeded"]);

/** True for a fault of the table that trying again does not cure: an item or a transaction that is too large or malformed. */
export function isLasting(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code }) => Code !== undefined && lastingReasons.has(Code));
  return error instanceof Error && lastingFaults.has(error.name);
}
