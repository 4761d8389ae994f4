import { awsFailure } from "./failure.ts";
import type { AwsClient, AwsCommands } from "./library.ts";

/** Calls an operation of a service. Throws a `DatasourceError` that says what a failure means. */
type AwsCall<Operation extends string> = <Answer>(
  operation: Operation,
  input: object,
  abortSignal?: AbortSignal,
) => Promise<Answer>;

export const awsCall =
  <Operation extends string>(client: AwsClient, commands: AwsCommands<Operation>): AwsCall<Operation> =>
  async <Answer>(operation: Operation, input: object, abortSignal?: AbortSignal) => {
    try {
      const command = new commands[`${operation}Command`](input);
      return (await client.send(command, abortSignal && { abortSignal })) as Answer;
    } catch (error) {
      // What was given up is no failure of the service.
      abortSignal?.throwIfAborted();
      throw awsFailure(error);
    }
  };
