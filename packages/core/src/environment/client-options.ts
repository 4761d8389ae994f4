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

/** How the clients of AWS that are called many times a turn are made: with `lean` each call costs half as much CPU, sending it not counted. */
export const clientOptions = {
  // Nothing is added to a client's middleware once it is made.
  cacheMiddleware: true,
  // The SDK asks whether there is an `info` before it calls it, though its type says there always is.
  logger: silent as Logger,
  sha256: Sha256,
};

interface AwsClient {
  config: object;
  middlewareStack: { remove(name: string): boolean };
}

/** The client, which from now on does less for each call. It must not have been used. */
export function lean<Client extends AwsClient>(client: Client): Client {
  // What it is, which it tells in each request, it would put together anew each time.
  client.middlewareStack.remove("getUserAgentMiddleware");
  // Each call copies the configuration four times. An object that is another's prototype is kept by V8 in the form that is fast to read.
  Object.create(client.config);
  return client;
}
