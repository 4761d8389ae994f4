import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { Sha256 } from "./sha256.ts";

/** Discards everything. Without `info` the SDK does not copy each call and its result for logging. */
const silent: Pick<Required<Logger>, "trace" | "debug" | "warn" | "error"> = {
  trace() {},
  debug() {},
  warn() {},
  error() {},
};
type Logger = NonNullable<DynamoDBClientConfig["logger"]>;

/** How the clients of AWS that are called many times a turn are made: with `withoutUserAgent` each call costs half as much of their own CPU. */
export const clientOptions = {
  // Nothing is added to a client's middleware once it is made.
  cacheMiddleware: true,
  // The SDK asks whether there is an `info` before it calls it, though its type says there always is.
  logger: silent as Logger,
  sha256: Sha256,
};

/** The client as one that does not tell in each request what it is, which it would put together anew each time. */
export function withoutUserAgent<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove("getUserAgentMiddleware");
  return client;
}
