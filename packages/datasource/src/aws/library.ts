import { createRequire } from "node:module";
import { join } from "node:path";
import { errorCode, misconfigured } from "../failure.ts";

/** What stands between an answer and what is read of it; the answer comes as it was sent. */
type Middleware = (next: (given: object) => Promise<Answered>) => (given: object) => Promise<Answered>;
interface Answered {
  response: object;
}

/** What is used of any client of the AWS SDK: commands are sent, with the credentials that the process has. */
export interface AwsClient {
  send(command: object, options?: { abortSignal?: AbortSignal }): Promise<unknown>;
  destroy(): void;
  middlewareStack: { add(middleware: Middleware, options: { step: "deserialize"; priority: "low" }): void };
}

type Constructor<Made> = new (input: object) => Made;

/** A command an operation, as a client's package has them. */
export type AwsCommands<Operation extends string> = Record<`${Operation}Command`, Constructor<object>>;

/** A client's package: its client, and its commands. */
export type AwsPackage<Client extends string, Operation extends string> = Record<Client, Constructor<AwsClient>> &
  AwsCommands<Operation>;

/**
 * Loads a client's package where it is installed: beside the service, or in the directory that `AWS_CLIENTS_DIR` names. Throws
 * `DATASOURCE_UNAVAILABLE` with the fault `no_library` where it is not.
 */
export function loadAwsPackage<Client extends string, Operation extends string>(
  name: string,
): AwsPackage<Client, Operation> {
  const directory = process.env["AWS_CLIENTS_DIR"] ?? "";
  const load = createRequire(directory === "" ? import.meta.url : join(directory, "package.json"));
  try {
    return load(name) as AwsPackage<Client, Operation>;
  } catch (error) {
    if (errorCode(error) === "MODULE_NOT_FOUND")
      throw misconfigured("The client that this database is asked with is not installed.", "no_library");
    throw error;
  }
}
